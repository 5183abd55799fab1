"""Trust a Thief: a board game of provinces, fleets and caravans that a partner may steal."""

from pbm.core.events import Heard
from pbm.core.named import Named
from pbm.core.printout import Printout
from pbm.engine.system import Course, Rules, Setup, Sheet, System, Words
from pbm.orders.form import Parsed
from pbm.rules.common import words
from pbm.rules.trust_a_thief.house import house
from pbm.rules.trust_a_thief.parse import kit, parse
from pbm.rules.trust_a_thief.resolve import SEQUENCE, resolve
from pbm.rules.trust_a_thief.resolve.close import ending
from pbm.rules.trust_a_thief.series import series
from pbm.rules.trust_a_thief.setup import check, lay, start
from pbm.rules.trust_a_thief.state import from_words
from pbm.rules.trust_a_thief.variant import VARIANTS, check_folder, homes_for, load, load_folder
from pbm.rules.trust_a_thief.view import View, living, over, view


def _printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """TT 7: loaded when the first printout is wanted: a check of a card needs none."""
    from pbm.rules.trust_a_thief.printout import printout

    return printout(view, heard, parsed, rules, sheet)


SYSTEM = System(
    name="trust-a-thief",
    title="Trust a Thief",
    variants=VARIANTS,
    setup=Setup(
        homes=lambda rules: tuple(rules.map.homes),
        homes_for=homes_for,
        load=load,
        load_folder=load_folder,
        check_folder=check_folder,
        least_seats=2,
    ),
    course=Course(
        living=living,
        awaited=living,
        over=over,
        ending=ending,
        owners=lambda state: {code: it.owner for code, it in state.provinces.items()},
    ),
    words=Words(
        to_words=words.to_words,
        from_words=lambda told, rules: from_words(told, rules.map),
        lay=lay,
        check=check,
        view_to_words=words.to_words,
        view_from_words=words.reader(View),
        named=(Named("provinces", owner="owner", empty="no armies"), Named("nations"), Named("fleets", numbered=True)),
        renamed={"eliminated": {"nation": "player"}},
    ),
    start=start,
    parse=parse,
    resolve=resolve,
    view=view,
    printout=_printout,
    series=series,
    kit=kit,
    house=house,
    phases=lambda: tuple((rule, name) for rule, name, _ in SEQUENCE),
)
