"""Empire Deluxe while it is being built: its rules and cards are tested before there is anything to look at."""

from pbm.core.named import Named
from pbm.engine.system import Course, Seat, Setup, System, Words
from pbm.rules.common import words
from pbm.rules.empire_deluxe.house import house
from pbm.rules.empire_deluxe.mailing import play
from pbm.rules.empire_deluxe.parse import kit, parse
from pbm.rules.empire_deluxe.printout import printout
from pbm.rules.empire_deluxe.resolve.ending import ending
from pbm.rules.empire_deluxe.series import series
from pbm.rules.empire_deluxe.setup import SEATS, check, lay, start
from pbm.rules.empire_deluxe.state import awaited, from_words, living, over, state_words
from pbm.rules.empire_deluxe.variant import VARIANTS, load
from pbm.rules.empire_deluxe.view import View, view

SYSTEM = System(
    name="empire-deluxe",
    title="Empire Deluxe",
    variants=VARIANTS,
    setup=Setup(homes=lambda rules: tuple(SEATS), load=load),
    course=Course(living=living, awaited=awaited, over=over, ending=ending, out="knocked-out"),
    words=Words(
        to_words=state_words,
        from_words=lambda told, rules: from_words(told),
        lay=lay,
        check=check,
        view_to_words=words.to_words,
        view_from_words=words.reader(View),
        named=(Named("cities", owner="owner"), Named("units", numbered=True), Named("players")),
    ),
    start=start,
    parse=parse,
    resolve=play,
    view=view,
    printout=printout,
    series=series,
    kit=kit,
    house=house,
)
HOMES = tuple(Seat(number, home, f"Seat {number}") for number, home in enumerate(SEATS, 1))
