"""A game of four players in which no number should matter, and how the numbers of a state are put back.

They are so far apart that nobody meets: who meets first depends on the order of play, and that on numbers (ED 8.2).
"""

from typing import Any

HOMES = {1: "A", 2: "B", 3: "C", 4: "D"}
CARDS = {
    1: ("@ PA NAK O60", "PASS", "@ U2"),
    2: ("@ PA NAS", "@ O75A", "PASS"),
    3: ("@ PT NTS", "PASS", "@ PA NAK"),
    4: ("@ PD NDS U1", "PASS", "@ PC"),
}


def mapped(words: Any, back: dict[int, int]) -> Any:
    """The words of a state with every player's number put back, and what is sorted by it in order again."""

    def numbered(rows: dict[str, Any]) -> dict[str, Any]:
        return dict(sorted((str(back[int(number)]), row) for number, row in rows.items()))

    cities = {code: {**city, "owner": back.get(city.get("owner", 0), 0)} for code, city in words["cities"].items()}
    players = {number: _player(player, back) for number, player in numbered(words["players"]).items()}
    tables = {key: numbered(words[key]) for key in ("units", "census", "share") if key in words}
    return {**words, **tables, "cities": cities, "players": players}


def _player(player: dict[str, Any], back: dict[int, int]) -> dict[str, Any]:
    known = {code: back.get(owner, 0) for code, owner in player.get("known", {}).items()}
    met = sorted(back[other] for other in player.get("met", ()))
    return {**player, "known": known, "met": met}


def is_lively(words: Any) -> bool:
    """Whether everybody has built something, or works on it."""
    work = [city.get("progress", 0) for city in words["cities"].values() if city["owner"]]
    return len(words["units"]) >= 2 and len(work) == len(HOMES) and sum(map(bool, work)) >= 2
