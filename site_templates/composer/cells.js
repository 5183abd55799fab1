// The composer: a map of cells, hexagons in columns of which every second one lies half a cell lower. As
// pbm/site/maps/honeycomb.py; ways are for advice, no order is judged by them.
(function (pbm) {
  "use strict";

  const BESIDE = [[0, -1, -1], [1, -1, 0], [1, 0, 1], [0, 1, 1], [-1, 0, 1], [-1, -1, 0]]; // clockwise from the north
  const two = (number) => String(number).padStart(2, "0");

  class Cells {
    /** facts: columns, rows, from column to column, from row to row, the middle of the first cell. */
    constructor(facts) {
      [this.columns, this.rows, this.wide, this.high, this.x, this.y] = facts.split(" ").map(Number);
    }

    /** Column and row of a cell, or null. */
    place(code) {
      const found = /^(\d\d)(\d\d)$/.exec(code), [column, row] = found ? found.slice(1).map(Number) : [0, 0];
      return column > 0 && column <= this.columns && row > 0 && row <= this.rows ? [column, row] : null;
    }

    name(column, row) {
      const isIn = column > 0 && column <= this.columns && row > 0 && row <= this.rows;
      return isIn ? two(column) + two(row) : "";
    }

    /** The middle of a cell in the drawing. */
    centre(code) {
      const [column, row] = this.place(code), lower = column % 2 ? 0 : this.high / 2;
      return [this.x + (column - 1) * this.wide, this.y + (row - 1) * this.high + lower];
    }

    /** The cell at a point of the drawing; "" beside them. */
    at([x, y]) {
      const guess = Math.round((x - this.x) / this.wide) + 1, near = [];
      for (let column = guess - 1; column <= guess + 1; column++) {
        const lower = column % 2 ? 0 : this.high / 2;
        const code = this.name(column, Math.round((y - this.y - lower) / this.high) + 1);
        if (code) near.push([Math.hypot(...this.centre(code).map((it, k) => it - [x, y][k])), code]);
      }
      const [best] = near.sort((a, b) => a[0] - b[0]);
      return best && best[0] < this.wide ? best[1] : "";
    }

    /** The neighbours clockwise from the north, "" where the map ends. */
    ring(code) {
      const [column, row] = this.place(code);
      return BESIDE.map(([aside, odd, even]) => this.name(column + aside, row + (column % 2 ? odd : even)));
    }

    /** How many cells apart, in a straight line. */
    apart(one, other) {
      const [[q, r], [s, t]] = [one, other].map((code) => {
        const [column, row] = this.place(code);
        return [column - 1, row - (column - 1 - ((column - 1) % 2)) / 2];
      });
      return Math.max(Math.abs(q - s), Math.abs(r - t), Math.abs(q + r - s - t));
    }

    /** Steps from each cell to one, through cells of a set; the last step may come from anywhere. */
    field(goal, open, most = Infinity) {
      const steps = new Map([[goal, 0]]);
      for (let edge = [goal], far = 1; edge.length && far <= most; far++) {
        const next = [];
        for (const code of edge) {
          for (const there of this.ring(code)) {
            if (!there || steps.has(there)) continue;
            steps.set(there, far);
            if (open.has(there)) next.push(there);
          }
        }
        edge = next;
      }
      return steps;
    }

    /**
     * The cells of a way with the first one: the shortest, at each step the one that is nearest to the goal in a
     * straight line, then the first clockwise from the north. Null where none leads there.
     */
    way(start, goal, open) {
      const steps = this.field(goal, open), found = [start];
      if (!steps.has(start)) return null;
      for (let here = start; here !== goal;) {
        const far = steps.get(here) - 1;
        const ahead = this.ring(here).filter((it) => it && steps.get(it) === far && (!far || open.has(it)));
        here = ahead.sort((a, b) => this.apart(a, goal) - this.apart(b, goal))[0];
        found.push(here);
      }
      return found;
    }

    /** The sides of some cells beyond which are cells of a set that are not theirs, as the path of an SVG. */
    rim(codes, around) {
      const third = this.wide / 3, half = this.high / 2, far = 2 * third;
      const corners = [[-third, -half], [third, -half], [far, 0], [third, half], [-third, half], [-far, 0]];
      return [...codes].map((code) => {
        const [x, y] = this.centre(code);
        return this.ring(code).map((there, k) => {
          if (codes.has(there) || !around.has(there)) return "";
          const [[ax, ay], [bx, by]] = [corners[k], corners[(k + 1) % 6]];
          return `M${x + ax} ${y + ay}L${x + bx} ${y + by}`;
        }).join("");
      }).join("");
    }

    /** The outline of a cell. */
    outline(code) {
      const [x, y] = this.centre(code), third = this.wide / 3, half = this.high / 2;
      return `M${x - third} ${y - half}h${2 * third}l${third} ${half}l${-third} ${half}h${-2 * third}` +
        `l${-third} ${-half}z`;
    }
  }

  pbm.Cells = Cells;
})(window.PbmComposer);
