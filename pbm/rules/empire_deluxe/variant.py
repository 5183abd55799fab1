"""The rule sets of Empire Deluxe, and the options of a game (ED 1.1, 20)."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.engine.system import FreeOption, Rules, read_toml
from pbm.errors import PbmError
from pbm.orders.form import OrderTable, compile_table
from pbm.rules.common.options import choices, known_variant, settled, usual
from pbm.rules.empire_deluxe.kinds import INFANTRY, PACKAGE, SETS, table

VARIANTS = SETS
MAP, OWN = "map", "own"
"""ED 17.2: the option that names a file with a map of the moderator's own, and what it is called ever after."""
HANDICAP = "handicap.N"
"""ED HR-23: a handicap, of any player."""
MOST_PACE = 12
"""ED 8.1: the game turns of a mailing in a game; a worked case may have more."""
FREE = (
    FreeOption(
        "pace", "10,8,6,5", "the game turns of each mailing, 1 to 12, such as 10,8,6,5, of which the last goes on"
    ),
    FreeOption("met", "4", "the most game turns of a mailing after a contact, 1 to 12, or 0 for no limit"),
    FreeOption("share", "off", "off, or per cent of all cities, 10 to 100, and mailings, 1 to 9, such as 66/2"),
    FreeOption("limit", "0", "the last game turn, 1 to 9999, or 0 for none"),
    FreeOption("size", "", "columns and rows, 20 to 254 each, such as 60x44, or nothing: by the number of players"),
    FreeOption("water", "66", "the per cent of water, 30 to 89"),
    FreeOption(HANDICAP, "100", "the per cent of player N's production, 50 to 200"),
    FreeOption(MAP, "", "the path of a text file with a map of your own (17.2)", is_file=True),
)
"""ED 20: the options that are no choice among a few words."""
_SIDE = "(2[0-9]|[3-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-4])"
_FORMS = {
    "pace": r"[1-9][0-9]?(,[1-9][0-9]?){0,19}",
    "met": r"[0-9]|1[0-2]",
    "share": r"off|(100|[1-9][0-9])/[1-9]",
    "limit": r"0|[1-9][0-9]{0,3}",
    "size": f"|{_SIDE}x{_SIDE}",
    "water": r"[3-8][0-9]",
    HANDICAP: r"[5-9][0-9]|1[0-9]{2}|200",
    MAP: r".*",
}
"""How each is written."""
_HANDICAP = re.compile(r"handicap\.[1-6]").fullmatch
_WORLD = ("size", "water")
"""What the world maker is told, and a map of one's own is not."""


@cache
def order_table(variant: str) -> OrderTable:
    """The order table, in which the kinds of a rule set have their names in it (ED 3)."""
    data = read_toml(PACKAGE, "orders.toml")
    kinds = table(variant).kinds
    own = {code: kind.name[0] for code, kind in kinds.items()}
    lists = {
        name: of | {"words": {**of["words"], **own}} if INFANTRY in of["words"] else of
        for name, of in data["lists"].items()
    }
    foot = data["layers"]["foot"] | {"title": kinds[INFANTRY].name[1]}
    return compile_table(
        data
        | {
            "lists": lists,
            "layers": data["layers"] | {"foot": foot},
            "numbers": data["numbers"] | {kind.name[0]: kind.name for kind in kinds.values()},
        }
    )


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a rule set under options; PbmError names what is not known."""
    known_variant("Empire Deluxe", variant, VARIANTS)
    rules = _shipped(variant)
    rows = {it.name: it for it in FREE}
    free, others = {}, {}
    for name, value in options.items():
        row = rows.get(HANDICAP if _HANDICAP(name) else name)
        if name == HANDICAP:
            raise PbmError(f"The option {name!r} names a player: write handicap.1 to handicap.6.")
        if row is None:
            others[name] = value
        elif re.fullmatch(_FORMS[row.name], str(value), re.ASCII):
            free[name] = str(value)
        else:
            raise PbmError(f"The option {name!r} cannot be {value!r}: it is {row.means}.")
    if free.pop(MAP, ""):
        given = next((name for name in _WORLD if free.get(name)), "")
        if given:
            raise PbmError(f"The option {given!r} is for a world that is made; leave it out with a map of your own.")
        free[MAP] = OWN
    known = {**choices(rules.house), **dict.fromkeys(rows, ())}
    return replace(rules, options={**rules.options, **settled(others, rules.house, known), **free})


def unfit(rules: Rules) -> str:
    """ED 8.1: a pace that is for worked cases alone, in a sentence."""
    pace = rules.options["pace"]
    is_fit = all(int(turns) <= MOST_PACE for turns in pace.split(","))
    return "" if is_fit else f"The option 'pace' cannot be {pace!r}: it is {FREE[0].means}."


@cache
def _shipped(variant: str) -> Rules:
    house = tuple(read_toml(PACKAGE, "house_rules.toml")["rule"])
    return Rules(
        system="empire-deluxe",
        variant=variant,
        map={},
        geometry={},
        orders=order_table(variant),
        numbers=read_toml(PACKAGE, "rules.toml"),
        wording=read_toml(PACKAGE, "wording.toml"),
        house=house,
        options={**usual(house), **{it.name: it.usual for it in FREE if it.name not in (HANDICAP, MAP)}},
    )
