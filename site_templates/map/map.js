// The living map, 6: makes the maps of a page live: zoom and pan, keys, layers, cards. Without this script a map is the
// picture that it was. window.pbm.maps(root) does it for what came later; a sealed page tells when it is open.
(function (live) {
  "use strict";

  const { button, el } = live;
  const HOW = "Arrows: next space. Shift and arrows: move. + and \u2212: zoom. 0: all. Enter: card. Escape: close.";
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const NEARER = 1.7; // what a button or a key zooms
  let all = [], count = 0;

  class LivingMap {
    constructor(svg) {
      this.picture = svg.cloneNode(true); // what it was, for who draws on a copy of his own
      this.svg = window.PbmFolds.unfold(svg);
      this.layers = new live.Layers(svg);
      this.labels = new live.Labels(svg);
      this.card = new live.Card(this.layers, (code, goes) => this.open(code, goes), () => this.shut());
      this.camera = new live.Camera(svg, (isZoomed) => this.moved(isZoomed));
      this.parts = new live.Parts(this.camera);
      this.chosen = "";
      const stage = el("div", { class: "mapstage" });
      this.note = el("p", { class: "mapnote", role: "status" });
      this.how = el("p", { class: "maphow", id: "maphow-" + ++count }, HOW);
      svg.replaceWith(stage);
      stage.append(svg, this.how, this.card.node);
      // What stands right under a map is at hand before the map's own tools.
      (stage.parentNode.querySelector(":scope > [data-under]") || stage).after(this.tools(), this.note, this.card.said);
      stage.addEventListener("keydown", (event) => { if (event.key === "Escape" && this.chosen) this.shut(); });
      svg.classList.add("live");
      this.keys();
      live.gestures(this.camera, (event) => this.tapped(event));
      new ResizeObserver(() => this.labels.fit(this.camera)).observe(svg);
    }

    moved(isZoomed) {
      this.svg.classList.toggle("zoomed", !this.camera.isWhole);
      this.labels.moved(this.camera, isZoomed);
      // Not `disabled`: who has just pressed a button keeps the focus.
      const can = (factor) => (factor ? this.camera.canZoom(factor) : !this.camera.isWhole);
      this.zooms.forEach(([node, factor]) => node.setAttribute("aria-disabled", !can(factor)));
      this.parts.moved();
    }

    tools() {
      const zoom = (factor) => () => this.camera.zoomBy(factor, this.camera.middle(), true), kind = "button";
      const whole = () => this.camera.goWhole();
      this.zooms = [[button("Zoom out", "\u2212", zoom(1 / NEARER), kind), 0.5],
        [button("Zoom in", "+", zoom(NEARER), kind), 2], [button("Show the whole map", "All", whole, kind), 0]];
      const boxes = this.layers.offered().map(([name, words]) => {
        const box = el("input", { type: "checkbox", "data-layer": name });
        box.checked = this.layers.on.has(name);
        box.addEventListener("change", () => {
          this.layers.turn(name, box.checked);
          this.labels.fit(this.camera);
          this.mark();
        });
        return el("label", {}, box, " " + words);
      });
      this.moved(false);
      return el("div", { class: "maptools" },
        el("div", { class: "zooms" }, ...this.zooms.map(([node]) => node)), this.parts.node || "",
        el("fieldset", { class: "layers" }, el("legend", {}, "Show"), ...boxes));
    }

    /** Marks of the chosen space and of the one with the focus; in words, what the layers of one space show. */
    mark() {
      const { on } = this.layers, focused = this.svg.querySelector(".s:focus-visible"), told = [];
      this.layers.mark(this.chosen, focused && focused.dataset.code);
      this.layers.relations.filter(({ name, layer }) => layer && on.has(name)).forEach(({ note }) => {
        told.push(this.chosen ? note.replace("{space}", this.chosen) : "Choose a space.");
      });
      if (on.has("held")) told.push(this.layers.words.held[1]);
      this.note.textContent = told.join(" ");
    }

    tapped(event) {
      const code = this.labels.tapped(event, this.camera, this.parts);
      return code && this.open(code);
    }

    /** The card of a space; `goes`: bring the space into sight, and give it the focus. */
    open(code, goes) {
      const x = this.spot(code)[0];
      this.chosen = code;
      this.card.show(code);
      if (goes) this.focus(code);
      else this.rove(code);
      this.card.node.classList.toggle("on-left", x > this.camera.middle()[0]);
      this.mark();
      this.card.node.scrollIntoView({ block: "nearest", behavior: live.calm.matches ? "auto" : "smooth" });
    }

    shut() {
      const code = this.chosen, hadFocus = this.card.node.contains(document.activeElement);
      this.chosen = "";
      this.card.hide();
      if (hadFocus) this.focus(code);
      this.mark();
    }

    /** The middle of a space's label; of a space without one, of its shape. */
    spot(code) {
      const [, box] = this.labels.boxes.find((it) => it[0] === code) || [];
      if (box) return [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      const { x, y, width, height } = this.layers.spaces.get(code).querySelector("use").getBBox();
      return [x + width / 2, y + height / 2];
    }

    // Keys: one space of the map is among the stops of Tab; arrows hand that on.

    rove(code) { this.layers.spaces.forEach((node, it) => node.setAttribute("tabindex", it === code ? "0" : "-1")); }

    focus(code) {
      this.camera.reveal(this.spot(code));
      this.layers.spaces.get(code).focus({ preventScroll: true });
    }

    keys() {
      const { svg } = this;
      const named = (space) => space.setAttribute("aria-label", this.card.title(space.dataset.code));
      svg.setAttribute("role", "application");
      svg.setAttribute("aria-labelledby", svg.querySelector("title").id);
      svg.setAttribute("aria-describedby", this.how.id);
      this.layers.spaces.forEach((space) => {
        space.setAttribute("role", "button");
        named(space);
      });
      this.rove(this.layers.spaces.keys().next().value);
      svg.addEventListener("focusin", (event) => {
        const space = event.target.closest(".s");
        if (!space) return;
        named(space);
        this.rove(space.dataset.code);
        this.mark();
      });
      svg.addEventListener("focusout", () => this.mark());
      svg.addEventListener("keydown", (event) => {
        const { code } = event.target.dataset;
        const isOurs = code && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (isOurs && this.pressed(event, code)) event.preventDefault();
      });
    }

    pressed({ key, shiftKey }, code) {
      const { camera } = this, way = WAYS[key], factor = { "+": NEARER, "=": NEARER, "-": 1 / NEARER }[key];
      if (way && shiftKey) camera.panBy(way[0] * camera.at[2] / 4, way[1] * camera.at[3] / 4, true);
      else if (way) this.step(code, way);
      else if (factor) camera.zoomBy(factor, this.spot(code), true);
      else if (key === "0") camera.goWhole();
      else if (key === "Enter" || key === " ") this.open(code);
      else return false;
      return true;
    }

    /** To the nearest space in a direction: of the neighbours, or of all where none of them lies there. */
    step(code, [dx, dy]) {
      const [x, y] = this.spot(code);
      const ahead = (codes) => codes.map((it) => {
        const [ox, oy] = this.spot(it), along = (ox - x) * dx + (oy - y) * dy;
        const aside = Math.abs((ox - x) * dy + (oy - y) * dx);
        return [along > aside && it !== code ? Math.hypot(along, aside) : Infinity, it];
      }).filter(([far]) => far < Infinity).sort((a, b) => a[0] - b[0])[0];
      const found = ahead(this.layers.near.get(code) || []) || ahead([...this.layers.spaces.keys()]);
      if (found) this.focus(found[1]);
    }
  }

  /** Every map of a root that has a box of its own; those in links and in the composer stay pictures. */
  function enliven(root) {
    const pictures = live.find(root, ".mapbox > svg.map").filter((svg) => !svg.closest("a, .composer"));
    all = all.filter((map) => map.svg.isConnected).concat(pictures.map((svg) => new LivingMap(svg)));
  }
  // On paper a map is what it is without this script: whole.
  function forPaper(isPaper) { all.forEach(({ camera }) => camera.put(isPaper ? camera.whole : camera.at)); }
  window.addEventListener("beforeprint", () => forPaper(true));
  window.addEventListener("afterprint", () => forPaper(false));

  // A link of the table leads back to its space on the map.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("tr[id^='space-'] th a");
    const there = link ? all.filter((it) => it.layers.spaces.has(link.textContent)) : [];
    const map = there.find((it) => it.svg.closest(link.hash)) || there[0];
    if (!map) return;
    event.preventDefault();
    map.open(link.textContent, true);
  });
  // What painted a map anew says so: its labels are measured again, and an open card tells of the new one.
  document.addEventListener("pbm-painted", ({ target }) => all.filter(({ svg }) => svg === target).forEach((map) => {
    map.labels.items = null;
    map.labels.fit(map.camera);
    if (map.chosen) map.card.show(map.chosen);
  }));
  document.addEventListener("pbm-opened", (event) => enliven(event.detail.root));
  window.pbm = Object.assign(window.pbm || {}, {
    maps: enliven,
    stillMap: (svg) => (all.find((map) => map.svg === svg) || { picture: svg }).picture.cloneNode(true),
  });
  enliven(document);
})(window.PbmMap);
