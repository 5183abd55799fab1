// The composer: what spaces a card's reader knows of, and which of them a wrong one may be meant for. As
// pbm/orders/spaces.py.
(function (pbm) {
  "use strict";

  const letters = (name) => name.toUpperCase().replace(/[^A-Z]/g, "");

  /** The spaces of one kit; lives as long as the reading of one card. */
  class Spaces {
    constructor(sheet, table) {
      this.sheet = sheet;
      this.table = table;
      this.kit = sheet.kit;
      this.codes = new Set(sheet.kit.codes);
      this.places = new Map(sheet.kit.places.map((place) => [place.code, place]));
      this.founded = new Map();
      this.names = sheet.spaces.map(([code, name]) => [code, letters(name), name]).sort();
      this.compared = 0;
      this.looked = new Map();
    }

    /** The place that a heading opens. */
    placeAt(code) {
      return this.places.get(code) || this.founded.get(code) || null;
    }

    /** The places whose headings begin with that sign. */
    held(sign) {
      return [...this.places.keys(), ...this.founded.keys()].filter((code) => code.startsWith(sign));
    }

    /** A number, or the kit's figure of that name. */
    atMost(most) {
      return typeof most === "string" ? (this.kit.figures || {})[most] || 0 : most;
    }

    known(code) {
      return this.codes.has(code) || this.square(code) !== null;
    }

    /** Column and row of a square of the board, or of a site on it, from 0; null where there is none. */
    square(text) {
      const { board } = this.kit, site = board && board.sites[text];
      const found = board && /^([A-Z]{1,3})([1-9][0-9]{0,3})$/.exec(site ? site[0] : text);
      if (!found) return null;
      const x = [...found[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      const y = Number(found[2]) - 1;
      return x < board.width && y < board.height ? [x, y] : null;
    }

    /** The sign of a square as far as it is known; a blank where it is not. */
    terrain(code) {
      const [x, y] = this.square(code) || [];
      return x === undefined ? " " : this.kit.board.rows[y][x];
    }

    /** The last square of the board. */
    lastSquare() {
      const { width, height } = this.kit.board;
      return pbm.squareName(width - 1, height - 1);
    }

    /** The codes of the spaces whose names begin with this text, letters alone; of a whole name its code alone. */
    byName(text) {
      const whole = this.named(text);
      const begin = text.length < 2 || whole.length ? [] : this.names.filter((it) => it[1].startsWith(text));
      return whole.concat(begin.map(([code]) => code));
    }

    /** The codes of the spaces that are called just so, letters alone. */
    named(text) {
      return text.length < 2 ? [] : this.names.filter((it) => it[1] === text).map(([code]) => code);
    }

    /** Of the words those that look most like that one; none once the card had its share of looking. */
    close(of, word, words, most, least) {
      const key = of + " " + word;
      if (!this.looked.has(key)) {
        if (this.compared + words.length > this.sheet.limits.compared) return [];
        this.compared += words.length;
        this.looked.set(key, pbm.closeMatches(word, words, most, least));
      }
      return this.looked.get(key);
    }
  }

  /** The letters and number of a square, column and row from 0: K14. */
  function squareName(x, y) {
    let letters = "";
    for (let rest = x + 1; rest; rest = Math.floor((rest - 1) / 26)) {
      letters = String.fromCharCode(65 + (rest - 1) % 26) + letters;
    }
    return letters + (y + 1);
  }

  /** What stands before the number of a kind of place. */
  const signOf = (kind) => kind.form.slice(1).split("{")[0];

  Object.assign(pbm, { Spaces, signOf, squareName });
})(window.PbmComposer);
