"""`pbm new`: a game folder, with keys, seed and the codes of the first turn."""

import re
from collections import Counter
from datetime import datetime
from typing import Any, Literal

import click
from msgspec.structs import replace

from pbm import rules as registry
from pbm.cards.card import make_code
from pbm.cli.deadlines import due
from pbm.cli.screen import now, root_of, say, warn
from pbm.cli.signups import from_the_list, is_given, open_list
from pbm.core.dice import Dice
from pbm.core.schedule import ScheduleFacts, read_schedule
from pbm.engine.system import Rules, Seat, Setup
from pbm.errors import PbmError
from pbm.seal.ring import Ring, make_epoch
from pbm.store.deadlines import first_deadline, read_named
from pbm.store.facts import read_time
from pbm.store.folder import Folder
from pbm.store.founding import Founder, Founding, begin, found
from pbm.store.seeds import draw_secret
from pbm.store.texts import given_texts, placed
from pbm.store.variants import load_rules, system_with
from pbm.store.waiting import Waiting


@click.command(
    "new",
    epilog='Example: pbm new EU-7 --seats "1=TU:Rosa Klein,2=RU,3=FR" --every "14 days" --zone Europe/Berlin',
)
@click.argument("game")
@click.option(
    "--system",
    default=registry.FIRST,
    help=f"The rule system: {', '.join(registry.SYSTEMS)}.  [default: that of the variant, else {registry.FIRST}]",
)
@click.option(
    "--variant",
    default="",
    help="Map and options within it, or a folder of content/variants; `pbm rules SYSTEM` lists them.  [default: the "
    "system's first]",
)
@click.option(
    "--seats",
    default="",
    help="number=home:name for each seat, or just how many seats; 3=EPD+EHU:name gives one player two homes, where the "
    "variant allows it.",
)
@click.option(
    "--wait", is_flag=True, help="Found nothing yet: the game waits for players, who sign up by mail or card."
)
@click.option("--from-signups", is_flag=True, help="Found a game that waited, with the players who have signed up.")
@click.option("--title", default="", help="The game's title.  [default: its id]")
@click.option(
    "--deadline",
    default="",
    help="The deadline of turn 1: a time with its zone, or in that of --zone.  [default: the schedule's first]",
)
@click.option("--every", default="", help='Schedule: the time from one deadline to the next, such as "14 days".')
@click.option("--days", default="", help="Schedule: the weekdays of the deadlines, such as tue,fri.")
@click.option("--at", default="", help="Schedule: the time of day of the deadlines.  [default: 20:00]")
@click.option("--zone", default="", help="Schedule: the time zone, such as Europe/Berlin.  [default: UTC]")
@click.option(
    "--grace",
    default="",
    help='Schedule: how long after the deadline cards are still in time, such as "2 hours".  [default: no grace]',
)
@click.option(
    "--remind",
    default="",
    help='Schedule: how long before the deadline players without a card are reminded, such as "2 days,6 hours".',
)
@click.option(
    "--resolve",
    type=click.Choice(["deadline", "all-in"]),
    default="deadline",
    show_default=True,
    help="When a turn is due: at the deadline, or also as soon as every card is there.",
)
@click.option(
    "--nmr",
    type=click.Choice(["public", "private"]),
    default="public",
    show_default=True,
    help="Whether everyone sees who sent no card, or only that player.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule other than the usual one, such as over=clip; may be repeated. `pbm rules SYSTEM` lists them.",
)
@click.pass_context
def new_command(
    ctx: click.Context,
    game: str,
    system: str,
    variant: str,
    seats: str,
    wait: bool,
    from_signups: bool,
    title: str,
    deadline: str,
    every: str,
    days: str,
    at: str,
    zone: str,
    grace: str,
    remind: str,
    resolve: Literal["deadline", "all-in"],
    nmr: Literal["public", "private"],
    options: tuple[str, ...],
) -> None:
    """Make the folder of a new game, with a secret seed, a key and a pass phrase for each player.

    Names given in --seats are shown to all; leave them out unless the player has agreed. Addresses go into
    private/players.toml. The codes printed here belong on the players' first cards. With --every or --days the game
    has a [schedule], which sets its deadlines; game.toml may say more about it.

    With --wait the game is not founded: players sign up for it, and `pbm new GAME --from-signups` founds it with them.
    """
    if from_signups:
        usual = ("game", "seats", "wait", "from_signups")
        given = [name for name in ctx.params if name not in usual and is_given(ctx, name)]
        if given or wait:
            raise PbmError(f"--from-signups: content/waiting/{game}.toml says all else; change it there.")
        folder = from_the_list(root_of(ctx), game, seats, now())
        if folder.facts.schedule:
            say(f"{game}: {due(folder)}")
        _tell(folder)
        return
    if not seats:
        raise PbmError('--seats: say how many, such as --seats 5, or who sits where: --seats "1=TU:Rosa Klein,2=RU".')
    told = {"every": every, "days": _listed(days), "at": at, "zone": zone, "grace": grace, "remind": _listed(remind)}
    schedule, deadline = _planned({key: value for key, value in told.items() if value}, deadline, now())
    if not title.isprintable():
        raise PbmError("--title: holds characters that cannot be shown; write one line.")
    if variant and not is_given(ctx, "system"):
        system = system_with(root_of(ctx), variant)
    chosen = registry.system(system)
    variant = variant or chosen.variants[0]
    table = placed(chosen, read_options(options))
    if wait:
        rules = load_rules(root_of(ctx), chosen, variant, table)
        if not re.fullmatch(r"[0-9]{1,3}", seats):
            raise PbmError(f"--wait: say how many seats the game will have, such as --seats 5, not {seats!r}.")
        rules = replace(rules, texts=given_texts(chosen, table))
        taken = tuple(Seat(it.number, it.home) for it in read_seats(seats, chosen.setup, rules))
        begin(chosen, rules, taken, Dice(draw_secret(), game, 0))  # what cannot begin need not wait
        plain = Waiting(
            title or game, system, variant, int(seats), deadline if not schedule else "", resolve, nmr, table, schedule
        )
        open_list(root_of(ctx), game, plain)
        return
    founders = read_seats(seats, chosen.setup, load_rules(root_of(ctx), chosen, variant, table))
    plan = Founding(
        game=game,
        title=title or game,
        system=system,
        variant=variant,
        founders=founders,
        seed=draw_secret(),
        deadline=deadline,
        resolve=resolve,
        nmr=nmr,
        options=table,
        schedule=schedule,
        ring=Ring({f.number: (make_epoch(game, f.number),) for f in founders}),
    )
    folder = found(root_of(ctx), plan, now())
    if deadline and read_time(deadline, "--deadline") <= now():
        warn(f"warning: {deadline} has passed already; turn 1 is due at once.")
    if schedule:
        say(f"{game}: {due(folder)}")
    _tell(folder)


def _tell(folder: Folder) -> None:
    """Where the game lies, the headings of the first cards, and what is to be done next."""
    game = folder.game
    say(f"{folder.path} is made. Codes for turn 1, each for its player alone:")
    for seat in folder.facts.seats:
        code = make_code(bytes.fromhex(folder.players[seat.number].key), game, 1, 1)
        name = seat.name or seat.country or seat.home
        say(f"{game} T-1 [{seat.number}] {name}  {code}")
    say(f"`pbm keys {game} --letter` prints a letter for each player, with the words that open their printouts.")
    say(f"Addresses go into {folder.private / 'players.toml'}; `pbm publish` makes the first printouts.")
    if not folder.facts.deadline and folder.facts.resolve == "deadline":
        say(f"{game} has no deadline: `pbm deadline {game} WHEN` sets one, else turn 1 is never due.")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _planned(told: dict[str, Any], deadline: str, clock: datetime) -> tuple[ScheduleFacts | None, str]:
    """The schedule as game.toml will have it, found good, and the deadline of turn 1."""
    facts = ScheduleFacts(**told) if told else None
    schedule = read_schedule(facts, "schedule") if facts else None
    if deadline:
        time = read_named(deadline, schedule, "--deadline")
    elif schedule and schedule.sets_dates:
        time = first_deadline(schedule, clock)
    else:
        return facts, ""
    return facts, time.astimezone(schedule.zone).isoformat(timespec="seconds") if schedule else deadline


def read_options(texts: tuple[str, ...]) -> dict[str, str]:
    """What --option says, by name. PbmError where that is no name=value, or two values of one name."""
    table: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise PbmError(f"--option {text!r}: write it as name=value.")
        if table.setdefault(name, value) != value:
            raise PbmError(f"--option {text!r}: {name} was {table[name]!r} before.")
    return table


def read_seats(text: str, setup: Setup, rules: Rules) -> tuple[Founder, ...]:
    """The seats of `1=TU:Rosa Klein,2=RU`, or that many of the variant's usual homes, each with a new key. Homes that
    one player has together are written with +, as `1=PL+HU`. PbmError says what to write instead.
    """
    least, most = setup.least_seats, setup.most(rules)
    if re.fullmatch(r"[0-9]{1,3}", text.strip()):
        count = int(text)
        if not least <= count <= most:
            raise PbmError(f"--seats: this variant has {least} to {most} seats, not {count}.")
        return tuple(Founder(n, home, draw_secret()) for n, home in enumerate(setup.usual(rules, count), 1))
    founders: list[Founder] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        found = re.fullmatch(
            r"(?:([1-9][0-9]{0,2})\s*=)?\s*([A-Za-z0-9]{1,8}(?:\+[A-Za-z0-9]{1,8})*)\s*(?::\s*(.*))?", part
        )
        if not found:
            raise PbmError(f"--seats: {part!r} is not of the form 1=TU:Rosa Klein.")
        number = int(found[1]) if found[1] else len(founders) + 1
        name = (found[3] or "").strip()
        founders.append(Founder(number, found[2].upper(), draw_secret(), name, name))
    if not founders:
        raise PbmError("--seats: a game needs at least one seat.")
    if len(founders) < least:
        raise PbmError(f"--seats: a game of this system has at least {least} seats; name {least - len(founders)} more.")
    if len(founders) > most:
        raise PbmError(f"--seats: this variant has {least} to {most} seats, not {len(founders)}.")
    for what, values in (("number", [str(f.number) for f in founders]), ("home", [f.home for f in founders])):
        twice = [value for value, count in Counter(values).items() if count > 1]
        if twice:
            raise PbmError(f"--seats: the {what} {twice[0]} is given twice; give it once.")
    return tuple(founders)
