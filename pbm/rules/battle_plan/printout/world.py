"""What the world games add to a printout: world opinion, aims and points (BP 19C, 22D, 23D).

But for the viewer's own lists and his own Industry all of it is public.
"""

from pbm.core.english import count, signed
from pbm.core.printout import Cell, Column, Item, Items, Lines, Section, Table
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.printout.readout import Readout
from pbm.rules.battle_plan.score import Aim, aims, class_of, threshold
from pbm.rules.battle_plan.state import Player
from pbm.rules.battle_plan.variant import titles

OPINION = (
    Column("", "player"),
    Column("Power"),
    Column("List them good", "number"),
    Column("List them bad", "number"),
    Column("A turn, in each country", "number"),
)
AIMS = (Column("Aim"), Column("Points", "number"), Column("Has now", "number"))


def opinion(readout: Readout) -> list[Section]:
    """BP 19C: how many list each player good and bad, and what that changes; never who."""
    return readout.common(_opinion)


def _opinion(readout: Readout) -> list[Section]:
    rows: list[tuple[Cell, ...]] = [
        (p, readout.countries.get(p, ""), good, bad, signed(net))
        for facts in readout.told("world-opinion")
        for p, good, bad, net in facts["players"]
        if good or bad
    ]
    if chosen(readout.view.options, "opinion") != "on" or not readout.view.turn:
        return []
    if not rows:
        return [Section("opinion", "World opinion", (Lines(("Nobody is on anybody's list.",)),), "none")]
    note = "Who lists whom is told to nobody (19C)."
    return [Section("opinion", "World opinion", (Table(OPINION, tuple(rows), note=note),), str(len(rows)))]


def own_lists(readout: Readout, me: Player) -> list[Section]:
    """BP 19A: the viewer's own lists, for him alone."""
    if chosen(readout.view.options, "opinion") != "on":
        return []
    lines = tuple(
        f" {title}=({' '.join(f'{weight}:{readout.tag(p)}' for weight, p in zip((3, 2, 1), listed, strict=True) if p)})"
        for title, listed in (("Good", me.good), ("Bad", me.bad))
    )
    return [Section("lists", "Your lists", (Lines(lines),))]


def goals(readout: Readout) -> list[Section]:
    """BP 22D, 23D, 24B: what the viewer is playing for, and how long: the Industry of his class, or his aims with their
    points.
    """
    score, world, turns = chosen(readout.view.options, "score"), readout.view.world, length(readout)
    if score == "objectives":
        told = aims(readout.view.owners, world, readout.rules, readout.me)
        rows: list[tuple[Cell, ...]] = [(aim_words(readout, aim), aim.points, aim.gained) for aim in told]
        total = sum(aim.gained for aim in told)
        return [Section("aims", "Victory points", (Table(AIMS, tuple(rows), note=turns),), str(total))]
    if score == "industry":
        has = sum(min(c.limit, c.industry + c.suppressed.industry) for _, c in readout.commanded)
        wants = threshold(world, readout.rules, readout.me)
        rank = class_of(world, readout.rules, readout.me)
        line = f"Class {rank}: {has} of the {wants} Industry that make a winner when all who are left are allies."
        lines = (line, turns) if turns else (line,)
        return [Section("aims", "Industry to win", (Lines(lines),), f"{has} of {wants}")]
    if turns:
        lines = (turns, "Whoever then occupies the most countries wins (24B).") if score == "countries" else (turns,)
        figure = f"turn {readout.view.turn} of {chosen(readout.view.options, 'turns')}"
        return [Section("aims", "Length of the game", (Lines(lines),), figure)]
    return []


def length(readout: Readout) -> str:
    """BP 23D, 24B: how many turns the game has, which the moderator sets; "" where it has no fixed number."""
    options = readout.view.options
    return f"The game has {chosen(options, 'turns')} turns." if chosen(options, "end") == "turns" else ""


def points(readout: Readout) -> dict[int, int]:
    """BP 23D: everybody's points as they stand, which the world can count itself; none where they decide nothing."""
    return {p: sum(aim.gained for aim in told) for p, told in readout.common(_aims).items()}


def _aims(readout: Readout) -> dict[int, list[Aim]]:
    if chosen(readout.view.options, "score") != "objectives":
        return {}
    return {p: aims(readout.view.owners, readout.view.world, readout.rules, p) for p in readout.countries}


def earning(readout: Readout) -> list[Section]:
    """BP 23D: what earns points in a game that they decide."""
    told = readout.common(_aims)
    if not told:
        return []
    items = tuple(
        Item(readout.countries[p], aim_words(readout, aim), f"{aim.gained} of {count(aim.points, 'point')}.", "23D")
        for p in sorted(told)
        for aim in told[p]
        if aim.kind not in ("survive", "each-home", "all-homes")
    )
    return [Section("aims", "What earns points", (Items(items),))]


def aim_words(readout: Readout, aim: Aim) -> str:
    """BP 23D: an aim in words, from wording.toml."""
    words: dict[str, str] = readout.rules.wording["aims"]
    spaces = readout.board.spaces
    name = spaces[aim.name].name if aim.name in spaces else aim.name
    rival = titles(readout.rules).get(aim.against) or (spaces[aim.against].name if aim.against else "")
    return words[aim.kind].format(name=name, rival=rival)
