// The living map, 5: the card of a space. What it says stands in the space's row of the table on the same page, so that
// card and table never disagree; where the page has no such row, in the title of the space.
(function (live) {
  "use strict";

  function el(tag, attributes, ...children) {
    const node = document.createElement(tag);
    Object.entries(attributes).forEach((it) => node.setAttribute(...it));
    node.append(...children);
    return node;
  }
  function button(words, sign, act, kind) {
    const made = el("button", { type: "button", class: kind, "aria-label": words, title: words }, sign);
    made.addEventListener("click", act);
    return made;
  }

  class Card {
    /** `open` is called for another space's card, `shut` when this one is to go. */
    constructor(layers, open, shut) {
      Object.assign(this, { layers, open, shut });
      this.node = el("div", { class: "mapcard", role: "group", hidden: "" });
      this.said = el("p", { class: "mapsaid", role: "status" });
    }

    title(code) { return this.layers.spaces.get(code).querySelector("title").textContent; }

    /** Name and facts of a space: head and nodes each. */
    facts(code, row) {
      if (!row) {
        const [head, text] = this.title(code).split(/: (.*)/s);
        return [head.slice(code.length + 1), text ? [["", [text]]] : []];
      }
      const heads = row.closest("table").querySelectorAll("thead th"), [name, ...cells] = row.children;
      const told = cells.map((cell, k) => [heads[k + 1].textContent, [...cell.cloneNode(true).childNodes]]);
      return [name.textContent.slice(code.length + 1), told.filter(([, nodes]) => nodes.length)];
    }

    show(code) {
      const row = document.getElementById("space-" + code), [name, facts] = this.facts(code, row);
      const said = facts.map(([head, nodes]) => head + " " + nodes.map((it) => it.textContent || it).join(""));
      const link = (it) => button(this.title(it).replace(/:.*$/s, ""), it, () => this.open(it, true), "c");
      let known = []; // neighbours lead to their cards; a later relation names those that no earlier one has
      this.layers.relations.forEach(({ heading, of }, k) => {
        const more = (of.get(code) || []).filter((it) => !known.includes(it));
        const list = k ? [el("span", { class: "c" }, more.join(" "))] : more.flatMap((it) => [link(it), " "]);
        if (more.length) facts.push([heading, list]);
        known = known.concat(more);
      });
      const list = facts.map(([head, nodes]) => el("div", {}, el("dt", {}, head), el("dd", {}, ...nodes)));
      const foot = row ? [el("p", {}, el("a", { href: "#space-" + code }, "In the table"))] : [];
      this.node.setAttribute("aria-label", name);
      this.node.replaceChildren(el("h3", {}, el("b", { class: "c" }, code), " " + name),
        button("Close", "\u00d7", this.shut, "shut"), el("dl", {}, ...list), ...foot);
      this.node.hidden = false;
      this.said.textContent = [code + " " + name, ...said].join(". ").replace(/\s+/g, " ") + ".";
    }

    hide() {
      this.node.hidden = true;
      this.said.textContent = "";
    }
  }

  Object.assign(live, { Card, button, el });
})(window.PbmMap);
