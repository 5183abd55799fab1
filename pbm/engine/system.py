"""What a rule system is to the engine: plain functions and one frozen record of data (design 1).

The only engine module that reads package data; nothing here opens a game folder.
"""

import pkgutil  # importlib.resources takes longer to load than all that we read with it
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

import msgspec

from pbm.core.dice import Dice
from pbm.core.events import Event, Heard
from pbm.core.grid import GridView
from pbm.core.legend import Legend
from pbm.core.named import NOTHING, Named
from pbm.core.outcome import Outcome
from pbm.core.printout import Kit, Printout
from pbm.core.series import Series
from pbm.engine import vocabulary
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


class GivenText(msgspec.Struct, frozen=True):
    """A text file of the moderator's that an option names; path: where it is, for sentences about it."""

    path: str
    text: str


class FreeOption(msgspec.Struct, frozen=True):
    """An option that is no choice among a few words. usual: what it is where nobody chooses; means: what may be
    written, in words; is_file: its value is the path of a text file, which is read when a game is founded.
    """

    name: str
    usual: str
    means: str
    is_file: bool = False


class Rules(msgspec.Struct, frozen=True):
    """A system's data for one variant: read once, handed to every function.

    map: the map as data; geometry: how it is drawn; legend: what may be on it; orders: the order table; numbers:
    rules.toml; wording: wording.toml (`advice`: what is said to whoever founds a game); house: the rows of
    house_rules.toml; variant: the variant's own table. options: house rules and what the variant sets; two mean the
    same in every system: `over` = "clip" (HR-02), `names` = "hidden". edition: the edition of the rules that the game
    was founded under. texts: the files that options name, for `start`.
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
    legend: Legend = Legend()
    texts: Mapping[str, GivenText] = {}

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
    that is played under many seeds for its outcome alone is never told. acted: the same way, the names of the phases
    in which something happened.
    """

    def __init__(
        self,
        state: Any,
        events: tuple[Event, ...] | Callable[[], tuple[Event, ...]],
        acted: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self.state = state
        self._events, self._acted = events, acted

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""
        return self._events() if callable(self._events) else self._events

    @cached_property
    def acted(self) -> frozenset[str]:
        """The printed names of the phases in which something was told, or a die was rolled."""
        return self._acted()


class FileFault(msgspec.Struct, frozen=True):
    """What is wrong with a file of a moderator's own variant: a sentence, and the way to the key that it is about:
    names, and numbers in lists. No key: what is missing stands nowhere.
    """

    file: str
    said: str
    key: tuple[str | int, ...] = ()


def _one_home(rules: Rules, home: str) -> tuple[str, ...]:
    return (home,)


def _fit(rules: Rules) -> str:
    return ""


def _of_nobody(state: Any) -> Mapping[str, int]:
    return {}


def _no_name(rules: Rules, home: str) -> str:
    return ""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How games of a system are founded."""

    homes: Callable[[Rules], tuple[str, ...]]
    """All homes, in the order in which seats that nobody chose take them."""
    homes_for: Callable[[Rules, int], tuple[str, ...]] | None = None
    """The homes for so many seats that nobody chose, where those are not the first so many."""
    load: Callable[[str, Mapping[str, Any]], Rules]
    """The rules of a variant under options."""
    joined: Callable[[Rules, str], tuple[str, ...]] = _one_home
    """The homes that the home of a seat stands for: itself, or several that one player has. ValueError says which a
    seat may have.
    """
    called: Callable[[Rules, str], str] = _no_name
    """What the seat of a home is called, where that is not the name of a space."""
    free: tuple[FreeOption, ...] = ()
    """Options beside the house rules that are switches. One that is a file is no path for `load`, but any word."""
    unfit: Callable[[Rules], str] = _fit
    """What options say that may be in a worked case and not in a game: a sentence, or nothing."""
    least_seats: int = 1
    """With fewer a game would be over before its first turn."""
    most_seats: int = 0
    """How many players a game is made for at most, where that is fewer than there are homes; 0: every home."""
    numbered: bool = False
    """Whether a player has the number of their home."""
    load_folder: Callable[[str, Mapping[str, Any], Mapping[str, Any]], Rules] | None = None
    """The rules of a moderator's own variant under options; the last are its files, as read. A system may have none."""
    check_folder: Callable[[Mapping[str, Any]], tuple[FileFault, ...]] | None = None
    """The faults of such files."""

    def usual(self, rules: Rules, seats: int) -> tuple[str, ...]:
        """The homes of that many seats where nobody chooses."""
        return self.homes_for(rules, seats) if self.homes_for else self.homes(rules)[:seats]

    def most(self, rules: Rules) -> int:
        """How many seats a full game has."""
        return self.most_seats or len(self.homes(rules))


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """Who is in a position still, and whether it is the last."""

    living: Callable[[Any], tuple[int, ...]]
    """The players whose orders, or standing orders alone, still act."""
    awaited: Callable[[Any], tuple[int, ...]]
    """Those of them whose cards are waited for: not the dropped, nor whoever has nothing left to lose."""
    in_sight: Callable[[Any], tuple[int, ...]] | None = None
    """Those of them of whom all the world knows that they still play, where that is not so of all."""
    over: Callable[[Any], bool]
    """Whether the game has ended by rule."""
    ending: Callable[[Any, Rules], tuple[Event, ...]]
    """What all are told of the end of a position that is over, for one that a correction ended."""
    out: str = vocabulary.OUT
    """The kind of event that tells all who is out."""
    owners: Callable[[Any], Mapping[str, int]] = _of_nobody
    """Whose each space or place is that can be somebody's, by code: a player, or 0."""
    seat: str = vocabulary.SEAT
    """The fact of it that names the seat, such as the number of a country."""
    told: Callable[[Iterable[Event]], Outcome | None] | None = None
    """How the game ended, from the events of its last turn, where they tell it in other words than `game-over` of the
    engine's vocabulary; None: it goes on.
    """

    def outcome(self, events: Iterable[Event]) -> Outcome | None:
        """How the game ended in the turn of these events; None where it goes on, or the moderator ended it."""
        return self.told(events) if self.told else vocabulary.outcome(events, self.out, self.seat)

    def gone(self, events: Iterable[Event]) -> tuple[int, ...]:
        """Who went out in the turn of these events, as all were told."""
        return vocabulary.gone(events, self.out, self.seat)


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Positions and views as plain JSON data, and back: for files, archives, worked cases and corrections."""

    to_words: Callable[[Any], dict[str, Any]]
    """A State as words."""
    from_words: Callable[[Mapping[str, Any], Rules], Any]
    """And back; ValueError names the key. Archives are read by it, so it does not judge."""
    lay: Callable[[Any, Mapping[str, Any], Rules], Any]
    """A scenario's `given` laid over a State."""
    check: Callable[[Any, Collection[int], Rules], None]
    """ValueError names the key of what no position of a game with these players may have, such as fewer units than
    none.
    """
    view_to_words: Callable[[Any], dict[str, Any]]
    """A View as words."""
    view_from_words: Callable[[Mapping[str, Any]], Any]
    """And back."""
    named: tuple[Named, ...] = ()
    """The tables of a State by name, as worked cases speak of them."""
    absent: str = ""
    """The word for what a State leaves out, such as the stance of whoever has declared nothing."""
    renamed: Mapping[str, Mapping[str, str]] = {}
    """By kind of event: what an earlier pbm called a fact, and its name today; recorded turns are read so."""
    in_rows: bool = False
    """Whether the files of a turn have an entry a line, for positions of hundreds of entries; else a value a line."""
    coded: Mapping[str, str] = {}
    """By kind of event: a fact that is a code of wording.toml, and that an earlier pbm told as the sentence."""


class System(msgspec.Struct, frozen=True, kw_only=True):
    """A rule system: its five verbs (start, parse, resolve, view, printout), and what the engine asks beside them."""

    name: str
    title: str
    variants: tuple[str, ...]
    """The first is the plainest."""
    setup: Setup
    course: Course
    words: Words
    start: Callable[[Rules, tuple[Seat, ...], Dice], Any]
    """The first State; what is rolled then has labels of turn 0."""
    parse: Callable[[tuple[OrderLine, ...] | None, Any, Rules], Parsed]
    """Order lines and a View; None: no card came, standing orders act."""
    resolve: Callable[[Any, Mapping[int, Parsed], Dice, Rules], Resolution]
    """A turn, from a State and what each player ordered."""
    view: Callable[[Any, int, Rules], Any]
    """What a player, or the public (0), may know of a State."""
    printout: Callable[[Any, Heard, Parsed | None, Rules, Sheet], Printout]
    """A View and what its viewer heard, as a printout."""
    series: Callable[[Any, Heard, Rules], tuple[Series, ...]]
    """The figures of charts that the viewer knows, by player."""
    kit: Callable[[Any, Rules], Kit]
    """What the composer and the blank card offer to the viewer."""
    house: Callable[[Any, Rules, Dice], str]
    """The orders of a house player's card: text, without heading."""
    phases: Callable[[], tuple[tuple[str, str], ...]] = tuple
    """The phases of a turn, in order: rule number and printed name."""
    whole: Callable[[Any, Rules, Sheet], GridView] | None = None
    """The world of a State with all its land and places, and no units: what a revealed game shows where players see
    parts of a world alone, and some of it perhaps nobody.
    """


Loader = Callable[[System, str, Mapping[str, Any]], Rules]
"""The rules of a variant under options: `shipped`, or one that knows of folders with variants of one's own."""


def shipped(system: System, variant: str, options: Mapping[str, Any]) -> Rules:
    """A variant that comes with its system."""
    return system.setup.load(variant, options)


def check_slots(path: str, filed: Iterable[int], rules: Rules) -> None:
    """11: ValueError where a position has standing orders in slots that there are not; `path` leads to them."""
    slots = rules.orders.standing.slots if rules.orders.standing else 0
    for slot in filed:
        if not 1 <= slot <= slots:
            raise ValueError(f"{path}.standing.{slot}: the slots are 1 to {slots}")


def laid_over(base: Any, words: Any, path: str) -> Any:
    """A scenario's words over plain data: tables merge key by key, an entry that is "nothing" goes, anything else
    replaces, a list as a whole. ValueError names the key of what should be a table.
    """
    if not isinstance(words, Mapping):
        if isinstance(base, dict):
            raise ValueError(f"{path}: must be a table")
        return words
    merged = dict(base) if isinstance(base, dict) else {}
    for key, value in words.items():
        if value == NOTHING:
            merged.pop(key, None)
        else:
            merged[key] = laid_over(merged.get(key), value, f"{path}.{key}")
    return merged


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


def read_legend(package: ModuleType | str, name: str = "map.toml") -> Legend:
    """What may be on a system's maps, as a file in its package declares it."""
    return msgspec.convert(read_toml(package, name), Legend)


def read_data(package: ModuleType | str, name: str) -> bytes:
    """A file that lies in the package; FileNotFoundError where there is none."""
    data = pkgutil.get_data(package if isinstance(package, str) else package.__name__, name)
    assert data is not None  # only of packages that no file system holds, or an archive
    return data
