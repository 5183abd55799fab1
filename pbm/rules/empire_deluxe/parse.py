"""What a player could order, and how a card reads: from the view alone (ED 9)."""

from collections import Counter
from collections.abc import Iterable

from pbm.core.grid import square_at
from pbm.core.printout import Board, Kit, KitPlace
from pbm.engine.system import Rules
from pbm.orders import form
from pbm.orders.form import OrderLine, Parsed
from pbm.rules.empire_deluxe.advice import advised
from pbm.rules.empire_deluxe.board import WATER, board
from pbm.rules.empire_deluxe.checks import ABOARD, INSIDE, reasons
from pbm.rules.empire_deluxe.kinds import INFANTRY, NOTHING, SETS, table
from pbm.rules.empire_deluxe.state import Unit
from pbm.rules.empire_deluxe.view import View

COAST, INLAND = "coast", "inland"
"""The sets that places share: what cities may build."""


def parse(lines: tuple[OrderLine, ...] | None, view: View, rules: Rules) -> Parsed:
    """ED 9.1, 9.3, 9.5, 9.6: the card read against the view."""
    return form.read(rules.orders, _kit(view, rules), lines)


def kit(view: View, rules: Rules) -> Kit:
    """ED 9.2, 18: what can be ordered, and what the composer says beside it."""
    return advised(_kit(view, rules), view, rules)


def _kit(view: View, rules: Rules) -> Kit:
    """ED 9.2: the viewer, cities that are known, squares with units of theirs, and these units."""
    if view.me is None:
        return Kit(view.viewer, view.players, {}, ())
    kinds = table(rules.variant).kinds
    built = [code for code, kind in kinds.items() if kind.turns]
    inland = [code for code in built if kinds[code].layer != "sea"]
    nothing = [NOTHING] if rules.variant == "advanced" else []
    codes = {known.at: code for code, known in view.known.items()}
    transports = [unit.at for unit in view.units.values() if INFANTRY in kinds[unit.kind].holds]
    places = {"": KitPlace("", "Yourself", "player", {})}
    places |= dict(_cities(view, codes))
    places |= dict(_squares(view, codes))
    places |= {f"#{number}": _unit(number, unit, view, codes) for number, unit in sorted(view.units.items())}
    late = _late(rules)
    return Kit(
        view.viewer,
        view.players,
        places,
        tuple(sorted(view.known)),
        sets={
            "kind": tuple(kinds),
            "build": tuple(built),
            "product": (*built, *nothing),
            "transports": tuple(sorted({*transports, *(codes[at] for at in transports if at in codes)})),
        },
        options={"rules": rules.variant},
        shared={COAST: {"works": (*built, *nothing)}, INLAND: {"works": (*inland, *nothing)}},
        reasons={
            "kind": late,
            "build": late,
            "product": late,
            "works": {code: "there is no water beside it: no ships" for code in built if code not in inland} | late,
            **reasons(rules.variant),
        },
        board=Board(
            view.width,
            view.height,
            view.rows,
            wrap=view.wrap,
            sites={code: (known.at, known.owner) for code, known in view.known.items()},
        ),
    )


def _late(rules: Rules) -> dict[str, str]:
    """ED 1.1: why a rule set does not have a kind."""
    found = {"X": "Airbases are not produced"}
    for later in SETS[SETS.index(rules.variant) + 1 :]:
        for code, kind in table(later).kinds.items():
            if code not in table(rules.variant).kinds:
                come = "comes" if kind.name[0] == kind.name[1] else "come"
                found.setdefault(code, f"{kind.name[1]} {come} with the {later} rules")
    if rules.variant != "advanced":
        found["X"] = "Airbases come with the advanced rules"
        found[NOTHING] = "N comes with the advanced rules"
    return found


def _counted(units: Iterable[Unit]) -> dict[str, int]:
    return dict(sorted(Counter(unit.kind for unit in units).items()))


def _cities(view: View, codes: dict[str, str]) -> Iterable[tuple[str, KitPlace]]:
    """ED 9.2, 9.4: own cities with the units there, and others for the day that they are taken."""
    at = {code: [unit for unit in view.units.values() if codes.get(unit.at) == code] for code in view.cities}
    for code, known in sorted(view.known.items()):
        shares = COAST if _may_be_coastal(view, known.at) else INLAND
        city = view.cities.get(code)
        if city is None:
            yield code, KitPlace(code, "", "abroad", {}, quiet=True, at=known.at, shares=shares)
            continue
        plan = " ".join(f"P{item}" for item in (f"{city.left or ''}{city.product}", *city.next) if item)
        yield (
            code,
            KitPlace(
                code,
                "",
                "city",
                _counted(at[code]),
                kept={"plan": plan} if city.product else {},
                quiet=bool(city.product),
                at=known.at,
                shares=shares,
            ),
        )


def _may_be_coastal(view: View, square: str) -> bool:
    """ED 7.1: whether a city may have water beside it, as far as its player knows."""
    at = square_at(square)
    assert at is not None
    here = at[1] * view.width + at[0]
    near = (divmod(there, view.width) for there in board(view.width, view.height, wrap=view.wrap).near(here))
    return any(view.rows[y][x] in (WATER, " ") for y, x in near)


def _squares(view: View, codes: dict[str, str]) -> Iterable[tuple[str, KitPlace]]:
    """ED 9.2: squares outside own cities with units of the viewer."""
    found: dict[str, list[Unit]] = {}
    for unit in view.units.values():
        if unit.at not in codes:
            found.setdefault(unit.at, []).append(unit)
    for at, units in sorted(found.items()):
        yield at, KitPlace(at, "", "square", _counted(units), quiet=True)


def _unit(number: int, unit: Unit, view: View, codes: dict[str, str]) -> KitPlace:
    host = view.units.get(unit.aboard)
    traits: tuple[str, ...] = ()
    if host is not None:
        traits = (ABOARD,)
    elif unit.at in codes:
        traits = (INSIDE,)
    kept = {"queue": ">".join(unit.queue)} if unit.queue else {}
    at = codes.get(unit.at, unit.at)
    return KitPlace(
        f"#{number}", unit.name, "unit", {}, traits=traits, at=at, unit=unit.kind, kept=kept, quiet=bool(kept)
    )
