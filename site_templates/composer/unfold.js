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
    const places = kit.places.map((place) => ({ ...empty(), ...place }));
    const unfolded = { ...kit, places, codes, sets: Object.fromEntries(sets) };
    if (near.length) unfolded.near = { ...kit.near, ...Object.fromEntries(near) };
    delete unfolded.mutual;
    if (Array.isArray(spaces)) return { ...sheet, kit: unfolded };
    const owners = spaces.owners ? spaces.owners.split(" ").map(Number) : [];
    return { ...sheet, kit: unfolded, spaces: codes.map((code, k) => [code, spaces.names[code] || "", owners[k]]) };
  }

  const empty = () => ({
    name: "", traits: [], sets: {}, ever: {}, standing: {}, quiet: false, at: "", unit: "", shares: "", kept: {},
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
