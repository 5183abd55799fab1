// The replay of a map of cells: what is in them comes and goes. Its rows are written by pbm/site/history/cells.py, with
// the nodes of each turn's own drawing; spaces with an outline are painted as on any other map (map.js).
(function () {
  "use strict";

  const { make } = window.PbmReplayMap;

  class ReplayCells extends window.PbmReplayMap {
    constructor(svg, data, twin) {
      super(svg, data, twin);
      this.twin = twin;
      this.outlined = this.rows.filter((_, k) => data.places[k].length); // the others are told by the turn
      for (const it of svg.querySelectorAll(":scope > .seaname")) it.remove();
      for (const it of this.painted) {
        it.number?.remove(); // the turn's drawing has it where it hides nothing
        it.number = null;
      }
      this.frame = svg.querySelector(":scope > .frame");
      this.net = svg.querySelector(`:scope > [fill="${this.url("net")}"]`);
      this.loose = []; // what belongs to the turn that is shown
      // A place has its group from the beginning: the living map asks only once which there are.
      this.cells = new Map(data.cells.map(([code, x, y]) => {
        const empty = [make("title", {}, code), make("use", { href: this.href("cell"), x, y })];
        return [code, { empty, group: make("g", { class: "s", "data-code": code }) }];
      }));
      this.frame.before(...[...this.cells.values()].map(({ group }) => group));
    }

    /** A turn: `water`, `cells`, `over`, `there` as pbm/site/history/cells.py writes them. */
    show(turn, words) {
      const water = this.nodes(turn.water), over = this.nodes(turn.over);
      const there = new Map((turn.cells || []).map(([code, ...parts]) => [code, parts]));
      for (const it of this.loose) it.remove();
      this.loose = [...water, ...over];
      this.net.before(...water);
      this.frame.before(...over);
      for (const [code, { group, empty }] of this.cells) {
        const parts = there.get(code);
        group.setAttribute("pointer-events", parts ? "auto" : "none"); // another place may be in the same cell
        group.replaceChildren(...(parts ? this.nodes(parts) : empty));
      }
      this.twin.replaceChildren(...this.outlined, ...(turn.there || []).map((row) => this.placeRow(row)));
      super.show(turn, words);
    }

    differs(a, b) {
      const drawn = ([code, ...parts]) => [code, JSON.stringify(parts)];
      const cells = [a, b].map((turn) => new Map((turn.cells || []).map(drawn)));
      const there = [...this.cells.keys()].filter((code) => cells[0].get(code) !== cells[1].get(code));
      return [...super.differs(a, b), ...there];
    }
    outline(spaces) {
      super.outline(spaces.filter((it) => typeof it === "number"));
      this.parted.append(...spaces.filter((it) => typeof it === "string").map((code) => {
        const shape = this.cells.get(code).empty[1].cloneNode();
        shape.setAttribute("class", "differs");
        return shape;
      }));
    }

    /** Nodes of a drawing that was made without a prefix. */
    nodes(rows) {
      return (rows || []).map((row) => {
        if (typeof row === "string") return row;
        const [tag, { href, ...attributes }, ...inner] = row;
        return make(tag, { ...attributes, ...(href && { href: this.href(href.slice(1)) }) }, ...this.nodes(inner));
      });
    }

    placeRow([code, name, ...told]) {
      const row = this.twinRow([code, name]);
      told.forEach((text, k) => { row.cells[k + 1].textContent = text; });
      return row;
    }
  }

  window.PbmReplayMap = ReplayCells;
})();
