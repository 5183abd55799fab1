// The composer: what to look at before the card goes. It only asks: every row leads to where it may be mended, and none
// of them keeps the card back. What others have is told as far as the printout shows it.
(function (pbm) {
  "use strict";

  const { button, el, grid, note } = pbm;
  const MOST = 6; // rows of a kind
  const NEAR = 3; // squares from which another's unit may come in a turn or two

  /** By space the spaces next to it: as the kit has them, else as the map does. */
  function neighbours({ draft, map }) {
    const [first] = Object.values(draft.sheet.kit.near || {});
    if (first) return new Map(Object.entries(first).map(([code, near]) => [code, near.split(" ")]));
    const relations = map && window.PbmMap ? window.PbmMap.relationsOf(map) : [];
    return relations.length ? relations[0].of : new Map();
  }

  /** The player's own spaces, each with other players next to it: [code, [player, ...]]. */
  function borders(ui) {
    const { owners, sheet } = ui.draft, me = sheet.heading.player, near = neighbours(ui);
    const others = (code) => (near.get(code) || []).map((it) => owners.get(it)).filter((it) => it && it !== me);
    return [...owners].filter(([, owner]) => owner === me).map(([code]) => [code, [...new Set(others(code))].sort()])
      .filter(([, players]) => players.length);
  }

  const go = (ui, code) => () => {
    if (!ui.picking) return ui.go(code);
    ui.tab = "map";
    return ui.picking.step(1); // to the next unit without orders
  };
  const row = (ui, code, words, act = go(ui, code)) =>
    [button("mend-" + words, code ? "@" + code : "Player", act, { class: "link", title: "go there" }), words];

  /** Spaces that held units, none of which stays, with another player next to them. */
  function emptied(ui) {
    const { draft } = ui, spent = draft.used(pbm.acting(draft.verdict)), next = new Map(borders(ui));
    const left = (place, name) => place.has[name] - (spent.get(pbm.storeKey(place.code, name)) || 0);
    return draft.sheet.kit.places.filter((place) => {
      const units = Object.keys(place.has).filter((name) => draft.table.acting.includes(name) && place.has[name]);
      return next.has(place.code) && units.length && units.every((name) => left(place, name) <= 0);
    }).map((place) => row(ui, place.code,
      place.name + " is left empty, next to " + next.get(place.code).map((it) => draft.player(it)).join(", ")));
  }

  /** Others within reach of what is the player's: next to it, or a few squares away. */
  function within(ui) {
    const { draft } = ui, { board } = draft.sheet.kit, me = draft.sheet.heading.player, found = new Map();
    const put = (player, code) => found.set(player, [...(found.get(player) || []), code]);
    if (board) {
      const spaces = new pbm.Spaces(draft.sheet, draft.table);
      const own = Object.entries(board.sites || {}).filter(([, [, owner]]) => owner === me);
      for (const [square, , owner, seen] of board.others || []) {
        const [x, y] = spaces.square(square), far = ([, [at]]) => {
          const [ox, oy] = spaces.square(at), across = Math.abs(x - ox);
          return Math.max(board.wrap ? Math.min(across, board.width - across) : across, Math.abs(y - oy));
        };
        const site = !seen && owner && own.find((it) => far(it) <= NEAR);
        if (site && !(found.get(owner) || []).includes(site[0])) put(owner, site[0]);
      }
    } else {
      borders(ui).forEach(([code, players]) => players.forEach((player) => put(player, code)));
    }
    const places = (codes) => codes.slice(0, MOST).join(", ") + (codes.length > MOST ? ", \u2026" : "");
    return [...found].sort(([a], [b]) => a - b).map(([player, codes]) =>
      row(ui, codes[0], draft.player(player) + " is next to " + places(codes)));
  }

  /** What the player could still spend. */
  function unspent(ui) {
    const { draft } = ui, { table } = draft, own = draft.places.get("");
    if (!own) return [];
    return draft.totals().filter(([store, , left]) => store.name in own.has && left > 0).map(([store, , left]) => {
      const spends = table.rows.find((it) => it.pays.some((pay) => pay.spends === store.name));
      const [tab] = spends ? pbm.tabsAt(table, spends, spends.at[0]).filter((it) => it) : [];
      return row(ui, "", pbm.amount(store, left) + " " + store.title + " not spent", () => {
        Object.assign(ui, { tab: tab ? tab.toLowerCase() : "player", place: "" });
        ui.draw();
      });
    });
  }

  /** Orders of which not all may come to something: what was remarked of them, and what this page cannot judge. */
  function doubtful(ui) {
    const { orders, judged, warnings } = ui.draft.verdict;
    const at = ({ line }) => (orders.find((it) => it.line === line) || { place: "" }).place;
    const unsure = orders.filter((it) => judged.includes(it));
    return [...warnings.map((it) => row(ui, at(it), it.text + " " + it.message)),
      ...unsure.map((it) => row(ui, it.place, it.text + ": the engine will judge it"))];
  }

  /** Units without orders; of a board's many by kind, a tap leading to the next of them all. */
  function idle(ui) {
    const { draft } = ui, { table } = draft, kinds = new Map();
    if (ui.picking) {
      ui.picking.idle().forEach((it) => pbm.filed(kinds, it.unit).push(it));
      return [...kinds].map(([unit, all]) =>
        row(ui, all[0].code, pbm.units(table, all.length, unit) + " without orders"));
    }
    return pbm.idle(draft.sheet, table, draft.verdict).map(([place, units]) =>
      row(ui, place.code, units.map(([unit, n]) => pbm.units(table, n, unit)).join(", ") + " without orders"));
  }

  /** The list, a part for each question; nothing where there is nothing to ask. */
  function beforeSending(ui) {
    const parts = [["Idle", idle], ["Left empty", emptied], ["Others in reach", within], ["Unspent", unspent],
      ["In doubt", doubtful]].map(([title, find]) => [title, find(ui)]).filter(([, rows]) => rows.length);
    const told = ([title, rows]) => el("details", { open: title !== "Others in reach" },
      el("summary", title + " ", el("small", String(rows.length))),
      grid("idle", ["Where", "What"], rows.slice(0, MOST)),
      rows.length > MOST ? note(rows.length - MOST + " more.") : null);
    return el("section.before", el("h3", "Before you send"),
      parts.length ? parts.map(told) : note("Nothing that this page would ask about."));
  }

  pbm.beforeSending = beforeSending;
})(window.PbmComposer);
