// The composer, 9: the map of the printout, as a thing to tap: the place, its targets, the chosen target.
(function (pbm) {
  "use strict";

  const WIDEST = 1000; // units of the drawing that are shown near a place: its badges are to be read

  /** A map that the page has drawn already, moved by the camera of the page's own maps (map-view.js). */
  class Board {
    /** tapped: gets the code of a space; moved: called where the player has chosen a part of the map. */
    constructor(svg, tapped, moved) {
      const live = window.PbmMap;
      this.svg = svg;
      this.spaces = new Map(live.find(svg, ".s").map((it) => [it.dataset.code, it.querySelector("use")]));
      this.isNear = true;
      this.framed = "";
      const layer = (above) => svg.insertBefore(document.createElementNS(pbm.SVG, "g"), svg.querySelector(above));
      this.seas = layer(".shelf"); // their marks run under the land
      this.seas.setAttribute("class", "seas");
      this.lands = layer(".leader, .l, .b, .frame");
      svg.classList.add("taps", "live");
      this.labels = new live.Labels(svg);
      const fit = () => this.labels.fit(this.camera);
      this.camera = new live.Camera(svg, (isZoomed) => {
        svg.classList.toggle("zoomed", !this.camera.isWhole);
        svg.classList.toggle("pages", this.camera.isPages);
        this.parts.moved();
        if (isZoomed) fit();
      });
      this.camera.isFramed = true; // its windows are near the place by themselves: a finger must get past them
      this.parts = new live.Parts(this.camera);
      if (this.parts.node) {
        this.parts.list.dataset.key = "part";
        const none = new Option("choose one", "-");
        none.hidden = true;
        this.parts.list.append(none);
        this.parts.list.addEventListener("change", () => {
          this.isNear = false;
          moved();
        });
      }
      live.gestures(this.camera, (event) => {
        const code = this.labels.tapped(event, this.camera, this.parts);
        if (code) tapped(code);
      });
      new ResizeObserver(fit).observe(svg);
    }

    /** Near the place, or the whole map. */
    turn() {
      this.isNear = !this.isNear;
      if (!this.isNear) this.camera.goWhole();
    }

    /** Outline the place in ink, its targets in dashes, the chosen one whole; all else steps back. */
    mark(place, targets, chosen) {
      const lit = new Set([place, ...targets]);
      this.svg.classList.toggle("chooses", targets.length > 0);
      this.spaces.forEach((drawn, code) => drawn.parentNode.classList.toggle("lit", lit.has(code)));
      const outline = (code, kind) => {
        const drawn = this.spaces.get(code);
        if (!drawn) return;
        const use = drawn.cloneNode();
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

    /** Show the place and as much of its targets as can be read; what the player has moved stays where it is. */
    frame(place, targets) {
      const box = this.isNear && place ? this.box(place) : null, framed = box ? [place, ...targets].join() : "";
      if (framed === this.framed) return;
      this.framed = framed;
      if (!box) return;
      const all = [box, ...targets.map((code) => this.box(code)).filter((it) => it)];
      const rim = (k, way) => way * Math.max(...all.map((it) => way * it[k])) + 50 * way;
      let x0 = rim(0, -1), y0 = rim(1, -1), x1 = rim(2, 1), y1 = rim(3, 1);
      const width = Math.max(700, Math.min(WIDEST, x1 - x0));
      const height = Math.max(width * 0.7, Math.min(width * 0.95, y1 - y0));
      // Too much to show: as much as goes around the place itself.
      if (x1 - x0 > width) [x0, x1] = [box[0], box[2]];
      if (y1 - y0 > height) [y0, y1] = [box[1], box[3]];
      this.parts.bound = place; // what is shown is none of the parts
      if (this.parts.node) this.parts.list.value = "-";
      this.camera.goTo([(x0 + x1 - width) / 2, (y0 + y1 - height) / 2, width, height], true);
    }

    box(code) {
      const drawn = this.spaces.get(code);
      if (!drawn) return null;
      const { x, y, width, height } = drawn.getBBox();
      const label = width < 3000 ? null  // what is half as wide as the world lies on both its edges
        : [...this.svg.querySelectorAll(".l, .seal")].find((it) => it.querySelector("text").textContent === code);
      if (!label) return width ? [x, y, x + width, y + height] : null;
      const { e, f } = label.transform.baseVal[0].matrix;
      return [e - 150, f - 150, e + 150, f + 150];
    }
  }

  pbm.Board = Board;
})(window.PbmComposer);
