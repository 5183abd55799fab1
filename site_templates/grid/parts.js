// Maps of squares: what is where. A tap names the nearest place or unit, from the rows of the table beside the map; a
// part of an overview is opened near by, with letters that are drawn from the same rows. Nothing is asked of a network.
((grid) => {
  "use strict";
  const NEAR = 22; // pixels around a finger
  const PHONE = 18; // squares of a part that a small screen shows, each way
  const SVG = "http://www.w3.org/2000/svg";

  function make(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const numbers = (text) => text.split(" ").map(Number);

  class Board {
    constructor(svg) {
      this.svg = svg;
      this.box = svg.closest(".mapbox");
      [this.left, this.top, this.columns, this.lines] = numbers(svg.dataset.window);
      [this.side, this.margin, this.head, this.base, ...this.beside] = numbers(svg.dataset.measures);
      [this.prefix, this.kinds] = svg.dataset.letters.split(" ");
      this.whole = svg.getAttribute("viewBox");
      this.around = svg.closest(".scene") || this.box; // in a replay the table and the parts are below all of it
      this.read();
      svg.addEventListener("pbm-painted", () => this.read());
      this.said = document.createElement("p");
      this.said.className = "g-said";
      this.said.setAttribute("role", "status");
      svg.after(this.said);
      svg.classList.add("g-tapped");
      svg.addEventListener("click", (event) => this.tap(event));
      this.picker = this.around.querySelector("[data-parts]");
      if (this.picker) {
        this.picker.hidden = false;
        this.picker.querySelector("select").addEventListener("change", ({ target }) => this.open(target.value));
      }
      this.centre();
    }

    read() {
      this.things = [...this.around.querySelectorAll(".g-rows [data-at]")].map((row) => {
        const [x, y] = numbers(row.dataset.at), [kind, sign, owner, hue] = row.dataset.sign.split(" ");
        return { row, x, y, kind, sign, owner, hue, isPlace: "mp".includes(kind) };
      });
      if (!this.said) return;
      this.name(null);
      this.around.querySelectorAll(".g-letters").forEach((it) => it.replaceWith(this.letters(this.inside())));
    }

    /** The middle of a square, in the units of the drawing within its margins. */
    spot({ x, y }) { return [(x - this.left + .5) * this.side, (y - this.top + .5) * this.side]; }

    /** A map that is wider than its box begins at what is the reader's. */
    centre() {
      const own = this.things.find(({ kind }) => kind === "m" || kind === "u");
      if (!own || this.box.scrollWidth <= this.box.clientWidth) return;
      this.box.scrollLeft = this.spot(own)[0] + this.margin - this.box.clientWidth / 2;
    }

    tap({ clientX, clientY }) {
      const matrix = this.svg.getScreenCTM();
      const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      const x = at.x - this.margin, y = at.y - this.head;
      if (this.picker && !this.svg.classList.contains("g-near")) return this.openAt(x, y);
      const near = this.things.map((thing) => {
        const [px, py] = this.spot(thing);
        return [Math.hypot(px - x, py - y) * matrix.a, thing];
      }).sort((a, b) => a[0] - b[0])[0];
      return this.name(near && near[0] <= Math.max(NEAR, this.side * matrix.a / 2) ? near[1] : null);
    }

    /** Say all that is on the square of a thing. */
    name(thing) {
      this.svg.querySelectorAll(".g-picked").forEach((it) => it.remove());
      const here = thing ? this.things.filter(({ x, y }) => x === thing.x && y === thing.y) : [];
      this.said.textContent = here.map(({ row }) => [...row.cells].map(
        (cell) => cell.textContent.trim()).filter(Boolean).join(", ")).join("; ");
      if (!thing) return;
      const [x, y] = this.spot(thing), size = { width: this.side, height: this.side };
      this.svg.querySelector(".g-all").append(
        make("rect", { class: "g-picked", x: x - this.side / 2, y: y - this.side / 2, ...size }));
    }

    openAt(x, y) {
      const column = Math.floor(x / this.side) + this.left, line = Math.floor(y / this.side) + this.top;
      const found = [...this.picker.querySelectorAll("option")].find(({ value }) => {
        const [left, top, columns, lines] = numbers(value);
        return value && column >= left && column < left + columns && line >= top && line < top + lines;
      });
      if (!found) return;
      found.selected = true;
      this.open(found.value, column, line);
    }

    /** A part near by, on a small screen the piece of it around a square; or the whole map again. */
    open(value, column, line) {
      this.svg.querySelectorAll(".g-letters").forEach((it) => it.remove());
      this.name(null);
      this.svg.classList.toggle("g-near", !!value);
      if (!value) return this.svg.setAttribute("viewBox", this.whole);
      let [left, top, columns, lines] = numbers(value);
      if (this.box.clientWidth < 600 && columns > PHONE) {
        const middle = (from, size, at) => Math.min(from + size - PHONE, Math.max(from, Math.round(at) - PHONE / 2));
        left = middle(left, columns, column === undefined ? left + columns / 2 : column);
        top = middle(top, lines, line === undefined ? top + lines / 2 : line);
        columns = PHONE;
        lines = Math.min(lines, PHONE);
      }
      left = Math.max(this.left, Math.min(left, this.left + this.columns - columns));
      top = Math.max(this.top, Math.min(top, this.top + this.lines - lines));
      const x = (left - this.left) * this.side + this.margin, y = (top - this.top) * this.side + this.head;
      this.svg.setAttribute("viewBox", [x, y, columns * this.side, lines * this.side].join(" "));
      this.part = [left, top, columns, lines];
      return this.svg.querySelector(".g-all").append(this.letters(this.inside()));
    }

    /** What is in the part that is open. */
    inside() {
      const [left, top, columns, lines] = this.part;
      return this.things.filter((it) => it.x >= left && it.x < left + columns && it.y >= top && it.y < top + lines);
    }

    forPaper(isPaper) {
      ["g-near", "g-filming"].forEach((name) => {
        if (isPaper) this.had = { ...this.had, [name]: this.svg.classList.contains(name) };
        this.svg.classList.toggle(name, !isPaper && this.had[name]);
      });
      if (isPaper) this.shown = this.svg.getAttribute("viewBox");
      this.svg.setAttribute("viewBox", isPaper ? this.whole : this.shown);
    }

    /** What an overview leaves out: numbers and codes of places, units with their letters. */
    letters(things) {
      const group = make("g", { class: "g-letters" });
      const put = (kind, ...drawn) => {
        const made = make("g", { class: kind });
        made.append(...drawn);
        group.append(made);
      };
      const held = new Set(things.filter((it) => it.isPlace).map(({ x, y }) => x + " " + y));
      things.filter((it) => it.isPlace || !held.has(it.x + " " + it.y)).forEach((it) => {
        const [x, y] = this.spot(it);
        if (it.isPlace) {
          if (it.owner !== "0") put("g-no", make("text", { x, y: y + this.base }, it.owner));
          put("g-code", make("text", { x, y: y + this.beside[2] }, it.sign));
          return;
        }
        const sign = "#" + this.prefix + it.kind + this.kinds.indexOf(it.sign);
        put(it.kind === "u" ? "g-own g-q" + it.hue : "g-other g-f" + it.hue, make("use", { href: sign, x, y }));
        if (it.kind === "e") put("g-who", make("text", { x: x + this.beside[0], y: y + this.beside[1] }, it.owner));
      });
      return group;
    }
  }

  const boards = [];

  /** Every map of squares of a root; those in links stay pictures. */
  function enliven(root) {
    root.querySelectorAll(".mapbox > svg.g-map").forEach((svg) => {
      if (svg.closest("a") || svg.classList.contains("g-tapped")) return;
      const strip = svg.closest(".mapbox").querySelector("[data-film]");
      if (strip) new grid.Film(svg, strip);
      boards.push(new Board(svg));
    });
  }
  // On paper a map is what it is without this script: whole, with all its times.
  const forPaper = (isPaper) => boards.filter(({ svg }) => svg.isConnected).forEach((it) => it.forPaper(isPaper));
  window.addEventListener("beforeprint", () => forPaper(true));
  window.addEventListener("afterprint", () => forPaper(false));
  document.addEventListener("pbm-opened", (event) => enliven(event.detail.root));
  enliven(document);
})(window.PbmGrid);
