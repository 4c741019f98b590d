/* Lets the reader of a sweep choose: a figure over two settings, and two figures against each other. */
document.addEventListener("DOMContentLoaded", function () {
  "use strict";
  var data = JSON.parse(document.getElementById("cells-data").textContent);
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  var MEANS = ["mean", "least", "most"];
  var BETTER = ["less is better", "more is better"];

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  }

  function text(value) {
    if (value === null || value === undefined || !isFinite(value)) { return "–"; }
    var size = Math.abs(value);
    if (size !== 0 && (size >= 1e15 || size < 1e-4)) { return value.toExponential(2); }
    return value.toLocaleString("en-US", { maximumFractionDigits: size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4 });
  }

  function make(tag, inside, attributes) {
    var node = document.createElement(tag);
    node.textContent = inside;
    Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    return node;
  }

  function choice(parent, name, options, chosen, changed) {
    var label = make("label", name);
    var select = document.createElement("select");
    options.forEach(function (option, index) {
      var node = make("option", option);
      node.value = index;
      node.selected = index === chosen;
      select.appendChild(node);
    });
    select.addEventListener("change", changed);
    label.appendChild(select);
    parent.appendChild(label);
    return function () { return Number(select.value); };
  }

  var names = data.figures.map(function (figure) { return figure.unit ? figure.name + " (" + figure.unit + ")" : figure.name; });

  function values(axis) {
    var seen = [];
    data.rows.forEach(function (row) { if (seen.indexOf(row.s[axis]) < 0) { seen.push(row.s[axis]); } });
    return seen.every(function (one) { return one !== "" && isFinite(one); }) ? seen.sort(function (a, b) { return a - b; }) : seen;
  }

  function together(list, how) {
    if (list.length === 0) { return NaN; }
    if (how === 1) { return Math.min.apply(null, list); }
    if (how === 2) { return Math.max.apply(null, list); }
    return list.reduce(function (sum, one) { return sum + one; }, 0) / list.length;
  }

  /* Many values of a drawn setting are parts of equal size. */
  function places(axis) {
    var all = values(axis);
    if (all.length <= 24) {
      return { names: all, of: function (row) { return all.indexOf(row.s[axis]); } };
    }
    var parts = 8;
    var isNumber = isFinite(all[0]);
    return {
      names: Array.from({ length: parts }, function (ignored, part) {
        var from = Math.floor(part * all.length / parts);
        var to = Math.floor((part + 1) * all.length / parts) - 1;
        return isNumber ? text(Number(all[from])) + " to " + text(Number(all[to])) : all[from] + " to " + all[to];
      }),
      of: function (row) { return Math.floor((all.indexOf(row.s[axis]) + 1) * parts / all.length - 1e-9); }
    };
  }

  function pivot(figure, rowAxis, columnAxis, how) {
    var rows = places(rowAxis);
    var columns = columnAxis === rowAxis ? { names: [names[figure]], of: function () { return 0; } } : places(columnAxis);
    var grid = rows.names.map(function () { return columns.names.map(function () { return []; }); });
    data.rows.forEach(function (row) {
      var value = row.v[figure];
      if (value !== null) { grid[rows.of(row)][columns.of(row)].push(value); }
    });
    var means = grid.map(function (line) { return line.map(function (list) { return together(list, how); }); });
    var known = [].concat.apply([], means).filter(isFinite);
    var low = Math.min.apply(null, known);
    var high = Math.max.apply(null, known);
    var table = make("table", "", { "class": "heat", "aria-labelledby": "pivot-title" });
    var head = table.createTHead().insertRow();
    head.appendChild(make("td", "", {})); // what goes down and across is chosen above
    columns.names.forEach(function (name) { head.appendChild(make("th", name, { scope: "col" })); });
    var body = table.createTBody();
    means.forEach(function (line, index) {
      var row = body.insertRow();
      row.appendChild(make("th", rows.names[index], { scope: "row" }));
      line.forEach(function (value) {
        var cell = make("td", text(value), { "class": isFinite(value) ? "up" : "none" });
        cell.style.setProperty("--depth", isFinite(value) && high > low ? Math.round(62 * (value - low) / (high - low)) : 0);
        row.appendChild(cell);
      });
    });
    document.getElementById("pivot").replaceChildren(table);
  }

  /* The cells that no other beats in both; in ascending order of x. */
  function front(points, signX, signY) {
    var sorted = points.slice().sort(function (a, b) { return signX * (a.x - b.x) || signY * (a.y - b.y); });
    var best = Infinity;
    return sorted.filter(function (point) {
      if (signY * point.y < best) { best = signY * point.y; return true; }
      return false;
    });
  }

  function label(row) {
    return data.axes.map(function (axis, index) { return axis + "=" + row.s[index]; }).join(", ");
  }

  var chart = null;

  function axis(figure) {
    return {
      type: "value", name: names[figure], nameLocation: "middle", scale: true,
      nameTextStyle: { color: colour("soft") }, axisLabel: { color: colour("soft"), hideOverlap: true },
      splitLine: { lineStyle: { color: colour("faint") } }, axisLine: { lineStyle: { color: colour("line") } }
    };
  }

  function pareto(x, y, lessX, lessY) {
    var points = data.rows.filter(function (row) { return row.v[x] !== null && row.v[y] !== null; })
      .map(function (row) { return { x: row.v[x], y: row.v[y], row: row }; });
    var best = front(points, lessX ? 1 : -1, lessY ? 1 : -1);
    var node = document.getElementById("pareto");
    chart = chart || echarts.init(node, null, { renderer: "svg" });
    chart.setOption({
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { left: 8, right: 24, top: 34, bottom: 34, containLabel: true },
      tooltip: {
        confine: true, backgroundColor: colour("panel"), borderColor: colour("line"), textStyle: { color: colour("ink"), fontSize: 13 },
        formatter: function (item) {
          var at = item.data && item.data.at;
          var box = make("div", at ? label(at.row) + ": " + text(at.x) + ", " + text(at.y) : "");
          box.style.whiteSpace = "normal";
          return box;
        }
      },
      xAxis: Object.assign(axis(x), { nameGap: 28 }),
      yAxis: Object.assign(axis(y), { nameLocation: "end", nameGap: 12, nameTextStyle: { color: colour("soft"), align: "left" } }),
      series: [
        { type: "scatter", symbolSize: 8, itemStyle: { color: colour("c6"), opacity: .75 }, data: points.map(function (p) { return { value: [p.x, p.y], at: p }; }) },
        { type: "line", step: "end", symbol: "circle", symbolSize: 11, lineStyle: { color: colour("c2") }, itemStyle: { color: colour("c2") }, data: best.map(function (p) { return { value: [p.x, p.y], at: p }; }) }
      ]
    }, true);
    node.setAttribute("aria-label", names[x] + " against " + names[y] + ": " + best.length + " of " + points.length + " cells are beaten by no other in both; they stand in the table below.");
    var svg = node.querySelector("svg");
    if (svg) { svg.setAttribute("aria-hidden", "true"); }
    var table = make("table", "");
    table.appendChild(make("caption", "Cells that no other beats in both"));
    var head = table.createTHead().insertRow();
    [["Cell", "text"], [names[x], "number"], [names[y], "number"]].forEach(function (one) { head.appendChild(make("th", one[0], { scope: "col", "class": one[1] })); });
    var body = table.createTBody();
    best.slice(0, 40).forEach(function (point) {
      var row = body.insertRow();
      row.appendChild(make("th", label(point.row), { scope: "row" }));
      row.appendChild(make("td", text(point.x), { "class": "number" }));
      row.appendChild(make("td", text(point.y), { "class": "number" }));
    });
    document.getElementById("front").replaceChildren(table);
  }

  if (data.figures.length === 0 || data.rows.length === 0 || data.axes.length === 0) {
    document.getElementById("explore").remove();
    return;
  }
  var pivotBar = document.getElementById("pivot-choices");
  var many = data.axes.map(function (ignored, index) { return values(index).length; });
  var first = many.findIndex(function (count) { return count > 1; });
  var second = many.findIndex(function (count, index) { return count > 1 && index > first; });
  first = Math.max(0, first);
  var drawPivot = function () { pivot(figure(), rowAxis(), columnAxis(), how()); };
  var figure = choice(pivotBar, "Figure", names, 0, drawPivot);
  var rowAxis = choice(pivotBar, "Down", data.axes, first, drawPivot);
  var columnAxis = choice(pivotBar, "Across", data.axes, second < 0 ? first : second, drawPivot);
  var how = choice(pivotBar, "Of cells that share a place", MEANS, 0, drawPivot);
  drawPivot();

  var paretoBar = document.getElementById("pareto-choices");
  var drawPareto = function () { pareto(figureX(), figureY(), betterX() === 0, betterY() === 0); };
  var figureX = choice(paretoBar, "Across", names, data.x, drawPareto);
  var betterX = choice(paretoBar, "Across,", BETTER, 0, drawPareto);
  var figureY = choice(paretoBar, "Up", names, data.y, drawPareto);
  var betterY = choice(paretoBar, "Up,", BETTER, 0, drawPareto);
  drawPareto();
  var waiting = 0;
  window.addEventListener("resize", function () {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(function () { chart.resize(); drawPareto(); }, 120);
  });
  dark.addEventListener("change", drawPareto);
});
