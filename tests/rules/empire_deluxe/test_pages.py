"""The pages of a game whose world nobody has seen: an empty chart on the page of a turn, and no room for a map else."""

from pathlib import Path

from tests.command import runner


def test_where_there_is_no_map_there_is_no_empty_frame(tmp_path: Path) -> None:
    pbm = runner(tmp_path)
    pbm("new", "ED-1", "--system", "empire-deluxe", "--variant", "standard", "--seats", "2", "--option", "size=24x20")
    pbm("build")
    site = tmp_path / "output/site"
    for name in ("index.html", "games/ED-1/index.html"):
        page = (site / name).read_text("utf-8")
        assert "ED-1" in page
        assert "mapbox" not in page, name
    turn = (site / "games/ED-1/0/index.html").read_text("utf-8")
    assert turn.count("mapbox") == 1
    assert 'viewBox="0 0 548 452"' in turn
    assert "The world has 24 by 20 squares." in turn
    assert ".lead:is(.story, .public):not(:has(> .mapbox))" in (site / "pbm.css").read_text("utf-8")
