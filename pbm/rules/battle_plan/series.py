"""The figures of charts: countries, which are public, and to each player his own industry, income and army (BP 6A)."""

from pbm.core.events import Heard
from pbm.core.series import Series
from pbm.engine.system import Rules
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.score import aims, commanded, threshold
from pbm.rules.battle_plan.view import View


def series(view: View, heard: Heard, rules: Rules) -> tuple[Series, ...]:
    """BP 14, 19C: countries of all who have any, and what the world thinks of them; of the viewer himself also what he
    alone knows. Whether who has no country left has units somewhere is secret.
    """
    held: dict[int, int] = {}
    for owner in view.owners.values():
        if owner:
            held[owner] = held.get(owner, 0) + 1
    score = chosen(view.options, "score")
    goal = 0 if score in ("land", "countries") else None  # BP 1A: nobody needs them all, but nobody else may have any
    countries = Series("countries", "Countries", dict(sorted(held.items())), "countries", "occupied", goal=goal)
    public = (countries, *_objectives(view, rules), *_opinion(heard))
    me = view.viewer
    if me not in view.living:
        return public
    own = [country for country in view.countries.values() if country.commander == me]
    industry = sum(country.industry for country in own)
    army = sum(country.army for country in own) + sum(forces.army for forces in view.afloat.values())
    account = next((facts["lines"] for facts in heard.get("account", ())), None)
    income = {} if account is None else {me: sum(amount for key, _, amount in account if key == "tax")}
    return (
        *public,
        Series("industry", "Industry", {me: industry}, "industry", "active, minors under control too"),
        *_reached(view, rules),
        Series("income", "Income", income, "Dollars", "taxes of the turn", money=True),
        Series("army", "Army", {me: army}, "armies", "in countries and at sea, minors too"),
    )


def _objectives(view: View, rules: Rules) -> tuple[Series, ...]:
    """BP 23D: what the objectives of each power are worth now, where they decide; who occupies what is public."""
    if chosen(view.options, "score") != "objectives":
        return ()
    held = set(view.owners.values())
    points = {
        p: sum(aim.gained for aim in aims(view.owners, view.world, rules, p))
        for p in sorted(set(view.world.homes.values()))
        if p in held
    }
    return (Series("points", "Points", points, "points", "of the objectives that are reached now", goal=0),)


def _reached(view: View, rules: Rules) -> tuple[Series, ...]:
    """BP 22D: how much of the Industry that makes the viewer's seat a winner they have, where that decides."""
    enough = threshold(view.world, rules, view.viewer) if chosen(view.options, "score") == "industry" else 0
    if not enough:
        return ()
    reached = {view.viewer: 100 * commanded(view.countries, view.viewer) // enough}
    return (Series("reached", "Industry reached", reached, "per cent", "of what each needs to win", goal=100),)


OPINION = "World opinion"


def _opinion(heard: Heard) -> tuple[Series, ...]:
    """BP 19C: how many list a player good and bad, and the change of popularity that comes of it."""
    rows = next((facts["players"] for facts in heard.get("world-opinion", ())), None)
    if rows is None:
        return ()
    return (
        Series(
            "opinion",
            "World opinion",
            {p: net for p, _, _, net in rows},
            "points",
            "of home popularity, in each country",
            page=OPINION,
            about="Who gave them to whom is not shown anywhere.",
        ),
        Series("listed-good", "On good lists", {p: good for p, good, _, _ in rows}, "players", page=OPINION),
        Series("listed-bad", "On bad lists", {p: bad for p, _, bad, _ in rows}, "players", page=OPINION),
    )
