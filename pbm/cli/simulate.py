"""`pbm simulate`: whole games of house players, to learn whether seats are equal and what never happens."""

import json
from itertools import islice
from pathlib import Path

import click

from pbm import rules as registry
from pbm.cli.founding import read_options, read_seats
from pbm.cli.screen import put, root_of, say, watched
from pbm.cli.sharing import chosen_sharer, sharing_options
from pbm.cli.signups import is_given
from pbm.core.english import count
from pbm.engine.system import Seat
from pbm.errors import PbmError
from pbm.publish.outgoing import own_templates
from pbm.sharing.pieces import Sharer
from pbm.store.folder import Folder
from pbm.store.texts import placed
from pbm.store.variants import load_rules, system_with
from pbm.trials import telling
from pbm.trials.findings import findings, words
from pbm.trials.game import figure_of, play_games, read_game
from pbm.trials.kept import KeptGames
from pbm.trials.tally import TrialTally
from pbm.trials.trial import Trial, encoded, lay, of_game, of_variant, seed_from

PIECE = 4
"""So many games are one piece of work: a worker is handed the next when it has played them."""


@click.command(
    "simulate", epilog="Example: pbm simulate europe --games 200 --workers 2 --resume europe.jsonl --page balance"
)
@click.argument("variant", default="")
@click.option(
    "--system",
    default=registry.FIRST,
    help=f"The rule system: {', '.join(registry.SYSTEMS)}.  [default: that of the variant, else {registry.FIRST}]",
)
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option("--game", default="", help="Play on from the present position of this game; for its moderator alone.")
@click.option("--seats", default="", help="number=home for each seat, or just how many seats.  [default: a full game]")
@click.option("--turns", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Stop games after these.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule, as of `pbm new`; may be repeated."
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep each game in this file, and go on with those that it has.",
)
@click.option("--json", "as_json", is_flag=True, help="All figures as JSON.")
@click.option("--page", type=click.Path(path_type=Path, file_okay=False), help="Write a page with charts there, too.")
@sharing_options
@click.pass_context
def simulate_command(
    ctx: click.Context,
    variant: str,
    system: str,
    games: int,
    game: str,
    seats: str,
    turns: int,
    seed: str,
    options: tuple[str, ...],
    resume: Path | None,
    as_json: bool,
    page: Path | None,
    workers: int,
    scheduler: str,
) -> None:
    """Play whole games with house players, and report how each seat fared.

    Wins and first places with their intervals, a test whether seats are equal, survival and size by turn, captures,
    and which orders and phases are never used. A game's dice come from the seed and its number alone: the same command
    gives the same figures with any number of workers.
    """
    root = root_of(ctx)
    if game:
        if variant or seats or options:
            raise PbmError("--game: the game has its variant, seats and options; leave them out.")
        trial = of_game(Folder(root, game), seed_from(seed), turns)
    else:
        chosen = registry.system(system if is_given(ctx, "system") or not variant else system_with(root, variant))
        table = placed(chosen, read_options(options))
        variant = variant or chosen.variants[0]
        rules = load_rules(root, chosen, variant, table)
        founders = read_seats(seats or str(chosen.setup.most(rules)), chosen.setup, rules)
        places = tuple(Seat(founder.number, founder.home) for founder in founders)
        trial = of_variant(root, chosen, variant, table, places, seed_from(seed), turns)
    laid = lay(encoded(trial))
    kept = KeptGames(resume, trial) if resume else None
    with chosen_sharer(workers, scheduler) as sharer:
        tally = _play(trial, games, kept, sharer)
    found = findings(laid, tally, figure_of(laid))
    put(json.dumps(words(found), ensure_ascii=False, sort_keys=True) + "\n" if as_json else telling.text(found))
    if page:
        from pbm.site.render import Renderer  # loads what only pages need
        from pbm.trials.page import write_page

        write_page(page, laid, found, Renderer(own_templates(root), {}))
        if not as_json:
            say(f"The page: {page / 'index.html'}")
    if game and not as_json:
        say("Only its moderator may see this: it comes from a position that players do not know.")


def _play(trial: Trial, games: int, kept: KeptGames | None, sharer: Sharer) -> TrialTally:
    """Every game once: those that are kept are counted, the others played."""
    tally = TrialTally([seat.player for seat in trial.seats])
    known: set[int] = set()
    for one in kept.games() if kept else ():
        if one.number <= games:
            known.add(one.number)
            tally.add(one)
    missing = (number for number in range(1, games + 1) if number not in known)
    done = sharer.each(play_games, encoded(trial), iter(lambda: tuple(islice(missing, PIECE)), ()))
    left = games - len(known)
    for _, lines in watched(done, f"Playing {count(left, 'game')}", -(-left // PIECE)):
        if kept:
            kept.add(lines)
        for line in lines:
            tally.add(read_game(line))
    return tally
