// The composer: press and absences on a card, as pbm/cards/beside.py cuts them out; and press in the making.
(function (pbm) {
  "use strict";

  const PRESS = new RegExp("^[ \\t]*PRESS(?:[ \\t]*:)?(?:[ \\t]*|[ \\t]+((?:(?:TO|ALL|ME|ANON|ANONYMOUS|TITLE|NONE)" +
    "(?![a-z0-9])|\\[?[0-9])[^\\n]*))$", "i");
  const ABSENT = /^[ \t]*ABSENT(?:[ \t]*:)?(?:[ \t]*|[ \t]+[^\n]*)$/i;
  const OPEN = /^[ \t]*(?:BEGIN[ \t]+)?ORDERS[ \t]*$/i;
  const END = /^[ \t]*END(?:[ \t]+(ORDERS|PRESS))?[ \t]*$/i;
  const NONE = /^NONE[ \t.]*$/i;
  const PLACE = /^[ \t]*@[a-z0-9#]{0,5}(?:[ \t,]|$)/i;
  const SIGNATURE = /^-- ?$/;

  /** The lines with press and absences made empty; after and limit: where the card's own lines begin and end. */
  function ordersAlone(lines, after, limit) {
    const kept = lines.slice();
    let isOpen = false, isOver = false;
    for (let k = after; k < limit; k++) {
      const line = lines[k], begins = PRESS.exec(line);
      if (begins) {
        const stop = endOf(lines, k, limit, isOpen, NONE.test(begins[1] || ""));
        kept.fill("", k, stop);
        k = stop - 1;
      } else if (ABSENT.test(line)) {
        kept[k] = "";
      } else if (OPEN.test(line)) {
        isOpen = true;
        isOver = false;
      } else if (END.test(line)) {
        isOpen = false;
        isOver = true;
      } else if (isOver && pbm.strip(line) || !isOpen && SIGNATURE.test(line)) {
        break;
      }
    }
    return kept;
  }

  /** The line behind a block of press; without an END of its own it goes as far as what is surely none of its text. */
  function endOf(lines, begin, limit, isOpen, takesBack) {
    if (takesBack) return begin + 1;
    const rest = lines.slice(0, limit), from = (test) => rest.findIndex((line, k) => k > begin && test(line));
    const stop = from((line) => OPEN.test(line) || PRESS.test(line) || END.test(line));
    const found = stop < 0 ? null : END.exec(lines[stop]);
    if (found) {
      const isOwn = (found[1] || "").toUpperCase() === "PRESS" || !isOpen;
      if (isOwn || rest.some((line, k) => k > stop && END.test(line))) return stop + 1;
    }
    const last = stop < 0 ? limit : stop, place = from((line) => PLACE.test(line));
    return place < 0 ? last : Math.min(place, last);
  }

  /** Whether a line of a text would not be read as text. */
  function breaksPress(line, limits) {
    return [OPEN, END, PRESS].some((it) => it.test(line)) || pbm.readCard(line, limits).problem !== "heading";
  }

  /** A piece with nothing in it yet. kind: all, some or me. */
  function newPiece() {
    return { kind: "all", to: [], anonymous: false, title: "", text: "" };
  }

  /** A piece that was kept on the device, whatever stands there. */
  function keptPiece(kept) {
    const it = kept && typeof kept === "object" ? kept : {};
    return {
      kind: ["all", "some", "me"].includes(it.kind) ? it.kind : "all",
      to: Array.isArray(it.to) ? it.to.filter(Number.isInteger) : [],
      anonymous: it.anonymous === true, title: String(it.title || ""), text: String(it.text || ""),
    };
  }

  /** The lines of a card for pieces. takesBack: what was sent for the turn before is taken back. */
  function pressLines(pieces, takesBack) {
    const to = (it) => ({ all: "ALL", some: "TO " + it.to.join(","), me: "TO ME" })[it.kind];
    const head = (it) => "PRESS " + to(it) + (it.anonymous ? " ANON" : "") + (it.title ? " TITLE " + it.title : "");
    return (takesBack ? ["PRESS NONE"] : []).concat(
      pieces.flatMap((it) => [head(it), ...pbm.linesOf(it.text.trim()), "END"]));
  }

  Object.assign(pbm, { ordersAlone, breaksPress, newPiece, keptPiece, pressLines });
})(window.PbmComposer);
