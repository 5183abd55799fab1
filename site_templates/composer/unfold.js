// The composer: the order sheet as it is worked with, made of the folded one. As pbm/publish/folding.py.
(function (pbm) {
  "use strict";

  /** A sheet whose kit has lists again in place of texts; one that is not folded stays as it is. */
  function unfold(sheet) {
    const { kit, spaces } = sheet;
    if (typeof kit.codes !== "string") return sheet;
    const codes = kit.codes ? kit.codes.split(" ") : [];
    const listed = (of) => (typeof of === "string"
      ? codes.filter((code, k) => parseInt(of[k >> 2], 16) & (8 >> (k & 3))) : of);
    const sets = Object.entries(kit.sets).map(([name, of]) => [name, listed(of)]);
    const near = Object.entries(kit.mutual || {}).map(([name, half]) => [name, bothWays(codes, half)]);
    const places = kit.places.flatMap(placesOf);
    const unfolded = { ...kit, places, codes, sets: Object.fromEntries(sets) };
    if (kit.board) unfolded.board = { ...kit.board, rows: kit.board.rows.map(unrolled) };
    if (near.length) unfolded.near = { ...kit.near, ...Object.fromEntries(near) };
    if (kit.reasons) {
      const turned = (all) => Object.fromEntries(all.flatMap(([why, words]) => words.map((word) =>
        [word, why.split("{}").join(word)])));
      unfolded.reasons = Object.fromEntries(Object.entries(kit.reasons).map(([name, all]) => [name, turned(all)]));
    }
    delete unfolded.mutual;
    if (Array.isArray(spaces)) return { ...sheet, kit: unfolded };
    const owners = spaces.owners ? spaces.owners.split(" ").map(Number) : [];
    return { ...sheet, kit: unfolded, spaces: codes.map((code, k) => [code, spaces.names[code] || "", owners[k]]) };
  }

  /** A row in which a number before a sign repeats it. */
  const unrolled = (row) => row.replace(/(\d+)(\D)/g, (all, number, sign) => sign.repeat(number));

  /** Places of a kind from their head and rows. */
  function placesOf({ kind, keys, rows }) {
    return rows.map((row) => {
      const place = { ...empty(), kind };
      row.forEach((value, k) => {
        const [key, name] = keys[k].split(".");
        if (value) place[key] = name ? { [name]: value } : value;
      });
      return place;
    });
  }

  const empty = () => ({
    code: "", name: "", has: {}, traits: [], sets: {}, ever: {}, standing: {}, quiet: false, at: "", unit: "",
    shares: "", kept: {}, damage: 0, range: 0, asides: "", note: "",
  });

  /** What is beside each place: of each pair one half is known. */
  function bothWays(codes, half) {
    const found = new Map(codes.map((code) => [code, []]));
    for (const code of codes) {
      const later = half[code] ? half[code].split(" ") : [];
      found.get(code).push(...later);
      later.forEach((other) => found.get(other).push(code));
    }
    const place = new Map(codes.map((code, k) => [code, k]));
    const inOrder = (beside) => beside.sort((one, other) => place.get(one) - place.get(other)).join(" ");
    return Object.fromEntries([...found].filter(([, beside]) => beside.length).map(([code, beside]) =>
      [code, inOrder(beside)]));
  }

  pbm.unfold = unfold;
})(window.PbmComposer);
