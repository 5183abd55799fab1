"""A page with the composer and nothing else to need: of an example game, as the sealed printout will hold it."""

import base64
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from pbm.publish.league import addressee, load, printouts
from pbm.site.ink.composer_script import composer_script
from pbm.site.maps.live import packed_script
from pbm.site.render import Renderer
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.browser.composer_cards import order_sheet
from tests.shipped import CONTENT

POLICY = (
    "default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'none'; "
    "form-action 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types pbm"
)


def composer_page(game: str, turn: int, player: int, mail: str = "", root: Path = CONTENT.parent) -> str:
    """The page of a player's card after a turn; `mail`: where cards are sent; root: the folder of the league."""
    table = lay_table(Folder(root, game))
    printout = printouts(table, load(table, turn, with_cards=True), [player])[player]
    to = addressee(table, player, turn)
    renderer = Renderer([], {printout.space_map.geometry: table.rules.geometry}, cache=False)
    data = order_sheet(printout, table.rules.orders, name=to.name, code=to.code, due=to.due, mail=mail)
    return page_of(data, str(renderer.draw(printout.space_map, "m")))


def page_of(sheet: dict[str, Any], svg: str) -> str:
    """A page that starts the composer from a sheet and a drawn map; nothing but its own script may run in it."""
    renderer = Renderer([], {}, cache=False)
    held = json.dumps(sheet).replace("<", "\\u003c")
    # As a sealed page has them.
    script = renderer.theme_js + packed_script(renderer.file) + composer_script(renderer.file)
    script += (
        "window.composer = PbmComposer.start(document.getElementById('composer'),"
        "JSON.parse(document.getElementById('sheet').textContent), document.querySelector('#held svg'));"
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(f"&#39;sha256-{digest}&#39;")}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Composer</title>'
        f"<style>{renderer.css}{renderer.grid_css}{renderer.file('composer.css')}</style><body><main>{renderer.glyphs}<h1>Orders</h1>"
        f'<div id="held">{svg}</div><div id="composer"></div></main>'
        f'<script type="application/json" id="sheet">{held}</script><script>{script}</script>'
    )


if __name__ == "__main__":
    Path(sys.argv[4]).write_text(composer_page(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])), "utf-8")
