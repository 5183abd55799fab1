// The composer: what a heading opens: @ the player, @XXX a space, @#12+15-20 numbered places. As
// pbm/orders/headings.py.
(function (pbm) {
  "use strict";

  /** The places that a heading opens, or what is wrong with it: [places, trouble]. */
  function opened(reader, code) {
    const place = reader.placeAt(code) || beyond(reader, code);
    if (place) return [[place], null];
    for (const kind of reader.table.places) {
      const sign = pbm.signOf(kind);
      if (kind.many && sign && code.startsWith(sign) && code.length > sign.length) return several(reader, kind, code);
    }
    return [[], reader.noPlace(code)];
  }

  /** A space that the kit does not list, where the table has orders for such. */
  function beyond(reader, code) {
    const { others } = reader.table;
    if (!others || !reader.known(code)) return null;
    return { code, name: "", kind: others, has: {}, traits: [], sets: {}, ever: {}, standing: {}, at: "" };
  }

  function several(reader, kind, code) {
    const sign = pbm.signOf(kind), found = new Map(), { digits } = reader.sheet.limits;
    const isNumber = (text) => /^[0-9]+$/.test(text) && text.length <= digits;
    for (const piece of code.slice(sign.length).split(kind.many)) {
      const at = kind.range ? piece.indexOf(kind.range) : -1;
      const ends = at < 0 ? [piece] : [piece.slice(0, at), piece.slice(at + kind.range.length)];
      if (!ends.every(isNumber)) return [[], reader.noPlace(sign + piece)];
      const [low, high] = ends.map(Number);
      if (low > high) {
        const facts = { text: reader.printable(piece), sign };
        return [[], ["invalid", reader.said("range-off", facts), kind.rule]];
      }
      const own = (high === undefined ? [] : reader.held(sign)).map((it) => it.slice(sign.length)).filter(isNumber);
      const inside = own.map(Number).filter((it) => it >= low && it <= high).sort((x, y) => x - y);
      const numbers = high === undefined ? [piece] : inside;
      for (const number of numbers) {
        const place = reader.placeAt(sign + number);
        if (!place) return [[], reader.noPlace(sign + number)];
        found.set(place.code, place);
      }
      if (!numbers.length) return [[], reader.noPlace(sign + piece)];
      if (found.size > kind.most) return [[], ["invalid", reader.said("many-places", { most: kind.most }), kind.rule]];
    }
    return [[...found.values()], null];
  }

  const LONGEST = 60; // characters of a heading: a line of a mail has room for it and an order

  /** The headings, without @, that open these numbered places; a row of numbers stands as its first and last. */
  function headingsOf(kind, codes) {
    const sign = pbm.signOf(kind), runs = [], found = [];
    for (const number of codes.map((code) => Number(code.slice(sign.length))).sort((x, y) => x - y)) {
      const run = runs[runs.length - 1];
      if (run && kind.range && run[run.length - 1] === number - 1 && run.length < kind.most) run.push(number);
      else runs.push([number]);
    }
    for (const run of runs) {
      const text = run.length === 1 ? String(run[0]) : run[0] + kind.range + run[run.length - 1];
      const last = found[found.length - 1], signs = last && last.signs + text.length + kind.many.length;
      if (last && last.size + run.length <= kind.most && signs <= LONGEST) {
        last.size += run.length;
        last.signs = signs;
        last.texts.push(text);
      } else {
        found.push({ size: run.length, signs: sign.length + text.length, texts: [text] });
      }
    }
    return found.map(({ texts }) => sign + texts.join(kind.many));
  }

  /** The kind of numbered places that one heading opens together, if this is one of them. */
  function manyOf(table, code) {
    return table.places.find((it) => it.many && code.startsWith(pbm.signOf(it))) || null;
  }

  /**
   * Numbered places by kind of unit and by where they are, each lot with its headings: [{heading, codes, place}];
   * place is the first of the lot.
   */
  function lotsOf(table, places) {
    const lots = new Map();
    for (const place of places.filter((it) => pbm.manyOf(table, it.code))) {
      pbm.filed(lots, [place.kind, place.unit, place.at, place.quiet].join(" ")).push(place);
    }
    return [...lots.values()].flatMap((all) => {
      const kind = manyOf(table, all[0].code);
      return headingsOf(kind, all.map((it) => it.code)).map((heading) => {
        const codes = new Set(numbersOf(kind, heading).map((number) => pbm.signOf(kind) + number));
        const own = all.filter((it) => codes.has(it.code));
        return { heading, codes: own.map((it) => it.code), place: own[0] };
      });
    });
  }

  /** The numbers that a heading of ours names. */
  function numbersOf(kind, heading) {
    return heading.slice(pbm.signOf(kind).length).split(kind.many).flatMap((piece) => {
      const [low, high] = (kind.range ? piece.split(kind.range) : [piece]).map(Number);
      return high === undefined ? [low] : Array.from({ length: high - low + 1 }, (it, k) => low + k);
    });
  }

  Object.assign(pbm, { opened, headingsOf, manyOf, lotsOf });
})(window.PbmComposer);
