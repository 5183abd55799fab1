// The living map, 4: layers that the reader switches, and what is drawn over the map for one space: its outline,
// what it has to do with, the borders that hold it back. A layer is offered only where the map holds what it shows.
(function (live) {
  "use strict";

  // Name, words, what there must be on the map. Relations and `held` show nothing before they are asked for.
  const layers = ({ relations, control, held }) => [
    ["owner", "Owners", ".f:not(.f0)"],
    ["control", control, ".st"],
    ["forces", "Forces", ".b, .fl, .sn"],
    ["changes", "What changed", ".new"],
    ["arrows", "Arrows", ".a"],
    ...relations.filter(([, , layer]) => layer).map(([name, , layer]) => [name, layer, "[data-" + name + "]"]),
    ["held", held[0], "[data-held]"],
  ];
  const NOTHING = { relations: [], control: "Control", held: ["Held back", ""] };
  const BASE = 36; // of the distances between codes; what pbm/site/maps/live.py writes
  const SOUGHT = 140; // points along a coast where a common border is looked for
  const WAYS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [Math.cos(k * Math.PI / 4), Math.sin(k * Math.PI / 4)]);

  function make(tag, attributes, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach((it) => node.setAttribute(...it));
    node.append(...children);
    return node;
  }
  /** Pairs of spaces by number, "~1 a;2" (pbm/site/maps/live.py), as pairs of codes; others stay as they are. */
  function named(text, codes) {
    if (!text || text[0] !== "~") return text;
    const sorted = [...codes].sort();
    return text.slice(1).split(";").map((row, k) => {
      const others = row.split(" ").filter(Boolean).map((far) => sorted[k + parseInt(far, BASE)]);
      return others.length ? [sorted[k], ...others].join(" ") : "";
    }).filter(Boolean).join(";");
  }
  /** "AL GR YU;AU CZ" as a map of lists; both ways where the lists are mutual. */
  function lists(text, isMutual) {
    const found = new Map();
    const put = (code, other) => found.set(code, (found.get(code) || []).concat(other).sort());
    (text || "").split(";").filter(Boolean).forEach((row) => {
      const [code, ...others] = row.split(" ");
      others.forEach((other) => {
        put(code, other);
        if (isMutual) put(other, code);
      });
    });
    return found;
  }

  /** Which spaces of a map have to do with each other, relation by relation. */
  function relationsOf(svg) {
    const spaces = live.find(svg, ".s[data-code]"), { words } = svg.dataset;
    let pairs = ""; // a later relation holds those before it: what is next to a space is in its range too
    return (words ? JSON.parse(words) : NOTHING).relations.map(([name, heading, layer, note]) => {
      const own = named(svg.dataset[name], spaces.map((it) => it.dataset.code));
      pairs = [pairs, own].filter(Boolean).join(";");
      return { name, heading, layer, note, of: lists(own && pairs, true) };
    });
  }

  class Layers {
    constructor(svg) {
      const spaces = live.find(svg, ".s[data-code]"), { words, held } = svg.dataset;
      this.svg = svg;
      this.words = words ? JSON.parse(words) : NOTHING;
      this.relations = relationsOf(svg);
      this.near = this.relations.length ? this.relations[0].of : new Map();
      this.held = lists(held, false);
      this.spaces = new Map(spaces.map((it) => [it.dataset.code, it]));
      // Marks of seas lie under the land, those of land under the labels.
      this.under = make("g", { class: "over waters" });
      this.over = make("g", { class: "over" });
      svg.insertBefore(this.under, spaces.find((it) => !this.isWater(it)) || null);
      svg.insertBefore(this.over, svg.querySelector(".leader, .l, .b, .frame"));
      this.on = new Set(["owner", "control", "forces", "changes", "arrows"]);
    }

    isWater(space) { return Boolean(space.querySelector(".w")); }
    offered() {
      const isThere = (names) => this.svg.matches(names) || this.svg.querySelector(names);
      return layers(this.words).filter(([, , names]) => isThere(names));
    }

    turn(name, isOn) {
      this.on[isOn ? "add" : "delete"](name);
      this.svg.classList.toggle("no-" + name, !isOn);
      if (name === "held" && isOn && !this.bars) this.drawBars();
    }

    outline(code, kind) {
      const space = this.spaces.get(code);
      const layer = space && (this.isWater(space) ? this.under : this.over);
      if (space) layer.append(make("use", { href: this.link(space), class: kind }));
    }

    link(space) { return space.querySelector("use").getAttribute("href"); }

    /** What is marked: the chosen space with its air range, and the space that has the focus. */
    mark(chosen, focused) {
      const shown = this.relations.filter(({ name, of }) => chosen && this.on.has(name) && of.has(chosen));
      const reach = [...new Set(shown.flatMap(({ of }) => of.get(chosen)))];
      this.under.replaceChildren();
      this.over.replaceChildren();
      reach.forEach((code) => this.outline(code, "reach"));
      this.outline(chosen, "chosen");
      ["focus-rim", "focus"].forEach((kind) => this.outline(focused, kind));
      this.svg.classList.toggle("reaches", reach.length > 0);
      this.spaces.forEach((node, code) => node.classList.toggle("lit", code === chosen || reach.includes(code)));
    }

    /** For each border that holds a space back a bar on it, with its foot towards whoever does it. */
    drawBars() {
      this.bars = make("g", { class: "over bars-held" });
      this.over.after(this.bars);
      this.held.forEach((others, code) => others.forEach((other) => {
        const [x, y, turn] = this.border(code, other) || [];
        const lines = ["rim", "bar"].map((kind) => make("path", { class: kind, d: "M0-26V26M0 0H34" }));
        if (x) this.bars.append(make("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, ...lines));
      }));
    }

    /** The middle of the border of two spaces, and the direction from the first to the second, in degrees. */
    border(code, other) {
      const shape = (space) => document.getElementById(this.link(space).slice(1));
      const own = shape(this.spaces.get(code)), theirs = shape(this.spaces.get(other)), met = [];
      // A sea runs on under the land: of it only what no land covers is border.
      const grounds = [...this.spaces.values()].filter((it) => !this.isWater(it)).map(shape);
      const cover = this.isWater(this.spaces.get(other)) ? grounds : [own];
      const long = own.getTotalLength();
      for (let k = 0; k < SOUGHT; k++) {
        const { x, y } = own.getPointAtLength(long * k / SOUGHT);
        const seen = WAYS.filter(([cos, sin]) => {
          const point = new DOMPoint(x + 7 * cos, y + 7 * sin);
          return theirs.isPointInFill(point) && !cover.some((it) => it.isPointInFill(point));
        });
        const sum = (n) => seen.reduce((all, way) => all + way[n], 0);
        if (seen.length) met.push([x, y, Math.atan2(sum(1), sum(0)) * 180 / Math.PI]);
      }
      const mean = [0, 1].map((n) => met.reduce((all, it) => all + it[n], 0) / met.length);
      const far = (it) => Math.hypot(it[0] - mean[0], it[1] - mean[1]);
      return met.sort((a, b) => far(a) - far(b))[0];
    }
  }

  Object.assign(live, { Layers, relationsOf });
})(window.PbmMap);
