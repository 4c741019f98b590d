/* Draws the charts of a report from the data beside it. Needs nothing but ECharts; asks nobody for anything. */
(function () {
  "use strict";
  var figures = JSON.parse(document.getElementById("charts").textContent);
  var drawn = [];
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  var calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  }

  var TONES = { a: "c1", b: "c2", c: "c3", d: "c4", e: "c5", f: "c6" };

  function tone(series, index) {
    return colour(TONES[series.tone] || "c" + (index % 6 + 1));
  }

  function digits(value) {
    var size = Math.abs(value);
    if (size !== 0 && (size >= 1e15 || size < 1e-4)) { return value.toExponential(2); }
    var places = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4;
    var parts = value.toFixed(places).split(".");
    parts[0] = parts[0].replace(/\B(?=(\d{3})+$)/g, ",");
    var fraction = (parts[1] || "").replace(/0+$/, "");
    return parts[0] + (fraction ? "." + fraction : "");
  }

  function duration(seconds) {
    if (seconds === 0) { return "0 s"; }
    if (seconds < 1) { return digits(seconds * 1000) + " ms"; }
    if (seconds < 120) { return digits(seconds) + " s"; }
    if (seconds < 7200) { return digits(seconds / 60) + " min"; }
    if (seconds < 172800) { return digits(seconds / 3600) + " h"; }
    return digits(seconds / 86400) + " d";
  }

  /* Seconds since 1970 as a date in UTC. */
  function day(seconds) {
    return new Date(seconds * 1000).toISOString().slice(0, 10);
  }

  function clock(seconds) {
    return seconds % 86400 === 0 ? "" : " " + new Date(seconds * 1000).toISOString().slice(11, 16);
  }

  function quantity(value, unit) {
    if (value === null || value === undefined || isNaN(value)) { return "none"; }
    switch (unit) {
      case "s": return duration(value);
      case "share": return digits(value * 100) + " %";
      case "date": return day(value) + clock(value);
      case "USD": return "$" + (value >= 100 ? digits(Math.round(value)) : value.toFixed(2));
      case "": return digits(value);
      default: return digits(value) + " " + unit;
    }
  }

  var SPANS = [[1, "s"], [60, "min"], [3600, "h"], [86400, "d"]];

  /* One unit for all ticks of an axis: the largest that leaves them whole. */
  function tickOfSpan(value, step) {
    if (!step && value >= 1) { return digits(value) + " s"; }
    if (!step || step < 1) { return duration(value); }
    var span = SPANS.filter(function (one) { return step % one[0] === 0; }).pop();
    return value === 0 ? "0" : digits(value / span[0]) + " " + span[1];
  }

  function tick(value, unit, step) {
    if (unit === "s") { return tickOfSpan(value, step); }
    if (unit === "share") { return digits(value * 100) + " %"; }
    if (unit === "date") { return step && step < 86400 ? day(value).slice(5) + (clock(value) || " 00:00") : day(value); }
    if (unit === "USD") {
      return value >= 1e6 ? "$" + digits(value / 1e6) + " M" : value >= 1e4 ? "$" + digits(value / 1e3) + " k" : "$" + digits(value);
    }
    return digits(value);
  }

  function hasUprights(view) {
    return (view.lines || []).some(function (line) { return line.vertical; });
  }

  function axis(spec, isX, gap) {
    var base = {
      type: spec.type === "category" ? "category" : spec.type === "log" ? "log" : "value",
      name: spec.title,
      nameLocation: isX ? "middle" : "end",
      nameGap: isX ? 30 : gap,
      nameTextStyle: { color: colour("soft"), align: isX ? "center" : "left", fontSize: 12 },
      axisLabel: { color: colour("soft"), fontSize: 12, hideOverlap: true },
      axisLine: { show: isX, lineStyle: { color: colour("line") } },
      axisTick: { show: isX && spec.type !== "category", lineStyle: { color: colour("line") } },
      splitLine: { show: !isX, lineStyle: { color: colour("faint") } },
      minorSplitLine: { show: false }
    };
    if (spec.type === "category") {
      base.data = spec.categories;
      base.inverse = !isX;
      base.axisLabel.color = colour("ink");
      base.axisLabel.lineHeight = 16;
      base.splitLine.show = false;
      base.axisLine.show = true;
    } else {
      base.axisLabel.formatter = function (value) { return tick(value, spec.unit, spec.step); };
      if (spec.min !== null && spec.min !== undefined) { base.min = spec.min; }
      if (spec.max !== null && spec.max !== undefined) { base.max = spec.max; }
      if (spec.whole) { base.minInterval = 1; }
      if (!isX || spec.type === "log") { base.splitNumber = 5; } else { base.splitNumber = 7; }
      if (spec.type === "value" && spec.step) {
        base.interval = spec.step;
        base.axisLabel.showMaxLabel = Math.abs(spec.max / spec.step - Math.round(spec.max / spec.step)) < 1e-6;
      }
    }
    return base;
  }

  function markLines(view) {
    return (view.lines || []).map(function (line) {
      var ink = colour(TONES[line.tone] || "soft");
      var mark = {
        name: line.label,
        lineStyle: { color: ink, type: line.dashed ? [6, 4] : "solid", width: 1.5 },
        label: {
          formatter: line.label, color: ink, fontSize: 12, fontWeight: 500,
          position: line.vertical ? "insideEndTop" : line.left ? "insideStartTop" : "insideEndTop",
          backgroundColor: colour("panel"), padding: [1, 3]
        }
      };
      if (line.vertical) {
        mark.xAxis = line.at;
        mark.label.position = "end";
        mark.label.distance = 4;
        mark.label.rotate = 0;
      } else {
        mark.yAxis = line.at;
      }
      return mark;
    });
  }

  function oneSeries(view, series, index) {
    var ink = tone(series, index);
    var horizontal = view.y.type === "category";
    var isBar = series.kind === "bar" || series.kind === "swing";
    var option = {
      name: series.name,
      type: isBar ? "bar" : "line",
      data: horizontal ? series.data.map(function (pair) { return pair[0]; }) : series.data,
      itemStyle: { color: ink },
      lineStyle: { color: ink, width: series.thin ? 1.25 : 2, type: series.dashed ? [6, 4] : "solid" },
      emphasis: { focus: "none" },
      symbol: series.points ? "circle" : "none",
      symbolSize: 7,
      showSymbol: true,
      connectNulls: false,
      z: series.thin ? 2 : 3
    };
    if (series.kind === "area") { option.areaStyle = { color: ink, opacity: 0.16 }; }
    if (series.kind === "stack") {
      option.areaStyle = { color: ink, opacity: 1 };
      option.lineStyle.width = 0;
    }
    if (series.kind === "step" || series.step) { option.step = "end"; }
    if (series.kind === "swing") { option.stack = "swing"; }
    if (isBar) {
      option.barCategoryGap = view.histogram ? "8%" : "42%";
      option.barMaxWidth = view.histogram ? 60 : 22;
      option.z = 1;
      if (series.faded) { option.itemStyle.opacity = 0.45; }
      if (horizontal) {
        option.label = {
          show: true, position: "right", color: colour("ink"), fontSize: 12,
          formatter: function (item) { return quantity(item.value, view.x.unit); }
        };
        option.data = option.data.map(function (value, row) {
          var strong = view.strong === row;
          return { value: value, itemStyle: { color: strong ? colour("c3") : ink }, label: { position: value < 0 ? "left" : "right" } };
        });
      }
    }
    return option;
  }

  /* A colour between two that are written as #rrggbb. */
  function mixed(one, other, share) {
    function part(text, at) { return parseInt(text.slice(at, at + 2), 16); }
    var parts = [1, 3, 5].map(function (at) {
      return Math.round(part(one, at) * share + part(other, at) * (1 - share));
    });
    return "rgb(" + parts.join(",") + ")";
  }

  /* An area to the zero line, without its edge. */
  function filled(name, data, fill) {
    return {
      name: name, type: "line", data: data, symbol: "none", silent: true, z: 1,
      lineStyle: { width: 0 }, itemStyle: { color: fill }, areaStyle: { color: fill, opacity: 1 }
    };
  }

  /* Bands, the widest first: their tops, and then what is below them, covered from the inside out. */
  function bands(view) {
    var panel = colour("panel");
    var all = view.series.filter(function (one) { return one.kind === "band"; });
    var fills = all.map(function (one, index) { return mixed(tone(one, index), panel, 0.18 + 0.2 * index); });
    var tops = all.map(function (one, index) {
      return filled(one.name, one.data.map(function (row) { return [row[0], row[2], row[1]]; }), fills[index]);
    });
    var covers = all.map(function (one, index) {
      return filled("", one.data.map(function (row) { return [row[0], row[1]]; }), index === 0 ? panel : fills[index - 1]);
    });
    return tops.concat(covers.reverse());
  }

  function tooltip(view) {
    var horizontal = view.y.type === "category";
    return {
      trigger: "axis",
      axisPointer: { type: view.histogram || horizontal ? "shadow" : "line", lineStyle: { color: colour("soft") }, shadowStyle: { color: colour("soft"), opacity: 0.12 } },
      backgroundColor: colour("panel"),
      borderColor: colour("line"),
      textStyle: { color: colour("ink"), fontSize: 13 },
      confine: true,
      formatter: function (items) {
        var box = document.createElement("div");
        var head = document.createElement("div");
        var at = items[0].axisValue;
        head.style.fontWeight = "600";
        head.textContent = typeof at === "number" ? view.x.title.replace(/ \(.*/, "") + ": " + quantity(at, view.x.unit) : at;
        if (view.x.type === "value" || view.x.type === "log") {
          if (!horizontal) { head.textContent = view.x.title + ": " + quantity(Number(at), view.x.unit); }
        }
        box.appendChild(head);
        items.forEach(function (item) {
          var spec = view.series.filter(function (one) { return one.name === item.seriesName; })[0];
          if (!spec) { return; }
          var row = document.createElement("div");
          var dot = document.createElement("span");
          dot.style.cssText = "display:inline-block;width:.6em;height:.6em;border-radius:2px;margin-right:.45em;background:" + item.color;
          row.appendChild(dot);
          var value = Array.isArray(item.value) ? item.value[item.value.length - 1] : item.value;
          var text = quantity(value, horizontal ? view.x.unit : view.y.unit);
          if (spec.kind === "band") { text += " to " + quantity(item.value[1], view.y.unit); }
          row.appendChild(document.createTextNode(item.seriesName + ": " + text));
          box.appendChild(row);
        });
        return box;
      }
    };
  }

  /* Lines that a legend takes, by the width of its names. */
  function legendLines(view, node, gap) {
    var pen = document.createElement("canvas").getContext("2d");
    pen.font = "13px " + getComputedStyle(document.body).fontFamily;
    var lines = 1;
    var used = 0;
    view.series.forEach(function (one) {
      var width = 18 + 8 + pen.measureText(one.name).width;
      if (used > 0 && used + gap + width > node.clientWidth - 8) {
        lines++;
        used = 0;
      }
      used += (used > 0 ? gap : 0) + width;
    });
    return lines;
  }

  function option(view, node) {
    var narrow = node.clientWidth < 560;
    var gap = narrow ? 12 : 20;
    var horizontal = view.y.type === "category";
    var lines = markLines(view);
    var areas = bands(view);
    var drawnLines = view.series.filter(function (one) { return one.kind !== "band"; });
    var series = drawnLines.map(function (one, index) { return oneSeries(view, one, index); });
    if (series.length > 0 && lines.length > 0) {
      series[0].markLine = { silent: true, symbol: "none", animation: false, data: lines };
    }
    if (view.point && series.length > 0) {
      series.push({
        name: view.point.label, type: "scatter", data: [[view.point.x, view.point.y]], symbolSize: 15, z: 5, silent: true,
        itemStyle: { color: colour("panel"), borderColor: colour("ink"), borderWidth: 2.5 },
        tooltip: { show: false },
        label: { show: true, formatter: view.point.label, position: view.point.left ? "left" : "top", distance: 9, color: colour("ink"), fontWeight: 600, fontSize: 13, backgroundColor: colour("panel"), padding: [1, 3] }
      });
    }
    var named = view.series.length > 1;
    var yAxis = axis(view.y, false, hasUprights(view) ? 30 : 14);
    var xAxis = axis(view.x, true, 0);
    if (horizontal && narrow) { /* long names must leave room for bars; the table has them whole */
      yAxis.axisLabel.width = Math.round(node.clientWidth * 0.4);
      yAxis.axisLabel.overflow = "truncate";
      xAxis.splitNumber = 3;
    }
    if (areas.length > 0) { yAxis.z = 2; } /* grid lines above what bands cover */
    return {
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      aria: { enabled: true, label: { description: view.alt } },
      grid: { left: horizontal && !narrow ? 36 : 12, right: horizontal ? 84 : view.x.type === "log" ? 46 : view.x.unit === "date" ? 40 : 22, top: (named ? 42 + 22 * legendLines(view, node, gap) : horizontal ? 12 : 40) + (hasUprights(view) ? 16 : 0), bottom: view.x.title ? 36 : 12, containLabel: true },
      legend: named ? {
        top: 0, left: 0, itemWidth: 18, itemHeight: 10, itemGap: gap,
        icon: "roundRect", textStyle: { color: colour("ink"), fontSize: 13 }, inactiveColor: colour("line"),
        data: view.series.map(function (one) { return one.name; })
      } : { show: false },
      tooltip: tooltip(view),
      xAxis: xAxis,
      yAxis: yAxis,
      series: series.concat(areas)
    };
  }

  function draw(entry) {
    var view = entry.figure.views[entry.view];
    if (!entry.chart) {
      entry.chart = echarts.init(entry.node, null, { renderer: "svg" });
    }
    entry.chart.setOption(option(view, entry.node), true);
    entry.node.setAttribute("aria-label", view.alt);
    var svg = entry.node.querySelector("svg");
    if (svg) {
      svg.setAttribute("viewBox", "0 0 " + svg.getAttribute("width") + " " + svg.getAttribute("height"));
      svg.setAttribute("aria-hidden", "true");
    }
  }

  function choose(entry, view) {
    entry.view = view;
    entry.buttons.forEach(function (button, index) {
      button.setAttribute("aria-pressed", String(index === view));
    });
    draw(entry);
  }

  function addButtons(entry) {
    var bar = document.createElement("div");
    bar.className = "views";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Choose what the chart shows");
    entry.figure.views.forEach(function (view, index) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = view.name;
      button.addEventListener("click", function () { choose(entry, index); });
      bar.appendChild(button);
      entry.buttons.push(button);
    });
    entry.node.parentNode.insertBefore(bar, entry.node);
  }

  function redraw() { drawn.forEach(draw); }

  figures.forEach(function (figure) {
    var node = document.getElementById(figure.id);
    var entry = { figure: figure, node: node, view: 0, buttons: [], chart: null };
    if (figure.views.length > 1) { addButtons(entry); }
    drawn.push(entry);
    choose(entry, 0);
  });

  var waiting = 0;
  window.addEventListener("resize", function () {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(function () {
      if (window.matchMedia("print").matches) { return; }
      drawn.forEach(function (entry) { entry.chart.resize(); draw(entry); });
    }, 120);
  });
  dark.addEventListener("change", redraw);
  calm.addEventListener("change", redraw);

  /* Print: every table open, charts in the colours of paper. */
  var opened = [];
  function beforePrint() {
    document.querySelectorAll("details:not([open])").forEach(function (one) {
      one.open = true;
      opened.push(one);
    });
    redraw();
  }
  function afterPrint() {
    opened.splice(0).forEach(function (one) { one.open = false; });
    redraw();
  }
  window.addEventListener("beforeprint", beforePrint);
  window.addEventListener("afterprint", afterPrint);
  window.matchMedia("print").addEventListener("change", function (change) {
    if (change.matches) { redraw(); }
  });
  document.documentElement.setAttribute("data-charts", String(drawn.length));
}());
