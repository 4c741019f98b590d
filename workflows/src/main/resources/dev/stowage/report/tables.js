/* Lets the reader of a report sort a table, look for rows in it, and take it away as CSV. Without JavaScript all rows stand there. */
(function () {
  "use strict";
  var LONG = 14; /* rows from which on it pays to look for some */
  var UNITS = {
    "%": 0.01, us: 1e-6, "µs": 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, d: 86400, day: 86400, days: 86400,
    B: 1, KiB: 1024, MiB: 1048576, GiB: 1073741824, TiB: 1099511627776
  };
  var NUMBER = /^(?:at (?:most|least) |up to |about |[~≈≤≥<>] ?)?([-+−–]?)(\$?)([0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+)(?:[eE]([-+]?[0-9]+))?\s*([^\s,;±(]*)/;

  var WHOLE = /^[-+−–]?\$?[0-9][0-9,.:]*(?:[eE][-+]?[0-9]+)?(?: ?(?:%|us|µs|ms|s|min|h|d|days?|B|[KMGT]iB))?$/;

  /* What a cell is sorted by: its number in the base of its unit, or NaN. */
  function amount(text) {
    var found = NUMBER.exec(text);
    if (!found) { return NaN; }
    var clock = /^([0-9]+):([0-9]{2})(?::([0-9]{2}))?$/.exec(text);
    if (clock) { return clock[1] * 3600 + clock[2] * 60 + Number(clock[3] || 0); }
    if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(text)) { return Date.parse(text.replace(" ", "T")); }
    var size = Number(found[3].replace(/,/g, "")) * Math.pow(10, Number(found[4] || 0));
    return (/[-−–]/.test(found[1]) ? -size : size) * (UNITS[found[5]] || 1);
  }

  /* Names may begin with digits (3-web, 30 min job): a column of text counts as one of amounts if each cell is one and no more. */
  function isAmounts(rows, column) {
    var texts = rows.map(function (row) { return words(row.cells[column]); }).filter(function (text) { return text !== ""; });
    return texts.length > 0 && texts.every(function (text) { return WHOLE.test(text); });
  }

  function words(cell) { return cell.textContent.replace(/\s+/g, " ").trim(); }

  /* What a cell says, to the blank: of names that differ in blanks alone none becomes the other. */
  function written(cell) { return cell.textContent.replace(/\u00a0/g, " "); }

  var byWords = new Intl.Collator("en", { numeric: true }).compare;

  /* Rows in the order of a column; those without a number come last, whichever the direction. */
  function ordered(rows, column, down) {
    var keys = new Map(rows.map(function (row) {
      var text = words(row.cells[column]);
      return [row, { text: text, size: amount(text) }];
    }));
    var isNumber = rows[0].cells[column].classList.contains("number") || isAmounts(rows, column);
    var sign = down ? -1 : 1;
    return rows.slice().sort(function (one, other) {
      var a = keys.get(one);
      var b = keys.get(other);
      if (!isNumber) { return sign * byWords(a.text, b.text); }
      if (isNaN(a.size) || isNaN(b.size)) { return isNaN(a.size) - isNaN(b.size); }
      return sign * (a.size - b.size);
    });
  }

  /* A text that a spreadsheet takes for a formula gets a quote before it. */
  function field(text) {
    var safe = /^[-=+@\t]/.test(text) && text !== "-" && !WHOLE.test(text) ? "'" + text : text;
    return /[",\r\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
  }

  function csv(heading, rows) {
    return [heading].concat(rows).map(function (row) {
      return Array.prototype.map.call(row.cells, function (cell) { return field(written(cell)); }).join(",") + "\r\n";
    }).join("");
  }

  function save(name, text) {
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff" + text], { type: "text/csv;charset=utf-8" }));
    link.download = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) + ".csv";
    link.click();
    window.setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
  }

  function make(tag, text, attributes) {
    var node = document.createElement(tag);
    node.textContent = text;
    Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    return node;
  }

  /* One table, in as many parts as the page has it. */
  function enhance(box) {
    var tables = Array.prototype.slice.call(box.querySelectorAll("table"));
    var bodies = tables.map(function (table) { return table.tBodies[0]; });
    var sizes = bodies.map(function (body) { return body.rows.length; });
    var rows = [].concat.apply([], bodies.map(function (body) { return Array.prototype.slice.call(body.rows); }));
    if (rows.length < 2) { return; }
    var given = rows;
    var name = words(tables[0].caption);
    var sought = "";
    var said = make("span", "", { "class": "soft", role: "status" });

    function place() {
      var at = 0;
      bodies.forEach(function (body, part) {
        body.replaceChildren.apply(body, rows.slice(at, at += sizes[part]));
      });
    }

    function shown() { return rows.filter(function (row) { return !row.hidden; }); }

    function seek() {
      rows.forEach(function (row) { row.hidden = sought !== "" && !Array.prototype.some.call(row.cells, function (cell) { return words(cell).toLowerCase().indexOf(sought) >= 0; }); });
      var count = shown().length;
      said.textContent = sought === "" ? "" : count.toLocaleString("en-US") + " of " + rows.length.toLocaleString("en-US") + " rows";
      tables.slice(1).forEach(function (table) { /* what was found stands open */
        if (sought !== "" && Array.prototype.some.call(table.tBodies[0].rows, function (row) { return !row.hidden; })) {
          table.closest("details").open = true;
        }
      });
    }

    function sort(column) {
      var state = tables[0].tHead.rows[0].cells[column].getAttribute("aria-sort");
      var next = state === "ascending" ? "descending" : state === "descending" ? "" : "ascending";
      rows = next === "" ? given : ordered(given, column, next === "descending");
      place();
      tables.forEach(function (table) {
        Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, index) {
          if (index === column && next !== "") { head.setAttribute("aria-sort", next); } else { head.removeAttribute("aria-sort"); }
        });
      });
    }

    tables.forEach(function (table) {
      Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) {
        if (words(head) === "") { return; }
        var button = make("button", words(head), { type: "button", "class": "sort" });
        button.addEventListener("click", function () { sort(column); });
        head.replaceChildren(button);
      });
    });

    var bar = make("div", "", { "class": "tools" });
    if (rows.length > LONG) {
      var label = make("label", "Rows with ");
      var input = make("input", "", { type: "search" });
      input.addEventListener("input", function () { sought = input.value.trim().toLowerCase(); seek(); });
      label.appendChild(input);
      bar.appendChild(label);
      bar.appendChild(said);
    }
    var take = make("button", "CSV", { type: "button", "aria-label": "Save as CSV: " + name });
    take.addEventListener("click", function () { save(name, csv(tables[0].tHead.rows[0], shown())); });
    bar.appendChild(take);
    box.insertBefore(bar, box.firstChild);
  }

  document.querySelectorAll(".rows").forEach(enhance);
}());
