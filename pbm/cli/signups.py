"""`pbm signups`: who has signed up for the games that wait for players; and how such a game is founded."""

from contextlib import AbstractContextManager
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import click
from click.core import ParameterSource

from pbm import rules as registry
from pbm.cards.signup import LONGEST_NAME, SignUpText
from pbm.cli.screen import now, root_of, say, warn
from pbm.core.english import count
from pbm.core.schedule import read_schedule
from pbm.errors import PbmError
from pbm.mail.writing import bare_address
from pbm.seal.ring import Ring, make_epoch
from pbm.store.deadlines import first_deadline
from pbm.store.disk import Disk
from pbm.store.folder import Folder, game_ids
from pbm.store.founding import Founder, Founding, found
from pbm.store.lock import locked
from pbm.store.seeds import draw_secret
from pbm.store.waiting import (
    ELSEWHERE,
    Waiting,
    all_homes,
    let_wait,
    players,
    remove,
    seated,
    sign_up,
    signups,
    waiting_games,
    waiting_path,
)


@click.command("signups", epilog='Example: pbm signups EU-8 --add "Rosa Klein" --wish TU --address rosa@example.org')
@click.argument("game", required=False)
@click.option("--add", metavar="NAME", help="Sign somebody up who wrote on paper.")
@click.option("--address", default="", help="With --add: their mail address.")
@click.option("--wish", "wishes", multiple=True, metavar="HOME", help="With --add: a seat that they would like.")
@click.option("--show-name", is_flag=True, help="With --add: they agree that the site shows their name.")
@click.option(
    "--remove", "gone", metavar="NAME", help="Take this person from the list, and what is kept there of them."
)
@click.option("--cancel", is_flag=True, help="The game waits no longer; its list is deleted.")
@click.pass_context
def signups_command(
    ctx: click.Context,
    game: str | None,
    add: str | None,
    address: str,
    wishes: tuple[str, ...],
    show_name: bool,
    gone: str | None,
    cancel: bool,
) -> None:
    """Show who has signed up for the games that wait for players, in the order in which they came.

    `pbm new GAME --seats 5 --wait` lets a game wait. Players write JOIN GAME, and below it NAME and their name, in a
    mail, and are answered. `pbm new GAME --from-signups` founds the game with them.
    """
    root = root_of(ctx)
    games = waiting_games(root)
    if game is not None and game not in games:
        known = f" (waiting: {', '.join(games)})" if games else "; `pbm new GAME --seats 5 --wait` lets one wait"
        raise PbmError(f"{game} does not wait for players{known}.")
    if sum(map(bool, (add, gone, cancel))) > 1:
        raise PbmError("signups: choose one of --add, --remove and --cancel.")
    if game is None:
        if add or gone or cancel:
            raise PbmError("signups: name the game.")
        for name, facts in games.items():
            _show(root, name, facts)
        if not games:
            say("No game waits for players; `pbm new GAME --seats 5 --wait` lets one wait.")
        _show_others(root)
    elif add:
        _add(
            root,
            game,
            SignUpText(game, False, add.strip()[:LONGEST_NAME], tuple(w.upper() for w in wishes), show_name),
            address,
        )
    elif gone:
        _remove(root, game, gone)
    elif cancel:
        with _list_locked(root):
            lines = remove(root, game)
        say(f"{game} waits no longer; {count(lines, 'entry', 'entries')} of its list deleted.")
    else:
        _show(root, game, games[game])


def _list_locked(root: Path) -> AbstractContextManager[None]:
    post = root / "content" / "post"
    Disk().make_folder(post)
    return locked(post, "pbm signups", "the mail")


def _show(root: Path, game: str, facts: Waiting) -> None:
    there = players(signups(root, game))
    say(f"{game}  {facts.title}: {len(there)} of {facts.seats} seats taken")
    for k, it in enumerate(there, 1):
        wish = f"  would like {', '.join(it.wishes)}" if it.wishes else ""
        late = "  (waits for a seat)" if k > facts.seats else ""
        say(f"  {k:>2}  {it.name}{f' <{it.address}>' if it.address else ''}{wish}{late}")
    if len(there) >= facts.seats:
        say(f"  pbm new {game} --from-signups founds it.")


def _show_others(root: Path) -> None:
    for it in signups(root, ELSEWHERE):
        say(f"{it.time[:10]}  {it.name or it.address or 'somebody'} asked for {it.game}, which does not wait.")


def _add(root: Path, game: str, text: SignUpText, address: str) -> None:
    if address:
        bare_address(address)
    with _list_locked(root):
        time = now()
        digest = sha256(f"{time} {text} {address}".encode()).hexdigest()
        made = sign_up(root, text, digest, address.lower(), time)
    if made is None:
        raise PbmError(f"{game}: this is on the list already, or the list is full.")
    if not made.taken:
        raise PbmError(" ".join(made.words))
    for line in made.words[:-2]:
        say(line)


def _remove(root: Path, game: str, name: str) -> None:
    with _list_locked(root):
        there = {it.name: it.person for it in signups(root, game)}
        if name not in there:
            raise PbmError(f"{game}: nobody of the name {name!r} is on the list.")
        lines = remove(root, game, there[name])
    say(f"{name} is taken from the list of {game} ({count(lines, 'entry', 'entries')}).")


def is_given(ctx: click.Context, name: str) -> bool:
    """Whether an option stands on the command line."""
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def open_list(root: Path, game: str, facts: Waiting) -> None:
    """Let a game wait, and say how people sign up."""
    if game in game_ids(root):
        raise PbmError(f"{game} is a game already; choose another id.")
    path = let_wait(root, game, facts)
    say(f"{path}: {game} waits for {count(facts.seats, 'player')}.")
    say(f"They sign up by mail: JOIN {game}, and below it NAME and their name. The site says so after `pbm publish`.")
    say(f"`pbm signups {game}` shows who has; `pbm new {game} --from-signups` founds the game.")


def from_the_list(root: Path, game: str, seats: str, clock: datetime) -> Folder:
    """Found a game that waited, with those who have signed up. PbmError where it does not wait, or too few have."""
    games = waiting_games(root)
    if game not in games:
        raise PbmError(f"{waiting_path(root) / game}.toml: there is no such file; {game} does not wait for players.")
    facts = games[game]
    if seats and not seats.isdecimal():
        raise PbmError(f"--seats: with --from-signups say how many seats, not {seats!r}.")
    wanted = int(seats or facts.seats)
    with _list_locked(root):
        there = players(signups(root, game))
        least = registry.system(facts.system).setup.least_seats
        if not least <= wanted <= len(there):
            more = f"; --seats {len(there)} founds it with them" if not seats and len(there) >= least else ""
            raise PbmError(f"{game}: {count(len(there), 'player')} signed up for {wanted} seats{more}.")
        homes = all_homes(root, game, facts, wanted)
        founders = tuple(
            Founder(k, home, draw_secret(), it.name, it.name if it.shows else "", it.address)
            for k, (home, it) in enumerate(seated(there[:wanted], homes), 1)
        )
        folder = found(root, _plan(game, facts, founders, clock), clock)
        remove(root, game)
    for it in there[wanted:]:
        warn(f"{it.name}{f' <{it.address}>' if it.address else ''} signed up too late for a seat: let them know.")
    return folder


def _plan(game: str, facts: Waiting, founders: tuple[Founder, ...], clock: datetime) -> Founding:
    deadline = facts.deadline
    if not deadline and facts.schedule:
        schedule = read_schedule(facts.schedule, "schedule")
        if schedule.sets_dates:
            time = first_deadline(schedule, clock)
            deadline = time.astimezone(schedule.zone).isoformat(timespec="seconds")
    return Founding(
        game=game,
        title=facts.title,
        system=facts.system,
        variant=facts.variant,
        founders=founders,
        seed=draw_secret(),
        deadline=deadline,
        resolve=facts.resolve,
        nmr=facts.nmr,
        options=facts.options,
        schedule=facts.schedule,
        ring=Ring({f.number: (make_epoch(game, f.number),) for f in founders}),
    )
