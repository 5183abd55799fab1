// The living map, 2: takes a folded drawing apart. A map of hundreds of spaces is written in groups, by owner and by
// what is said of them, in units of its outlines (pbm/site/maps/folds.py); after this it is what other maps are: for
// each space a group with its code, its title and its shape, in units of the drawing. The replay has it too.
(function () {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  const find = (root, names) => [...root.querySelectorAll(names)];
  function make(tag, facts, ...inner) {
    const node = document.createElementNS(SVG, tag);
    Object.entries(facts).forEach((it) => node.setAttribute(...it));
    node.append(...inner);
    return node;
  }
  function put(node, name, change) { node.setAttribute(name, change(node.getAttribute(name) || "")); }

  /** Makes it so; a map that is not folded stays as it is. */
  function unfold(svg) {
    const group = svg.querySelector(":scope > .folded");
    if (!group) return svg;
    const scale = Number(/scale\(([\d.]+)\)/.exec(group.getAttribute("transform"))[1]);
    const coast = svg.querySelector("[id$=land]"), prefix = coast.id.slice(0, -"land".length);
    find(group, "path").forEach((path) => put(path, "d", (all) => all.replace(/[\d.]+/g, (it) => it * scale)));
    const larger = (all) => all.replace(/scale\(([\d.]+)\)/, (it, size) => "scale(" + size * scale + ")");
    find(svg, "pattern").forEach((it) => put(it, "patternTransform", larger));
    find(svg, "marker[markerUnits] > path").forEach((it) => put(it, "transform", larger));
    const owned = (use) => find(group, use.getAttribute("href") + " path");
    find(group, ".t").forEach((it) => {
      const over = make("g", { class: it.getAttribute("class"), fill: it.getAttribute("fill") });
      over.append(...owned(it).map((path) => make("use", { href: "#" + path.id })));
      it.replaceWith(over);
    });
    const ground = find(coast, "use").flatMap(owned), all = find(group, ".k > path");
    find(group, ".k").forEach((titled) => apart(titled, prefix));
    svg.querySelector("defs").append(...all, coast);
    coast.replaceChildren(...ground);
    find(group, ":scope > :is(.w, .o, .f, .u)").forEach((it) => it.replaceWith(...find(it, ".s")));
    group.replaceWith(...group.childNodes);
    find(svg, ".coded").forEach(labels);
    return svg;
  }

  /** The spaces of a group with one title; water that is somebody's has its tint over the water. */
  function apart(titled, prefix) {
    const kind = titled.closest(".w, .o, .f, .u").getAttribute("class"), words = titled.firstChild.textContent;
    const parts = kind.startsWith("o ") ? ["w", kind] : [kind], mark = titled.matches(".named") || !words ? " " : ": ";
    titled.replaceWith(...find(titled, "path").map(({ id }) => {
      const href = "#" + id, code = id.slice(prefix.length);
      const title = make("title", {}, code + mark + words);
      const shapes = parts.map((it) => make("use", { href, class: it }));
      return make("g", { class: "s", "data-code": code }, title, ...shapes);
    }));
  }

  /** A group around each code, at the middle of its label. */
  function labels(codes) {
    const isWet = codes.matches(".wet"), { down } = codes.dataset;
    codes.replaceWith(...find(codes, "text").map((text) => {
      const transform = "translate(" + text.getAttribute("x") + " " + (text.getAttribute("y") - down) + ")";
      text.removeAttribute("x");
      text.setAttribute("y", down);
      if (!isWet) return make("g", { class: "l", transform }, text);
      text.setAttribute("class", "sc");
      return make("g", { class: "seal", transform }, text, make("text", { class: "seaname" }));
    }));
  }

  /** Puts further parts of a map into the drawing of its theatre, under what it draws; heads: their titles. */
  function join(svg, others, heads) {
    const boxes = [svg, ...others].map((it) => it.getAttribute("viewBox").split(" ").map(Number));
    const left = Math.min(...boxes.map(([x]) => x)), right = Math.max(...boxes.map(([x, , w]) => x + w));
    const top = Math.min(...boxes.map(([, y]) => y)), bottom = Math.max(...boxes.map(([, y, , h]) => y + h));
    const first = unfold(svg).querySelector(":scope > rect").nextSibling, over = svg.querySelector(":scope > .frame");
    others.forEach((other) => {
      const nodes = [...unfold(other).children].filter((it) => !it.matches(".frame, title, desc"));
      nodes.forEach((it) => svg.insertBefore(it, it.matches(".l, .seal, .b, .a, .halo, .no3") ? over : first));
    });
    svg.setAttribute("viewBox", [left, top, right - left, bottom - top].join(" "));
    const name = (k) => (heads[k] ? heads[k].textContent : "Theatre");
    svg.dataset.views = boxes.map((box, k) => name(k) + " " + box.join(" ")).join(";");
    svg.classList.remove("theatre", "vast", "broad");
  }

  window.PbmFolds = { join, unfold };
})();
