"""What all may know of a mailing (ED 16.1): its headline, and the chart of a world that nobody may see yet."""

from pbm.core.english import count
from pbm.core.grid import UNKNOWN, GridView
from pbm.core.printout import MapBlock, Section
from pbm.rules.common.news import varied
from pbm.rules.empire_deluxe.printout.mapview import PLAIN
from pbm.rules.empire_deluxe.printout.readout import Readout


def headline(readout: Readout) -> str:
    """ED 16.1: the greatest news in a sentence, in words that vary from mailing to mailing."""
    kind, names = _greatest(readout)
    return varied(readout.rules.wording["headline"][kind], readout.view.turn, **names)


def _greatest(readout: Readout) -> tuple[str, dict[str, str]]:
    """What kind of news it is, and who and what is named in it."""
    if readout.view.turn == 0:
        return ("open" if readout.view.rows else "start"), {}
    for facts in readout.told("ended"):
        winner = facts["winner"]
        return ("won", {"player": readout.name(winner)}) if winner else ("nobody", {})
    for kind in ("resigned", "knocked-out", "abdicated"):
        for facts in readout.told(kind):
            return kind, {"player": readout.name(facts["player"])}
    if readout.told("halted"):
        return "halted", {}
    taken = len({(facts["city"], facts["at"]) for facts in readout.told("captured")})
    if taken:
        return "taken", {"cities": count(taken, "city", "cities"), "turns": readout.played}
    leader = _leader(readout)
    if leader and readout.view.turn % 2:
        return "leader", leader
    return ("still" if readout.view.rows else "quiet"), {"turns": readout.played}


def _leader(readout: Readout) -> dict[str, str]:
    """Who is alone at the head of the census."""
    told = readout.told("census")
    cities = told[-1]["cities"] if told else {}
    best = [player for player, many in cities.items() if many == max(cities.values())]
    if len(best) != 1:
        return {}
    return {"player": readout.name(int(best[0])), "cities": count(cities[best[0]], "city", "cities")}


def hidden_world(readout: Readout) -> list[Section]:
    """ED 16.1: an empty chart of the world's size; the world itself is open in the basic game."""
    view = readout.view
    if view.rows:
        return []
    size = f"{view.width} by {view.height} squares"
    blank = GridView(
        title="The world",
        desc=f"An empty chart of {size}.",
        width=view.width,
        height=view.height,
        rows=(UNKNOWN * view.width,) * view.height,
        terrain=PLAIN,
        wrap=view.wrap,
    )
    chart = MapBlock(blank, readout.words("world", "hidden").format(size=size))
    return [Section("world", "The world", (chart,), classic=False, closed=True)]
