"""A site, and a private printout, as they are built."""

from pathlib import Path

import pytest

from pbm.site.build import build
from pbm.site.private import write_private
from pbm.site.render import Renderer
from tests.example_league.league import league
from tests.example_league.maps import geometries
from tests.example_league.printouts import turkey
from tests.site.built import TO


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "site"
    build(league(), geometries(), out, [], cache=False)
    return out


@pytest.fixture(scope="package")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    stem = tmp_path_factory.mktemp("printouts") / "EU-2" / "7" / "5"
    write_private(turkey(), "CLASSIC <b>\n", stem, Renderer([], geometries(), cache=False), TO, edition="Europe")
    return stem.with_name("5.html")
