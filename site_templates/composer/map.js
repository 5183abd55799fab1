// The composer: the map of the printout, as a thing to tap: the place, its targets, the chosen target.
(function (pbm) {
  "use strict";

  const WIDEST = 1000; // units of the drawing that are shown near a place: its badges are to be read
  const CELLS = 15, HIGH = 0.92; // columns of cells that are shown near a place, and how high
  const FORM = 505, MAP_LEAST = 170; // pixels: what the form takes beside the map on a phone; the least height of a map
  const PARTS = 56; // and the list of parts of a world's map
  const PHONE = 760; // as in composer.css: the form is under the map
  const PAGE = 800; // pixels from the top within which the whole of the form lies

  /** A map that the page has drawn already, moved by the camera of the page's own maps (map/view.js). */
  class Board {
    /**
     * tapped: gets the code of a space, and the event, which alone counts on a map of cells; moved: called where the
     * player has chosen a part of the map; away: gets the entry of the card whose arrow was tapped.
     */
    constructor(svg, tapped, moved, away) {
      const live = window.PbmMap;
      this.svg = window.PbmFolds.unfold(svg);
      this.cells = svg.dataset.comb ? new pbm.Cells(svg.dataset.comb) : null;
      this.spaces = new Map(live.find(svg, ".s").map((it) => [it.dataset.code, it.querySelector("use")]));
      this.isNear = true;
      this.framed = "";
      this.turns = 0; // how often it was marked
      const layer = (above) => svg.insertBefore(document.createElementNS(pbm.SVG, "g"), svg.querySelector(above));
      this.under = layer(".shelf, .wl"); // their marks run under the land
      this.under.setAttribute("class", "waters");
      this.over = layer(".leader, .l, .b, .frame");
      this.boxes = new Map();
      this.labels = new live.Labels(svg); // it writes the codes of a map that is drawn without them
      this.heads = new Map(live.find(svg, ".l, .seal").map((it) => [it.querySelector("text").textContent, it]));
      this.arrows = new pbm.Arrows(this, svg.querySelector(".leader, .l, .b, .frame"));
      svg.classList.add("taps", "live");
      const fit = () => {
        this.labels.fit(this.camera);
        this.arrows.draw();
      };
      this.camera = new live.Camera(svg, (isZoomed) => {
        svg.classList.toggle("zoomed", !this.camera.isWhole);
        svg.classList.toggle("pages", this.camera.isPages);
        this.parts.moved();
        this.labels.moved(this.camera, isZoomed);
        if (isZoomed) this.arrows.draw();
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
        const { entry } = event.target;
        if (entry && !this.labels.at(this.camera.point(event.clientX, event.clientY), 0)) return away(entry);
        const isAll = this.camera.isWhole && this.camera.isSmall && this.parts.node; // a part is brought nearer
        if (this.cells && !isAll) return tapped("", event);
        const code = this.labels.tapped(event, this.camera, this.parts);
        return code && !this.cells ? tapped(code, event) : undefined;
      });
      // To measure what has just changed, a browser lays out all of a map, so this is done once and beforehand.
      Object.defineProperty(this.camera, "width", { get: () => this.width || svg.clientWidth });
      new ResizeObserver(() => {
        this.width = svg.clientWidth;
        if (this.width && !this.boxes.size) this.spaces.forEach((drawn, code) => this.box(code));
        if (this.width) fit();
      }).observe(svg);
    }

    /** Nearer by a factor, or farther; the middle stays. */
    zoom(factor) {
      const [x, y, wide, high] = this.camera.at;
      this.isNear = false;
      this.framed = "";
      this.camera.zoomBy(factor, [x + wide / 2, y + high / 2], false);
    }

    /** Near the place, or the whole map. */
    turn() {
      this.isNear = !this.isNear;
      if (!this.isNear) this.isToBeWhole = true;
    }

    /**
     * Outline the place in ink, its targets in dashes, the chosen ones whole; all else steps back. around: what the
     * place reaches by any order, to be in sight before one is chosen; passes: targets where a way may only pass.
     */
    mark(place, targets, chosen, around, passes = []) {
      const lit = new Set([place, ...targets, ...chosen]);
      this.svg.classList.toggle("chooses", targets.length > 0);
      this.spaces.forEach((drawn, code) => drawn.parentNode.classList.toggle("lit", lit.has(code)));
      const outline = (code, kind) => {
        const drawn = this.spaces.get(code);
        if (!drawn) return;
        const use = drawn.cloneNode();
        use.setAttribute("class", kind);
        (drawn.matches(".w") ? this.under : this.over).append(use);
      };
      this.under.replaceChildren();
      this.over.replaceChildren();
      targets.forEach((code) => chosen.includes(code) ||
        outline(code, passes.includes(code) ? "mark-target mark-pass" : "mark-target"));
      chosen.forEach((code) => outline(code, "mark-chosen"));
      outline(place, "mark-place");
      // What was tapped is painted first: on a slow phone it takes a while until a large map has moved.
      const shown = targets.length ? targets : around;
      if (this.turns) this.later(() => this.frame(place, shown));
      else this.frame(place, shown);
      this.turns++;
    }

    /** Move when the next picture has been painted; of several moves the last one counts. */
    later(move) {
      const turn = this.turns + 1;
      requestAnimationFrame(() => requestAnimationFrame(() => turn === this.turns && move()));
    }

    /** Show the place and as much of its targets as can be read; what the player has moved stays where it is. */
    frame(place, targets) {
      const box = this.isNear && place ? this.box(place) : null, framed = box ? [place, ...targets].join() : "";
      if (framed === this.framed) return;
      const wasNear = this.framed !== "";
      this.framed = framed;
      if (this.isToBeWhole) {
        this.isToBeWhole = false;
        this.camera.shape(this.camera.whole[2] / this.camera.whole[3]);
        this.camera.go(this.camera.whole[0], this.camera.whole[1], 1, false);
      }
      if (!box) return;
      const all = [box, ...targets.map((code) => this.box(code)).filter((it) => it)];
      const rim = (k, way) => way * Math.max(...all.map((it) => way * it[k])) + 50 * way;
      let x0 = rim(0, -1), y0 = rim(1, -1), x1 = rim(2, 1), y1 = rim(3, 1);
      // As high as the window has room for beside the form, so that Add and the map are seen together.
      const form = FORM + (this.parts.node ? PARTS : 0), page = Math.min(PAGE, window.innerHeight);
      const wide = Math.max(1, this.width || this.svg.clientWidth), isPhone = window.innerWidth <= PHONE;
      const room = isPhone ? Math.max(MAP_LEAST, page - form) / wide : 1;
      let width = this.cells ? CELLS * this.cells.wide : Math.max(700, Math.min(WIDEST, x1 - x0));
      let height = width * (this.cells ? HIGH
        : Math.min(Math.max(0.7, Math.min(0.95, (y1 - y0) / width)), Math.max(0.4, room)));
      // At the same scale letters stay as they are, so the window is only moved where it shows enough, and that only
      // where it must be.
      const [left, top, across, high] = this.camera.at, margin = 1; // of what is computed twice
      const most = this.cells ? 2 * width : WIDEST;
      const isKept = wasNear && across < most + margin && width < across + margin && height < high + margin;
      if (isKept) [width, height] = [across, high];
      // Too much to show: as much as goes around the place itself.
      if (x1 - x0 > width) [x0, x1] = [box[0], box[2]];
      if (y1 - y0 > height) [y0, y1] = [box[1], box[3]];
      if (isKept && left <= x0 && top <= y0 && x1 <= left + across && y1 <= top + high) return;
      this.parts.bound = place; // what is shown is none of the parts
      if (this.parts.node) this.parts.list.value = "-";
      // At once: nothing moves unasked, and on a slow phone each step of a glide would take as long as this one.
      this.camera.shape(width / height);
      this.camera.go((x0 + x1 - width) / 2, (y0 + y1 - height) / 2, this.camera.whole[2] / width, false, true);
    }

    /** Where arrows begin and end: the middle of a space's label, else of the space. */
    middle(code) {
      const head = this.heads.get(code);
      if (head) {
        const { e, f } = head.transform.baseVal[0].matrix;
        return [e, f];
      }
      const box = this.box(code);
      return box && [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    }

    /** The room of a space in the drawing; it is measured once, for a browser lays out all of the map to measure. */
    box(code) {
      if (!this.boxes.has(code)) this.boxes.set(code, this.measured(code));
      return this.boxes.get(code);
    }

    measured(code) {
      const at = this.cells && this.cells.place(code) && this.cells.centre(code), half = at && this.cells.wide;
      if (at) return [at[0] - half, at[1] - half, at[0] + half, at[1] + half];
      const drawn = this.spaces.get(code);
      if (!drawn) return null;
      const { x, y, width, height } = drawn.getBBox();
      const label = width < 3000 ? null  // what is half as wide as the world lies on both its edges
        : this.heads.get(code);
      if (!label) return width ? [x, y, x + width, y + height] : null;
      const { e, f } = label.transform.baseVal[0].matrix;
      return [e - 150, f - 150, e + 150, f + 150];
    }
  }

  pbm.Board = Board;
})(window.PbmComposer);
