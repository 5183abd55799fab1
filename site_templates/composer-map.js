// The composer, 9: the map of the printout, as a thing to tap: the place, its targets, the chosen target.
(function (pbm) {
  "use strict";

  const WIDEST = 1000; // units of the drawing that are shown near a place: its badges are to be read

  /** A map that the page has drawn already; null-safe, for a system may have none. */
  class Board {
    constructor(svg, tapped) {
      this.svg = svg;
      this.whole = svg.getAttribute("viewBox");
      this.isNear = true;
      this.shown = "";
      const layer = (above) => svg.insertBefore(document.createElementNS(pbm.SVG, "g"), svg.querySelector(above));
      this.seas = layer(".shelf"); // their marks run under the land
      this.seas.setAttribute("class", "seas");
      this.lands = layer(".leader, .l, .b, .frame");
      svg.classList.add("taps");
      svg.addEventListener("click", (event) => {
        const space = event.target.closest("[data-code]");
        if (space) tapped(space.dataset.code);
      });
    }

    space(code) {
      return Array.from(this.svg.querySelectorAll("[data-code]")).find((it) => it.dataset.code === code);
    }

    /** Outline the place in ink, its targets in dashes, the chosen one whole; all else steps back. */
    mark(place, targets, chosen) {
      const lit = new Set(targets.concat(place ? [place] : []));
      this.svg.classList.toggle("chooses", targets.length > 0);
      for (const space of this.svg.querySelectorAll("[data-code]")) {
        space.classList.toggle("lit", lit.has(space.dataset.code));
      }
      const outline = (code, kind) => {
        const drawn = code && this.space(code) && this.space(code).querySelector("use");
        if (!drawn) return;
        const use = document.createElementNS(pbm.SVG, "use");
        use.setAttribute("href", drawn.getAttribute("href"));
        use.setAttribute("class", kind);
        (drawn.matches(".w") ? this.seas : this.lands).append(use);
      };
      this.seas.replaceChildren();
      this.lands.replaceChildren();
      targets.forEach((code) => code === chosen || outline(code, "mark-target"));
      outline(chosen, "mark-chosen");
      outline(place, "mark-place");
      this.frame(place, targets);
    }

    /** Show the place and as much of its targets as can be read, or the whole map. */
    frame(place, targets) {
      const [left, top, wide, high] = this.whole.split(/[ ,]+/).map(Number);
      const box = this.isNear && place ? this.box(place) : null;
      this.svg.setAttribute("viewBox", this.whole);
      this.svg.classList.toggle("theatre", Boolean(box));
      if (!box) return;
      const all = targets.map((code) => this.box(code)).filter((it) => it).concat([box]);
      let [x0, y0] = [0, 1].map((k) => Math.min(...all.map((it) => it[k])) - 50);
      let [x1, y1] = [2, 3].map((k) => Math.max(...all.map((it) => it[k])) + 50);
      const width = Math.min(wide, Math.max(700, Math.min(WIDEST, x1 - x0)));
      const height = Math.min(high, Math.max(width * 0.7, Math.min(width * 0.95, y1 - y0)));
      // Too much to show: as much as goes around the place itself.
      if (x1 - x0 > width) [x0, x1] = [box[0], box[2]];
      if (y1 - y0 > height) [y0, y1] = [box[1], box[3]];
      const at = (middle, size, from, room) =>
        Math.round(Math.max(from, Math.min(middle - size / 2, from + room - size)));
      const x = at((x0 + x1) / 2, width, left, wide), y = at((y0 + y1) / 2, height, top, high);
      this.svg.setAttribute("viewBox", [x, y, Math.round(width), Math.round(height)].join(" "));
    }

    box(code) {
      const space = this.space(code), drawn = space && space.querySelector("use");
      if (!drawn || !drawn.getBBox) return null;
      const { x, y, width, height } = drawn.getBBox();
      return width ? [x, y, x + width, y + height] : null;
    }
  }

  pbm.Board = Board;
})(window.PbmComposer);
