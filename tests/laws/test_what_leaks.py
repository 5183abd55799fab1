"""Small ways in which a page could tell what its reader may not know, or say what nobody said, each once found."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.turn import play, printouts
from pbm.orders.form import OrderLine
from pbm.publish.decisions import decision_news
from pbm.rules import system
from pbm.rules.battle_plan.series import series
from pbm.rules.battle_plan.state import Forces, Sea, State
from pbm.site.ink.markup import Press
from pbm.store.founding import found
from pbm.store.ledger import StandIn
from pbm.store.lock import locked
from pbm.store.play import lay_table, resolve_turn, verify
from tests.engine import fake_system
from tests.rules.battle_plan.games import RULES
from tests.rules.battle_plan.printouts import SHEET, position
from tests.store.test_store import NOW, founding

BATTLE_PLAN = system("battle-plan")
PASS = (OrderLine(1, "PASS"),)


@pytest.mark.parametrize("viewer", [0, 2, 3])
def test_no_chart_tells_whether_who_lost_his_land_has_ships(viewer: int) -> None:
    """14: units in a sea are known to who sees it; the row of countries is everybody's."""

    def landless(navy: int) -> State:
        state = position()
        lost = {c: replace(k, occupier=0) for c, k in state.countries.items() if k.occupier == 1}
        forces = {1: Forces(navy=navy)} if navy else {}
        seas = {**state.seas, "MID": replace(state.seas["MID"], forces=forces)}
        return replace(state, countries={**state.countries, **lost}, seas=seas)

    told = [series(BATTLE_PLAN.view(landless(navy), viewer, RULES), {}, RULES) for navy in (0, 1)]
    assert told[0] == told[1]


def test_the_list_of_a_turn_s_cards_does_not_tell_who_is_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether who lost his land has units is nobody's business."""
    fake_system.install(monkeypatch)
    table = lay_table(found(tmp_path, founding(), NOW))
    course = replace(table.system.course, living=lambda state: (1,))
    table = replace(table, system=replace(table.system, course=course))
    with locked(table.folder.private, "test"):
        resolve_turn(table, {}, NOW)
    table.folder.refresh()
    assert len(table.folder.record(1).receipts or ()) == len(table.seats) == 2
    assert [number for number, chain in verify(table)] == [0, 1]


def test_the_name_of_a_seat_is_no_markup_in_the_desk_s_news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written in the moderator's voice, in Markdown; the name may be anybody's."""
    fake_system.install(monkeypatch)
    folder = found(tmp_path, founding(), NOW)
    name = "[Click **here**](https://evil.example/x) <b>_&_"
    path = folder.path / "game.toml"
    path.write_text(path.read_text().replace("Home of A", name))
    folder.refresh()
    folder.note(StandIn(1, 1, 2, "2026-11-21T23:30:00Z"))
    (piece,) = [post for post in decision_news(folder)[0] if post.title == "A change of hands"]
    html = Press(None).render(piece.markdown, "moderator").html
    assert "<a " not in html
    assert "<strong>" not in html
    assert "[Click **here**](https://evil.example/x) &lt;b&gt;_&amp;_" in html


def test_a_missed_turn_does_not_tell_who_without_a_country_has_ships() -> None:
    """14, 16: who sails a sea is secret, and that somebody is waited for would tell it."""

    def told(navy: int) -> list[object]:
        state = position()
        lost = {c: replace(k, occupier=2, hpi=100) for c, k in state.countries.items() if k.occupier == 1}
        sea = replace(state.seas["MID"], forces={1: Forces(navy=navy)} if navy else {})
        landless = replace(state, countries={**state.countries, **lost}, seas={**state.seas, "MID": sea})
        played = play(BATTLE_PLAN, RULES, landless, {2: PASS, 4: PASS}, Dice(b"s" * 16, "G", 8))
        out = printouts(BATTLE_PLAN, RULES, played.state, played.events, played.parsed, SHEET, (0, 4))
        assert [e.seen_by for e in played.events if e.kind == "nmr" and e.facts["player"] == 3] == ["all"]
        return [out[0].sections, out[0].standfirst, out[4].changes]

    assert told(0) == told(5)


@pytest.mark.parametrize("viewer", [0, 2])
def test_no_view_tells_that_who_lost_his_land_has_ships_or_a_minor(viewer: int) -> None:
    """14, 16: each player gets his view as a file, and a house player reads it."""

    def told(navy: int, index: int) -> object:
        state = position()
        lost = {c: replace(k, occupier=2, hpi=100) for c, k in state.countries.items() if k.occupier == 1}
        unseen = next(c for c, k in state.countries.items() if not k.occupier and viewer not in k.sight)
        lost[unseen] = replace(state.countries[unseen], popularity={1: index} if index else {})
        sea = Sea({1: Forces(navy=navy)} if navy else {}, (1,))
        left = replace(
            state, countries={**state.countries, **lost}, seas=dict.fromkeys(state.seas, Sea()) | {"MID": sea}
        )
        assert (1 in BATTLE_PLAN.course.living(left)) == bool(navy or index)
        own = BATTLE_PLAN.view(left, 1, RULES)
        assert (1 in own.living) == bool(navy or index)
        return BATTLE_PLAN.view(left, viewer, RULES)

    assert told(0, 0) == told(5, 0) == told(0, 40)
