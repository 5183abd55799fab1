// The composer: all numbered units as a list, to be chosen by what they are and do.
(function (pbm) {
  "use strict";

  const { el, note, button, group, choice } = pbm;
  const NEAR = 5; // squares around a place
  const SHOWN = 60; // units that are listed at once

  /** The units that pass all filters. */
  function filtered({ picking, filters }) {
    const { kind, does, near } = filters, idle = new Set(picking.idle().map((it) => it.code));
    const at = near ? picking.ways.at(near) : -1, ordered = picking.ordered();
    return picking.units.filter((it) => {
      if (kind && it.unit !== kind) return false;
      if (at >= 0 && Math.max(...picking.ways.apart(picking.ways.at(it.at), at)) > NEAR) return false;
      if (does === "idle") return idle.has(it.code);
      if (does === "card") return ordered.has(it.code);
      if (does === "damaged") return it.damage > 0;
      return !does || it.traits.includes(does);
    });
  }

  function rosterTab(ui) {
    const { picking, filters } = ui, { units, table, ways } = picking, ordered = picking.ordered();
    const shown = filtered(ui), traits = [...new Set(units.flatMap((it) => it.traits))];
    const option = (value, words, chosen) => el("option", { value, selected: value === chosen }, words);
    const set = (name) => (value) => {
      filters[name] = value;
      ui.draw();
    };
    const kinds = [...new Set(units.map((it) => it.unit))];
    const does = [["", "all"], ["idle", "without orders"], ["card", "ordered on this card"], ["damaged", "damaged"],
      ...traits.map((it) => [it, it])];
    const sites = [...ways.sites.values()].map(({ code }) => code).sort();
    const isAll = shown.length > 0 && shown.every((it) => picking.codes.has(it.code));
    const rows = shown.slice(0, SHOWN).map((it) => {
      const is = [picking.word(it.unit), it.at, it.name, it.damage ? "damage " + it.damage : "", ...it.traits];
      const doing = picking.doing(it, ordered) || "without orders";
      return button("unit-" + it.code, [el("b", it.code), " ", is.filter((word) => word).join(", "), " ",
        el("small", doing)], () => {
        picking.toggle([it]);
        ui.draw();
      }, { "aria-pressed": picking.codes.has(it.code) });
    });
    return el("div.sides",
      el("div",
        el("div.filters",
          choice("Kind ", "kind", [option("", "all", filters.kind),
            ...kinds.map((it) => option(it, picking.word(it), filters.kind))], set("kind")),
          choice("Which ", "does", does.map(([value, words]) => option(value, words, filters.does)), set("does")),
          choice("Near ", "near", [option("", "anywhere", filters.near),
            ...sites.map((it) => option(it, it, filters.near))], set("near"))),
        group("choosers", "Choose units",
          button("choose-all", (isAll ? "none of these " : "all of these ") + shown.length, () => {
            picking.toggle(shown);
            ui.say(picking.title() || "None is chosen.");
            ui.draw();
          }, { class: "button small", disabled: !shown.length }),
          button("none", "none", () => {
            picking.codes.clear();
            picking.queue.clear();
            ui.draw();
          }, { class: "button small", disabled: !picking.codes.size })),
        group("codes-row spaces roster", "Units", rows),
        shown.length > SHOWN ? note(SHOWN + " of " + shown.length + " are shown.") : null),
      el("div.form-side", picking.drawForm()));
  }

  pbm.rosterTab = rosterTab;
})(window.PbmComposer);
