// The composer: the part of a map of squares that is in hand: units to choose, a box around them, squares to name. Its
// ground is the printout's own drawing; what is on it is drawn from the order kit, with what is chosen and ordered.
(function (pbm) {
  "use strict";

  const { el, button } = pbm;
  const SIZES = [10, 18, 36]; // squares across, of which the second is to begin with
  const ROOM = 560; // pixels: what the form takes beside the map on a phone
  const PHONE = 760; // as in composer.css
  const LEAST = 9, MOST_WAYS = 24;
  const NEAR = 22; // pixels around a finger
  const MOVED = 8; // pixels that a finger moves without meaning to
  const SQUARE = "M-8.5-8.5h17v17h-17z";

  function svg(name, facts, ...children) {
    const made = document.createElementNS(pbm.SVG, name);
    Object.entries(facts).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children);
    return made;
  }

  class Field {
    constructor(map, ui) {
      Object.assign(this, { map, ui, isBox: false, size: 1, cursor: -1, drag: null, fingers: new Map() });
      const numbers = (text) => text.split(" ").map(Number);
      [this.left, this.top, this.columns, this.lines] = numbers(map.dataset.window);
      [this.side, this.margin, this.head, this.base] = numbers(map.dataset.measures);
      map.classList.add("g-near", "g-field");
      map.setAttribute("tabindex", "0");
      map.setAttribute("role", "application");
      map.setAttribute("aria-label", "Map of squares: arrows move a mark, Enter chooses. The list has the same units.");
      map.setAttribute("data-key", "field");
      map.removeAttribute("width");
      map.removeAttribute("height");
      this.layer = svg("g", { class: "g-hand" });
      map.querySelector(".g-all").append(this.layer);
      this.node = el("div", { class: "mapbox field" }, map, el("div.zoom",
        button("nearer", "+", () => this.zoom(-1), { class: "button small", "aria-label": "Nearer" }),
        button("farther", "\u2212", () => this.zoom(1), { class: "button small", "aria-label": "Farther" })));
      map.addEventListener("pointerdown", (event) => this.down(event));
      map.addEventListener("pointermove", (event) => this.move(event));
      for (const name of ["pointerup", "pointercancel"]) map.addEventListener(name, (event) => this.up(event));
      map.addEventListener("keydown", (event) => this.key(event));
      this.middle = [this.left + this.columns / 2, this.top + this.lines / 2];
    }

    get picking() { return this.ui.picking; }

    /** The window in squares: left, top, columns, rows. */
    window() {
      const wide = this.node.clientWidth || 360, isPhone = window.innerWidth <= PHONE;
      const columns = Math.min(this.columns, Math.round(SIZES[this.size] * (isPhone ? 1 : 1.3)));
      const high = isPhone ? Math.max(LEAST * 20, Math.min(wide, window.innerHeight - ROOM)) : wide * 0.86;
      const rows = Math.min(this.lines, Math.max(LEAST, Math.round(high / wide * columns)));
      const clamp = (at, from, all, some) => Math.max(from, Math.min(from + all - some, at));
      return [clamp(this.middle[0] - columns / 2, this.left, this.columns, columns),
        clamp(this.middle[1] - rows / 2, this.top, this.lines, rows), columns, rows];
    }

    /** Whether a square lies in the window. */
    shows(square) {
      const [left, top, columns, rows] = this.at || this.window(), [x, y] = this.place(square);
      return x >= left - 0.5 && x < left + columns - 0.5 && y >= top - 0.5 && y < top + rows - 0.5;
    }

    place(square) {
      const { width } = this.picking.ways;
      return [square % width, Math.floor(square / width)];
    }

    centre(square) {
      if (square < 0) return;
      const [x, y] = this.place(square);
      this.middle = [x + 0.5, y + 0.5];
    }

    zoom(by) {
      this.size = Math.max(0, Math.min(SIZES.length - 1, this.size + by));
      this.ui.draw();
    }

    /** The square under a pointer, with what is nearest to a finger on it; -1 beside the map. */
    squareAt(event) {
      const matrix = this.map.getScreenCTM(), { width, height, wrap } = this.picking.ways;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      const x = (at.x - this.margin) / this.side + this.left, y = (at.y - this.head) / this.side + this.top;
      const number = (i, j) => {
        const across = wrap ? (i + width) % width : i;
        return across >= 0 && across < width && j >= 0 && j < height ? j * width + across : -1;
      };
      const here = number(Math.floor(x), Math.floor(y)), { units, sites, others } = this.picking.ways;
      const isHeld = (square) => units.has(square) || sites.has(square) || others.has(square);
      if (this.picking.queue.target || isHeld(here)) return here;
      const reach = NEAR / (matrix.a * this.side), near = [];
      for (let j = Math.floor(y - reach); j <= y + reach; j++) {
        for (let i = Math.floor(x - reach); i <= x + reach; i++) {
          const square = number(i, j), far = Math.hypot(i + 0.5 - x, j + 0.5 - y);
          if (square >= 0 && isHeld(square) && far <= reach) near.push([far, square]);
        }
      }
      return near.length ? near.sort((a, b) => a[0] - b[0])[0][1] : here;
    }

    down(event) {
      this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.fingers.size === 2) this.spread = this.between();
      this.drag = { x: event.clientX, y: event.clientY, from: this.squareAt(event), middle: this.middle, isFar: false };
      this.map.setPointerCapture(event.pointerId);
    }

    between() {
      const [[x, y], [i, j]] = this.fingers.values();
      return Math.hypot(x - i, y - j);
    }

    move(event) {
      if (!this.fingers.has(event.pointerId) || !this.drag) return;
      this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.fingers.size === 2) return this.pinch();
      const across = event.clientX - this.drag.x, down = event.clientY - this.drag.y;
      if (Math.hypot(across, down) > MOVED) this.drag.isFar = true;
      if (!this.drag.isFar) return undefined;
      if (this.isBox) return this.drawBox(this.squareAt(event));
      const pixels = this.map.getScreenCTM().a * this.side;
      this.middle = [this.drag.middle[0] - across / pixels, this.drag.middle[1] - down / pixels];
      return this.frame();
    }

    /** Two fingers apart are a map nearer by. */
    pinch() {
      this.drag.isFar = true;
      const ratio = this.between() / this.spread;
      if (ratio > 0.7 && ratio < 1.4) return;
      this.spread = this.between();
      this.zoom(ratio > 1 ? -1 : 1);
    }

    up(event) {
      if (!this.fingers.delete(event.pointerId) || !this.drag) return;
      const { drag } = this, to = this.squareAt(event);
      if (this.fingers.size) return;
      this.drag = null;
      if (event.type === "pointercancel") return;
      if (!drag.isFar) {
        this.cursor = to;
        if (to >= 0) this.picking.tapped(to);
      } else if (this.isBox) {
        this.boxed(drag.from, to);
      } else {
        const [left, top, columns, rows] = this.window(); // what was pulled beyond the edge comes back
        this.middle = [left + columns / 2, top + rows / 2];
        this.ui.draw();
      }
    }

    /** All units between two squares are chosen too. */
    boxed(from, to) {
      const { picking } = this, [x, y] = this.place(from), [i, j] = this.place(to);
      const isIn = ([a, b]) => a >= Math.min(x, i) && a <= Math.max(x, i) && b >= Math.min(y, j) && b <= Math.max(y, j);
      if (from >= 0 && to >= 0) {
        const inside = picking.units.filter((it) => isIn(this.place(picking.ways.at(it.at))));
        inside.forEach((it) => picking.codes.add(it.code));
      }
      this.isBox = false;
      this.ui.say(picking.title() || "No unit is in the box.");
      this.ui.draw();
    }

    drawBox(to) {
      if (this.drag.from < 0 || to < 0) return;
      const [x, y] = this.place(this.drag.from), [i, j] = this.place(to), { side } = this;
      this.layer.querySelectorAll(".g-box").forEach((it) => it.remove());
      this.layer.append(svg("rect", { class: "g-box", x: (Math.min(x, i) - this.left) * side,
        y: (Math.min(y, j) - this.top) * side, width: (Math.abs(x - i) + 1) * side,
        height: (Math.abs(y - j) + 1) * side }));
    }

    /** Arrows move a mark over the squares, Enter taps the one that is marked. */
    key(event) {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      const { ways } = this.picking;
      if ((event.key === "Enter" || event.key === " ") && this.cursor >= 0) {
        event.preventDefault();
        return this.picking.tapped(this.cursor);
      }
      if (!step) return undefined;
      event.preventDefault();
      const [x, y] = this.cursor < 0 ? this.middle.map(Math.floor) : this.place(this.cursor);
      const i = ways.wrap ? (x + step[0] + ways.width) % ways.width : x + step[0], j = y + step[1];
      if (i < 0 || j < 0 || i >= ways.width || j >= ways.height) return undefined;
      this.cursor = j * ways.width + i;
      if (!this.shows(this.cursor)) this.centre(this.cursor);
      this.ui.say(this.picking.said(this.cursor));
      return this.draw();
    }

    frame() {
      const [left, top, columns, rows] = this.at = this.window(), { side } = this;
      const at = [(left - this.left) * side + this.margin, (top - this.top) * side + this.head];
      const box = [...at, columns * side, rows * side];
      this.map.setAttribute("viewBox", box.map((it) => Math.round(it * 10) / 10).join(" "));
    }

    /** The middle of a square in the drawing. */
    spot(square) {
      const [x, y] = this.place(square);
      return [(x - this.left + 0.5) * this.side, (y - this.top + 0.5) * this.side];
    }

    draw() {
      this.frame();
      const { picking } = this, { ways } = picking, inside = ([square]) => this.shows(square), codes = [];
      const parts = [...this.drawWays()];
      for (const [square, { code, owner }] of [...ways.sites].filter(inside)) {
        parts.push(this.site(square, owner));
        codes.push(this.text(square, "g-code", code, 0, -10)); // over what stands there
      }
      for (const [square, all] of [...ways.others].filter(inside)) {
        if (!ways.sites.has(square)) parts.push(this.other(square, all));
      }
      for (const [square, all] of [...ways.units].filter(inside)) parts.push(this.own(square, all));
      if (this.cursor >= 0) parts.push(this.rim(this.cursor, "g-cursor"));
      this.layer.replaceChildren(...parts, ...codes);
    }

    rim(square, look) {
      const [x, y] = this.spot(square), half = this.side / 2;
      return svg("rect", { class: look, x: x - half, y: y - half, width: this.side, height: this.side });
    }

    text(square, look, words, dx, dy) {
      const [x, y] = this.spot(square), made = svg("text", { x: x + dx, y: y + dy });
      made.textContent = words;
      return svg("g", { class: look }, made);
    }

    onto(square, look, ...drawn) {
      const [x, y] = this.spot(square);
      return svg("g", { class: look, transform: `translate(${x} ${y})` }, ...drawn);
    }

    letter(words) {
      const made = svg("text", { class: "g-l", y: this.base });
      made.textContent = words;
      return made;
    }

    site(square, owner) {
      const own = owner === this.ui.draft.sheet.kit.player, { hue } = window.pbmCoat(owner || 0);
      const drawn = this.onto(square, "g-place" + (owner ? " g-f" + hue : "") + (own ? " g-mine" : ""),
        svg("path", { d: SQUARE }));
      return svg("g", {}, drawn, ...(owner ? [this.text(square, "g-no", String(owner), 0, this.base)] : []));
    }

    other(square, [first, ...more]) {
      const { hue } = window.pbmCoat(first.owner), look = "g-other g-f" + hue + (first.seen ? " g-old" : "");
      return svg("g", {}, this.onto(square, look, svg("circle", { r: 8.5 }), this.letter(first.kind)),
        this.text(square, "g-who", first.owner + (more.length ? "+" : ""), 10, 9));
    }

    own(square, all) {
      const { picking } = this, { hue } = window.pbmCoat(this.ui.draft.sheet.kit.player);
      const chosen = all.filter((it) => picking.codes.has(it.code)), [first] = chosen.length ? chosen : all;
      const isSite = picking.ways.sites.has(square), idle = all.some((it) => this.idle.has(it.code));
      const drawn = [];
      if (!isSite) {
        const [mark, letter] = [svg("path", { d: SQUARE }), this.letter(first.unit)];
        letter.classList.add("g-lo");
        drawn.push(this.onto(square, "g-own g-q" + hue + (idle ? " g-idle" : ""), mark, letter));
      }
      if (all.length > 1 || isSite) {
        const [x, y] = this.spot(square);
        const tab = svg("path", { d: "M1 1h9v9h-9z", transform: `translate(${x} ${y})` });
        drawn.push(svg("g", { class: "g-tab g-q" + hue + (idle ? " g-idle" : "") }, tab,
          this.text(square, "g-tabs", String(all.length), 5.5, 8.6)));
      }
      if (chosen.length) drawn.push(this.rim(square, "g-chosen"));
      return svg("g", {}, ...drawn);
    }

    get idle() {
      if (this.known !== this.ui.draft.verdict) {
        this.known = this.ui.draft.verdict;
        this.free = new Set(this.picking.idle().map((it) => it.code));
      }
      return this.free;
    }

    /** The ways of what is chosen to the goal in hand, and the goal. */
    * drawWays() {
      const { picking } = this, { ways, queue } = picking, { target } = queue;
      const goal = target && target.square ? ways.at(queue.values[target.name]) : -1;
      if (goal < 0) return;
      const lines = picking.chosen().slice(0, MOST_WAYS).map((it) => ways.way(it, goal)).filter((it) => it)
        .map(({ squares }) => this.line(squares));
      yield svg("path", { class: "g-goes", d: lines.join("") });
      yield this.rim(goal, "g-goal");
    }

    line(squares) {
      let before = null;
      return squares.map((square) => {
        const [x, y] = this.spot(square);
        const first = before === null || Math.abs(x - before) > 2 * this.side; // it goes over the seam
        before = x;
        return (first ? "M" : "L") + x + " " + y;
      }).join("");
    }
  }

  pbm.Field = Field;
})(window.PbmComposer);
