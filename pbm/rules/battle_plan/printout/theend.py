"""The end of a game, told: to the world, to each player, and as a headline (BP 1A, 22D, 23D, 24B, HR-56)."""

from collections.abc import Callable
from typing import Any

from pbm.core.english import count, listed
from pbm.core.printout import Item
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.printout.readout import Readout

POINTS_OF = {
    "land": ("1A", ("rating point",)),
    "industry": ("22D", ("rating point",)),
    "objectives": ("23D", ("point",)),
    "countries": ("24B", ("country", "countries")),
}


def kind_of(readout: Readout, facts: dict[str, Any]) -> str:
    """How a game ended: with one winner who is alone, with one or several by points, without a winner, in peace
    (BP 22D) or cut short by its turns, or with nobody left (BP HR-56).
    """
    if "winners" not in facts:
        return "over" if facts["winner"] else "over-draw"
    if len(facts["winners"]) > 1:
        return "over-shared"
    if facts["winners"] or not facts["survivors"]:
        return "over-points" if facts["winners"] else "over-draw"
    options = readout.view.options
    peace = chosen(options, "end") == "allies" and chosen(options, "score") == "industry"
    return "over-peace" if peace else "over-unwon"


def names_of(readout: Readout, facts: dict[str, Any], name: Callable[[int], str]) -> str:
    """Whom the end is about: the winners, else the survivors, else those who lost their last countries together."""
    who = facts.get("winners") or facts.get("survivors") or [facts["winner"]]
    if kind_of(readout, facts) == "over-draw":
        who = [gone["player"] for gone in readout.told("eliminated")]
    return listed([name(p) for p in who])


def news(readout: Readout) -> list[Item]:
    """The end for all the world: each winner and each survivor with his points, or the draw."""
    items = []
    rule, words = _counted_in(readout)
    for facts in readout.told("game-over"):
        kind = kind_of(readout, facts)
        if kind == "over":
            items.append(Item("The end", readout.name(facts["winner"]), "wins the game.", "1A"))
        elif kind == "over-draw":
            names = names_of(readout, facts, readout.name)
            items.append(Item("The end", f"Draw of {names}:" if names else "A draw:", "nobody is left.", "HR-56"))
        for title, who in (("Winner", facts.get("winners", ())), ("Survivor", facts.get("survivors", ()))):
            for p in who:
                told = count(facts["points"].get(str(p), 0), *words)
                items.append(Item(title, readout.name(p), f"{told}.", rule))
    return items


def changed(readout: Readout) -> list[Item]:
    """The end for one player: who has won, and what he himself has of it."""
    items = []
    rule, words = _counted_in(readout)
    for facts in readout.told("game-over"):
        kind = kind_of(readout, facts)
        label, lead, *_ = readout.wording[kind]
        points = facts.get("points", {}).get(str(readout.me), 0)
        own = ""
        if readout.me in facts.get("winners", ()):
            own = f"You are a winner: {count(points, *words)}."
        elif readout.me in facts.get("survivors", ()):
            own = f"You are a survivor: {count(points, *words)}."
        elif points:
            own = f"You have {count(points, *words)}."
        names = names_of(readout, facts, readout.name)
        items.append(Item(label, lead({"winner": names or "nobody"}), own, "HR-56" if kind == "over-draw" else rule))
    return items


def _counted_in(readout: Readout) -> tuple[str, tuple[str, ...]]:
    """The rule that ends the variant's games, and what it counts."""
    return POINTS_OF[chosen(readout.view.options, "score")]
