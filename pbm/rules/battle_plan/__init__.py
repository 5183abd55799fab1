"""Battle Plan: the Europe game of conquest by post, and the variants on other maps."""

from pbm.core.events import Heard
from pbm.core.named import Named
from pbm.core.printout import Printout
from pbm.engine.system import Course, Rules, Setup, Sheet, System, Words
from pbm.orders.form import Parsed
from pbm.rules.battle_plan.ending import over
from pbm.rules.battle_plan.house import house
from pbm.rules.battle_plan.parse import kit, parse
from pbm.rules.battle_plan.powers import called, joined
from pbm.rules.battle_plan.resolve import SEQUENCE, resolve
from pbm.rules.battle_plan.score import ending
from pbm.rules.battle_plan.series import series
from pbm.rules.battle_plan.setup import check, lay, start
from pbm.rules.battle_plan.state import from_words, to_words
from pbm.rules.battle_plan.variant import VARIANTS, homes, load, load_folder
from pbm.rules.battle_plan.variant_check import check_folder
from pbm.rules.battle_plan.view import View, acting, awaited, in_sight, view
from pbm.rules.common import words


def _printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """BP 14: loaded when the first printout is wanted: a check of a card needs none."""
    from pbm.rules.battle_plan.printout import printout

    return printout(view, heard, parsed, rules, sheet)


SYSTEM = System(
    name="battle-plan",
    title="Battle Plan",
    variants=VARIANTS,
    setup=Setup(
        homes=homes,
        load=load,
        joined=joined,
        called=called,
        load_folder=load_folder,
        check_folder=check_folder,
    ),
    course=Course(
        living=acting,
        awaited=awaited,
        in_sight=in_sight,
        over=over,
        ending=ending,
        owners=lambda state: {code: it.occupier for code, it in state.countries.items()},
    ),
    words=Words(
        to_words=to_words,
        from_words=lambda told, rules: from_words(told, rules.map),
        lay=lay,
        check=check,
        view_to_words=words.to_words,
        view_from_words=words.reader(View),
        named=(
            Named("spaces", owner="occupier", nobody="minor", empty="no units", silent=("forces",)),
            Named("players"),
        ),
        absent="neutral",
        coded={"order-failed": "reason"},
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
