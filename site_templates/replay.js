// A game turn by turn on one map: owners from public facts, and in a revealed game the orders as arrows.
(function () {
  "use strict";
  var data = PBM_REPLAY;
  var root = document.querySelector("[data-replay]");
  var svg = root.querySelector("svg.map");
  var slider = root.querySelector("[data-turn]");
  var whose = root.querySelector("[data-whose]");
  var play = root.querySelector("[data-play]");
  var SVG = "http://www.w3.org/2000/svg";
  var PACE = 1400; // milliseconds a turn
  var at = data.turns.length - 1;
  var timer = 0;

  function one(name) { return root.querySelector("[data-" + name + "]"); }
  function hue(player) { return (player - 1) % 9 + 1; }
  function make(tag, attributes) {
    var node = document.createElementNS(SVG, tag);
    Object.keys(attributes).forEach(function (name) { node.setAttribute(name, attributes[name]); });
    return node;
  }
  var names = {};
  data.players.forEach(function (row) { names[row[0]] = row[1]; });

  // What can be painted, by code: the fill, its texture, the chip; and where a label stands.
  var land = {};
  var places = {};
  var titles = {};
  var prefix = "";
  svg.querySelectorAll("g.t").forEach(function (layer) { layer.remove(); }); // textures laid by player: ours are by space
  svg.querySelectorAll("g.s[data-code]").forEach(function (group) {
    var code = group.dataset.code;
    var uses = group.querySelectorAll("use");
    prefix = uses[0].getAttribute("href").slice(1, -code.length);
    titles[group.querySelector("title").textContent.replace(/^\S+ /, "").replace(/:.*$/, "")] = code;
    if (!uses[0].classList.contains("f")) return;
    var texture = uses[1] || make("use", { href: "#" + prefix + code, class: "t" });
    group.append(texture);
    land[code] = { title: group.querySelector("title"), fill: uses[0], texture: texture };
  });
  function spot(node) {
    var found = /translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)/.exec(node.getAttribute("transform") || "");
    return found ? [Number(found[1]), Number(found[2])] : null;
  }
  svg.querySelectorAll("g.l").forEach(function (label) {
    var text = label.querySelector("text");
    var code = text.textContent;
    places[code] = spot(label);
    if (land[code]) land[code].chip = label.querySelector(".chip, use[class^=q]");
  });
  svg.querySelectorAll(".seaname").forEach(function (label) {
    var words = Array.prototype.map.call(label.children, function (line) { return line.textContent; }).join(" ");
    if (titles[words]) places[titles[words]] = spot(label);
  });
  var marks = make("g", {});
  var lines = make("g", {});
  svg.insertBefore(marks, svg.querySelector(".leader") || null);
  svg.append(lines);

  function paint(code, owner) {
    var it = land[code];
    if (!it) return;
    it.fill.setAttribute("class", owner ? "f f" + hue(owner) : "f f0");
    it.texture.setAttribute("fill", owner ? "url(#" + prefix + "t" + hue(owner) + ")" : "none");
    it.title.textContent = code + " " + data.names[data.codes.indexOf(code)]
      + (owner ? ": [" + owner + "] " + names[owner] : "");
    if (it.chip) {
      it.chip.setAttribute("visibility", owner ? "visible" : "hidden");
      var number = it.chip.querySelector("text");
      it.chip.setAttribute("class", (number ? "chip q" : "q") + hue(owner || 1));
      if (number) number.textContent = owner;
      else if (owner) it.chip.setAttribute("href", "#" + prefix + "no" + owner);
    }
  }

  function arrow(row) {
    var from = places[row[1]];
    var to = places[row[2]];
    if (!from || !to || row[1] === row[2]) return;
    var dx = to[0] - from[0];
    var dy = to[1] - from[1];
    var far = Math.hypot(dx, dy) || 1;
    var start = [from[0] + 22 * dx / far, from[1] + 22 * dy / far];
    var end = [to[0] - 34 * dx / far, to[1] - 34 * dy / far];
    var middle = [(start[0] + end[0]) / 2 - dy * 0.12, (start[1] + end[1]) / 2 + dx * 0.12];
    var d = "M" + start.map(Math.round) + "Q" + middle.map(Math.round) + " " + end.map(Math.round);
    lines.append(make("path", { class: "halo", d: d }), make("path", {
      class: "a " + row[0], d: d, "marker-end": "url(#" + prefix + row[0] + ")"
    }));
  }

  function chip(player) {
    var mark = document.createElement("b");
    mark.className = "chip p" + hue(player) + (player > 18 ? " t3" : player > 9 ? " t2" : "");
    mark.textContent = player;
    return mark;
  }
  function who(player) { return player ? [chip(player), " " + names[player]] : ["nobody"]; }

  function tell(turn, before) {
    var told = one("told");
    told.replaceChildren();
    data.codes.forEach(function (code, k) {
      var now = turn.owners[k];
      var was = before ? before.owners[k] : now;
      if (now === was) return;
      var item = document.createElement("li");
      item.append.apply(item, who(now).concat(now ? " takes " : " holds ", data.names[k], " from "));
      item.append.apply(item, who(was).concat("."));
      told.append(item);
    });
    if (!told.children.length) {
      var none = document.createElement("li");
      none.textContent = before ? "No space changed hands." : "The beginning.";
      told.append(none);
    }
  }

  function tally(turn, before) {
    function count(owners) {
      var sums = {};
      owners.forEach(function (owner) { sums[owner] = (sums[owner] || 0) + 1; });
      return sums;
    }
    var now = count(turn.owners);
    var was = before ? count(before.owners) : now;
    var rows = data.players.map(function (row) { return [row[0], now[row[0]] || 0, (now[row[0]] || 0) - (was[row[0]] || 0)]; });
    rows.sort(function (a, b) { return b[1] - a[1] || a[0] - b[0]; });
    one("tally").replaceChildren.apply(one("tally"), rows.map(function (row) {
      var line = document.createElement("tr");
      var cells = ["n", "", "n", "n"].map(function (kind) {
        var cell = document.createElement("td");
        if (kind) cell.className = kind;
        line.append(cell);
        return cell;
      });
      cells[0].append(chip(row[0]));
      cells[1].textContent = names[row[0]];
      cells[2].textContent = row[1];
      cells[3].textContent = row[2] > 0 ? "+" + row[2] : row[2] < 0 ? "\u2212" + -row[2] : "";
      return line;
    }));
  }

  function show() {
    var turn = data.turns[at];
    var before = data.turns[at - 1];
    data.codes.forEach(function (code, k) { paint(code, turn.owners[k]); });
    marks.replaceChildren.apply(marks, Object.keys(turn.changed).map(function (code) {
      return make("use", { href: "#" + prefix + code, class: turn.changed[code] });
    }));
    lines.replaceChildren();
    var chosen = whose ? whose.value : "";
    Object.keys(turn.arrows || {}).forEach(function (player) {
      if (chosen === "all" || chosen === player) turn.arrows[player].forEach(arrow);
    });
    slider.value = at;
    slider.setAttribute("aria-valuetext", "turn " + turn.n);
    one("number").textContent = turn.n;
    one("day").textContent = turn.day;
    one("head").textContent = turn.head.replace(/\[(\d+)(?::([^\]]*))?\]/g, "$2");
    one("head").href = turn.page;
    var own = one("printout");
    own.replaceChildren();
    if (chosen && chosen !== "all" && turn.arrows && turn.arrows[chosen]) {
      var link = document.createElement("a");
      link.href = turn.page.replace(/index\.html$/, chosen + ".html");
      link.textContent = "The turn as " + names[chosen] + " saw it";
      own.append(link);
    }
    tell(turn, before);
    tally(turn, before);
    root.querySelector("[data-back]").disabled = at === 0;
    root.querySelector("[data-next]").disabled = at === data.turns.length - 1;
  }

  function go(to) {
    at = Math.max(0, Math.min(data.turns.length - 1, to));
    show();
  }
  function stop() {
    window.clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  }
  play.addEventListener("click", function () {
    if (timer) { stop(); return; }
    if (at === data.turns.length - 1) go(0);
    play.textContent = "Stop";
    timer = window.setInterval(function () {
      if (at === data.turns.length - 1) stop(); else go(at + 1);
    }, PACE);
  });
  root.querySelector("[data-back]").addEventListener("click", function () { stop(); go(at - 1); });
  root.querySelector("[data-next]").addEventListener("click", function () { stop(); go(at + 1); });
  slider.addEventListener("input", function () { stop(); go(Number(slider.value)); });
  if (whose) whose.addEventListener("change", show);

  slider.max = data.turns.length - 1;
  root.hidden = false;
  var asked = /^#t(\d+)$/.exec(location.hash);
  data.turns.forEach(function (turn, k) { if (asked && turn.n === Number(asked[1])) at = k; });
  show();
})();
