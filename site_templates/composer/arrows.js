// The composer: the orders of the card on its map. As pbm/site/maps/arrows.py draws them: bent lines between
// labels, with a halo, that end just short of where they point; and the badges with what is left.
(function (pbm) {
  "use strict";

  const at = ([x1, y1, mx, my, x2, y2], t) => {
    const a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
    return [a * x1 + b * mx + c * x2, a * y1 + b * my + c * y2];
  };
  const lies = ([x, y], [left, top, right, low], more) =>
    left - more < x && x < right + more && top - more < y && y < low + more;

  /** The piece of a curve between two of its points, as the path of an SVG. */
  function piece(curve, first, last) {
    const [x1, y1, mx, my, x2, y2] = curve, u = 1 - first, v = 1 - last;
    const mixed = (a, m, b) => u * v * a + (u * last + first * v) * m + first * last * b;
    const middle = [mixed(x1, mx, x2), mixed(y1, my, y2)];
    const [a, b, c] = [at(curve, first), middle, at(curve, last)].map((point) => point.map(Math.round).join(" "));
    return "M" + a + "Q" + b + " " + c;
  }

  /** The best way from a space to another: the bend that runs through the fewest labels; [path, cost]. */
  function way(start, end, boxes, isTaken) {
    const [[x1, y1], [x2, y2]] = [start.at, end.at], length = Math.max(1, Math.hypot(x2 - x1, y2 - y1));
    const it = window.PbmMap.drawn.arrow, { steps, short } = it; // the numbers of pbm/site/maps/arrows.py
    const own = (code) => boxes.filter((box) => box[0] === code).map((box) => box[1]);
    const leave = own(start.code), reach = own(end.code);
    const others = boxes.filter((box) => box[0] !== start.code && box[0] !== end.code).map((box) => box[1]);
    const tried = it.bends.map((bend) => {
      const curve = [x1, y1, (x1 + x2) / 2 - (y2 - y1) * bend / 50, (y1 + y2) / 2 + (x2 - x1) * bend / 50, x2, y2];
      let last = steps, first = 0;
      for (let n = steps; n > 0; n--) if (reach.some((box) => lies(at(curve, n / steps), box, it.clear))) last = n;
      last = Math.max((last - 0.5) / steps, Math.min(0.5, short / 2 / length));
      for (let n = 0; n / steps < last; n++) {
        if (leave.some((box) => lies(at(curve, n / steps), box, it.leave))) first = (n + 0.5) / steps;
      }
      if ((last - first) * length < short) first = Math.max(0, last - short / length);
      let hits = 0;
      for (let n = 0; n <= it.points; n++) {
        const point = at(curve, first + (last - first) * n / it.points);
        if (others.some((box) => lies(point, box, it.around))) hits++;
      }
      return [piece(curve, first, last), hits * it.hit + Math.abs(Math.abs(bend) - it.usual)];
    }).sort((a, b) => a[1] - b[1]);
    return (tried.find(([path]) => !isTaken.has(path)) || tried[0])[0];
  }

  /** Where an order of the card goes on the map: {line, start, end, entry}, or null for one that stays. */
  function goes(draft, order) {
    const how = order.row && order.row.arrow;
    if (!how || order.slot) return null;
    const place = draft.places.get(order.place), here = place.at || place.code;
    const last = (it) => (Array.isArray(it) ? it[it.length - 1] : it); // of a chain, where it leads to
    const [start, end] = [how.start, how.end].map((name) => (name ? last(order.operands[name]) : here));
    const entry = draft.entries.find((it) => it.place === order.place && it.text === order.text);
    const line = draft.sheet.arrows[how.kind] || "plain";
    return entry && start && end && start !== end ? { line, start, end, entry } : null;
  }

  /** The arrows of a map's card; `away` takes an order off the card. */
  class Arrows {
    constructor(board, above) {
      const layer = () => board.svg.insertBefore(document.createElementNS(pbm.SVG, "g"), above);
      this.board = board;
      this.node = layer();
      this.node.setAttribute("class", "card-arrows");
      this.shown = [];
      const [code, use] = board.spaces.entries().next().value || ["", null];
      this.prefix = use ? use.getAttribute("href").slice(1, -code.length) : "";
    }

    /** Draw the orders of a card that go somewhere; they are drawn again where the labels are of another size. */
    draw(ways = this.shown) {
      const { board } = this, taken = new Set();
      this.shown = ways;
      const spot = (code) => ({ code, at: board.middle(code) });
      this.node.replaceChildren(...ways.flatMap((it) => {
        const [start, end] = [spot(it.start), spot(it.end)];
        if (!start.at || !end.at) return [];
        // On a sheet whose edges join an arrow goes the short way round, in two pieces.
        const wrap = Number(board.svg.dataset.wrap) || Infinity, far = end.at[0] - start.at[0];
        const beyond = (it, by) => ({ code: "", at: [it.at[0] + by, it.at[1]] }), by = far < 0 ? wrap : -wrap;
        const isAround = Math.abs(far) * 2 > wrap;
        const pieces = isAround ? [[start, beyond(end, by)], [beyond(start, -by), end]] : [[start, end]];
        const d = pieces.map(([from, to]) => way(from, to, board.labels.boxes, taken)).join("");
        taken.add(d);
        return [["halo"], ["a a-" + it.line, "a-" + it.line], ["hit"]].map(([look, tip]) => {
          const path = document.createElementNS(pbm.SVG, "path");
          path.setAttribute("class", look);
          path.setAttribute("d", d);
          if (tip) path.setAttribute("marker-end", "url(#" + this.prefix + tip + ")");
          if (look === "hit") path.entry = it.entry;
          return path;
        });
      }));
    }
  }

  /** The figures of a player's own badges: what is left to order. */
  class Figures {
    constructor(svg, draft) {
      this.draft = draft;
      const stores = draft.table.stores.filter((store) => draft.sheet.units.includes(store.name));
      const labels = new Map([...svg.querySelectorAll(".l")].map((it) => [it.querySelector("text").textContent, it]));
      this.cells = draft.sheet.kit.places.filter((place) => place.code && !place.at).flatMap((place) => {
        const units = stores.filter(({ name }) => place.has[name] > 0).map(({ name }) => name);
        const badges = [...svg.querySelectorAll('.b[data-at="' + CSS.escape(place.code) + '"]')];
        const row = labels.get(place.code) && labels.get(place.code).querySelector(".r");
        const all = badges.map((it) => [it, "text:not(.no, .mk)"]).concat(row ? [[row, ".sn"]] : []);
        for (const [badge, figures] of all) {
          const texts = [...badge.querySelectorAll(figures)], whose = badge.querySelector(".no");
          const isOwn = badge === row || (whose && whose.textContent === String(draft.sheet.kit.player));
          const fits = (name, k) => texts[k].textContent === String(place.has[name]);
          if (isOwn && units.length === texts.length && units.every(fits)) {
            return texts.map((text, k) => ({ text, place, spends: units[k] }));
          }
        }
        return [];
      });
    }

    draw() {
      for (const { text, place, spends } of this.cells) {
        const left = String(this.draft.left(place, { spends }));
        if (text.textContent !== left) text.textContent = left;
      }
    }
  }

  Object.assign(pbm, { Arrows, Figures, goes });
})(window.PbmComposer);
