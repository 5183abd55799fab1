// Maps of squares: what is where. A tap names the nearest place or unit, from the rows of the table beside the map; a
// part of an overview is opened near by, with letters that are drawn from the same rows. Nothing is asked of a network.
((grid) => {
  "use strict";
  const SIDE = 20, LEFT = 34, TOP = 26, NEAR = 22; // units of pbm/site/maps/looks/grid.py; pixels around a finger
  const SVG = "http://www.w3.org/2000/svg";

  function make(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    if (text !== undefined) made.textContent = text;
    return made;
  }

  class Board {
    constructor(svg) {
      this.svg = svg;
      this.box = svg.closest(".mapbox");
      [this.left, this.top, this.columns, this.lines] = svg.dataset.window.split(" ").map(Number);
      this.whole = svg.getAttribute("viewBox");
      const home = this.box.querySelector(".g-rows") || this.box.parentElement.querySelector(".g-rows");
      this.things = [...(home ? home.querySelectorAll("[data-at]") : [])].map((row) => {
        const [x, y] = row.dataset.at.split(" ").map(Number), [kind, sign, owner, hue] = row.dataset.sign.split(" ");
        return { row, x, y, kind, sign, owner, hue };
      });
      this.said = document.createElement("p");
      this.said.className = "g-said";
      this.said.setAttribute("role", "status");
      svg.after(this.said);
      svg.classList.add("g-tapped");
      svg.addEventListener("click", (event) => this.tap(event));
      this.picker = this.box.querySelector("[data-parts]");
      if (this.picker) {
        this.picker.hidden = false;
        this.picker.querySelector("select").addEventListener("change", ({ target }) => this.open(target.value));
      }
      this.centre();
    }

    /** The middle of a square, in the drawing's units. */
    spot({ x, y }) { return [(x - this.left + .5) * SIDE, (y - this.top + .5) * SIDE]; }

    /** A map that is wider than its box begins at what is the reader's. */
    centre() {
      const own = this.things.find(({ kind }) => kind === "m" || kind === "u");
      if (!own || this.box.scrollWidth <= this.box.clientWidth) return;
      this.box.scrollLeft = this.spot(own)[0] + LEFT - this.box.clientWidth / 2;
    }

    tap({ clientX, clientY }) {
      const matrix = this.svg.getScreenCTM();
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      if (this.picker && !this.svg.classList.contains("g-near")) return this.openAt(x - LEFT, y - TOP);
      const far = (thing) => {
        const [px, py] = this.spot(thing);
        return Math.hypot(px + LEFT - x, py + TOP - y) * matrix.a;
      };
      const near = this.things.map((thing) => [far(thing), thing]).sort((a, b) => a[0] - b[0])[0];
      return this.name(near && near[0] <= Math.max(NEAR, SIDE * matrix.a / 2) ? near[1] : null);
    }

    /** Say what stands on the square of a thing. */
    name(thing) {
      this.svg.querySelectorAll(".g-picked").forEach((it) => it.remove());
      this.said.textContent = thing ? this.things.filter(({ x, y }) => x === thing.x && y === thing.y).map(
        ({ row }) => [...row.cells].map((cell) => cell.textContent.trim()).filter(Boolean).join(", ")).join("; ") : "";
      if (!thing) return;
      const [x, y] = this.spot(thing);
      this.svg.querySelector("g").append(make("rect", { class: "g-picked", x: x - 10, y: y - 10, width: 20, height: 20 }));
    }

    openAt(x, y) {
      const column = Math.floor(x / SIDE) + this.left, line = Math.floor(y / SIDE) + this.top;
      const found = [...this.picker.querySelectorAll("option")].find(({ value }) => {
        const [left, top, columns, lines] = value.split(" ").map(Number);
        return value && column >= left && column < left + columns && line >= top && line < top + lines;
      });
      if (!found) return;
      found.selected = true;
      this.open(found.value);
    }

    /** A part near by, or the whole map again. */
    open(value) {
      const old = this.svg.querySelector(".g-letters");
      if (old) old.remove();
      this.name(null);
      this.svg.classList.toggle("g-near", !!value);
      if (!value) return this.svg.setAttribute("viewBox", this.whole);
      const [left, top, columns, lines] = value.split(" ").map(Number);
      const x = (left - this.left) * SIDE + LEFT, y = (top - this.top) * SIDE + TOP;
      this.svg.setAttribute("viewBox", [x, y, columns * SIDE, lines * SIDE].join(" "));
      const inside = this.things.filter((it) => it.x >= left && it.x < left + columns && it.y >= top && it.y < top + lines);
      return this.svg.querySelector("g").append(this.letters(inside));
    }

    letters(things) {
      const group = make("g", { class: "g-letters" });
      const held = new Set(things.filter(({ kind }) => "mp".includes(kind)).map(({ x, y }) => x + " " + y));
      things.forEach((it) => {
        const [x, y] = this.spot(it), own = it.kind === "u", isPlace = "mp".includes(it.kind);
        if (!isPlace && held.has(it.x + " " + it.y)) return;
        const signs = isPlace
          ? [make("text", { x, y: y + 4.3 }, it.owner === "0" ? "" : it.owner)]
          : [own ? make("rect", { x: x - 7.5, y: y - 7.5, width: 15, height: 15 }) : make("circle", { cx: x, cy: y, r: 7.8 }),
            make("text", { x, y: y + 4.3, class: own ? "g-l g-lo" : "g-l" }, it.sign)];
        const paint = isPlace ? "g-no" : own ? "g-own g-q" + it.hue : "g-other g-f" + it.hue;
        const drawn = make("g", { class: paint });
        drawn.append(...signs);
        group.append(drawn);
        if (own) return;
        const beside = make("g", { class: isPlace ? "g-code" : "g-who" });
        beside.append(isPlace ? make("text", { x, y: y - 10 }, it.sign) : make("text", { x: x + 10, y: y + 9 }, it.owner));
        group.append(beside);
      });
      return group;
    }
  }

  /** Every map of squares of a root; those in links stay pictures. */
  function enliven(root) {
    root.querySelectorAll(".mapbox > svg.g-map").forEach((svg) => {
      if (svg.closest("a") || svg.classList.contains("g-tapped")) return;
      const strip = svg.closest(".mapbox").querySelector("[data-film]");
      if (strip) new grid.Film(svg, strip);
      new Board(svg);
    });
  }
  document.addEventListener("pbm-opened", (event) => enliven(event.detail.root));
  enliven(document);
})(window.PbmGrid);
