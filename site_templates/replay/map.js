// The replay, 1: paints a turn on the map: owners, who controls a minor, units, signs, what changed, orders as arrows.
// It draws what it is given. What a player saw was settled when the pages were built; nothing is left out here.
(function () {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  const KINDS = ["attack", "support", "move"], SIGNS = ["", "circle", "diamond", "cross"];
  const CHANGES = ["", "captured", "claimed", "revolution"], TOLD = ["", "taken", "claimed", "revolution"];
  // Units of the drawing, as in pbm/site/maps/artist.py (badges) and pbm/site/maps/looks/board.py (squares and ships).
  const CELL = 30, DIGIT = 18, SIGN = 29, AIR = 5;
  const SQUARE = { side: 38, digit: 17, cell: 28, ship: 30, air: 5, sign: 36, row: 44 };

  function make(tag, attributes, ...inner) {
    const node = document.createElementNS(SVG, tag);
    Object.keys(attributes).forEach((name) => node.setAttribute(name, attributes[name]));
    node.append(...inner);
    return node;
  }
  function hue(player) { return window.pbmCoat(player).hue; }

  /** A cell of a table. */
  function cell(tag, words) { return Object.assign(document.createElement(tag), { textContent: words }); }

  class ReplayMap {
    constructor(svg, data, twin) {
      this.svg = svg;
      this.data = data;
      this.rows = data.spaces.map((space) => this.twinRow(space)); // the map in words, space by space
      twin.replaceChildren(...this.rows);
      this.pieces = data.look === "pieces";
      this.wide = svg.viewBox.baseVal.width; // of the sheet: whoever zooms changes the box
      this.names = new Map(data.players);
      this.land = [];
      svg.querySelectorAll("g.t").forEach((layer) => layer.remove()); // textures laid by player: ours are by space
      const labels = new Map(Array.from(svg.querySelectorAll("g.l")).map((it) => [it.querySelector("text").textContent, it]));
      svg.querySelectorAll("g.s[data-code]").forEach((group) => {
        const code = group.getAttribute("data-code"), fill = group.querySelector("use");
        this.prefix = fill.getAttribute("href").slice(1, -code.length);
        const texture = group.querySelectorAll("use")[1] || make("use", { href: fill.getAttribute("href"), class: "t" });
        const at = data.spaces.findIndex((row) => row[0] === code), label = labels.get(code);
        if (fill.classList.contains("f")) group.append(texture);
        this.land[at] = {
          title: group.querySelector("title"), fill, texture, label, isLand: fill.classList.contains("f"),
          chip: label && label.querySelector(".chip, use[class^=q]"),
        };
      });
      // Marks and arrows lie under the labels, units over them.
      const first = svg.querySelector(".leader, g.l"), last = Array.from(svg.querySelectorAll("g.l")).pop();
      this.marks = make("g", {});
      this.lines = make("g", {});
      this.units = make("g", {});
      if (first) first.before(this.marks, this.lines); else svg.append(this.marks, this.lines);
      if (last) last.after(this.units); else svg.append(this.units);
    }

    twinRow([code, name]) {
      const row = document.createElement("tr"), head = cell("th", ""), link = cell("a", code);
      row.id = "space-" + code;
      head.setAttribute("scope", "row");
      link.className = "c";
      link.href = "#map";
      head.append(link, " " + name);
      row.append(head, cell("td", ""), cell("td", ""), cell("td", ""));
      return row;
    }
    called(player) { return "[" + player + "] " + this.names.get(player); }

    // A turn: `own` by space; the rest as pbm/site/history/replay_rows.py writes it. `words` say what the map shows.
    show(turn, words) {
      this.svg.querySelector("title").textContent = words;
      const control = this.pairs(turn.ctl), signs = this.pairs(turn.signs), units = new Map();
      (turn.units || []).forEach((row) => units.set(row[0], (units.get(row[0]) || []).concat([row.slice(1)])));
      this.units.replaceChildren();
      const changed = this.pairs(turn.new);
      this.data.spaces.forEach((space, k) => {
        const owner = turn.own[k] || 0, minor = control.get(k) || 0, sign = signs.get(k) || 0, here = units.get(k) || [];
        this.space(k, owner, minor, sign, here);
        const cells = this.rows[k].children, words = this.data.words;
        cells[1].textContent = owner ? this.called(owner) : minor ? "minor, controlled by " + this.called(minor) : space[2] ? words.minor || "minor" : "nobody: a sea";
        cells[2].textContent = TOLD[changed.get(k) || 0];
        cells[3].textContent = (sign ? [words[SIGNS[sign]] || SIGNS[sign]] : []).concat(here.map((row) => this.counted(row, owner))).join("; ");
      });
      this.marks.replaceChildren(...Array.from(this.pairs(turn.new), ([k, how]) => make("use", {
        href: "#" + this.prefix + this.data.spaces[k][0], class: CHANGES[how] })));
      this.arrows(turn.arrows || []);
      this.svg.dispatchEvent(new CustomEvent("pbm-painted", { bubbles: true })); // the living map measures labels again
    }
    pairs(row) {
      const found = new Map();
      for (let k = 0; k < (row || []).length; k += 2) found.set(row[k], row[k + 1]);
      return found;
    }

    space(k, owner, control, sign, units) {
      const it = this.land[k], [code, name] = this.data.spaces[k];
      if (!it) return;
      const who = owner || control;
      const told = code + " " + name + (owner ? ": [" + owner + "] " + this.names.get(owner)
        : control ? ": minor of [" + control + "] " + this.names.get(control) : "");
      it.title.textContent = told + units.map((row) => "; " + this.counted(row, owner)).join("");
      if (it.isLand) {
        it.fill.setAttribute("class", owner ? "f f" + hue(owner) : "f f0");
        it.texture.setAttribute("class", control && !owner ? "t st" : "t");
        it.texture.setAttribute("fill", owner ? "url(#" + this.pattern(owner) + ")"
          : control ? "url(#" + this.prefix + "h" + hue(control) + ")" : "none");
      }
      if (it.chip) this.chip(it, who, Boolean(control && !owner));
      if (it.label) {
        it.label.classList.toggle("hb", !this.pieces && units.some((row) => row[0] === who));
        it.label.querySelectorAll(".r").forEach((row) => row.remove());
      }
      if (this.pieces && it.isLand) {
        if (it.label) this.row(it.label, owner, sign, units);
      } else if (units.length) {
        this.badges(k, units);
      }
    }
    // A pattern of his own for a player beyond the ninth, where the map has one.
    pattern(player) {
      const own = this.prefix + "t" + window.pbmCoat(player).coat;
      return document.getElementById(own) ? own : this.prefix + "t" + hue(player);
    }
    chip(it, player, isHollow) {
      it.chip.setAttribute("visibility", player ? "visible" : "hidden");
      const number = it.chip.querySelector("text");
      const kind = it.chip.matches(".chip") ? "chip " + (isHollow ? "hollow " : "") : "";
      it.chip.setAttribute("class", kind + "q" + hue(player || 1));
      if (number) number.textContent = player;
      else if (player) it.chip.setAttribute("href", "#" + this.prefix + "no" + player);
    }
    counted([player, army, navy, air, cargo], owner) {
      const words = this.data.words, usual = { army: "Army", navy: "Navy", air: "AirF", cargo: "aboard" };
      const told = Object.keys(usual).map((kind, k) => [[army, navy, air, cargo][k], words[kind] || usual[kind]]);
      const whose = player && player !== owner ? "[" + player + "] " : "";
      return whose + told.filter(([n]) => n).map(([n, word]) => n + " " + word).join(", ");
    }

    // Units as badges: a cell with the player's number, then sign and figure of each kind; of seas and provinces in
    // the look of a board game as ships and squares.
    badges(k, units) {
      const spots = this.data.places[k], code = this.data.spaces[k][0];
      if (spots.length < 4) return;
      if (this.data.leaders[k] && !this.pieces) {
        this.units.append(make("path", { class: "leader", d: this.data.leaders[k], "data-at": code }));
      }
      units.forEach((row, n) => {
        const last = spots.length / 2 - 2, at = Math.min(n, last);
        const x = spots[2 + 2 * at], y = spots[3 + 2 * at] + 42 * (n - at);
        const badge = this.pieces ? this.ships(row) : this.badge(row);
        const place = Math.max(badge.half + 6, Math.min(x, this.wide - 6 - badge.half));
        this.units.append(make("g", { class: (this.pieces ? "fl q" : "b q") + hue(row[0] || 0), "data-at": code,
          transform: "translate(" + place + " " + (y + (this.pieces ? 0 : 12)) + ")" }, ...badge.parts));
      });
    }
    badge([player, army, navy, air]) {
      const who = player ? String(player) : "\u2217", cell = CELL + DIGIT * (who.length - 1), figures = [];
      let width = cell + 3;
      [["army", army], ["navy", navy], ["air", air]].forEach(([kind, n]) => {
        if (!n) return;
        const room = DIGIT * String(n).length;
        figures.push([kind, n, width, width + SIGN + room / 2]);
        width += SIGN + room + AIR;
      });
      const half = Math.floor(width / 2);
      const parts = [
        make("rect", { x: -half, y: -31, width, height: 38, rx: 5 }),
        make("path", { d: "M" + (2 - half) + " -29h" + (cell - 2) + "v34h" + (2 - cell) + "z" }),
        make("text", { class: "no", x: Math.floor(cell / 2) - half + 1, y: -2 }, who)];
      figures.forEach(([kind, n, left, middle]) => parts.push(
        make("use", { href: "#" + this.prefix + kind, x: left - half + 3 }), make("text", { x: middle - half }, String(n))));
      return { half, parts };
    }
    square(left, n, middle) {
      const digits = Math.min(String(n).length, 3), room = SQUARE.side + SQUARE.digit * (digits - 1);
      return [room, make("use", { href: "#" + this.prefix + "sq" + digits, x: left, y: middle }),
        make("text", { class: "sn", x: left + Math.floor(room / 2), y: middle + 12 }, String(n))];
    }
    ships([player, , navy, , cargo]) {
      const digits = Math.min(String(navy).length, 3), body = SQUARE.cell + SQUARE.ship + SQUARE.digit * digits + SQUARE.air;
      const room = cargo ? SQUARE.side + SQUARE.digit * (String(cargo).length - 1) : 0, half = Math.floor((body + room) / 2);
      const parts = [
        make("use", { href: "#" + this.prefix + "ship" + digits, x: -half }),
        make("text", { class: "no", x: SQUARE.cell / 2 - half, y: 10 }, player ? String(player) : "\u2217"),
        make("text", { x: SQUARE.cell + SQUARE.ship + Math.floor(SQUARE.digit * digits / 2) - half, y: 12 }, String(navy))];
      return { half, parts: cargo ? parts.concat(this.square(body - half, cargo, 0).slice(1)) : parts };
    }
    // Under a province's code: the sign of what stands there, then armies, and whose where not the owner's.
    row(label, owner, sign, units) {
      const armies = units.filter((row) => row[1]), { cell, air, row: low } = SQUARE, p = "#" + this.prefix;
      const rooms = armies.map((it) => SQUARE.side + SQUARE.digit * (String(it[1]).length - 1) + (it[0] !== owner ? cell : 0));
      const room = rooms.reduce((a, b) => a + b, 0) + (sign ? SQUARE.sign : 0) + air * (armies.length - (sign ? 0 : 1));
      if (!sign && !armies.length) return;
      const group = make("g", { class: "r" });
      let x = Math.ceil(-room / 2);
      if (sign) {
        group.append(make("use", { class: "sg", href: p + SIGNS[sign], x: x + SQUARE.sign / 2 }));
        x += SQUARE.sign + air;
      }
      armies.forEach(([player, n]) => {
        if (player !== owner) {
          group.append(make("g", { class: "no q" + hue(player) }, make("use", { href: p + "cell", x, y: low }),
            make("text", { x: x + cell / 2, y: low + 10 }, player ? String(player) : "\u2217")));
          x += cell;
        }
        const [wide, ...parts] = this.square(x, n, low);
        group.append(...parts);
        x += wide + air;
      });
      label.append(group);
    }

    arrows(row) {
      const drawn = [], halos = [];
      for (let k = 0; k + 3 < row.length; k += 4) {
        const d = this.data.ways[row[k + 1] + "-" + row[k + 2]], kind = KINDS[row[k]];
        if (!d) continue;
        halos.push(d);
        drawn.push(make("path", { class: "a " + kind, d, "marker-end": "url(#" + this.prefix + kind + ")" }));
      }
      this.lines.replaceChildren(...(drawn.length ? [make("path", { class: "halo", d: halos.join("") })] : []), ...drawn);
    }
  }

  window.PbmReplayMap = ReplayMap;
})();
