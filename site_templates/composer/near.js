// The composer: near misses. The engine finds them with Python's difflib; this is the same measure, so that both
// name the same codes: twice the characters in common blocks, by the length of both.
(function (pbm) {
  "use strict";

  /** The longest block that a[alo..ahi) and b[blo..bhi) have in common; of equals the one that starts first in a. */
  function longestBlock(a, b, alo, ahi, blo, bhi) {
    let at = alo, to = blo, size = 0, lengths = new Map();
    for (let i = alo; i < ahi; i++) {
      const next = new Map();
      for (let j = blo; j < bhi; j++) {
        if (a[i] !== b[j]) continue;
        const length = (lengths.get(j - 1) || 0) + 1;
        next.set(j, length);
        if (length > size) [at, to, size] = [i - length + 1, j - length + 1, length];
      }
      lengths = next;
    }
    return [at, to, size];
  }

  function common(a, b, alo, ahi, blo, bhi) {
    if (alo >= ahi || blo >= bhi) return 0;
    const [i, j, size] = longestBlock(a, b, alo, ahi, blo, bhi);
    return size && size + common(a, b, alo, i, blo, j) + common(a, b, i + size, ahi, j + size, bhi);
  }

  function likeness(a, b) {
    const length = a.length + b.length;
    return length ? 2 * common(a, b, 0, a.length, 0, b.length) / length : 1;
  }

  /** The choices that are most like a word, at most so many, none below the cut; of equals the later letter first. */
  function closeMatches(word, choices, most, cut) {
    return choices
      .map((choice) => [likeness(choice, word), choice])
      .filter(([score]) => score >= cut)
      .sort((x, y) => y[0] - x[0] || (x[1] < y[1] ? 1 : x[1] > y[1] ? -1 : 0))
      .slice(0, most)
      .map(([, choice]) => choice);
  }

  pbm.closeMatches = closeMatches;
})(window.PbmComposer);
