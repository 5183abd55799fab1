// The replay, 1: paints a turn on the map: owners, who controls what, units, signs, what changed, orders as arrows.
// It draws what it is given. What a player saw was settled when the pages were built; nothing is left out here.
(function () {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  function make(tag, attributes, ...inner) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...inner);
    return node;
  }
  const hue = (player) => window.pbmCoat(player).hue;
  /** A player's number; nobody's is an asterisk. */
  const figure = (player) => (player ? String(player) : "\u2217");
  /** A cell of a table. */
  const cell = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });

  class ReplayMap {
    constructor(svg, data, twin) {
      this.svg = window.PbmFolds.unfold(svg);
      this.data = data;
      this.rows = data.spaces.map((space) => this.twinRow(space)); // the map in words, space by space
      twin.replaceChildren(...this.rows);
      this.pieces = data.look === "pieces";
      this.wide = svg.viewBox.baseVal.width; // of the sheet: whoever zooms changes the box
      this.names = new Map(data.players);
      this.without = "what is shown is public"; // where the sight that was chosen is not here
      this.legend = data.legend;
      this.sizes = data.sizes; // those of pbm/site/maps
      this.painted = [];
      for (const layer of svg.querySelectorAll("g.t")) layer.remove(); // textures laid by player: ours are by space
      // A look without chips: a number on each space of land, written anew each turn; no frontiers.
      const isNumbered = svg.matches(".hex, .chart"), look = svg.matches(".hex") ? "no2" : "cn";
      const numbers = svg.querySelector(".realm") || (isNumbered && svg.appendChild(make("g", {})));
      if (isNumbered) svg.querySelectorAll(".front, .realm :not(.seaname), .cn, .un").forEach((it) => it.remove());
      const numbered = ([x, y]) => numbers.appendChild(make("text",
        { class: look, "dominant-baseline": "central", x, y }, ""));
      const places = new Map(data.spaces.map(([code], k) => [code, k]));
      const all = [...svg.querySelectorAll("g.l")];
      const labels = new Map(all.map((it) => [it.querySelector("text").textContent, it]));
      for (const group of svg.querySelectorAll("g.s[data-code]")) {
        const { code } = group.dataset, label = labels.get(code), [fill, second] = group.querySelectorAll("use");
        const href = fill.getAttribute("href"), texture = second || make("use", { href, class: "t" });
        const at = places.get(code), isGround = fill.matches(".f");
        this.prefix = href.slice(1, -code.length);
        group.append(texture);
        this.painted[at] = {
          number: isNumbered && isGround && data.places[at] ? numbered(data.places[at]) : null,
          title: group.querySelector("title"), fill, texture, label, chip: label?.querySelector(".chip, use[class^=q]"),
          isGround, isWater: fill.matches(".w"),
        };
      }
      // Marks and arrows lie under the labels, units over them.
      this.marks = make("g", {});
      const rim = this.wide / 220; // as broad on every sheet
      this.parted = make("g", { "stroke-width": rim, "stroke-dasharray": `${2 * rim} ${rim}` });
      this.lines = make("g", {});
      this.units = make("g", {});
      const first = svg.querySelector(".leader, g.l"), last = all[all.length - 1];
      if (first) first.before(this.marks, this.parted, this.lines);
      else svg.append(this.marks, this.parted, this.lines);
      if (last) last.after(this.units);
      else svg.append(this.units);
    }

    /** A row of a sight as `show` takes it. */
    read(row) { return row; }

    /** The spaces at which two turns differ, as `outline` takes them; also where an arrow of one alone leads. */
    differs(a, b) {
      const ends = [a, b].map(({ arrows = [] }) => new Map(arrows.flatMap((kind, k) =>
        (k % 4 ? [] : [[arrows.slice(k, k + 3).join(), arrows[k + 2]]]))));
      const alone = (own, n) => [...own].filter(([key]) => !ends[1 - n].has(key)).map(([, end]) => end);
      const led = new Set(ends.flatMap(alone));
      const told = [a, b].map((turn) => {
        const parts = [turn.ctl, turn.signs].map((it) => this.pairs(it)), units = new Map(), dark = new Set(turn.dark);
        for (const [k, ...row] of turn.units || []) units.set(k, [...(units.get(k) || []), row]);
        return (k) => JSON.stringify([turn.own[k] || 0, ...parts.map((it) => it.get(k)), units.get(k), dark.has(k)]);
      });
      return [...this.painted.keys()].filter((k) => this.painted[k] && (led.has(k) || told[0](k) !== told[1](k)));
    }
    outline(spaces) {
      this.parted.replaceChildren(...spaces.map((k) =>
        make("use", { href: this.href(this.data.spaces[k][0]), class: "differs" })));
    }

    /** A shape of the map, a paint of it. */
    href(id) { return `#${this.prefix}${id}`; }
    url(id) { return `url(#${this.prefix}${id})`; }

    twinRow([code, name]) {
      const row = document.createElement("tr"), head = cell("th", ""), link = cell("a", code);
      row.id = `space-${code}`;
      head.scope = "row";
      Object.assign(link, { className: "c", href: "#map" });
      head.append(link, ` ${name}`);
      row.append(head, cell("td", ""), cell("td", ""), cell("td", ""));
      return row;
    }
    called(player) { return `[${player}] ${this.names.get(player)}`; }

    /** A turn: `own` by space, the rest as pbm/site/history/replay_rows.py writes it; `words`: what the map shows. */
    show(turn, words) {
      this.svg.querySelector("title").textContent = words;
      const control = this.pairs(turn.ctl), signs = this.pairs(turn.signs), units = new Map();
      const changed = this.pairs(turn.new), seen = this.pairs(turn.seen), dark = new Set(turn.dark || []);
      for (const [k, ...row] of turn.units || []) units.set(k, [...(units.get(k) || []), row]);
      this.units.replaceChildren();
      this.rows.forEach(({ cells }, k) => {
        const at = { owner: turn.own[k] || 0, control: control.get(k) || 0, sign: signs.get(k),
          units: units.get(k) || [], seen: seen.get(k) || 0, isDark: dark.has(k) };
        this.space(k, at);
        cells[1].textContent = at.owner ? this.called(at.owner)
          : at.control ? this.controlled(0, at.control) : this.nobody(k, at);
        cells[2].textContent = changed.has(k) ? this.legend.changes[changed.get(k)][0] : "";
        cells[3].textContent = this.there(at).join("; ");
      });
      this.marks.replaceChildren(...Array.from(changed, ([k, how]) =>
        make("use", { href: this.href(this.data.spaces[k][0]), class: `new n-${this.legend.changes[how][1]}` })));
      this.arrows(turn.arrows || []);
      this.svg.dispatchEvent(new CustomEvent("pbm-painted", { bubbles: true })); // the living map measures labels again
    }
    pairs(row) {
      const found = new Map();
      for (let k = 0; k < (row || []).length; k += 2) found.set(row[k], row[k + 1]);
      return found;
    }

    controlled(k, player) { return this.legend.controlled[k].replace("{player}", this.called(player)); }
    nobody(k, { isDark }) { return isDark ? this.legend.unknown : this.legend.spaces[this.data.spaces[k][2]][0]; }
    /** What is at a space, in words: what is built, units, how old the sight is. */
    there({ sign, units, owner, seen }) {
      const { signs, seen: words } = this.legend;
      return [...(sign === undefined ? [] : [signs[sign][0]]), ...units.map((row) => this.counted(row, owner)),
        ...(seen ? [words.replace("{n}", seen)] : [])];
    }

    space(k, at) {
      const it = this.painted[k], [code, name, kind] = this.data.spaces[k], { owner, control, units, isDark } = at;
      if (!it) return;
      const who = owner || control, hasNobody = !who && (isDark || this.legend.spaces[kind][1]);
      const whose = owner ? this.called(owner) : control ? this.controlled(1, control)
        : hasNobody ? this.nobody(k, at) : "";
      it.title.textContent = [`${code} ${name}${whose && ": "}${whose}`, ...this.there(at)].join("; ");
      if (it.isGround) {
        it.fill.setAttribute("class", isDark ? "u" : `f f${hue(owner)}`);
        it.texture.setAttribute("class", control && !owner ? "t st" : "t");
        it.texture.setAttribute("fill", owner ? this.url(this.pattern(owner))
          : control ? this.url(`h${hue(control)}`) : "none");
      } else if (it.isWater) {
        it.texture.setAttribute("class", isDark ? "u" : owner ? `o f${hue(owner)}` : "w");
      }
      if (it.number) it.number.textContent = owner || "";
      if (it.chip) this.chip(it, who, Boolean(control && !owner));
      if (it.label) {
        it.label.classList.toggle("hb", !this.pieces && units.some((row) => row[0] === who));
        for (const row of it.label.querySelectorAll(".r")) row.remove();
      }
      if (this.pieces && it.isGround) {
        if (it.label) this.row(it.label, at);
      } else if (units.length) {
        this.badges(k, at);
      }
    }
    /** The pattern of a player's own for those beyond the ninth, where the map has one. */
    pattern(player) {
      const own = `t${window.pbmCoat(player).coat}`;
      return document.getElementById(this.prefix + own) ? own : `t${hue(player)}`;
    }
    chip(it, player, isHollow) {
      it.chip.setAttribute("visibility", player ? "visible" : "hidden");
      const number = it.chip.querySelector("text");
      const kind = it.chip.matches(".chip") ? "chip " + (isHollow ? "hollow " : "") : "";
      it.chip.setAttribute("class", `${kind}q${hue(player || 1)}`);
      if (number) number.textContent = player;
      else if (player) it.chip.setAttribute("href", this.href(`no${player}`));
    }
    /** Kinds and numbers of a row of units: {word, sign, n, isAboard} each. */
    counts([, ...row]) {
      const { units } = this.legend;
      return [...this.pairs(row)].map(([kind, n]) => {
        const [word, sign, aboard] = units[kind % units.length], isAboard = kind >= units.length;
        return { word: isAboard ? aboard : word, sign, n, isAboard };
      });
    }
    counted(row, owner) {
      const whose = row[0] && row[0] !== owner ? `[${row[0]}] ` : "", { count } = this.legend;
      return whose + this.counts(row).map(({ n, word }) => count.replace("{n}", n).replace("{unit}", word)).join(", ");
    }

    // Units as badges: a cell with the player's number, then sign and figure of each kind; of seas and provinces in
    // the look of a board game as bars and squares.
    badges(k, { units, seen }) {
      const spots = this.data.places[k], code = this.data.spaces[k][0], { step, side, drop } = this.sizes;
      if (spots.length < 4) return;
      if (this.data.leaders[k] && !this.pieces) {
        this.units.append(make("path", { class: "leader", d: this.data.leaders[k], "data-at": code }));
      }
      units.forEach((row, n) => {
        const last = spots.length / 2 - 2, at = Math.min(n, last);
        const x = spots[2 + 2 * at], y = spots[3 + 2 * at] + step * (n - at);
        const badge = this.pieces ? this.bar(row) : this.badge(row);
        const place = Math.max(badge.half + side, Math.min(x, this.wide - side - badge.half));
        this.units.append(make("g", { class: `${this.pieces ? "fl" : "b"} q${hue(row[0] || 0)}${seen ? " old" : ""}`,
          "data-at": code, transform: `translate(${place} ${y + drop})` }, ...badge.parts));
      });
    }
    /** The sign of a kind: a shape that the map has, or letters. */
    sign(sign, x) {
      if (document.getElementById(this.prefix + sign)) return make("use", { href: this.href(sign), x });
      return make("text", { class: "mk", x: x + this.sizes.unit / 2 }, sign);
    }
    badge(row) {
      const { cell: least, digit, sign: room, spare, height, top, rim, round, who: line } = this.sizes;
      const who = figure(row[0]), cell = least + digit * (who.length - 1), figures = [];
      let width = cell + rim + 1;
      for (const { sign, n } of this.counts(row).filter(({ isAboard }) => !isAboard)) {
        const long = digit * String(n).length;
        figures.push([sign, n, width, width + room + long / 2]);
        width += room + long + spare;
      }
      const half = Math.floor(width / 2), start = `M${rim - half} ${top + rim}`;
      return { half, parts: [
        make("rect", { x: -half, y: top, width, height, rx: round }),
        make("path", { d: `${start}h${cell - rim}v${height - 2 * rim}h${rim - cell}z` }),
        make("text", { class: "no", x: Math.floor(cell / 2) - half + 1, y: line }, who),
        ...figures.flatMap(([sign, n, left, middle]) =>
          [this.sign(sign, left - half + rim + 1), make("text", { x: middle - half }, String(n))]),
      ] };
    }
    /** In the look of a board game: a kind's sign on a dark ground. */
    dark(sign, x, middle) {
      const d = this.data.shapes[sign], { unit, letters, line } = this.sizes;
      if (!d) return make("text", { class: "mk", x: x + unit / 2, y: middle + letters }, sign);
      const look = sign === "box" ? "mhull box" : "mhull", transform = `translate(${x} ${middle + line})`;
      // In a group, for styles size what is right in a badge by its transform.
      return make("g", { class: "sign" }, make("path", { class: look, d, transform }));
    }
    tokenRoom({ sign, n }) {
      const { square, digit, sign: room } = this.sizes;
      return square + digit * (String(n).length - 1) + (sign === "box" ? 0 : room);
    }
    /** A square with a number, and before that the kind's sign, where it is not itself a box. */
    token(left, it, middle) {
      const { height, sign: room, line, inset } = this.sizes;
      const width = this.tokenRoom(it), before = it.sign === "box" ? 0 : room;
      const x = left + before + Math.floor((width - before) / 2);
      return [make("rect", { class: "msq", x: left, y: middle - height / 2, width, height }),
        ...(before ? [this.dark(it.sign, left + inset + 2, middle)] : []),
        make("text", { class: "sn", x, y: middle + line }, String(it.n))];
    }
    tokens(left, those, middle) {
      let x = left;
      return those.flatMap((it) => {
        const parts = this.token(x, it, middle);
        x += this.tokenRoom(it);
        return parts;
      });
    }
    /** A player's units in water: his number, sign and number of each kind, squares for what is aboard. */
    bar(row) {
      const { cell, digit, sign: room, spare, height, line, who, inset } = this.sizes, counts = this.counts(row);
      const own = counts.filter(({ isAboard }) => !isAboard), aboard = counts.filter(({ isAboard }) => isAboard);
      const body = own.reduce((sum, { n }) => sum + room + digit * String(n).length + spare, cell);
      const half = Math.floor((body + aboard.reduce((sum, it) => sum + this.tokenRoom(it), 0)) / 2), y = -height / 2;
      const parts = [make("rect", { class: "mhu", x: -half, y, width: body, height }),
        make("rect", { class: "mce", x: -half, y, width: cell, height }),
        make("text", { class: row[0] > 9 ? "no two" : "no", x: cell / 2 - half, y: who }, figure(row[0]))];
      let x = cell - half;
      for (const { sign, n } of own) {
        const long = digit * String(n).length, middle = x + room + Math.floor(long / 2);
        parts.push(this.dark(sign, x + inset, 0), make("text", { x: middle, y: line }, String(n)));
        x += room + long + spare;
      }
      return { half, parts: [...parts, ...this.tokens(x, aboard, 0)] };
    }
    // Under a code: the sign of what is built there, then units, and whose where not the owner's.
    row(label, { owner, sign, units, seen }) {
      const { cell, spare, row: low, built, who } = this.sizes, hasSign = sign !== undefined;
      const rooms = units.map((row) =>
        this.counts(row).reduce((sum, it) => sum + this.tokenRoom(it), row[0] === owner ? 0 : cell));
      const gaps = spare * (units.length - (hasSign ? 0 : 1));
      const room = rooms.reduce((a, b) => a + b, 0) + (hasSign ? built : 0) + gaps;
      if (!hasSign && !units.length) return;
      const group = make("g", { class: seen ? "r old" : "r" });
      let x = Math.ceil(-room / 2);
      if (hasSign) {
        group.append(make("use", { class: "sg", href: this.href(this.legend.signs[sign][1]), x: x + built / 2 }));
        x += built + spare;
      }
      units.forEach((row, k) => {
        const [player] = row, isForeign = player !== owner;
        if (isForeign) {
          group.append(make("g", { class: `no q${hue(player)}` },
            make("use", { href: this.href("cell"), x, y: low }),
            make("text", { ...(player > 9 ? { class: "two" } : {}), x: x + cell / 2, y: low + who }, figure(player))));
        }
        group.append(...this.tokens(x + (isForeign ? cell : 0), this.counts(row), low));
        x += rooms[k] + spare;
      });
      label.append(group);
    }

    arrows(row) {
      const drawn = [];
      let halo = "";
      for (let k = 0; k + 3 < row.length; k += 4) {
        const d = this.data.ways[`${row[k + 1]}-${row[k + 2]}`], kind = `a-${this.legend.arrows[row[k]]}`;
        if (!d) continue;
        halo += d;
        drawn.push(make("path", { class: `a ${kind}`, d, "marker-end": this.url(kind) }));
      }
      this.lines.replaceChildren(...(halo ? [make("path", { class: "halo", d: halo })] : []), ...drawn);
    }
  }

  ReplayMap.make = make; // for what extends it
  window.PbmReplayMap = ReplayMap;
})();
