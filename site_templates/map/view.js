// The living map, 1: which part of a map is shown, and the gestures that change it: drag, pinch, wheel.
// The map's SVG is drawn by pbm/site/maps/artist.py and stays as it is; only its viewBox moves over the drawing.
(function (live) {
  "use strict";

  const CLOSEST = 210; // units of the drawing across the map when it is closest; all of it is 2,000
  const SMALL = 640; // pixels: a narrower map is on a phone
  const STILL = 6; // pixels that a finger may tremble in a tap
  const PAUSE = 350; // milliseconds: a wheel that was scrolling the page goes on scrolling it
  const MOTION = 180; // milliseconds of a glide
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  /** The window on the drawing. `moved` is told after each move whether the scale is another. */
  class Camera {
    constructor(svg, moved) {
      this.svg = svg;
      this.moved = moved;
      this.whole = this.at = svg.getAttribute("viewBox").split(/[ ,]+/).map(Number);
      this.shape(this.whole[2] / this.whole[3]);
    }

    /** The stage's width in heights of it. */
    shape(ratio) {
      this.ratio = ratio;
      this.svg.style.setProperty("--ratio", ratio.toFixed(4));
    }

    /** How much nearer than the whole; 1 is all of it. */
    get zoom() { return this.whole[2] / this.at[2]; }
    get isWhole() { return this.zoom < 1.001; }
    /** Whether one finger is the page's: nobody has moved the map, but who drew it may have chosen a window. */
    get isPages() { return this.isWhole || this.at === this.own; }
    /** Pixels per unit of the drawing. */
    get scale() { return this.width / this.at[2]; }
    get width() { return this.svg.getBoundingClientRect().width; }

    /** A zoom within what the map has. */
    within(zoom) {
      const [, , wide, high] = this.whole;
      return Math.max(1, wide / high / this.ratio, Math.min(wide / CLOSEST, zoom));
    }
    canZoom(factor) { return Math.abs(this.within(this.zoom * factor) / this.zoom - 1) > 0.001; }

    /** Where a point of the page lies in the drawing. */
    point(clientX, clientY) {
      const box = this.svg.getBoundingClientRect();
      return [this.at[0] + (clientX - box.left) / this.scale, this.at[1] + (clientY - box.top) / this.scale];
    }

    put(box) { this.svg.setAttribute("viewBox", box.map((value) => Math.round(value * 1000) / 1000).join(" ")); }

    show(box) {
      const isZoomed = Math.abs(box[2] - this.at[2]) > 1e-6;
      this.at = box;
      this.put(box);
      this.moved(isZoomed);
    }

    /** Show so much with the left upper corner at (x, y), as far as the drawing goes; `glides`: not at once. */
    go(x, y, zoom, glides, isOwn) {
      const [left, top, wide, high] = this.whole, z = this.within(zoom);
      const size = [wide / z, wide / z / this.ratio];
      const held = (value, from, most) => Math.min(Math.max(value, from), from + Math.max(0, most));
      const to = [held(x, left, wide - size[0]), held(y, top, high - size[1]), ...size];
      const from = this.at, start = performance.now();
      if (isOwn) this.own = to;
      cancelAnimationFrame(this.running);
      if (!glides || calm.matches) return this.show(to);
      const step = (now) => {
        const t = Math.min(1, Math.max(0, now - start) / MOTION), share = t * (2 - t);
        this.show(t < 1 ? from.map((value, k) => value + (to[k] - value) * share) : to);
        if (t < 1) this.running = requestAnimationFrame(step);
      };
      this.running = requestAnimationFrame(step);
      return undefined;
    }

    /** Nearer by `factor`; the point (x, y) of the drawing stays where it is on the page. */
    zoomBy(factor, [x, y], glides) {
      const zoom = this.within(this.zoom * factor), keep = this.zoom / zoom;
      this.go(x - (x - this.at[0]) * keep, y - (y - this.at[1]) * keep, zoom, glides);
    }

    /** All of it, in its own shape. */
    goWhole() {
      this.shape(this.whole[2] / this.whole[3]);
      this.go(this.whole[0], this.whole[1], 1, true);
    }

    get isSmall() { return this.width < SMALL; }
    /** Show a window; on a small screen the stage takes its shape, for there the height is to be had. */
    goTo([x, y, w, h], isFree = this.isSmall) {
      const whole = this.whole[2] / this.whole[3];
      this.shape(isFree ? Math.max(0.75, Math.min(whole, w / h)) : whole);
      const wide = Math.max(w, h * this.ratio);
      this.go(x + (w - wide) / 2, y + (h - wide / this.ratio) / 2, this.whole[2] / wide, true, this.isFramed);
    }

    panBy(dx, dy, glides) { this.go(this.at[0] + dx, this.at[1] + dy, this.zoom, glides); }
    middle() { return [this.at[0] + this.at[2] / 2, this.at[1] + this.at[3] / 2]; }

    /** Bring a point of the drawing into sight, a little inside the frame. */
    reveal([x, y]) {
      const rim = this.at[2] / 8;
      const off = (value, from, size) => Math.min(0, value - from - rim) + Math.max(0, value - from - size + rim);
      const dx = off(x, this.at[0], this.at[2]), dy = off(y, this.at[1], this.at[3]);
      if (dx || dy) this.panBy(dx, dy, true);
    }
  }

  /** Windows on a map that is too wide to be read at once, and the list of them; without any there is no `node`. */
  class Parts {
    constructor(camera) {
      const rows = [...(camera.svg.dataset.views || "").matchAll(/([^;]+?) ([\d ]+)(?=;|$)/g)];
      this.camera = camera;
      this.windows = new Map(rows.map(([, name, box]) => [name, box.split(" ").map(Number)]));
      if (!rows.length) return;
      const { el } = live, option = (name) => el("option", { value: name }, name || "the whole map");
      this.list = el("select", { class: "button" }, ...["", ...this.windows.keys()].map(option));
      this.list.addEventListener("change", () => this.show(this.list.value));
      this.node = el("label", { class: "parts" }, "Part of the map ", this.list);
    }
    show(name) {
      this.bound = name;
      if (!name) return this.camera.goWhole();
      this.list.value = name;
      return this.camera.goTo(this.windows.get(name));
    }
    /** After each move of the camera. */
    moved() {
      if (!this.camera.isWhole) this.bound = ""; // a glide to a part begins with the whole map
      else if (this.list && !this.bound) this.list.value = "";
    }
    /** The window whose middle is nearest to a point. */
    at([x, y]) {
      const far = ([left, top, w, h]) => Math.max(Math.abs(x - left - w / 2) / w, Math.abs(y - top - h / 2) / h);
      return [...this.windows.keys()].sort((a, b) => far(this.windows.get(a)) - far(this.windows.get(b)))[0];
    }
  }

  let scrolled = -PAUSE;
  window.addEventListener("scroll", (event) => { scrolled = event.timeStamp; }, { passive: true });

  /** Drag, pinch and wheel. `tapped` gets the click that was none of them. */
  function gestures(camera, tapped) {
    const { svg } = camera, fingers = new Map();
    const on = (name, act) => svg.addEventListener(name, act, { passive: false });
    let start = null, isMoved = false;
    const hand = () => {
      const [a, b = a] = fingers.values();
      return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, far: Math.hypot(a[0] - b[0], a[1] - b[1]) };
    };
    on("pointerdown", (event) => {
      if (event.button || fingers.size > 1) return;
      if (!fingers.size) {
        isMoved = false;
        start = [event.clientX, event.clientY];
      }
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    on("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      const before = hand(), { clientX, clientY } = event;
      fingers.set(event.pointerId, [clientX, clientY]);
      const isStill = Math.hypot(clientX - start[0], clientY - start[1]) < STILL;
      const isPages = event.pointerType === "touch" ? camera.isPages : camera.isWhole;
      if (fingers.size === 1 && !isMoved && (isPages || isStill)) return;
      svg.setPointerCapture(event.pointerId);
      isMoved = true;
      const after = hand();
      if (before.far && after.far) camera.zoomBy(after.far / before.far, camera.point(before.x, before.y));
      camera.panBy((before.x - after.x) / camera.scale, (before.y - after.y) / camera.scale);
    });
    // Also where the mouse left the map before it was a drag.
    const up = (event) => { if (event.type !== "pointerleave" || !isMoved) fingers.delete(event.pointerId); };
    ["pointerup", "pointercancel", "pointerleave"].forEach((name) => on(name, up));
    // Two fingers are ours; one is the page's, until two have made the map nearer.
    on("touchmove", (event) => {
      if (event.cancelable && (event.touches.length > 1 || !camera.isPages)) event.preventDefault();
    });
    on("click", (event) => { if (!isMoved) tapped(event); });
    on("wheel", (event) => {
      const asked = event.ctrlKey || event.metaKey, lines = event.deltaMode ? 18 : 1;
      const factor = Math.exp(-event.deltaY * lines * (asked ? 0.01 : 0.0022));
      // The page scrolls on where it was scrolling, and where there is nothing left to zoom.
      if (!asked && (event.timeStamp - scrolled < PAUSE || !camera.canZoom(factor))) return;
      event.preventDefault();
      camera.zoomBy(factor, camera.point(event.clientX, event.clientY));
    });
  }

  const find = (root, names) => [...root.querySelectorAll(names)];
  Object.assign(live, { Camera, Parts, calm, find, gestures });
})(window.PbmMap);
