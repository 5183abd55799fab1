"""The figures of charts: countries, which are public, and to each player his own industry, income and army (6A)."""

from pbm.events import Event
from pbm.rules.battle_plan.view import View
from pbm.series import Series
from pbm.system import Rules


def series(view: View, events: tuple[Event, ...], rules: Rules) -> tuple[Series, ...]:
    """14: countries of all who live; of the viewer himself also what he alone knows."""
    held = dict.fromkeys(view.living, 0)
    for owner in view.owners.values():
        if owner:
            held[owner] = held.get(owner, 0) + 1
    public = Series("countries", "Countries", dict(sorted(held.items())), "countries", "occupied")
    me = view.viewer
    if me not in view.living:
        return (public,)
    own = [country for country in view.countries.values() if country.commander == me]
    industry = sum(country.industry for country in own)
    army = sum(country.army for country in own) + sum(s.forces[me].army for s in view.seas.values() if me in s.forces)
    account = next((event.facts["lines"] for event in events if event.kind == "account"), None)
    income = {} if account is None else {me: sum(amount for key, _, amount in account if key == "tax")}
    return (
        public,
        Series("industry", "Industry", {me: industry}, "industry", "active, minors under control too"),
        Series("income", "Income", income, "Dollars", "taxes of the turn", money=True),
        Series("army", "Army", {me: army}, "armies", "in countries and at sea, minors too"),
    )
