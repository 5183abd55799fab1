// The composer: ways over a map of cells, leg by leg: those that stand, those of the card, and the one in hand, with
// what is reached in a turn. They go by the sets and figures of the kit that the table's arrows name.
(function (pbm) {
  "use strict";

  const NEAR = 22; // pixels around a finger
  const FAR = 21; // pixels of a cell that can be hit

  function drawn(name, facts, text = "") {
    const made = document.createElementNS(pbm.SVG, name);
    Object.entries(facts).forEach(([key, value]) => made.setAttribute(key, value));
    made.textContent = text;
    return made;
  }

  /** An arrow's way, if it leads over cells. */
  const within = (row) => (row && row.arrow && row.arrow.within) || "";

  class Courses {
    constructor(board, ui) {
      Object.assign(this, { board, ui, draft: ui.draft, cells: board.cells, ways: new Map() });
      this.layer = drawn("g", { class: "courses" });
      board.svg.insertBefore(this.layer, board.svg.querySelector(".l, .b, .frame"));
      this.spots = new Map(); // the cells of places with codes of their own
      board.spaces.forEach((use, code) => {
        const x = Number(use.getAttribute("x")), y = Number(use.getAttribute("y"));
        if (use.hasAttribute("x")) this.spots.set(code, this.cells.at([x, y]));
      });
      board.svg.classList.add("celled");
    }

    /** The cell of a code; "" where it has none. */
    cell(code) {
      return this.cells.place(code || "") ? code : this.spots.get(code) || "";
    }

    /** The cell where a place is: its own, or that of the first place that the card brings there. */
    start(place) {
      const { places, table, verdict } = this.draft;
      if (place.at) return this.cell(place.at);
      for (const { row, operands } of verdict.orders.filter((it) => it.place === place.code && it.row)) {
        const named = row.operands.find((it) => it.own);
        if (!named) continue;
        const kind = table.places.find((it) => it.kind === named.own), number = operands[named.name];
        const isFounder = (it) => it.row &&
          it.row.operands.some(({ fresh, name }) => fresh === named.own && it.operands[name] === number);
        const founder = verdict.orders.find(isFounder);
        const from = places.get(pbm.signOf(kind) + number) || (founder && places.get(founder.place));
        if (from && from.at) return this.cell(from.at);
      }
      return "";
    }

    set(name) {
      if (!this.ways.has(name)) this.ways.set(name, new Set(this.draft.sheet.kit.sets[name] || []));
      return this.ways.get(name);
    }

    /** How many cells a day: the least, the most; and days of a turn. */
    pace({ arrow }) {
      const { figures = {} } = this.draft.sheet.kit;
      return [figures[arrow.within + ".least"] || 1, figures[arrow.within + ".most"] || 1, arrow.days || 1];
    }

    /** The orders of a place that go somewhere or stay, as [row, goal]: those of the card, else those that stand. */
    legsOf(place) {
      const { table, verdict } = this.draft, named = table.at(place.kind).find(within);
      if (!named) return [];
      const own = verdict.orders.filter((it) => it.place === place.code && it.row && it.row.keeps === named.keeps);
      if (own.length) {
        const last = own[own.length - 1].row; // of different kinds the last one written
        return own.filter((it) => it.row === last)
          .map(({ row, operands }) => [row, operands[row.arrow ? row.arrow.end : ""]]);
      }
      return (place.kept[named.keeps] || "").split(" ").flatMap((text) => table.at(place.kind).filter(within)
        .filter((row) => row.exact.test(text)).map((row) => [row, row.exact.exec(text)[1]]));
    }

    /** The legs of the card that the order in hand goes on from. */
    before(place, row) {
      return row.budget ? this.draft.verdict.orders.filter((it) => it.place === place.code && it.row === row)
        .map((it) => [row, it.operands[row.arrow.end]]) : [];
    }

    /** The cells of some legs from a place on, the first with it: [cells, whether all are reached]. */
    route(place, legs) {
      let here = this.start(place);
      const all = here ? [here] : [];
      for (const [row, code] of legs) {
        const goal = this.cell(code), way = here && goal && this.cells.way(here, goal, this.set(within(row)));
        if (!way) return [all, false];
        all.push(...way.slice(1));
        here = goal;
      }
      return [all, true];
    }

    /** How far the order in hand goes and when it is there; "" where it has no way. */
    told(form) {
      const { row, place, values } = form, goal = within(row) && values[row.arrow.end];
      if (!goal || !this.start(place)) return "";
      const [all, isWhole] = this.route(place, [...this.before(place, row), [row, goal]]);
      if (!isWhole) return "no way leads there";
      const steps = all.length - 1, [least, most, days] = this.pace(row), day = Math.ceil(2 * steps / (least + most));
      const later = Math.max(0, Math.ceil(day / days) - 1), turn = this.draft.sheet.heading.turn + later;
      const when = "about day " + (day - later * days) + (later ? " of T-" + turn : "");
      return steps + (steps === 1 ? " step, " : " steps, ") + when;
    }

    draw(form) {
      const { place, row } = form, parts = [], here = this.start(place);
      const moving = form.rows.find(within), open = moving && this.set(within(moving));
      if (here && moving) {
        const [least, most, days] = this.pace(moving);
        for (const [look, far] of [["range", least * days], ["range far", most * days]]) {
          const steps = this.cells.field(here, open, far);
          const reached = new Set([...steps.keys()].filter((it) => open.has(it)));
          parts.push(drawn("path", { class: look, d: this.cells.rim(reached, open) }));
        }
      }
      for (const it of this.draft.places.values()) {
        if (it !== place) parts.push(...this.line(it, this.legsOf(it), "course"));
      }
      const legs = this.legsOf(place), goal = within(row) && form.values[row.arrow.end];
      const own = goal ? this.before(place, row) : [];
      parts.push(...this.line(place, own.length ? own : legs, "course" + (goal && !own.length ? " old" : " mine")));
      if (goal) parts.push(...this.line(place, [...own, [row, goal]], "course hand", true));
      if (here) parts.push(drawn("path", { class: "cell-here", d: this.cells.outline(here) }));
      const target = form.row && form.row.target && this.cell(form.values[form.row.target.name]);
      if (target) parts.push(drawn("path", { class: "cell-goal", d: this.cells.outline(target) }));
      this.layer.replaceChildren(...parts);
    }

    /** A line over its cells, a mark at the end of each day, and at its end which day it is. */
    line(place, legs, look, isTold = false) {
      const going = legs.filter(([row]) => within(row));
      if (!going.length) return [];
      const points = this.route(place, going)[0].map((code) => this.cells.centre(code));
      if (points.length < 2) return [];
      const d = "M" + points.map((it) => it.join(" ")).join("L"), [least, most] = this.pace(going[0][0]);
      const daily = (least + most) / 2, marks = [], end = points[points.length - 1];
      for (let at = daily; at < points.length - 1; at += daily) {
        const [[ax, ay], [bx, by]] = [points[Math.floor(at)], points[Math.floor(at) + 1]], part = at % 1;
        marks.push(drawn("circle", { cx: ax + (bx - ax) * part, cy: ay + (by - ay) * part, r: 9 }));
      }
      marks.push(drawn("circle", { class: "end", cx: end[0], cy: end[1], r: 14 }));
      const day = "day " + Math.ceil((points.length - 1) / daily);
      const word = isTold ? [drawn("text", { class: "day", x: end[0], y: end[1], dy: "-.7em" }, day)] : [];
      const group = drawn("g", { class: look });
      group.append(drawn("path", { class: "halo", d }), drawn("path", { d }), ...marks, ...word);
      return [group];
    }

    /** Own places in a cell or, around a finger, near it: the nearest first. */
    placesNear(cell, around) {
      const [x, y] = this.cells.centre(cell), { table } = this.draft;
      return [...this.draft.places.values()].filter((it) => it.at && pbm.isDrawn(table, it))
        .map((it) => [this.cell(it.at), it]).filter(([at]) => at)
        .map(([at, it]) => [Math.hypot(this.cells.centre(at)[0] - x, this.cells.centre(at)[1] - y), it])
        .filter(([far]) => far <= around).sort((a, b) => a[0] - b[0]).map(([, it]) => it);
    }

    /**
     * A cell was tapped: one of the player's places there is opened, the next where there are several; else it is the
     * goal of the order in hand. What is too small to be hit opens what is nearest.
     */
    tapped(event) {
      const { ui, board } = this, { camera } = board, form = ui.place === null ? null : ui.form(ui.place);
      const badge = event.target.closest(".b"), at = camera.point(event.clientX, event.clientY);
      const cell = badge ? this.cell(badge.dataset.at) : this.cells.at(at), scale = camera.scale;
      if (!cell) return;
      const isSmall = this.cells.wide * scale < FAR, operand = form && form.row && form.row.target;
      const around = operand && !isSmall ? 0 : NEAR / scale;
      const moves = (it) => this.draft.table.at(it.kind).some(within), near = this.placesNear(cell, around);
      const groups = near.filter(moves), others = groups.filter((it) => it.code !== ui.place);
      const names = [cell, ...[...this.spots].filter(([, spot]) => spot === cell).map(([code]) => code)];
      const next = () => {
        const all = groups.length ? groups : near;
        return all[(all.findIndex((it) => it.code === ui.place) + 1) % all.length];
      };
      if ((badge || isSmall || !operand || others.length) && near.length) {
        ui.go(next().code);
      } else if (operand && names.some((it) => form.tapped(it))) {
        const told = this.told(form);
        ui.say(cell + " is the goal" + (told ? ": " + told : "") + ".");
      } else {
        ui.say(cell + (operand ? " is not in reach of this order." : ": you have nothing to order there."));
      }
    }
  }

  Object.assign(pbm, { Courses, isWithin: within });
})(window.PbmComposer);
