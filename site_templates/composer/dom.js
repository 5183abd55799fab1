// The composer: making elements. Whatever comes from a sheet or a player becomes text, never markup.
(function (pbm) {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";

  /**
   * An element, "p" or "p.note" with its class: {on: {event: listener}, attribute: value} if it has some, then
   * children; null ones are left out.
   */
  function el(kind, ...children) {
    const [tag, look] = kind.split("."), made = document.createElement(tag);
    const facts = children[0] && children[0].constructor === Object ? children.shift() : {};
    if (look) made.className = look;
    for (const [name, value] of Object.entries(facts)) {
      if (name === "on") {
        for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
      } else if (value === true && !name.startsWith("aria-")) {
        made.setAttribute(name, "");
      } else if ((value !== false || name.startsWith("aria-")) && (value ?? null) !== null) {
        made.setAttribute(name, String(value));
      }
    }
    made.append(...children.flat(Infinity).filter((child) => (child ?? "") !== ""));
    return made;
  }

  /** A button; `key` finds it again when the page is drawn anew, so that the focus stays. */
  function button(key, words, click, facts) {
    return el("button", { type: "button", "data-key": key, on: { click }, ...facts }, words);
  }

  /** A remark in small type. */
  function note(...words) {
    return el("p.note", words);
  }

  /** Things to press that belong together, under a name for who does not see them. */
  function group(look, label, ...children) {
    return el("div", { class: look, role: "group", "aria-label": label }, children);
  }

  /** A player's number in his colour. */
  function chip(player) {
    return el("span", { class: window.pbmCoat(player).look }, player ? String(player) : "\u2217");
  }

  /** A unit sign, where the page has the drawing; words stand beside it always. */
  function glyph(name) {
    if (!name || !document.getElementById("g-" + name)) return null;
    const sign = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
    sign.setAttribute("class", "g");
    sign.setAttribute("aria-hidden", "true");
    use.setAttribute("href", "#g-" + name);
    sign.append(use);
    return sign;
  }

  /** A table with its heads; cells are text or elements, `kinds` their classes. */
  function grid(name, heads, rows, kinds = []) {
    const cells = (tag, row) => row.map((cell, k) => cell === "" ? el("td") :
      el(k ? tag : "th", { class: kinds[k], scope: tag === "th" ? "col" : k ? null : "row" }, cell));
    return el("table", { class: name },
      el("thead", el("tr", cells("th", heads))),
      el("tbody", rows.map((row) => el("tr", cells("td", row)))));
  }

  Object.assign(pbm, { el, note, button, group, chip, glyph, grid, SVG });
})(window.PbmComposer);
