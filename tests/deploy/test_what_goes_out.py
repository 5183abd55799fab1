"""What is uploaded is what the build lists, new files first, and nothing else."""

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.deploy.cargo import cargo, is_of_a_site
from pbm.deploy.local import LocalFolder
from pbm.errors import PbmError
from pbm.site.output.site_folder import listing, stage
from tests.deploy.sites import OLD, names_of, put, site


def test_new_files_go_first_and_the_front_page_last() -> None:
    names = ["index.html", "archive.html", "games/a.html"]
    assert [stage(name, is_new=False) for name in names] == [3, 2, 1]
    assert [stage(name, is_new=True) for name in names] == [3, 0, 0]


def test_the_build_lists_what_it_built(tmp_path: Path) -> None:
    CliRunner().invoke(main, ["--root", str(tmp_path), "build"], catch_exceptions=False)
    load = cargo(tmp_path)
    assert "index.html" in load.names
    assert set(load.names) == set(names_of(tmp_path / "output" / "site"))


@pytest.mark.parametrize(
    "name", ["secrets.json", ".env", "mail.eml", "turns/003/state.json", "games/EU-7/private/seed", "notes.html"]
)
def test_a_stray_file_is_named_and_nothing_is_uploaded(tmp_path: Path, name: str) -> None:
    root = site(tmp_path, OLD)
    path = root / "output/site" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("secret")
    target = tmp_path / "www"
    with pytest.raises(PbmError, match=re.escape(name)):
        put(root, LocalFolder(target))
    assert not target.exists()


@pytest.mark.parametrize(
    "name", ["a.eml", ".env", "x/../y.html", "/a.html", "seed", "turns/1.html", "a b.html", "x.py"]
)
def test_a_list_cannot_smuggle_what_no_site_has(tmp_path: Path, name: str) -> None:
    assert not is_of_a_site(name)
    root = site(tmp_path, OLD)
    listing(root / "output/site").write_text(f"{name}\n")
    with pytest.raises(PbmError, match="is not the name of a file of a site"):
        cargo(root)


def test_links_and_odd_files_are_refused(tmp_path: Path) -> None:
    root = site(tmp_path, OLD)
    page = root / "output/site/games/1.html"
    page.unlink()
    with pytest.raises(PbmError, match="is missing"):
        cargo(root)
    page.symlink_to("/etc/passwd")
    with pytest.raises(PbmError, match="symbolic link"):
        cargo(root)
    page.unlink()
    os.mkfifo(page)
    with pytest.raises(PbmError, match="not a regular file"):
        cargo(root)
