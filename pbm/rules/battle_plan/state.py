"""The position of a Battle Plan game, in the words of the archives (spec 30).

Whole units are integers. Dollars, spies and saved builds are counted in hundredths inside and
written as decimal strings in their shortest form ("70.7").
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from pbm.rules.battle_plan.maps import Map
from pbm.rules.common.words import check_keys, numbered, where

Stance = Literal["ally", "neutral", "enemy"]


class Suppressed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The suppressed part of each pool (BP 5F)."""

    industry: int = 0
    tax: int = 0
    air: int = 0


class Country(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A land space (BP 2A). `occupier` 0 is a minor; `saved` counts hundredths of a unit by unit letter."""

    occupier: int = 0
    army: int = 0
    navy: int = 0
    air: int = 0
    missiles: int = 0
    antimissiles: int = 0
    industry: int = 0
    tax: int = 0
    suppressed: Suppressed = Suppressed()
    limit: int = 20
    saved: dict[str, int] = {}
    hpi: int = 0
    popularity: dict[int, int] = {}
    spies: dict[int, int] = {}
    standing: dict[int, str] = {}
    standing_by: int = 0
    sight: tuple[int, ...] = ()

    @property
    def controller(self) -> int:
        """Who controls the minor: the one with the highest positive index, 0 in a tie (BP 2A, HR-21)."""
        if self.occupier or not self.popularity:
            return 0
        best = max(self.popularity.values())
        leaders = [p for p, index in self.popularity.items() if index == best]
        return leaders[0] if best > 0 and len(leaders) == 1 else 0

    @property
    def commander(self) -> int:
        """Who gives orders here: the occupier, or the controller of a minor; 0 for nobody."""
        return self.occupier or self.controller


class Forces(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A player's units in a sea (BP 2D). An army needs no ships there (BP HR-45)."""

    army: int = 0
    navy: int = 0
    air: int = 0


class Sea(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A sea space (BP 2D): forces by player; nobody owns it."""

    forces: dict[int, Forces] = {}
    sight: tuple[int, ...] = ()


class Player(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A player's own record. dollars, spies, counterspies and ease count hundredths.

    stance: what he declared of others; absent is neutral. shares[q]: what q sees of him.
    """

    dollars: int = 0
    spies: int = 0
    counterspies: int = 0
    multipliers: dict[str, int] = {}
    stance: dict[int, Stance] = {}
    defaults: dict[str, int] = {}
    permits: tuple[int, ...] = ()
    shares: dict[int, Literal["F", "H"]] = {}
    good: tuple[int, int, int] = (0, 0, 0)
    bad: tuple[int, int, int] = (0, 0, 0)
    ease: dict[str, int] = {}
    names_off: bool = False
    one_list: bool = False
    dropped: bool = False
    missed: int = 0


class World(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What some world games remember, all of it public.

    homes: whose start country a space is, where that counts later (BP 22D, 23D, 24A). launched: whether a missile was
    ever fired (BP 23B).
    """

    homes: dict[str, int] = {}
    launched: bool = False


NO_WORLD = World()


class State(msgspec.Struct, frozen=True, gc=False):
    """A position between two turns; `turn` is the one last resolved."""

    turn: int
    options: dict[str, str]
    countries: dict[str, Country]
    seas: dict[str, Sea]
    players: dict[int, Player]
    world: World = NO_WORLD

    def enemies(self, p: int, q: int) -> bool:
        """Whether either has declared the other an enemy (BP 1B). Nobody is an enemy of player 0."""
        if p == q or not p or not q:
            return False
        return self.players[p].stance.get(q) == "enemy" or self.players[q].stance.get(p) == "enemy"


def decimal(hundredths: int) -> str:
    """Hundredths as the shortest decimal string: 7070 is "70.7", 10100 is "101"."""
    if not hundredths % 100:
        return str(hundredths // 100)
    sign = "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), 100)
    return f"{sign}{whole}.{part:02d}" if part % 10 else f"{sign}{whole}.{part // 10}"


def hundredths(text: Any) -> int:
    """A decimal string (or a whole number) as hundredths; ValueError where it is neither."""
    if isinstance(text, int) and not isinstance(text, bool):
        return text * 100
    if isinstance(text, str):
        sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
        whole, _, part = digits.partition(".")
        ascii_digits = whole.isascii() and whole.isdigit() and len(whole) <= 15
        if ascii_digits and (not part or (part.isascii() and part.isdigit() and len(part) <= 30)):
            if part[2:].strip("0"):
                raise ValueError(f"{text!r} has more than two places")
            return sign * (int(whole) * 100 + int((part + "00")[:2]))
    raise ValueError(f'{text!r} is not a decimal string such as "70.7"')


_MONEY = ("dollars", "spies", "counterspies")
_TABLES = ("saved", "popularity", "spies", "standing", "forces")


def to_words(state: State) -> dict[str, Any]:
    """The state as plain JSON data in the words of spec 30."""
    spaces: dict[str, Any] = {}
    for code, country in state.countries.items():
        words = msgspec.to_builtins(country, str_keys=True)
        words["saved"] = {letter: decimal(part) for letter, part in country.saved.items()}
        spaces[code] = {key: value for key, value in words.items() if value or key not in _TABLES}
    for code, sea in state.seas.items():
        spaces[code] = msgspec.to_builtins(sea, str_keys=True)
    players: dict[str, Any] = {}
    for number, player in state.players.items():
        words = msgspec.to_builtins(player, str_keys=True)
        words |= {key: decimal(words[key]) for key in _MONEY}
        words["ease"] = {letter: decimal(ease) for letter, ease in player.ease.items()}
        players[str(number)] = words
    told = {"turn": state.turn, "options": dict(state.options), "spaces": spaces, "players": players}
    return told if state.world == NO_WORLD else told | {"world": msgspec.to_builtins(state.world)}


def from_words(words: Mapping[str, Any], board: Map) -> State:
    """The state of that JSON data. ValueError names the key: unknown, missing or of the wrong type."""
    check_keys(words, ("turn", "options", "spaces", "players", "world"), ("turn", "spaces", "players"))
    countries, seas, players = {}, {}, {}
    for code, space in words["spaces"].items():
        path = f"spaces.{code}"
        if code not in board.spaces:
            raise ValueError(f"{path}: no such space on this map")
        if code in board.sea_codes:
            seas[code] = _read(space, Sea, path)
        else:
            saved = {k: _money(v, f"{path}.saved.{k}") for k, v in space.get("saved", {}).items()}
            countries[code] = _read({**space, "saved": saved}, Country, path)
    for number, player in numbered(words["players"]).items():
        path = f"players.{number}"
        if not (number.isascii() and number.isdigit()):
            raise ValueError(f"{path}: a player is named by number")
        money = {key: _money(player[key], f"{path}.{key}") for key in _MONEY if key in player}
        ease = {k: _money(v, f"{path}.ease.{k}") for k, v in player.get("ease", {}).items()}
        players[int(number)] = _read({**player, **money, "ease": ease}, Player, path)
    options = _read(words.get("options", {}), dict[str, str], "options")
    world = _read(words.get("world", {}), World, "world")
    return State(_read(words["turn"], int, "turn"), options, countries, seas, players, world)


def _money(value: Any, path: str) -> int:
    try:
        return hundredths(value)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _read(value: Any, kind: Any, path: str) -> Any:
    try:
        return msgspec.convert(numbered(value), kind, str_keys=True)
    except msgspec.ValidationError as error:
        inner, said, at_key = where(error)
        raise ValueError(f"{path}{inner}: {'its keys are numbers' if at_key else said}") from None
