"""Cards for the composer's differential test: valid, faulty and hostile ones, from a seed, over any order table."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from tomllib import loads
from typing import Any

from msgspec.structs import replace

from pbm import rules as registry
from pbm.core.dice import Dice
from pbm.core.printout import Kit, KitPlace, MapSpace, MapView, Printout
from pbm.engine.system import Rules, Seat, System
from pbm.errors import PbmError
from pbm.orders.form import Check, OrderLine, Parsed, compile_table, read
from pbm.orders.operands import Operand
from pbm.orders.table import OrderForm, OrderTable
from pbm.publish.composer import every_card, next_card
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.orders import all_words
from tests.shipped import CONTENT

Lines = tuple[OrderLine, ...]
Pairs = tuple[tuple[str, Operand], ...]

HOSTILE = (
    "ＢＡ５", "٣A", "²", "BА5", "Α", "ſ1GE", "3K", "FI1ı", "BA−5", "BA–5", "“BA5”", "\u202eBA5", "B\u200bA5", "\u2066",
    "BA-5", "BA+5", "BA5.5", "BA1e3", "BA1_000", "BA0", "BA005", "BA", "BA99999999999999999999", "BA" + "7" * 5000,
    "1" * 5000, "/0/", "/6/", "/1/", "/1//2/BA5", "/1/BA999", "/01/BA1", "/x/BA1", "//", "/", "/1/@", "/1", "@@", "@@@",
    "/1/1A", "/1/" + "A" * 90, "@ZZ", "@" + "Q" * 80, "PASS", "pass", "0A", "99A", "1A", "1E", "1N", "000E", "END5",
    "<script>alert(1)</script>", "<img src=x>", "{code}", "{0.__class__}", "%s", "__proto__", "constructor",
    "toString", "BA5\x00", "\x1b[31mBA5", "BA\x7f5", "\x0b", "\x0c", "\u2028BA5", "\x85BA5", "\ufeffBA5", "½", "㎏",
    "①A", "𝟗A", "𝓑A5", "𝟛A", "😀", "A" * 60,
    "A" * 61, "Z" * 70 + "9", "3É", "ÀC5UK", "é", "߁A", "Ⅷ", "AC5", "ACUK", "5UK", "AC5U",
    "AC5UKK", "AC5ZZZZZZZZZ",
    "@\x00", "@A\x01B", "ab\tc", "3M4,", ",3M4", "3M4,,UK", "3M4,É", "3M4,3", "3M4,UK", "3M100,UK", "0M1", "0M1,UK",
    "@TURKEY", "@Black Sea", "Turkey:", "AC20UKRAINE", "S1PO", "PO", "Dear friends", "hello, to you", "BD10",
    "MSG 3 hi", "MESSAGE to all\t", "@BLA", "@WEN", "ACALD", "@#01", "@# 1", "AC AC", "PASS @ 2A",
    "/1/BA1 /1/BA2", "/1/ /1/BA3",
)  # fmt: skip
PARTING = (" ", " ", " ", "  ", ",", ", ", ",,", "\t", "\u00a0", "\n", "\n", "\r\n", "\r", " ; note\n", ";", "\n\n")
SIGNS = "ABCDEFGIKMNPRSTUX0123456789@/,;.-_ é\u0410"


def order_sheet(printout: Printout, table: OrderTable, *, mail: str = "", **card: str) -> dict[str, Any]:
    """The whole sheet for a player's next card, as the sealed page has it when it is opened."""
    return next_card(printout, **card) | every_card(table) | {"mail": mail}


class Desk:
    """A player's kit in a position: the sheet for the browser, and the engine's own reading of a card."""

    def __init__(
        self, name: str, table: OrderTable, kit: Kit, parse: Callable[[Lines], Parsed], system: str = ""
    ) -> None:
        self.name, self.table, self.kit, self.parse, self.system = name, table, kit, parse, system
        self.headings = (
            ("#1+2", "#1-9+12", "#2-1", "#1+1", "#", "#3", "$7", "$4", "%1", "B-1", "C3") if kit.board else ()
        )
        empty = MapView(name, "", "", tuple(MapSpace(code, kit.names[code], "land") for code in kit.names))
        facts = Printout("DI-1", "", 1, kit.player, "", (), "", "", (), (), (), empty, kit=kit)
        self.sheet = order_sheet(facts, table)


def desk_of(system: System, rules: Rules, state: Any, player: int, name: str) -> Desk:
    """The desk of a player of a game."""
    view = system.view(state, player, rules)
    kit = system.kit(view, rules)
    return Desk(name, rules.orders, kit, lambda lines: system.parse(lines, view, rules), system.name)


def desks() -> Iterator[Desk]:
    """Kits of every system: the first position of each variant, and the turns of the example games."""
    folders = [Folder(CONTENT.parent, path.name) for path in sorted((CONTENT / "games").iterdir()) if path.is_dir()]
    for name in sorted(registry.SYSTEMS):
        system = registry.system(name)
        for variant in system.variants:
            for options in ({}, {"over": "clip"}):
                try:
                    rules = system.setup.load(variant, options)
                except PbmError:
                    continue  # a system without that option
                seats = tuple(Seat(n, home) for n, home in enumerate(system.setup.homes(rules)[:7], 1))
                state = system.start(rules, seats, Dice(b"start", "T", 0))
                yield from (desk_of(system, rules, state, seat.player, f"{name} {variant}") for seat in seats[:3])
        for folder in folders:
            if folder.facts.system != name:
                continue
            table = lay_table(folder)
            for turn in range(1, folder.last + 1, 3):
                state = table.state(turn)
                for player in system.course.living(state)[turn % 2 :: 2]:
                    yield desk_of(system, table.rules, state, player, f"{folder.game} {turn} [{player}]")


# What no system of today uses, or seldom: forms that overlap, signs that a pattern must escape, a shared store, cuts,
# a number without a most, a check.
ODD = """
[[place]]
kind = "player"
form = "@"
title = "Player orders"
[[place]]
kind = "own"
form = "@{space}"
title = "A space of yours"
[[order]]
code = "M"
form = "M{to}"
at = ["own"]
rule = "1"
title = "March"
means = "March to {to}"
to = { among = "near" }
once = true
bars = ["MA"]
[[order]]
code = "MA"
form = "MA{to}"
at = ["own"]
rule = "2"
title = "Advance"
means = "Advance to {to}"
to = { among = "near", ever = "spaces" }
[[order]]
code = "B"
form = "B+{n}({to})"
at = ["own"]
rule = "3"
title = "Bid"
means = "Bid {n} for {to}"
n = { spends = "coins", of = "player", each = 3, over = "cut" }
to = { among = "spaces" }
repeat = true
[[order]]
code = "C"
form = "C{n}"
at = ["own", "player"]
rule = "4"
title = "Charge"
means = "Charge {n}"
n = { min = 2 }
check = "charge"
matter = "charge"
[[order]]
code = "pV"
form = "{p}V{q}-{n}"
at = ["player"]
rule = "5"
title = "Vouch"
means = "Vouch {n} to {p} for {q}"
p = { player = "all" }
q = { player = "any" }
n = { spends = "coins" }
"""


CHECKS: dict[str, Check] = {"charge": lambda order, before, kit: ""}


CODED = """
[codes]
form = "[0-9A-Z]{2}-[0-9]{2}"
like = "[0-9A-Z-]*"
"""
"""What precedes the odd table where codes have digits and a hyphen, as those of regions and hexes."""


def odd_desk(*, clip: bool, coded: bool = False) -> Desk:
    """A desk over the odd table; coded: with codes of digits."""
    table = compile_table(loads((CODED if coded else "") + ODD))
    codes = ("09-14", "A2-00", "00-10", "GM-02", "77-77") if coded else ("AA", "B", "AUK", "UK", "ZED")
    first, _, _, second, _ = codes
    places = {
        "": KitPlace("", "Player orders", "player", {"coins": 50}),
        first: KitPlace(first, "Aa", "own", {}, sets={"near": codes[:4]}),
        second: KitPlace(second, "Uk", "own", {}, sets={"near": ()}),
    }
    kit = Kit(2, (1, 2, 3), places, codes, {"spaces": codes}, {"over": "clip"} if clip else {})
    return Desk(
        f"odd, clip {clip}, coded {coded}", table, kit, lambda lines: read(table, kit, lines, clip=clip, checks=CHECKS)
    )


def all_words_desk(*, clip: bool) -> Desk:
    """A desk over the table with every word of the grammar."""
    kit = replace(all_words.KIT, options={"over": "clip"} if clip else {})
    return Desk(
        f"all words, clip {clip}", all_words.TABLE, kit, lambda lines: read(all_words.TABLE, kit, lines, clip=clip)
    )


FEET = (
    "AMEND", " tentative ; perhaps", "amendſ", "REV -1", "REV: +7x", "REVS 3", "-- \nORDERS\n@ 1A\nEND",
    "EU-8 T-5 [1] Igor\n@ 1A", "EU-7 T-5 [1] again\nORDERS\n@ 1A\nEND", "Turn: 5\nGame: X-1\nPlayer: 2",
    "ORDERS\n@ 1A\n-- \nEND",
)  # fmt: skip


def card(desk: Desk, dice: Random) -> str:
    """A card with its heading, mostly a good one."""
    text = orders(desk, dice)
    heading = dice.choice(
        (
            "EU-7 T-5 [1] Rosa Klein  7G2KQ-X4M9V-T",
            "EU-7 T-5 [1] Rosa Klein  7G2KQ X4M9V T REV 3 ; a remark REV 9",
            "  eu-7,T5,[12],Élodie\u3000d'Oз, rev:12, 7g2kqx4m9vt",
            "Game: EU-7, Turn: T-5, Player: [1], Code: 7G2KQ-X4M9V-T\nRev: 4",
            "Dear moderator,\nGame: ß-7\nTurn: 5\n\nPlayer: 1 \x1c\nName: Zoé \u2003",
            "\ufeffEU-7 T-5 [1]",
            "> EU-1 T-9 [2] quoted\nEU-7 T-5 [1]",
            "EU-7 T-5 [1] Rosa AMEND 7G2KQ-X4M9V-T REV 2 TENTATIVE",
            "EU-7 T-5 [1] Rosa amend 7G2KQ-X4M9V-T rev -3",
        )
    )
    roll = dice.random()
    if roll < 0.02:
        heading = dice.choice(("", "EU-7 T-5 1", "Game: EU-7\nTurn: 5", "EU-7 T-55555 [1]", "Gáme: EU-7"))
    if roll > 0.8:
        opened = dice.choice(("ORDERS", "begin orders", " ORDERS\t", "BEGİN ORDERſ", "ORDERS:"))
        text = f"{opened}\n{text}\n{dice.choice(('END', 'end orders', 'END', 'ENDE', 'END ORDERſ'))}\n@ 1A\n"
    elif roll > 0.3:
        foot = dice.choice(("END", "-- ", "--", "> quoted", "REV 7", "rev:12", "REV 1234567890", " PASS ;x", *FEET))
        text = f"{text}\n{foot}\nU1"
    return f"{heading}\n{text}"


def orders(desk: Desk, dice: Random) -> str:
    """Order text: tokens of all kinds between all kinds of blanks."""
    kit, out = desk.kit, []
    places = list(kit.places.values())
    temper = dice.choice((0.0, 0.0, 0.1, 0.3, 0.6))  # how much of the card is faulty
    for _ in range(dice.choice((1, 2, 3, 4))):
        place = dice.choice(places) if places else None
        out.append(f"@{place.code}" if place and dice.random() > temper / 4 else _heading(desk, dice))
        for _ in range(dice.choice((1, 2, 3, 5))):
            out.append(_token(desk, place.kind if place else "player", place, dice, temper))
    if dice.random() < 0.004:
        out += ["BA1"] * 2100
    if dice.random() < 0.01:
        out.append("A" * 1990 + " BA1 @TU BA2")
    pieces = []
    for token in out:
        pieces += [
            token.lower() if dice.random() < 0.2 else token,
            dice.choice(PARTING) if temper else dice.choice(" \n"),
        ]
    return "".join(pieces)


def _heading(desk: Desk, dice: Random) -> str:
    code = dice.choice((*desk.kit.codes, *desk.headings, "", "ZZ", "UX"))
    sign = "@" if dice.random() < 0.9 else dice.choice("\uff20\ufe6b\u24b6")
    return sign + (_mutated(code, dice) if dice.random() < 0.5 else code)


def _token(desk: Desk, kind: str, place: KitPlace | None, dice: Random, temper: float) -> str:
    if dice.random() < temper:
        roll = dice.random()
        if roll < 0.25:
            return dice.choice(HOSTILE)
        if roll < 0.35:
            kind = dice.choice(desk.table.places).kind
        elif roll < 0.8:
            return _mutated(_order(desk, kind, place, dice, wild=dice.random() < 0.5), dice)
        return _order(desk, kind, place, dice, wild=True)
    return _order(desk, kind, place, dice, wild=False)


def _order(desk: Desk, kind: str, place: KitPlace | None, dice: Random, *, wild: bool) -> str:
    table = desk.table
    rows = table.at(kind)
    if place and not wild:
        rows = tuple(row for row in rows if _is_able(row, place))
    if not rows:
        return "PASS"
    row = dice.choice(rows)
    text = _filled(row.form, row.pairs, desk, place, dice, wild=wild)
    stands = row.standing and place is not None and table.standing and place.kind in table.standing.at
    if table.standing and (stands or wild) and dice.random() < 0.15:
        text = f"/{dice.randint(0, 6) if wild else dice.randint(1, table.standing.slots)}/{text}"
    if wild and row.repeat and dice.random() < 0.4 and desk.kit.codes:
        text += f" {dice.randint(1, 9)}{dice.choice(desk.kit.codes)}"
    return text


def _filled(form: str, pairs: Pairs, desk: Desk, place: KitPlace | None, dice: Random, *, wild: bool) -> str:
    """A form with something for each operand."""
    for name, operand in pairs:
        form = form.replace(f"{{{name}}}", _value(operand, desk, place, dice, wild=wild), 1)
    return form


def _value(operand: Operand, desk: Desk, place: KitPlace | None, dice: Random, *, wild: bool) -> str:
    grammar, kit = desk.table.grammar, desk.kit
    several = dice.randint(1, 2 + wild)
    if operand.items:
        texts = [_filled(operand.items, operand.inner, desk, place, dice, wild=wild) for _ in range(several)]
        return operand.join.join(texts)
    if operand.parts:
        rows = dice.choices([part for part in grammar.parts if part.group == operand.parts], k=several)
        texts = [_filled(row.form, row.pairs, desk, place, dice, wild=wild) for row in rows]
        return operand.join.join([*texts, *([operand.again] if operand.again and dice.random() < 0.2 else [])])
    if operand.one_of:
        allowed = () if wild or not operand.allowed else kit.sets.get(operand.allowed, ())
        there = [word for word in allowed if place and place.has.get(word)]
        return dice.choice(tuple(there or allowed or grammar.lists[operand.one_of].words))
    if operand.flags:
        return "".join(dice.choices(operand.flags, k=dice.choice((0, 0, 1, 2))))
    if operand.text:
        return dice.choice(
            ("", "Old Tom-3", "We seek; peace, now", "É \u202e", "a" * dice.randint(1, 40), " x ", "No_1")
        )
    if operand.chain or operand.square:
        board = kit.board
        codes = [*kit.codes, *(f"{sign}{row}" for sign in "ABCDE" for row in range(1, 6) if board)]
        near = [] if wild else kit.near.get(operand.chain, {}).get(place.code if place else "", "").split()
        ends = [code for code in near if code in kit.sets.get(operand.among, ())]
        found = [dice.choice(ends or near or codes)]
        while operand.chain and dice.random() < 0.4:
            found.append(dice.choice(kit.near[operand.chain].get(found[-1], "A1").split()))
        return "/".join(found)
    if operand.among:
        sets: Mapping[str, Any] = place.sets if place else {}
        choices = sets.get(operand.among) or kit.sets.get(operand.among) or ("ZZ",)
        return str(dice.choice(kit.codes if wild and kit.codes else tuple(choices)))
    if operand.player:
        return str(dice.choice((0, 8, 99, *kit.players) if wild else (kit.players or (1,))))
    held = place.has.get(operand.spends, 3) // operand.each if place else 3
    most = operand.max if operand.max is not None else max(1, held // 4)
    return str(dice.randint(0, 3 * most + 2) if wild else dice.randint(1, max(1, most)))


def _is_able(row: OrderForm, place: KitPlace) -> bool:
    """Whether the place has what the order spends and needs."""
    return set(row.needs) <= set(place.traits) and all(
        not operand.spends or "{" in operand.spends or place.has.get(operand.spends, 0) >= operand.each
        for operand in row.operands
    )


def _mutated(token: str, dice: Random) -> str:
    """A token with a slip of the pen."""
    at = dice.randint(0, len(token))
    return dice.choice(
        (
            token[:at] + dice.choice(SIGNS) + token[at:],
            token[:at] + token[at + 1 :],
            token[:at] + dice.choice(SIGNS) + token[at + 1 :],
            token + token[:2],
        )
    )
