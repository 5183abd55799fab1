"""Every kind of event of NW 14 as its readers are told of it, and the sheets of what is seldom there."""

from typing import Any

import pytest

from pbm.core.events import Event
from pbm.rules.naval_warfare.printout.accounts import NAMES
from pbm.rules.naval_warfare.setup import lay
from tests.rules.naval_warfare.test_printout import GIVEN, RULES, WORDING, founded, position, printed, table, words

OWN: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("offered", {"by": 2, "of": 1, "what": "peace"}, "Offered: [2:Xanthe] offers: peace."),
    ("offered", {"by": 1, "of": 2, "what": "trade"}, "Your offer to [2:Xanthe] was not answered: trade."),
    ("cut-off", {"by": 2, "of": 1, "good": "O", "left": 3, "spent": 0}, "[2:Xanthe] cuts off your oil. 3 left"),
    ("aid", {"by": 1, "of": 2, "dollars": 30}, "Aid: 30 dollars to [2:Xanthe]."),
    ("aid", {"by": 2, "of": 1, "dollars": 1}, "Aid: 1 dollar from [2:Xanthe]."),
    ("gift", {"by": 2, "of": 1, "number": 3, "good": "F"}, "Aid: 3 food from [2:Xanthe]."),
    ("raid", {"by": 1, "dollars": 20, "stockpiles": 3, "good": "G"}, "Raid: It brought 20 dollars and 3 goods."),
    ("raid", {"by": 1, "dollars": 0, "stockpiles": 0, "good": "G"}, "Raid: It brought nothing."),
    ("robbed", {"of": 1, "dollars": 40}, "Raiders took 40 dollars of your pay. By whom is not known."),
    ("robbed", {"of": 1, "dollars": 1}, "Raiders took 1 dollar of your pay."),
    ("bought", {"good": "R", "number": 7, "price": 14}, "Bought: 7 raw at 14 dollars each."),
    (
        "built",
        {"country": 1, "ship": 4, "type": "warship", "hull": 3, "funding": 45, "spent": 2, "special": ["ET"],
         "captain": 9, "max": 20, "shields": 8, "weapons": "NM"},
        "Built: 4 Ajax, destroyer, 20 hit points, shields 8, captain 9, Extended tracking. Funding 45, own money 2.",
    ),
    ("skipped", {"order": "B4=3NM/2", "ship": 4, "weapon": "N", "reason": "money"},
     "B4=3NM/2: N passed over, the money does not suffice."),
    ("order-failed", {"order": "R12", "place": "#4", "reason": "no-dock"}, "@#4 R12: the port has no dock."),
    ("not-built", {"order": "B9=5D/2", "reason": "money", "funding": 25}, "B9=5D/2: the money does not suffice."),
    ("ship-level", {"country": 1, "ship": 4, "level": 2}, "Ship 4 Ajax is of level 2."),
    ("exp", {"country": 1, "points": 6, "why": "peace"}, "Exp: +6. 6 for peace."),
    ("port-hit", {"port": "MIB", "by": 2, "structure": 310}, "MIB was hit by [2] Xanthe. Its structure is 310."),
    ("strike", {"base": "P1", "hex": "2310", "lost": 2}, "Aircraft of P1 attacked at 2310 (XAA). 2 were lost."),
    ("sunk", {"country": 1, "ship": 7, "hull": 3, "by": 0, "name": "Juno"}, "Ship 7 Juno, a destroyer, was sunk."),
    ("broken-up", {"country": 1, "ship": 7, "hull": 3, "by": 0}, "Lost: Ship 7, a destroyer, was broken up."),
    ("nmr", {"player": 1}, "No card: None came from you."),
    ("bought-ship", {"by": 1, "of": 2, "ship": 3, "number": 4, "dollars": 60}, "Ship 4 Ajax from [2:Xanthe] for 60"),
)  # fmt: skip
ALL: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("war", {"by": 2, "of": 3}, "War: [2:Xanthe] declares war on [3:Ostvik]."),
    ("truce", {"by": 2, "of": 3}, "[2:Xanthe] and [3:Ostvik] cease fire."),
    ("peace", {"by": 2, "of": 3}, "[2:Xanthe] and [3:Ostvik] sign a peace."),
    ("alliance", {"by": 2, "of": 3}, "[2:Xanthe] and [3:Ostvik] are allied."),
    ("trade", {"by": 2, "of": 3}, "[2:Xanthe] and [3:Ostvik] agree to trade."),
    ("left", {"by": 2, "of": 3}, "[2:Xanthe] leaves its treaties with [3:Ostvik]."),
    ("embargo", {"by": 2, "of": 3}, "[2:Xanthe] declares an embargo"),
    ("embargo-lifted", {"by": 2, "of": 3}, "[2:Xanthe] lifts its embargo on [3:Ostvik]."),
    ("hunger", {"country": 2}, "Want: [2:Xanthe] is hungry."),
    ("out-of-oil", {"country": 2}, "[2:Xanthe] is out of oil."),
    ("out-of-raw", {"country": 2}, "[2:Xanthe] is out of raw materials."),
    ("treasure", {"country": 2, "dollars": 60}, "[2:Xanthe]: 60 dollars gained."),
    ("boom", {"country": 2, "dollars": 15}, "[2:Xanthe]: 15 dollars gained."),
    ("loss", {"country": 2, "dollars": 8}, "[2:Xanthe]: 8 dollars lost."),
    ("launched", {"country": 2, "hull": 1}, "Launched: [2:Xanthe] 1 fast attack craft."),
    ("port-built", {"country": 2, "port": "XAD"}, "[2:Xanthe] builds a port: XAD."),
    ("dock-built", {"country": 2, "port": "XAC"}, "[2:Xanthe] builds a dock: XAC."),
    ("economy", {"country": 2, "economy": "OIL"}, "[2:Xanthe] changes its economy: oil production and trade."),
    ("ability", {"country": 2, "ability": "SHI"}, "[2:Xanthe] gains an ability: super shield emitters."),
    ("level", {"country": 2, "level": 3}, "[2:Xanthe] reaches level 3."),
    ("annexed", {"country": 2, "territory": "24", "economy": "TOU"}, "[2:Xanthe] annexes territory 24."),
    ("sunk", {"country": 2, "ship": 1, "hull": 5, "by": 3}, "The flagship of [2:Xanthe] was sunk, a battleship."),
    ("port-destroyed", {"port": "XAB", "by": 3, "structure": 0}, "XAB is destroyed by [3:Ostvik]."),
    ("port-taken", {"port": "XAB", "by": 3, "structure": 500}, "[3:Ostvik] takes XAB."),
    ("monster-killed", {"by": 2}, "A sea monster is killed by [2:Xanthe]."),
    ("menace-gone", {"by": 2}, "Pirates are destroyed by [2:Xanthe]."),
    ("taken-over", {"country": 3, "by": 2}, "[2:Xanthe] holds all ports of [3:Ostvik]."),
    ("out", {"country": 3, "by": 2}, "[3:Ostvik] has no port left."),
    ("game-over", {"winner": 2}, "[2:Xanthe] won the game."),
    ("nmr", {"player": 2}, "[2:Xanthe] sent no orders."),
)


@pytest.mark.parametrize(("kind", "facts", "said"), OWN)
def test_what_one_country_is_told(kind: str, facts: dict[str, Any], said: str) -> None:
    assert said in words(printed(position(), [Event(kind, (1,), facts)], 1))


@pytest.mark.parametrize(("kind", "facts", "said"), ALL)
def test_what_all_are_told(kind: str, facts: dict[str, Any], said: str) -> None:
    """The public reads it, and so does a country that it does not concern."""
    for viewer in (0, 1):
        assert said in words(printed(position(), [Event(kind, "all", facts)], viewer))


def test_no_row_of_news_is_without_a_use() -> None:
    """Each row of wording.toml under `change` is named in the printout, by kind or by what its kind is made of."""
    told = {kind for kind, _, _ in (*OWN, *ALL)}
    made = {"welcome", "victory", "draw", "defeat", "paid", "gave", "got", "ship-bought", "ship-sold", "offer-made",
            "offer-had", "ship-lost", "merchant", "carrier", "goods-bought", "seen", "failed", "no-card", "faults",
            "event", "battle", "flagship", "no-cards", "secret-peace", "secret-alliance", "secret-left"}  # fmt: skip
    mine = {f"port-{how}-mine" for how in ("taken", "destroyed", "hit")}
    assert set(WORDING["change"]) - told == made | mine


def test_a_row_of_the_account_has_its_details_in_words() -> None:
    facts = {"ship": 4, "country": 2, "other": 3, "menace": 1, "economy": "TOU", "event": 16, "number": 2, "good": "F",
             "advancement": "EC", "port": "MIA", "weapons": "NNC", "place": "P1", "aa": "MS", "type": 1, "slot": 2,
             "weapon": "N", "points": 12}  # fmt: skip
    rows = [[code, -1, *(facts[name] for name in names)] for code, names in NAMES.items()]
    event = Event("account", (1,), {"country": 1, "rows": [["before", 100], *rows, ["after", 70]]})
    told = {str(row[0]) for row in table(printed(position(), [event], 1), "account").rows}
    for said in (
        "Aid to [2] Xanthe",
        "Mediation between [2] Xanthe and [3] Ostvik",
        "Privilege: tourism",
        "Advancement E.C.M., type 2",
        "Weapons of MIA: NNC",
        "AA of P1: multi sam",
        "2 aircraft of type 1",
        "Refit of 4 Ajax, slot 2: new missiles",
        "Rogue merchant: 2 food",
        "Prize: ship 2 of [2] Xanthe",
    ):
        assert said in told
    assert len(told) == len(NAMES) + 1


def test_platforms_utility_ships_and_what_was_learnt_stand_on_their_sheets() -> None:
    country = {"types": {"1": {"name": "Type 1", "size": "light", "weapon": "Missiles", "load": 6, "adv": ["EC"]}},
               "oil": 4, "prisoners": [35], "admirals": [9], "supers": 1, "embargo": [2], "war": [3]}  # fmt: skip
    platform = {"kind": "AS", "port": "MIB", "hp": 100, "aa": [{"a": "MS", "hp": 10, "load": 6}], "awacs": 1,
                "aircraft": [{"type": 1, "hp": 1}, {"type": 1, "hp": 1}]}  # fmt: skip
    utility = {"kind": "utility", "hull": 3, "max": 12, "hp": 12, "weapons": "M", "holds": [["N", 9]], "port": "MIB"}
    given = {"countries": {"1": country}, "platforms": {"1": {"1": platform}}, "ships": {"1": {"80": utility}},
             "ports": {"MIA": {"weapons": [{"w": "N", "hp": 25, "load": 24}, {"w": "L", "hp": 7}]}}}  # fmt: skip
    text = words(printed(lay(lay(founded(), GIVEN, RULES), given, RULES), [], 1))
    for said in (
        "Stockpiles 4 oil (O)",
        "Pool 35 captains and an admiral of 9",
        "Aircraft type 1 light, missiles (1d8), payload 6, EC",
        "1 super ship",
        "P1 Air station MIB 100/120 MS10/6 2x1 1 MD",
        "SHIP 80 utility destroyer, MIB",
        "H1 N new missiles 9 of 12",
        "N25/24 L7",
        "At war with [3] Ostvik.",
        "Your embargo lies on [2] Xanthe.",
    ):
        assert said in text


def test_offers_of_the_week_are_named_with_their_answer() -> None:
    offers = {"merchant": {"kind": "F", "number": 7, "price": 14, "to": 1, "turn": 9}, "gift": {"to": 1, "turn": 9}}
    state = lay(position(), {"offers": offers}, RULES)
    text = words(printed(state, [], 1))
    assert "A rogue merchant offers you 7 food at 14 dollars each." in text
    assert "A carrier without weapons is offered to you for the price of its hull." in text
    assert "merchant" not in words(printed(state, [], 2))


def test_before_the_founding_week_a_country_reads_what_it_is() -> None:
    text = words(printed(founded(), [], 1))
    assert "Welcome: Mirrane, all around power, with MIA, MIB and MIC." in text
