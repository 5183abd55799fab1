"""A variant is called the same wherever it is named: on pages, printouts, in envelopes, previews and ratings."""

from pathlib import Path

import pytest

from pbm.publish.paper import envelopes
from pbm.publish.ratings import ending
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.command import runner

CALLED = "Battle Plan, Cold War"


def test_a_variant_of_two_words_is_spoken_of_in_two_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797000000")
    run = runner(tmp_path)
    run("new", "CW-1", "--variant", "cold-war", "--seats", "2")
    run("build")
    run("preview", "CW-1")
    table = lay_table(Folder(tmp_path, "CW-1"))
    assert ending(table).kind == CALLED
    assert {it.edition for it in envelopes(table, 0, (1, 2))} == {CALLED}
    for page in ("output/printouts/CW-1/000/1.html", "output/preview/CW-1/001/1.html"):
        assert CALLED in (tmp_path / page).read_text("utf-8"), page
