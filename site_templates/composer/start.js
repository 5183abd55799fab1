// The composer: the page. PbmComposer.start(root, sheet, map): root is an element to fill, sheet the order sheet of
// pbm/publish/composer.py, map the SVG of the printout's map or null. It asks the network for nothing.
(function (pbm) {
  "use strict";

  const { el, button, group } = pbm;
  const STEP = 1.7; // times nearer
  /** The tabs: the map, those that the table gives to groups of orders, the player's other orders, what is ordered. */
  function tabsOf(table, { kit, limits }) {
    const tabs = (code) => [...new Set(kit.places.filter((it) => !code === !it.code).map((it) => it.kind))]
      .flatMap((kind) => table.at(kind).flatMap((row) => pbm.tabsAt(table, row, kind)));
    const ofPlayer = new Set(tabs("")), used = new Set([...ofPlayer, ...tabs("any")]);
    const titles = [...new Set(table.groups.map((it) => (it.map ? "" : it.tab)))].filter((it) => it && used.has(it));
    const isPlayer = !titles.length || ofPlayer.has("");
    const hasList = kit.board && pbm.queueRow(table)[0];
    return [["map", pbm.mapTitle(table) || "Map"], ...(hasList ? [["list", "List"]] : []),
      ...titles.map((title) => [title.toLowerCase(), title]),
      ...(isPlayer ? [["player", "Player"]] : []), ["orders", "Orders"],
      ...(limits.pieces ? [["press", "Press"]] : []), ["card", "Card"]];
  }

  class Composer {
    constructor(root, sheet, map) {
      this.root = root;
      this.draft = new pbm.Draft(sheet);
      this.tabs = tabsOf(this.draft.table, sheet);
      this.tab = "map";
      this.typed = "";
      this.focus = "";
      this.place = null;
      this.forms = new Map();
      this.lots = pbm.lotsOf(this.draft.table, sheet.kit.places);
      this.all = ""; // one of a lot, where not all of it is ordered
      this.storage = "pbm-draft-" + [sheet.heading.game, sheet.heading.turn, sheet.heading.player].join("-");
      this.isKept = this.recall();
      const isBoard = sheet.kit.board && pbm.queueRow(this.draft.table)[0];
      this.picking = isBoard ? new pbm.Picking(this) : null; // many units of a board at once
      this.filters = { kind: "", does: "", near: "" };
      this.field = isBoard && map && map.matches(".g-map") ? new pbm.Field(map, this) : null;
      this.board = map && !isBoard && window.PbmMap && pbm.Board ? this.boardOf(map) : null;
      this.figures = this.board ? new pbm.Figures(map, this.draft) : null;
      this.map = this.board && map;
      this.courses = this.board && this.board.cells ? new pbm.Courses(this.board, this) : null;
      this.scene = this.sceneOf(map);
      this.status = el("p.said", { role: "status" });
      this.undos = el("span.undos");
      this.head = el("div.composer-head");
      this.other = el("div"); // the tabs without a map
      this.body = el("div.composer-body", { role: "tabpanel", id: "composer-panel", tabindex: "-1" },
        this.scene, this.other);
      root.classList.add("composer");
      root.addEventListener("click", () => this.say(""), true); // what was said of the last step is stale
      root.replaceChildren(this.head, this.status, this.body);
      this.draft.changed = () => {
        this.keep();
        this.draw();
      };
      this.say(this.draft.entries.length ? "Your kept draft is here again."
        : this.picking ? "Choose units, then what they do." : "Tap a space, choose what it does.");
      if (this.picking) this.draw();
      else this.go(this.first(), true);
      if (this.field) this.picking.begin();
    }

    boardOf(map) {
      const tapped = (code, event) => (this.courses ? this.courses.tapped(event) : this.tapped(code));
      return new pbm.Board(map, tapped, () => this.draw(), (entry) => {
        this.say("Took away " + entry.text + " of @" + entry.place + ".");
        this.draft.remove(entry);
      });
    }

    /** What stays where it is when all else is drawn anew: a map that goes and comes is laid out as a whole. */
    sceneOf(map) {
      this.near = el("span");
      this.chips = el("div");
      this.side = el("div.form-side");
      return el("div.sides",
        el("div.map-side", this.board ? [el("div.mapbox", map, this.near), this.board.parts.node]
          : this.field && this.field.node, this.chips),
        this.side);
    }

    /** The first space to order from, if there is any. */
    first() {
      const { table, sheet } = this.draft, open = sheet.kit.places.filter((place) => place.code && !place.quiet);
      const own = pbm.mapTitle(table) ? open.find((place) => pbm.isOnMap(table, place)) : null;
      return (own || open[0] || { code: "" }).code;
    }

    /** The card's game, turn and player. */
    title() {
      const { game, turn, player } = this.draft.sheet.heading;
      return game + " T-" + turn + " [" + player + "]";
    }

    /** The order form of a place, or of the lot that it is the first of, on a tab; it remembers what was chosen. */
    form(code, tab = "") {
      const lot = this.lot(code), heading = lot && this.all !== code ? lot.heading : code, key = tab + " " + heading;
      if (!this.forms.has(key)) {
        this.forms.set(key, new pbm.OrderForm(this, this.draft.places.get(code), heading, tab));
      }
      return this.forms.get(key);
    }

    /** The title of a tab that the table gives to groups of orders, or nothing. */
    grouped(tab) {
      return (this.draft.table.groups.find((it) => it.tab && it.tab.toLowerCase() === tab) || { tab: "" }).tab;
    }

    /** The lot of numbered places that one is of; null for another place. */
    lot(code) {
      return this.lots.find(({ codes }) => codes.includes(code)) || null;
    }

    go(code, isFirst) {
      this.place = code;
      this.all = "";
      this.tab = code === "" ? "player" : "map";
      if (!isFirst) this.focus = "place-" + code;
      this.draw();
    }

    /** A space of the map was tapped: a target of the order in hand, else a place to order from. */
    tapped(code) {
      const form = this.tab === "map" && this.place ? this.form(this.place) : null;
      const operand = form && form.row && (form.row.target || form.way);
      const name = (this.draft.names.get(code) || "") + " " + code, isTaken = operand && form.tapped(code);
      if (isTaken) {
        this.say(form.ways.includes(code) ? name.trim() + " is on the way." : name.trim() + " is the target.");
      } else if (this.draft.places.has(code)) {
        this.go(code);
      } else {
        this.say(name.trim() + (operand ? " is not in reach of this order." : ": you have nothing to order there."));
      }
    }

    say(words, isBad) {
      this.status.textContent = words;
      this.status.classList.toggle("bad", Boolean(isBad));
    }

    /** Draw the tab anew; the focus stays on the same thing. */
    draw() {
      const active = document.activeElement;
      const key = this.focus || (this.root.contains(active) && active.dataset.key) || "";
      this.focus = "";
      this.drawHead();
      const tabs = { orders: pbm.ordersTab, press: pbm.pressTab, card: pbm.cardTab, list: pbm.rosterTab };
      this.body.setAttribute("aria-labelledby", "composer-" + this.tab);
      const title = this.grouped(this.tab), own = title ? () => pbm.groupTab(this, title) : tabs[this.tab];
      const shown = own ? own(this) : this[this.tab + "Tab"](), isMap = shown === this.scene;
      if (!isMap) [this.near, this.chips, this.side].forEach((it) => it.replaceChildren());
      this.scene.classList.toggle("away", !isMap);
      if (isMap && this.field) this.field.frame(); // it has its measure now
      this.other.replaceChildren(...(isMap ? [] : [shown]));
      this.markMap();
      const keyed = [...this.root.querySelectorAll("[data-key]")];
      const again = key && keyed.find((it) => it.dataset.key === key && !it.disabled);
      if (again) again.focus({ preventScroll: true });
      else if (key) this.body.focus({ preventScroll: true });
    }

    drawHead() {
      const { due } = this.draft.sheet;
      const counts = { orders: this.draft.entries.length, press: this.draft.press.length };
      const choose = (tab) => {
        this.say("");
        this.tab = tab;
        if (tab === "player") this.place = "";
        const { table, places } = this.draft, place = places.get(this.place);
        const isAway = !this.place || (pbm.mapTitle(table) && !pbm.isDrawn(table, place));
        if (tab === "map" && isAway && !this.picking) this.place = this.first();
        this.draw();
      };
      const move = (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const { tabs } = this, at = tabs.findIndex(([tab]) => tab === this.tab);
        const [next] = tabs[(at + step + tabs.length) % tabs.length];
        event.preventDefault();
        this.focus = "tab-" + next;
        choose(next);
      };
      this.head.replaceChildren(
        el("div.strip",
          el("p", el("b", this.title()), " REV " + this.draft.revision),
          due ? el("p.due", "due " + due) : null),
        el("div.tab-row", el("div.tabs", { role: "tablist", "aria-label": "Composer", on: { keydown: move } },
          this.tabs.map(([tab, words]) => button("tab-" + tab, words + (counts[tab] ? " " + counts[tab] : ""),
            () => choose(tab), {
              role: "tab", id: "composer-" + tab, "aria-selected": tab === this.tab, "aria-controls": "composer-panel",
              tabindex: tab === this.tab ? 0 : -1,
            }))), this.undos));
      this.undos.replaceChildren(
        button("undo", "Undo", () => {
          this.say("Undone.");
          this.draft.undo();
        }, { class: "button small", disabled: !this.draft.past.length }),
        button("redo", "Redo", () => {
          this.say("Done again.");
          this.draft.redo();
        }, { class: "button small", disabled: !this.draft.future.length }));
    }

    /** The map of squares, what is chosen on it, and what that is to do. */
    squaresTab() {
      if (this.field) this.field.draw(); // first: the keys are for what it shows
      this.chips.replaceChildren(this.picking.drawKeys());
      this.side.replaceChildren(...[this.picking.drawForm()].flat(Infinity).filter((it) => it));
      return this.scene;
    }

    mapTab() {
      if (this.picking) return this.squaresTab();
      const place = this.draft.places.get(this.place);
      if (!place) return el("p", "You have no space to order from; see the other tabs.");
      const form = this.form(place.code), near = this.board && this.board.isNear;
      const chip = (it, heading, codes) => {
        const own = this.draft.entries.filter((entry) => codes.includes(entry.place)), { length } = own;
        const title = codes.length > 1 ? this.lotTitle(it, codes) : it.name;
        const words = [heading, length ? el("small", " " + length) : null];
        return button("place-" + it.code, words, () => this.go(it.code), {
          "aria-pressed": codes.includes(place.code), title,
          "aria-label": heading + " " + title + (length ? ", " + pbm.someOrders(own) : ""),
        });
      };
      const { table } = this.draft, isShown = (it) => !pbm.mapTitle(table) || pbm.isOnMap(table, it);
      const single = this.draft.sheet.kit.places
        .filter((it) => it.code && !pbm.manyOf(table, it.code) && (isShown(it) || it === place));
      const isOpen = (it) => !it.quiet || it === place || (pbm.mapTitle(table) && this.isOrdered(it));
      const chips = single.filter(isOpen).map((it) => chip(it, it.code, [it.code]));
      const lots = (isQuiet) => this.lots.filter((it) => it.place.quiet === isQuiet)
        .map(({ place: first, heading, codes }) => chip(first, heading, codes));
      const turn = () => {
        this.board.turn();
        this.draw();
      };
      const zoom = (key, sign, words, by) => button(key, sign, () => this.board.zoom(by),
        { class: "button small", "aria-label": words });
      this.near.replaceChildren(...(this.board
        ? [button("near", near ? "Whole map" : "Near @" + place.code, turn, { class: "button small near" })] : []),
      ...(this.courses ? [el("span.zoom", zoom("nearer", "+", "Nearer", STEP),
        zoom("farther", "\u2212", "Farther", 1 / STEP))] : []));
      this.chips.replaceChildren(...[
        chips.length ? group("codes-row", "Your spaces", chips) : null,
        lots(false).length ? group("codes-row", "Your units", lots(false)) : null,
        lots(true).length ? el("details", el("summary", "Units with orders that stay"),
          group("codes-row", "Units with orders that stay", lots(true))) : null,
      ].filter((it) => it));
      const aside = this.courses ? place.note : "left to order";
      this.side.replaceChildren(...[this.headOf(place, aside), form.draw(), pbm.elsewhere(this, place),
        this.own(place),
        pbm.drawCounts(this), pbm.totals(this)].flat(Infinity).filter((it) => it));
      return this.scene;
    }

    /** Whether the card has orders of a place. */
    isOrdered(place) {
      return this.draft.entries.some((it) => it.place === place.code);
    }

    headOf(place, aside) {
      const { heading } = this.form(place.code), lot = this.lot(place.code);
      const name = heading === place.code ? place.name : this.lotTitle(place, lot.codes);
      const head = el("h2.place-head", el("span", el("code", "@" + heading), " " + name), el("small", aside));
      return lot && lot.codes.length > 1 ? [head, this.drawLot(lot, heading)] : head;
    }

    /** 3 Runners in C4. */
    lotTitle(place, { length }) {
      return pbm.units(this.draft.table, length, place.unit) + " in " + place.at;
    }

    /** All of a lot, or one of it. */
    drawLot({ codes, heading }, shown) {
      const options = [heading, ...codes].map((code) => el("option", { value: code, selected: code === shown },
        code === heading ? "all of these" : "@" + code));
      return pbm.choice("Orders for ", "lot", options, (code) => {
        this.all = code === heading ? "" : code;
        this.place = code === heading ? codes[0] : code;
        this.draw();
      });
    }

    own(place) {
      const orders = pbm.orderList(this, place.code), standing = pbm.standingList(this, place);
      return [orders ? [el("h3", "Orders of @" + place.code), orders] : null,
        standing ? [el("h3", "On file"), standing] : null];
    }

    playerTab() {
      const place = this.draft.places.get("");
      if (!place) return el("p", "You have no orders to give.");
      return el("div.sides",
        el("div.form-side", this.headOf(place, ""), place.note ? pbm.note(place.note) : null, this.form("").draw()),
        el("div", this.own(place), pbm.drawAccount(this), pbm.drawCounts(this), pbm.totals(this), pbm.typedBox(this)));
    }

    markMap() {
      if (!this.board || this.tab !== "map") return undefined;
      const form = this.place ? this.form(this.place) : null, chooses = form && form.row;
      const ways = this.draft.verdict.orders.map((order) => pbm.goes(this.draft, order)).filter((it) => it);
      this.figures.draw();
      if (this.courses && form) {
        this.courses.draw(form);
        return this.board.mark(this.courses.start(form.place) || this.place, [], [], []);
      }
      const at = form ? form.place.at || this.place : "", around = form ? Object.values(form.place.sets).flat() : [];
      const passes = chooses && form.isOnWay ? pbm.onward(form, form.way)[1] : [];
      const chosen = chooses ? [...form.ways, form.values.to].filter((it) => it) : [];
      this.board.mark(at, chooses ? form.reach() : [], chosen, around, passes);
      return this.board.arrows.draw(ways);
    }

    /** Whether there was a kept draft, which is taken up. */
    recall() {
      try {
        const kept = localStorage.getItem(this.storage);
        if (kept) this.draft.restore(kept);
        return Boolean(kept);
      } catch (error) {
        return false; // no storage, or not ours: a fresh draft
      }
    }

    keeps(isKept) {
      this.isKept = isKept;
      this.keep();
      this.say(isKept ? "The draft is kept on this device." : "The draft is kept nowhere.");
    }

    keep() {
      try {
        if (this.isKept) localStorage.setItem(this.storage, this.draft.kept());
        else localStorage.removeItem(this.storage);
      } catch (error) {
        if (this.isKept) this.say("This browser keeps nothing: copy the card instead.", true);
      }
    }
  }

  /** Fill the root with the composer of a sheet. */
  function start(root, sheet, map) {
    if (sheet.format !== 1) {
      root.replaceChildren(el("p", "This composer does not know its order sheet: write the card by hand."));
      return null;
    }
    const it = new Composer(root, pbm.unfold(sheet), map || null);
    window.onbeforeunload = (event) => { // orders and press that are neither kept nor handed over
      const { entries, press, letter, handed } = it.draft, isOpen = (entries.length || press.length) && !handed;
      if ((isOpen || letter.text.trim()) && !it.isKept) event.preventDefault();
    };
    return it;
  }

  pbm.start = start;
})(window.PbmComposer);
