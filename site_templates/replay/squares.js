// The replay of a game on squares: over all the land it lays what a reader did not know, and draws
// what they saw there. The rows are written by pbm/site/history/squares.py, the land is drawn by the look of such maps.
(function () {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  function make(tag, attributes, ...inner) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...inner);
    return node;
  }
  const numbers = (text) => text.split(" ").map(Number);
  const hue = (player) => window.pbmCoat(player).hue;
  /** The name of a square: letters of its column, number of its row. */
  function square(x, y) {
    let letters = "";
    for (let n = x + 1; n; n = Math.floor((n - 1) / 26)) letters = String.fromCharCode(65 + (n - 1) % 26) + letters;
    return letters + (y + 1);
  }

  class ReplaySquares {
    constructor(svg, data, twin) {
      this.svg = svg;
      this.data = data;
      this.twin = twin;
      this.names = new Map(data.players);
      this.without = "nothing of the map is shown";
      [this.left, this.top, this.columns, this.lines] = numbers(svg.dataset.window);
      [this.side, , , this.base, ...this.beside] = numbers(svg.dataset.measures);
      [this.prefix] = svg.dataset.letters.split(" ");
      [this.wide, this.high] = data.size;
      this.isFar = svg.matches(".g-far");
      this.at = new Map(data.spaces.map((space, k) => [space[2], k]));
      this.layer = make("g", { "clip-path": `url(#${this.prefix}clip)` });
      this.parted = make("path", { class: "g-differs" });
      svg.querySelector(".g-frame").before(this.layer, this.parted);
    }

    /** A row of a sight as `show` takes it: with the owners of places by their number. */
    read(row) {
      const own = (row.places || []).flatMap(([at, , , owner]) => (owner ? [this.at.get(at), owner] : []));
      return { ...row, own };
    }

    /** A turn as one player saw it (`me`), or all of them. */
    show(row, words) {
      this.svg.querySelector("title").textContent = words;
      this.me = row.me || 0;
      this.places = (row.places || []).map(([at, code, name, owner, seen, text]) =>
        ({ at, code, name: name || "", owner: owner || 0, seen, text }));
      this.units = (row.units || []).map(([at, kind, player, label, damage, seen, text]) =>
        ({ at, kind, player: player || 0, label: label || "", damage, seen, text }));
      const held = new Set(this.places.map(({ at }) => at)), known = this.area(row.known);
      this.layer.replaceChildren(...this.fog(known, row.sight && this.area(row.sight)),
        ...this.trails(row.trails || []), ...this.sites(), ...this.pieces(held), ...this.fights(row.fights || []),
        ...(this.isFar ? [] : this.codes(held)));
      this.twin.replaceChildren(...this.rows());
      this.svg.dispatchEvent(new CustomEvent("pbm-painted", { bubbles: true })); // whoever is near reads the rows again
    }

    /** The squares at which two turns differ: what is known, whose places are, what units there are. */
    differs(a, b) {
      const found = new Set(), [one, two] = [a, b].map((row) => this.area(row.known));
      const things = [a, b].map((row) => new Set([
        ...(row.places || []).map(([at, , , owner]) => `${at} ${owner || 0}`),
        ...(row.units || []).map(([at, kind, player]) => `${at} ${kind} ${player || 0}`),
      ]));
      for (let r = 0; r < this.lines; r += 1) {
        for (let c = 0; c < this.columns; c += 1) if (one(c, r) !== two(c, r)) found.add(this.index(c, r));
      }
      things.forEach((own, k) => own.forEach((it) => {
        if (!things[1 - k].has(it)) found.add(Number(it.split(" ")[0]));
      }));
      return [...found];
    }
    index(c, r) { return (r + this.top) * this.wide + (c + this.left + this.wide) % this.wide; }
    outline(squares) {
      const there = new Set(squares);
      this.parted.setAttribute("d", this.squares((c, r) => there.has(this.index(c, r))));
    }

    isMine(player) { return this.me !== 0 && player === this.me; }

    /** A test of squares of the window by column and line; `gaps` are lengths outside and inside, in turn. */
    area(gaps) {
      const inside = new Uint8Array(this.wide * this.high);
      let at = 0;
      (gaps || []).forEach((length, k) => {
        if (k % 2) inside.fill(1, at, at + length);
        at += length;
      });
      const column = (c) => (c + this.left + this.wide) % this.wide;
      return (c, r) => inside[(r + this.top) * this.wide + column(c)] === 1;
    }
    /** Runs of whole numbers below `end` that pass a test, each as [first, how many]. */
    runs(end, test) {
      const found = [];
      for (let k = 0, start = -1; k <= end; k += 1) {
        const passes = k < end && test(k);
        if (passes && start < 0) start = k;
        if (!passes && start >= 0) {
          found.push([start, k - start]);
          start = -1;
        }
      }
      return found;
    }
    /** Path data over all lines or columns: what `piece` writes of each run that passes. */
    path(count, end, test, piece) {
      let d = "";
      for (let k = 0; k < count; k += 1) {
        for (const [start, length] of this.runs(end, (n) => test(k, n))) {
          d += piece(k * this.side, start * this.side, length * this.side);
        }
      }
      return d;
    }
    squares(test) {
      const { side } = this;
      return this.path(this.lines, this.columns, (r, c) => test(c, r), (y, x, n) => `M${x} ${y}h${n}v${side}h${-n}z`);
    }
    /** What is not known, the edge of it, and a veil over what is known but not in sight. */
    fog(known, sight) {
      const d = this.squares((c, r) => !known(c, r)), crisp = { d, "shape-rendering": "crispEdges" };
      const across = this.path(this.lines, this.columns, (r, c) => r > 0 && known(c, r) !== known(c, r - 1),
        (y, x, n) => `M${x} ${y}h${n}`);
      const down = this.path(this.columns, this.lines, (c, r) => c > 0 && known(c, r) !== known(c - 1, r),
        (x, y, n) => `M${x} ${y}v${n}`);
      return [make("path", { class: "g-paper", ...crisp }), make("path", { fill: `url(#${this.prefix}dot)`, d }),
        ...(sight ? [make("path", { class: "g-veil", d: this.squares((c, r) => known(c, r) && !sight(c, r)) })] : []),
        make("path", { class: "g-edge", d: across + down })];
    }

    /** The middle of a square in the drawing: nowhere, or at both ends of a map that wraps. */
    spots(at) {
      const x = at % this.wide - this.left, r = Math.floor(at / this.wide) - this.top;
      return (this.data.wraps ? [0, -this.wide, this.wide] : [0]).map((shift) => x + shift)
        .filter((c) => c >= 0 && c < this.columns && r >= 0 && r < this.lines)
        .map((c) => [(c + .5) * this.side, (r + .5) * this.side]);
    }
    group(look, at, draw) { return make("g", { class: look }, ...this.spots(at).flatMap(([x, y]) => draw(x, y))); }
    use(name, x, y) { return make("use", { href: `#${this.prefix}${name}`, x, y }); }

    trails(rows) {
      return rows.map(([player, ...points]) => {
        let [last] = points.map((at) => at % this.wide), d = "";
        const line = points.map((at) => {
          const x = at % this.wide, turns = this.data.wraps ? Math.round((last - x) / this.wide) : 0;
          last = x + turns * this.wide;
          return [last, Math.floor(at / this.wide)];
        });
        for (const shift of this.data.wraps && this.left < 0 ? [0, -this.wide, this.wide] : [0]) {
          const spots = line.map(([x, y]) =>
            `${(x + shift - this.left + .5) * this.side} ${(y - this.top + .5) * this.side}`);
          d += `M${spots.join("L")}`;
        }
        return make("path", { class: this.isMine(player) ? "g-trail" : `g-trail g-s${hue(player)}`, d });
      });
    }

    sites() {
      const all = this.places.map(({ at, owner }) => this.group(
        `g-place g-f${hue(owner)}${this.isMine(owner) ? " g-mine" : ""}`, at, (x, y) => [this.use("site", x, y)]));
      return this.isFar ? all : [...all, ...this.places.map(({ at, owner }) => (owner
        ? this.group("g-no", at, (x, y) => [make("text", { x, y: y + this.base }, owner)])
        : this.group("", at, (x, y) => [make("path", { class: "g-free", d: `M${x} ${y}h.01` })])))];
    }

    /** Of units of a player on one square the first, and how many there are; on places the number alone. */
    pieces(held) {
      const there = new Map(), { drawn } = this.data;
      for (const unit of this.units) {
        const key = `${unit.player} ${unit.at}`;
        there.set(key, [...(there.get(key) || []), unit]);
      }
      const all = [...there.values()], counted = all.filter((them) => them.length > 1 || held.has(them[0].at));
      const [right, low] = drawn.count;
      return [...all.filter(([{ at }]) => !held.has(at)).map(([unit]) => this.piece(unit)),
        ...counted.map((them) => this.group(`g-un g-tab g-q${hue(them[0].player)}`, them[0].at, (x, y) =>
          (this.isFar ? [] : [this.use("tab", x, y), make("text", { x: x + right, y: y + low }, them.length)])))];
    }
    piece({ at, kind, player, damage, seen }) {
      const isMine = this.isMine(player), [right, low] = this.beside, { round, hurt, third } = this.data.drawn;
      if (this.isFar) {
        const d = this.spots(at).map(([x, y]) => `M${x} ${y}h0`).join("");
        const looks = isMine ? [`g-dots g-s${hue(player)}`] : ["g-ring", `g-ring g-r${hue(player)}`];
        return make("g", {}, ...looks.map((look) => make("path", { class: `g-un ${look}`, d })));
      }
      const look = isMine ? `g-own g-q${hue(player)}` : `g-other g-f${hue(player)}${seen ? " g-old" : ""}`;
      const shape = (x, y) => (isMine ? this.use("site", x, y)
        : make("circle", { cx: x, cy: y, r: round }));
      const letter = (x, y) => make("text", { class: isMine ? "g-l g-lo" : "g-l", x, y: y + this.base }, kind);
      const whose = (x, y) => (isMine ? [] : [
        make("g", { class: "g-who" }, make("text", { x: x + right, y: y + low }, player || ""))]);
      return make("g", {}, this.group(`g-un ${look}`, at, (x, y) => [shape(x, y), letter(x, y)]),
        ...this.spots(at).flatMap(([x, y]) => whose(x, y)),
        ...(damage ? this.spots(at) : []).map(([x, y]) =>
          make("path", { class: "g-un g-hurt", d: `M${x + hurt[0]} ${y + hurt[1]}${third.repeat(damage)}` })));
    }

    fights(rows) {
      const [left, low, foot] = this.data.drawn.fight;
      return rows.map(([at, number, text]) => this.group("g-fights", at, (x, y) => [this.use("fight", x, y),
        make("title", {}, text || "fight"), ...(number && !this.isFar ? [this.use("no", x + left, y + low),
          make("text", { x: x + left, y: y + foot }, number)] : [])]));
    }

    /** The codes of places, above them, or below where only that is free. */
    codes(held) {
      const above = this.beside[2], { below } = this.data.drawn;
      const taken = new Set([...held, ...this.units.map(({ at }) => at)]);
      return this.places.map(({ at, code }) => {
        const isBelow = taken.has(at - this.wide) && !taken.has(at + this.wide);
        return this.group("g-code", at, (x, y) => [make("text", { x, y: y + (isBelow ? below : above) }, code)]);
      });
    }

    /** The map as a table: places, then units, those of the reader first. */
    rows() {
      const isOwn = ({ player }) => (this.isMine(player) ? 0 : 1), units = [...this.units];
      units.sort((a, b) => isOwn(a) - isOwn(b) || a.player - b.player);
      return [
        ...this.places.map((it) => this.row(it, `${this.isMine(it.owner) ? "m" : "p"} ${it.code} ${it.owner}`,
          `${it.code} ${it.name}`, it.owner)),
        ...units.map((it) => this.row(it, `${this.isMine(it.player) ? "u" : "e"} ${it.kind} ${it.player} ` +
          hue(it.player), `${this.data.kinds[it.kind] || it.kind} ${it.label}`, it.player)),
      ];
    }
    row({ at, damage, seen, text }, sign, what, owner) {
      const x = at % this.wide, y = Math.floor(at / this.wide), made = document.createElement("tr");
      const cell = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
      const head = Object.assign(cell("th", square(x, y)), { scope: "row", className: "c" });
      const known = [damage ? `${damage} of 3 damaged` : "", text || "", seen ? `last seen in ${seen}` : ""];
      Object.assign(made.dataset, { at: `${x} ${y}`, sign });
      made.append(head, cell("td", what.trim()), cell("td", owner ? `[${owner}] ${this.names.get(owner) || ""}`
        : "nobody\u2019s"), cell("td", known.filter(Boolean).join("; ")));
      return made;
    }
  }

  window.PbmReplayMap = ReplaySquares;
})();
