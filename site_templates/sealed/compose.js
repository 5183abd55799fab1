// Between a sealed page and the order composer: in the newest printout a button opens the composer, above the tables.
(function () {
  "use strict";

  // The composer's map is a copy of the whole map, with shapes and patterns of its own: those of the printout's are not
  // painted where its section is folded. Of a map in parts it has all of them, each at its place on the sheet.
  function copyOfMap(page) {
    const find = (where) => [...page.querySelectorAll(`${where} svg.map`)], parts = find("#map").length > 1;
    const squares = page.querySelector(".mapbox > svg.g-map");
    const maps = squares ? [squares]
      : parts ? [...find("#theatre"), ...find("#map")] : [...find("#map"), ...find("#theatre")].slice(0, 1);
    if (!maps.length) return null;
    const [copy, ...others] = maps.map(copied);
    if (parts) window.PbmFolds.join(copy, others, maps.map((map) => map.closest(".mapbox").querySelector("h3")));
    copy.removeAttribute("aria-labelledby");
    copy.setAttribute("aria-label", "Map to choose spaces from; the list beside it has the same spaces.");
    return copy;
  }
  function copied(map) {
    const copy = window.pbm.stillMap ? window.pbm.stillMap(map) : map.cloneNode(true);
    for (const it of copy.querySelectorAll(":scope > title, :scope > desc")) it.remove();
    for (const it of copy.querySelectorAll("*")) {
      if (it.id) it.id = `own-${it.id}`;
      for (const name of ["href", "fill", "marker-end"]) {
        const to = it.getAttribute(name);
        if (to?.includes("#")) it.setAttribute(name, to.replace("#", "#own-"));
      }
    }
    return copy;
  }

  let draft = null; // the composer in hand, for a player who looks at another turn and comes back
  document.addEventListener("pbm-locked", () => { draft = window.onbeforeunload = null; }); // nothing holds it
  document.addEventListener("pbm-opened", ({ detail: { root, words: { sheet }, isNewest } }) => {
    const jump = root.querySelector(".jump");
    if (!isNewest || !sheet || !jump || !window.PbmComposer?.start) return;
    const make = (tag, facts) => Object.assign(document.createElement(tag), facts);
    const { turn } = sheet.heading, body = draft || make("div");
    const button = make("button", { type: "button", className: "button dark", textContent: `Compose turn ${turn}` });
    const section = make("section", { className: "row screen", id: "compose", hidden: true });
    section.append(make("h2", { textContent: `Orders for turn ${turn}` }), body);
    for (const other of jump.querySelectorAll(".dark")) other.classList.remove("dark");
    jump.prepend(button, " ");
    (jump.closest(".lead") || jump).after(section);
    const above = make("button", { type: "button", textContent: `Compose turn ${turn}` });
    const line = make("p", { className: "compose screen" }); // at the top: the other one is below the map
    line.append(above);
    root.querySelector(".strip.private")?.append(line);
    above.addEventListener("click", () => button.click());
    button.addEventListener("click", () => {
      section.hidden = false; // first, for a map that is not shown has no measure
      draft = body;
      if (!body.children.length) window.PbmComposer.start(body, sheet, copyOfMap(root));
      section.scrollIntoView();
    });
  });
})();
