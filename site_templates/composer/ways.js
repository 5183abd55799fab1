// The composer: a board of squares, what the player knows to be on them, and ways over them. Ways are those of the
// game's rules as far as a player can know them; they are for advice, no order is judged by them.
(function (pbm) {
  "use strict";

  const STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]]; // N NE E SE S SW W NW
  const FAR = 65535; // more steps than any way has
  const MOST = 30; // goals of which the distances are kept

  class Ways {
    constructor(sheet, table) {
      this.spaces = new pbm.Spaces(sheet, table);
      this.table = table;
      this.kit = sheet.kit;
      const { width, height, wrap, rows, sites, others = [] } = this.kit.board;
      Object.assign(this, { width, height, wrap, signs: rows.join("") });
      this.sites = new Map(Object.entries(sites).map(([code, [square, owner]]) => [this.at(square), { code, owner }]));
      this.others = new Map();
      for (const [square, kind, owner, seen] of others) {
        pbm.filed(this.others, this.at(square)).push({ kind, owner, seen });
      }
      this.units = new Map(); // own ones, by square
      for (const place of this.kit.places.filter((it) => it.unit)) pbm.filed(this.units, this.at(place.at)).push(place);
      this.grounds = new Map();
      this.found = new Map();
    }

    /** The number of a square, row by row from the north-west, by its name or the code of what is there; or -1. */
    at(code) {
      const [x, y] = this.spaces.square(code) || [0, -1];
      return y < 0 ? -1 : y * this.width + x;
    }

    /** How a card names a square: by the code of what is there, if that is known. */
    name(square) {
      const site = this.sites.get(square);
      return site ? site.code : pbm.squareName(square % this.width, Math.floor(square / this.width));
    }

    /** The squares that touch one, in the order of the directions. */
    near(square) {
      const x = square % this.width, y = Math.floor(square / this.width), found = [];
      for (const [dx, dy] of STEPS) {
        const across = this.wrap ? (x + dx + this.width) % this.width : x + dx, there = (y + dy) * this.width + across;
        if (across >= 0 && across < this.width && y + dy >= 0 && y + dy < this.height && there !== square &&
          !found.includes(there)) found.push(there);
      }
      return found;
    }

    apart(one, other) {
      const across = Math.abs(one % this.width - other % this.width);
      return [this.wrap ? Math.min(across, this.width - across) : across,
        Math.abs(Math.floor(one / this.width) - Math.floor(other / this.width))];
    }

    layer(unit) {
      return this.table.layers.find((it) => it.units.includes(unit));
    }

    skill({ unit, damage }) {
      const { skills = {} } = this.kit;
      return skills[unit + (damage || "")] || skills[unit] || { moves: 0 };
    }

    /** The squares that a layer's units may cross, as far as the player knows: own sites, and what is not known. */
    ground(layer) {
      if (!this.grounds.has(layer)) {
        const open = new Uint8Array(this.signs.length);
        for (let k = 0; k < open.length; k++) open[k] = this.signs[k] === " " || layer.enters.includes(this.signs[k]);
        this.sites.forEach(({ owner }, k) => { open[k] = owner === this.kit.player; });
        this.grounds.set(layer, open);
      }
      return this.grounds.get(layer);
    }

    /** How many steps there are to a goal from each square. */
    distances(layer, goal) {
      const key = layer.title + " " + goal, known = this.found.get(key);
      if (known) return known;
      const open = this.ground(layer), steps = new Uint16Array(open.length).fill(FAR);
      steps[goal] = 0;
      for (let edge = [goal], far = 1; edge.length; far++) {
        const next = [];
        for (const square of edge) {
          for (const there of this.near(square)) {
            if (steps[there] !== FAR || !open[there]) continue;
            steps[there] = far;
            next.push(there);
          }
        }
        edge = next;
      }
      if (this.found.size >= MOST) this.found.clear();
      this.found.set(key, steps);
      return steps;
    }

    /**
     * The way of a unit to a square, of all shortest ones the straightest: {squares, turns}, turns as if nobody stood
     * in its way; or null.
     */
    way(place, goal) {
      const layer = this.layer(place.unit), { moves, slow = "" } = this.skill(place), start = this.at(place.at);
      if (!layer || !moves || start < 0 || goal < 0) return null;
      const steps = this.distances(layer, goal), squares = [start];
      let here = start, turns = 0, left = 0;
      // From where its kind cannot be, such as a ship, the first step is to the best square beside it.
      let far = steps[start] !== FAR ? steps[start]
        : Math.min(FAR, ...this.near(start).map((there) => steps[there] + 1));
      if (far >= FAR) return null;
      while (here !== goal) {
        let best = null;
        this.near(here).forEach((there, turn) => {
          if (steps[there] >= far) return;
          const [dx, dy] = this.apart(there, goal), rank = [steps[there], dx * dx + dy * dy, turn, there];
          const k = best ? rank.findIndex((it, j) => it !== best[j]) : 0;
          if (!best || rank[k] < best[k]) best = rank;
        });
        if (!left) [turns, left] = [turns + 1, moves];
        [far, , , here] = best;
        left = slow.includes(this.signs[here]) ? 0 : left - 1;
        squares.push(here);
      }
      return { squares, turns };
    }

    /** Whether a unit that must land has a place for it within reach of a square, so many steps from here. */
    hasHome(place, goal, steps) {
      if (!place.range) return true;
      const homes = (this.kit.sets[this.skill(place).homes] || []).map((code) => this.at(code));
      return homes.some((home) => Math.max(...this.apart(goal, home)) <= place.range - steps);
    }

    /** What a unit meets on a square, as far as is known: words and its chance to win in per cent; or null. */
    foe(place, square) {
      const { chances = {} } = this.skill(place), site = this.sites.get(square);
      const [other] = this.others.get(square) || [];
      if (site && site.owner !== this.kit.player) {
        return { owner: site.owner, kind: "", chance: chances[site.owner ? ":site" : ":0"], seen: 0 };
      }
      if (!other) return null;
      return { ...other, chance: chances[other.kind + ":" + this.signs[square]] ?? chances[other.kind] };
    }
  }

  pbm.Ways = Ways;
})(window.PbmComposer);
