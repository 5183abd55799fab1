// The living map, 3: labels and badges keep their size on the screen while the land under them grows; what has no
// room yet waits until it has. Sizes are styles (--k of codes, --b of badges, --n of seas' names, --z of seas' codes,
// --w of lines), see map.css.
(function (live) {
  "use strict";

  const { find, drawn } = live;
  const GROWS = 0.4, WIDEST = 30; // a label grows with this power of the zoom, to at most so many pixels
  // What is sized: its size in the drawing (live.drawn holds the numbers of pbm/site/maps), the least that can be read,
  // in pixels; and how large it may be for the land around it: a map that has room for a few badges alone would seem to
  // say that elsewhere is nothing.
  const sized = ({ code, figure, name, water }, k, b, n, z) =>
    ({ "--k": [code, ...k], "--b": [figure, ...b], "--n": [name, ...n], "--z": [water, ...z] });
  const SIZES = sized(drawn.type, [13.2, 9], [10.4, 1.3], [11.5, 1.5], [13.2, 9]);
  // Of a map that is shown by parts (class wide): sizes as they were drawn, up to so many pixels, then slower.
  const WIDE = sized(drawn.wide, [9.4, 9], [10, 2.4], [9.4, 2], [9.4, 9]);
  const ENOUGH = 15, NUMBER = 15; // in pixels: what is large enough, a realm's number
  const SIDE = drawn.chip / 2, CHIP = [-SIDE, drawn.chipAt - SIDE, SIDE, drawn.chipAt + SIDE];
  const INNER = 0.64; // of the width of a cell that its code may have before it is sized
  const LEAST_CELL = 21; // pixels of a cell that holds a code
  const { low: LOW, sunk: SUNK } = drawn; // from a label's middle to the line of its letters, on land and in water
  const AROUND = 0.4; // of a window's sides: so far outside of it labels are ready, for a finger that moves the map
  const OVERLAP = 0.06; // the share of the smaller of two labels that may be hidden

  function place(node) {
    const { e, f } = node.transform.baseVal.getItem(0).matrix;
    return [e, f];
  }
  /** A code of a wide face is made as narrow as the drawing has room for: `most` units. */
  function narrow(code, most) {
    if (code.getComputedTextLength() <= most) return;
    code.setAttribute("lengthAdjust", "spacingAndGlyphs");
    code.setAttribute("textLength", most);
  }
  /** The room of some drawings before they are sized: left, top, right, bottom. Above and below letters is air. */
  function room(nodes) {
    const boxes = nodes.map((node) => {
      const { x, y, width, height } = node.getBBox(), above = node.matches("text") ? height / 6 : 0;
      // Of a code that has just been made narrow a browser may not know how broad it is.
      const long = Number(node.getAttribute("textLength")), left = long ? -long / 2 : x;
      return [left, y + above, left + (long || width), y + height - above];
    }).filter((box) => box[2] > box[0]);
    return [0, 1, 2, 3].map((k) => Math[k < 2 ? "min" : "max"](...boxes.map((box) => box[k])));
  }
  function size([x0, y0, x1, y1]) { return x0 < x1 && y0 < y1 ? (x1 - x0) * (y1 - y0) : 0; }
  function clash(a, b) {
    const both = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
    return size(both) > OVERLAP * Math.min(size(a), size(b));
  }

  class Labels {
    constructor(svg) {
      this.svg = svg;
      this.items = null;
      this.isWide = svg.classList.contains("wide");
      this.cell = Number(svg.dataset.cell) || 0; // the width of a cell, where all have one size
      this.boxes = []; // [code, box] of what is shown and belongs to a space
      this.ready = null; // left, top, right, bottom of what is laid out
      this.write();
    }

    /** Codes first, then forces, then names of seas: in this order they take their room. */
    measure() {
      const { svg, isWide } = this, items = [], chips = [], late = [], heads = new Map(), first = new Map();
      const lines = new Map(find(svg, ".leader[data-at]").map((node) => [node.dataset.at, node]));
      const most = (text) => this.cell * INNER || drawn.letter * text.length;
      find(svg, this.cell ? ".l > text, .sc" : ".l > text").forEach((it) => narrow(it, most(it.textContent)));
      find(svg, ".l").forEach((node) => {
        const code = node.querySelector("text").textContent, at = place(node), row = node.querySelector(".r");
        const box = room(find(node, ":scope > :not(.r, .chip), .chip use"));
        const chip = isWide && node.querySelector(".chip:not([visibility=hidden])");
        heads.set(code, { node, code, at, by: "--k", box, isAlways: !isWide });
        if (chip) chips.push({ node: chip, code, at, by: "--b", box: CHIP, isChip: true });
        items.push(heads.get(code));
        if (row) items.push({ node: row, code, at, by: "--k", box: room([row]) });
      });
      find(svg, ".seal").forEach((node) => {
        const [sign, name] = node.children, code = sign.textContent, at = place(node);
        const head = { node: sign, code, at, by: "--z", box: room([sign]), isAlways: !isWide };
        items.push(head);
        late.push({ node: name, code, at, by: "--z", box: room([name]), head });
      });
      find(svg, ".b, .fl").forEach((node) => {
        const code = node.dataset.at || "", at = place(node), head = heads.get(code), line = lines.get(code);
        // A badge keeps its distance from its label, in its own size; a sea's further ones from the first.
        const from = line || !code ? at : head ? head.at : first.get(code) || at;
        const pull = [from[0] - at[0], from[1] - at[1]], box = room(find(node, ":scope > :not(text)"));
        if (!first.has(code)) first.set(code, at);
        ["--x", "--y"].forEach((name, k) => node.style.setProperty(name, pull[k] + "px"));
        items.push({ node, code, at, by: "--b", box, line, pull, label: head && head.node });
      });
      find(svg, ":scope > .seaname").forEach((node) => {
        late.push({ node, at: place(node), by: "--n", box: room([node]) });
      });
      return items.concat(chips, late);
    }

    /** Size everything for the camera's scale, and show what has room. */
    fit(camera) {
      const { scale, zoom, whole } = camera, factor = {}, taken = [];
      const noForces = this.svg.classList.contains("no-forces");
      if (!scale) return;
      if (!this.items) this.items = this.measure();
      const isCropped = this.svg.classList.contains("theatre");
      const isOverview = this.isWide && camera.isWhole && camera.isSmall && !isCropped;
      const isFar = this.cell ? this.cell * scale < LEAST_CELL : isOverview;
      const sizes = this.isWide ? WIDE : SIZES, shown = new Set(), realms = [];
      Object.entries(sizes).forEach(([name, [units, least]]) => {
        const drawn = units * scale, base = Math.max(least, drawn / zoom);
        const grown = this.isWide ? Math.max(least, Math.min(drawn, ENOUGH * Math.pow(drawn / ENOUGH, GROWS)))
          : base * Math.pow(zoom, GROWS);
        factor[name] = Math.min(Math.max(base, WIDEST), grown) / drawn;
        this.svg.style.setProperty(name, factor[name].toFixed(4));
      });
      this.svg.classList.toggle("far", isFar);
      if (isFar) this.svg.style.setProperty("--b", (factor["--b"] = NUMBER / (drawn.chip * scale)).toFixed(4));
      this.svg.style.setProperty("--w", Math.pow(zoom, -0.72).toFixed(4));
      this.items.forEach((it) => {
        if (isFar && this.cell) return this.hide(it);
        if (isFar) return this.fitNumber(it, factor["--b"], realms, taken);
        const k = factor[it.by], spot = it.at.map((value, n) => value + (it.pull ? it.pull[n] * (1 - k) : 0));
        const box = it.box.map((value, n) => spot[n % 2] + value * k);
        const isOff = (this.isWide || /z|n/.test(it.by)) // no name of a sea is cut by the frame
          && [0, 1].some((n) => box[n] < whole[n] || box[n + 2] > whole[n] + whole[n + 2]);
        const isBare = it.isChip ? shown.has(it.code) : it.head && it.head.isHidden; // a badge tells it; no code
        const isHidden = !it.isAlways && (!size(box) || isOff || isBare || k > sizes[it.by][2]
          || (it.by === "--b" && noForces)
          || taken.some(([code, other]) => (code !== it.code || it.by === "--b") && clash(box, other)));
        if (this.isWide && !isHidden && !it.isChip && it.by === "--b") shown.add(it.code);
        it.isHidden = isHidden;
        it.room = box;
        [it.node, it.line].forEach((node) => node && node.classList.toggle("hid", isHidden));
        if (it.label) it.label.classList.toggle("told", !isHidden); // .hb.told: the badge tells the owner's number
        if (!isHidden) taken.push([it.code, box]);
      });
      this.boxes = taken.filter(([code]) => code);
      this.ready = null;
      this.crop(camera);
      // WebKit sets old lines as far apart as their type was once.
      find(this.svg, ":scope > .seaname:not(.hid, .out) tspan").forEach((it) => it.replaceWith(it.cloneNode(true)));
    }

    /** After each move of the camera. */
    moved(camera, isZoomed) {
      if (isZoomed) this.fit(camera);
      else if (this.items) this.crop(camera);
    }

    /** Takes out what is far outside of the window: at another scale a browser lays out every letter anew. */
    crop({ at: [x, y, w, h] }) {
      const { ready } = this;
      if (ready && ready[0] <= x && ready[1] <= y && x + w <= ready[2] && y + h <= ready[3]) return;
      const near = this.ready = [x - w * AROUND, y - h * AROUND, x + w * (1 + AROUND), y + h * (1 + AROUND)];
      const isOut = ([x0, y0, x1, y1]) => x1 < near[0] || y1 < near[1] || x0 > near[2] || y0 > near[3];
      this.items.forEach((it) => it.node.classList.toggle("out", isOut(it.room)));
    }

    /** Cells too small for codes: the map has numbers of its own then. */
    hide(it) {
      it.isHidden = true;
      it.room = it.at.concat(it.at);
      [it.node, it.line].forEach((node) => node && node.classList.add("hid"));
    }

    /** The codes of a map that was drawn without them: `09-14 x y;~AO-01 x y`, of water with a mark before it. */
    write() {
      const { svg } = this, { labels } = svg.dataset;
      const known = new Set(find(svg, ".l > text").map((it) => it.textContent));
      if (!labels || find(svg, ".seal").length) return;
      const make = (name, parent, facts, text) => {
        const node = document.createElementNS(svg.namespaceURI, name);
        Object.entries(facts).forEach(([key, value]) => node.setAttribute(key, value));
        node.textContent = text || "";
        parent.append(node);
        return node;
      };
      const first = svg.querySelector(":scope > .b");
      labels.split(";").forEach((row) => {
        const [word, x, y] = row.split(" "), isWater = word[0] === "~", code = isWater ? word.slice(1) : word;
        if (known.has(code)) return;
        const group = make("g", svg, { class: isWater ? "seal" : "l", transform: `translate(${x} ${y})` });
        if (first) first.before(group);
        make("text", group, isWater ? { class: "sc", y: SUNK } : { y: LOW }, code);
        if (isWater) make("text", group, { class: "seaname" });
      });
    }

    /** The whole map on a phone: one large number for each realm, at its largest country; no codes. */
    fitNumber(it, k, realms, taken) {
      const of = it.isChip && !it.node.matches(".hollow") && /no(\d+)$/.exec(it.node.getAttribute("href"));
      const box = it.at.concat(it.at).map((value, n) => value + (n < 2 ? -SIDE : SIDE) * k);
      const isNear = ([player, [x, y]]) => player === of[1] && Math.hypot(x - it.at[0], y - it.at[1]) < drawn.apart;
      const isHidden = !of || realms.some(isNear) || taken.some(([, other]) => clash(box, other));
      it.isHidden = isHidden;
      it.room = box;
      const isCode = it.node.matches(".l"); // holds the number too; the style takes its letters away
      [it.node, it.line].forEach((node) => node && node.classList.toggle("hid", isHidden && !isCode));
      if (it.label) it.label.classList.remove("told");
      if (isHidden) return;
      realms.push([of[1], it.at]);
      taken.push([it.code, box]);
    }

    /** The space that was tapped, by its shape or its label; "" where there is none. */
    tapped(event, camera, parts) {
      const space = event.target.closest(".s"), rim = (event.pointerType === "touch" ? 9 : 2) / camera.scale;
      const point = camera.point(event.clientX, event.clientY);
      // Too small to be hit: the first tap brings a part of the map nearer.
      if (camera.isWhole && camera.isSmall && parts.node) return parts.show(parts.at(point)) || "";
      return this.at(point, rim) || (space ? space.dataset.code : "");
    }

    /** The space whose label or badge is at a point, or within `rim` of it; "" where there is none. */
    at([x, y], rim) {
      const off = ([, box]) => Math.max(box[0] - x, x - box[2], box[1] - y, y - box[3]);
      const [found] = this.boxes.slice().sort((a, b) => off(a) - off(b));
      return found && off(found) < rim ? found[0] : "";
    }
  }

  Object.assign(live, { Labels });
})(window.PbmMap);
