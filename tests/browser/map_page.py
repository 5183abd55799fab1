"""A page with living maps, as tests look at it: what it says, what it asks for, how large its letters are."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbm.core.printout import MapView
from pbm.rules import system
from pbm.site.maps import artist, live
from pbm.site.maps.chart import map_table
from pbm.site.render import Renderer

GEOMETRY = system("battle-plan").setup.load("europe", {}).geometry["spaces"]
# Every kind of map: public and private, a theatre and a whole one, of both looks.
MAPS = (
    ("games/EU-1/8/index.html", "#map"),
    ("games/EU-1/8/3.html", "#theatre"),
    ("games/EU-1/8/3.html", "#map"),
    ("games/EU-2/4/index.html", "#map"),
    ("games/EU-2/index.html", "#map"),
    ("games/TT-1/8/index.html", "#map"),
    ("games/TT-1/8/3.html", "#theatre"),
)
WAR = ("games/EU-1/8/3.html", "#theatre")
# Size of the letters on the screen, in pixels: how much larger they are drawn than they were written.
LETTERS = """(map, names) => [...map.querySelectorAll(names)].filter(it => it.getClientRects().length
    && getComputedStyle(it).display !== 'none' && it.getBoundingClientRect().height)
  .map(it => [it.textContent, parseFloat(getComputedStyle(it).fontSize)
    * it.getBoundingClientRect().height / it.getBBox().height])"""
# Rooms of what is shown, in pixels from the map's corner.
ROOMS = """(map, names) => { const at = map.getBoundingClientRect();
  return [...map.querySelectorAll(names)].map(it => it.getBoundingClientRect()).filter(it => it.width)
    .map(it => [it.left - at.left, it.top - at.top, it.right - at.left, it.bottom - at.top].map(Math.round)); }"""


def bare_page(path: Path, title: str, geometries: Mapping[str, Any], view: MapView) -> str:
    """The address of a page with nothing but a map, its table and its script."""
    render = Renderer([], geometries, cache=False)
    styles = "".join(render.file(name) for name in ("pbm.css", "map.css", "narrow.css"))
    path.write_text(
        f"<!doctype html><meta charset=utf-8><title>{title}</title>"
        '<meta name=viewport content="width=device-width,initial-scale=1">'
        f'<style>{styles}{artist.map_css()}</style><body style="margin:0 12px"><figure class=mapbox id=map>'
        f"{render.draw(view, 'm')}<figcaption>{map_table(view)}</figcaption></figure>"
        f"<script>{live.packed_script(render.file)}</script>",
        "utf-8",
    )
    return path.as_uri()


class MapPage:
    """One page in a window of its own; `at` is what its map is found by."""

    def __init__(self, browser: Any, url: str, at: str = "#map", width: int = 1280, **options: Any) -> None:
        options = {"reduced_motion": "reduce", **options}
        self.context = browser.new_context(viewport={"width": width, "height": 844}, **options)
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(url)
        self.at = at
        self.map = f"{at} svg.map"
        if width <= 640 and self.page.locator(f"details{at}").count():  # folded on a phone
            self.page.click(f"{at} > summary")
        if self.page.locator(self.map).count():
            self.page.locator(self.map).scroll_into_view_if_needed()

    def box(self) -> list[float]:
        """The part of the drawing that is shown: left, top, width, height."""
        return [float(word) for word in self.page.get_attribute(self.map, "viewBox").split()]

    def until(self, condition: str) -> None:
        """Wait for something; not by wait_for_function, which the page's policy forbids."""
        for _ in range(100):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(30)
        raise AssertionError(condition)

    def rest(self) -> None:
        """Wait until the page has long stood still: a tap on one that rolls on only stops it."""
        places: list[float] = []
        while len(places) < 100 and (len(places) < 8 or len(set(places[-8:])) > 1):
            places.append(self.page.evaluate("window.scrollY"))
            self.page.wait_for_timeout(60)

    def letters(self, names: str) -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = self.page.locator(self.map).evaluate(LETTERS, names)
        return found

    def rooms(self, names: str) -> list[tuple[float, float, float, float]]:
        found: list[tuple[float, float, float, float]] = self.page.locator(self.map).evaluate(ROOMS, names)
        return found

    def zoom(self, words: str, times: int = 1) -> None:
        """Press a button of the map's: In, Out or All."""
        name = {"In": "Zoom in", "Out": "Zoom out", "All": "Show the whole map"}[words]
        for _ in range(times):
            self.page.click(f"{self.at} [aria-label='{name}']", force=True)  # also where it can do nothing

    def middle(self) -> tuple[float, float]:
        """The map's middle on the screen."""
        box = self.page.locator(self.map).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, code: str) -> None:
        """A click at a space's label; no card lies over it."""
        if self.card():
            self.page.click(f"{self.at} .mapcard .shut")
        x, y = self.page.locator(self.map).evaluate(
            """(map, code) => {
              const labels = [...map.querySelectorAll('.l, .seal')];
              const label = labels.find(it => it.querySelector('text').textContent === code);
              const box = (label || map.querySelector(`[data-code="${code}"]`)).getBoundingClientRect();
              return [box.left + box.width / 2, box.top + box.height / 2];
            }""",
            code,
        )
        self.page.mouse.click(x, y)

    def card(self) -> str:
        """What the open card says; "" where none is open."""
        found = self.page.locator(f"{self.at} .mapcard")
        return str(found.inner_text()) if found.is_visible() else ""

    def focused(self) -> str:
        """The code of the space with the focus."""
        return str(self.page.evaluate("document.activeElement.dataset.code || ''"))

    def close(self) -> None:
        """The end: the page said nothing and asked for nothing foreign."""
        self.context.close()
        assert self.said == []
        assert [url for url in self.asked if not url.startswith("file:")] == []
