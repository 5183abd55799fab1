"""The pages of the site benchmark: the same printouts for us, for Pelican, for Hugo, and for a bare Jinja2 loop.

Each page is 3 KB of text and a table of 60 rows and 6 columns in a frame with 14 links.
"""

import json
import random
from pathlib import Path
from typing import Any

PLACES = ("Andes", "Arabia", "Bengal", "Bohemia", "Cairo", "Congo", "Crimea", "Cuba", "Egypt", "Flanders", "Java")
WORDS = (
    *("the", "army", "fleet", "advance", "hold", "support", "convoy", "supply", "garrison", "winter", "spring"),
    *("border", "treaty", "enemy", "allied", "reserve", "orders", "report", "captured", "retreat", "strength"),
)
NAV = tuple((name, f"/{name.lower()}/") for name in (
    "Home", "Rules", "Map", "News", "Players", "Standings", "Turns", "Orders", "Archive", "Treaties", "Letters",
    "Press", "Help", "About",
))  # fmt: skip
HEADS = ("#", "Unit", "Order", "From", "To", "Result")


def page(number: int) -> dict[str, Any]:
    """The content of one page: title, paragraphs, list items, table rows."""
    rng = random.Random(number)

    def sentences(n: int) -> str:
        return " ".join(" ".join(rng.choices(WORDS, k=12)).capitalize() + "." for _ in range(n))

    units = ("Army", "Fleet", "Air wing")
    results = ("ok", "bounced with 2 others", "cut", "dislodged, retreated")
    rows = [
        (k + 1, f"{rng.choice(units)} {rng.randint(1, 99)}", rng.choice(("move", "hold", "support")),
         rng.choice(PLACES), rng.choice(PLACES), rng.choice(results))
        for k in range(60)
    ]  # fmt: skip
    return {
        "turn": number // 25 + 1,
        "player": number % 25 + 1,
        "title": f"Turn {number // 25 + 1} printout, player {number % 25 + 1}",
        "texts": [sentences(4) for _ in range(8)],
        "items": [f"{rng.choice(PLACES)}: {rng.randint(1, 12)} units" for _ in range(18)],
        "rows": rows,
    }


def markdown(content: dict[str, Any]) -> str:
    """The page as Markdown, as the generators want it."""
    parts = ["## Summary", *content["texts"][:4], "\n".join(f"- {item}" for item in content["items"])]
    table = ["| " + " | ".join(HEADS) + " |", "|" + "---|" * 6]
    table += ["| " + " | ".join(map(str, row)) + " |" for row in content["rows"]]
    return "\n\n".join([*parts, "## Orders and results", "\n".join(table), "## News", *content["texts"][4:]]) + "\n"


FRAME = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>@T@</title></head><body><header><ul>@N@</ul>'
    "</header><main><h1>@T@</h1>@B@</main></body></html>"
)


def pelican(folder: Path, count: int) -> list[str]:
    """A Pelican project; returns the arguments behind its program."""
    theme = folder / "theme" / "templates"
    theme.mkdir(parents=True)
    (folder / "theme/static").mkdir()
    nav = '{% for n, u in NAV %}<li><a href="{{ u }}">{{ n }}</a></li>{% endfor %}'
    text = FRAME.replace("@T@", "{{ article.title }}").replace("@N@", nav).replace("@B@", "{{ article.content }}")
    (theme / "article.html").write_text(text)
    (theme / "index.html").write_text("{% for a in articles %}<a href='{{ a.url }}'>{{ a.title }}</a>{% endfor %}")
    (theme / "page.html").write_text("x")
    off = ("FEED_ALL_ATOM", "CATEGORY_FEED_ATOM", "TRANSLATION_FEED_ATOM", "AUTHOR_FEED_ATOM", "AUTHOR_FEED_RSS")
    (folder / "pelicanconf.py").write_text(
        "SITENAME='Game'; SITEURL=''; PATH='content'; TIMEZONE='UTC'; DEFAULT_LANG='en'; THEME='theme'; AUTHOR='GM'\n"
        + "; ".join(f"{name}=None" for name in off)
        + "\nDIRECT_TEMPLATES=['index']; DEFAULT_PAGINATION=False\n"
        "AUTHOR_SAVE_AS=''; CATEGORY_SAVE_AS=''; TAG_SAVE_AS=''\n"
        "ARTICLE_PATHS=['printouts']; STATIC_PATHS=[]; SUMMARY_MAX_LENGTH=0\n"
        "MARKDOWN={'extensions':['tables'],'output_format':'html5'}\n"
        "ARTICLE_SAVE_AS='{slug}.html'; ARTICLE_URL='{slug}.html'\n"
        f"NAV={NAV!r}\n"
    )
    source = folder / "content" / "printouts"
    source.mkdir(parents=True)
    for k in range(count):
        content = page(k)
        head = f"Title: {content['title']}\nDate: 2026-01-01\nSlug: p{k}\n\n"
        (source / f"p{k}.md").write_text(head + markdown(content))
    return ["content", "-q", "-s", "pelicanconf.py", "-o", "output"]


def hugo(folder: Path, count: int) -> list[str]:
    """A Hugo project; returns the arguments behind its program."""
    layouts = folder / "layouts" / "_default"
    layouts.mkdir(parents=True)
    kinds = '["taxonomy","term","RSS","sitemap","robotsTXT","404","section"]'
    nav = "".join(f'[[params.nav]]\nname="{name}"\nurl="{url}"\n' for name, url in NAV)
    (folder / "hugo.toml").write_text(f'baseURL="https://example.org/"\ntitle="Game"\ndisableKinds={kinds}\n{nav}')
    links = '{{ range .Site.Params.nav }}<li><a href="{{ .url }}">{{ .name }}</a></li>{{ end }}'
    text = FRAME.replace("@T@", "{{ .Title }}").replace("@N@", links).replace("@B@", "{{ .Content }}")
    (layouts / "single.html").write_text(text)
    (folder / "layouts/index.html").write_text("{{ range .Site.RegularPages }}<a>{{ .Title }}</a>{{ end }}")
    source = folder / "content" / "p"
    source.mkdir(parents=True)
    for k in range(count):
        content = page(k)
        (source / f"p{k}.md").write_text(
            f'---\ntitle: "{content["title"]}"\ndate: 2026-01-01\n---\n\n{markdown(content)}'
        )
    return ["--quiet"]


def data(folder: Path, count: int) -> None:
    """The pages as JSON, for ourselves and for the floor."""
    folder.mkdir(parents=True, exist_ok=True)
    for k in range(count):
        (folder / f"p{k}.json").write_text(json.dumps(page(k)))


FLOOR = (
    FRAME.replace("@T@", "{{ p.title }}").replace(
        "@N@", '{% for n, u in nav %}<li><a href="{{ u }}">{{ n }}</a></li>{% endfor %}'
    )
).replace(
    "@B@",
    "{% for t in p.texts %}<p>{{ t }}</p>{% endfor %}<ul>{% for i in p['items'] %}<li>{{ i }}</li>{% endfor %}</ul>"
    "<table><tr>{% for h in heads %}<th>{{ h }}</th>{% endfor %}</tr>"
    "{% for row in p.rows %}<tr>{% for c in row %}<td>{{ c }}</td>{% endfor %}</tr>{% endfor %}</table>",
)
