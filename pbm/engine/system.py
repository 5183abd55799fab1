"""What a rule system is to the engine: plain functions and one frozen record of data (design 1).

The only engine module that reads package data; nothing here opens a game folder.
"""

import pkgutil  # importlib.resources takes longer to load than all that we read with it
import tomllib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

import msgspec

from pbm.core.dice import Dice
from pbm.core.events import Event, Heard
from pbm.core.named import Named
from pbm.core.printout import Kit, Printout
from pbm.core.series import Series
from pbm.orders.form import OrderLine, OrderTable, Parsed


class Seat(msgspec.Struct, frozen=True):
    """A player's place in a game: number, home (a space code or what the system names), shown name."""

    player: int
    home: str
    name: str = ""


EDITION = 2
"""The newest edition of the rules. A game keeps the one that it was founded under (`edition` in game.toml; 1 where the
line is missing): what a later edition changes holds for games founded later.
"""


class Rules(msgspec.Struct, frozen=True):
    """A system's data for one variant: read once, handed to every function.

    map: the map as data; geometry: how it is drawn; orders: the order table; numbers: rules.toml;
    wording: wording.toml; house: the rows of house_rules.toml; variant: the variant's own table. options: house rules
    and what the variant sets; two mean the same in every system: `over` = "clip" (HR-02), `names` = "hidden".
    edition: the edition of the rules that the game was founded under.
    """

    system: str
    variant: str
    map: Any
    geometry: Mapping[str, Any]
    orders: OrderTable
    numbers: Mapping[str, Any]
    wording: Mapping[str, Any]
    house: tuple[Mapping[str, Any], ...]
    options: Mapping[str, Any]
    edition: int = EDITION

    @property
    def nameless(self) -> bool:
        """Whether nobody may learn who plays."""
        return self.options.get("names") == "hidden"


class Sheet(msgspec.Struct, frozen=True):
    """What a printout's heading needs and no rule knows: game, title, seats, the due date in words; over: whether
    no card follows.

    drawer: shared by all printouts of one turn, for what is made of public facts alone, or filed under the
    facts of an event that its readers see. turn.printouts() lays a new one for each turn.
    """

    game: str
    title: str
    seats: tuple[Seat, ...]
    due: str = ""
    over: bool = False
    drawer: dict[Any, Any] = {}


class Resolution:
    """What a turn comes to: the next state and all that happened.

    The events may be given as a function, which is called once, when somebody asks what happened: a turn
    that is played under many seeds for its outcome alone is never told.
    """

    def __init__(self, state: Any, events: tuple[Event, ...] | Callable[[], tuple[Event, ...]]) -> None:
        self.state = state
        self._events = events

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""
        return self._events() if callable(self._events) else self._events


class FileFault(msgspec.Struct, frozen=True):
    """What is wrong with a file of a moderator's own variant: a sentence, and the way to the key that it is about:
    names, and numbers in lists. No key: what is missing stands nowhere.
    """

    file: str
    said: str
    key: tuple[str | int, ...] = ()


def _no_titles(rules: Rules) -> Mapping[str, str]:
    return {}


class System(msgspec.Struct, frozen=True):
    """A rule system: the five verbs, and what the engine must ask beside them.

    variants: the first is the plainest; homes(rules): homes for seats that nobody chose, in order.
    load(variant, options) -> Rules; start(rules, seats, dice) -> State: what is rolled then has labels of turn 0;
    parse(lines or None, view, rules) -> Parsed (None: no card came, standing orders act);
    resolve(state, {player: Parsed}, dice, rules) -> Resolution; view(state, viewer, rules) -> View;
    printout(view, what he heard, Parsed or None, rules, sheet) -> Printout; kit(view, rules) -> Kit;
    series(view, what he heard, rules): the figures of charts that the viewer knows, by player.
    to_words(state) and from_words(words, rules): a State as the plain JSON data of cases and archives,
    and back (ValueError names the key). lay(state, words, rules): a scenario's `given` laid over a
    state. check(state, players, rules): ValueError names the key of what no position of a game with these players
    may have, such as units fewer than none; from_words takes it, as archives are not judged.
    view_to_words/view_from_words: the same for a View. living(state): the players whose orders, or standing orders
    alone, still act; awaited(state): those of them whose cards are waited for (not the dropped, nor who has nothing
    left to lose); in_sight(state): those of them of whom all the world knows that they still play, where that is not
    so of all. over(state): whether the game has ended by rule; ending(state, rules): what all are told of the
    end of a position that is over, for one that a correction ended. house(view, rules, dice): the orders of a house
    player's card (text, without heading). titles(rules): what seats are called, by home, where that is not the name
    of a space. least_seats: with fewer a game would be over before its first turn.
    load_folder(variant, options, data) -> Rules and check_folder(data) -> its faults: for a moderator's
    own variant, of which `data` holds the files as read; a system without them has none.
    named: the tables of a state by name, as worked cases speak of them; absent: the word for what a state leaves out,
    such as the stance of who has declared nothing.
    """

    name: str
    title: str
    variants: tuple[str, ...]
    homes: Callable[[Rules], tuple[str, ...]]
    load: Callable[[str, Mapping[str, Any]], Rules]
    start: Callable[[Rules, tuple[Seat, ...], Dice], Any]
    parse: Callable[[tuple[OrderLine, ...] | None, Any, Rules], Parsed]
    resolve: Callable[[Any, Mapping[int, Parsed], Dice, Rules], Resolution]
    view: Callable[[Any, int, Rules], Any]
    printout: Callable[[Any, Heard, Parsed | None, Rules, Sheet], Printout]
    series: Callable[[Any, Heard, Rules], tuple[Series, ...]]
    kit: Callable[[Any, Rules], Kit]
    to_words: Callable[[Any], dict[str, Any]]
    from_words: Callable[[Mapping[str, Any], Rules], Any]
    lay: Callable[[Any, Mapping[str, Any], Rules], Any]
    check: Callable[[Any, Container[int], Rules], None]
    view_to_words: Callable[[Any], dict[str, Any]]
    view_from_words: Callable[[Mapping[str, Any]], Any]
    living: Callable[[Any], tuple[int, ...]]
    awaited: Callable[[Any], tuple[int, ...]]
    over: Callable[[Any], bool]
    ending: Callable[[Any, Rules], tuple[Event, ...]]
    house: Callable[[Any, Rules, Dice], str]
    titles: Callable[[Rules], Mapping[str, str]] = _no_titles
    in_sight: Callable[[Any], tuple[int, ...]] | None = None
    least_seats: int = 1
    named: tuple[Named, ...] = ()
    absent: str = ""
    load_folder: Callable[[str, Mapping[str, Any], Mapping[str, Any]], Rules] | None = None
    check_folder: Callable[[Mapping[str, Any]], tuple[FileFault, ...]] | None = None


Loader = Callable[[System, str, Mapping[str, Any]], Rules]
"""The rules of a variant under options: `shipped`, or one that knows of folders with variants of one's own."""


def shipped(system: System, variant: str, options: Mapping[str, Any]) -> Rules:
    """A variant that comes with its system."""
    return system.load(variant, options)


def check_slots(path: str, filed: Iterable[int], rules: Rules) -> None:
    """11: ValueError where a position has standing orders in slots that there are not; `path` leads to them."""
    slots = rules.orders.standing.slots if rules.orders.standing else 0
    for slot in filed:
        if not 1 <= slot <= slots:
            raise ValueError(f"{path}.standing.{slot}: the slots are 1 to {slots}")


def laid_over(base: Any, words: Any, path: str) -> Any:
    """A scenario's words over plain data: tables merge key by key, anything else replaces. ValueError names the key of
    what should be a table.
    """
    if not isinstance(base, dict):
        return dict(words) if isinstance(words, Mapping) else words
    if not isinstance(words, Mapping):
        raise ValueError(f"{path}: must be a table")
    return {**base, **{key: laid_over(base.get(key), value, f"{path}.{key}") for key, value in words.items()}}


def by_name(options: Mapping[str, Any], house: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Options by their names; a house rule that is a switch may be given by its id instead, as HR-30."""
    names = {row["id"]: row["option"] for row in house if row.get("option")}
    return {names.get(str(key), str(key)): str(value) for key, value in options.items()}


def read_toml(package: ModuleType | str, name: str) -> dict[str, Any]:
    """A TOML file that lies in the package."""
    return tomllib.loads(read_data(package, name).decode())


def read_json(package: ModuleType | str, name: str) -> Any:
    """A JSON file that lies in the package."""
    return msgspec.json.decode(read_data(package, name))


def read_data(package: ModuleType | str, name: str) -> bytes:
    """A file that lies in the package; FileNotFoundError where there is none."""
    data = pkgutil.get_data(package if isinstance(package, str) else package.__name__, name)
    assert data is not None  # only of packages that no file system holds, or an archive
    return data
