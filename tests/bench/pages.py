"""The pages of the site benchmark: the same printouts for us, for Pelican, for Hugo, and for a bare Jinja2 loop.

Each page is about 3 KB of text with lists, and a table of 60 rows and 6 columns, in a frame with 14 links. Site
builders get it as Markdown, bold words and links in it; we and the bare loop get the same words as data, for that
is how a printout comes to us.
"""

import json
import random
import re
from pathlib import Path
from typing import Any

PLACES = (
    *("Andes", "Arabia", "Bengal", "Bohemia", "Cairo", "Congo", "Crimea", "Cuba", "Egypt", "Flanders", "Java"),
    *("Kamchatka", "Labrador", "Madagascar", "Manchuria", "Patagonia", "Silesia", "Thrace", "Ukraine", "Zanzibar"),
)
WORDS = (
    *("the", "army", "fleet", "advance", "hold", "support", "convoy", "supply", "garrison", "winter", "spring"),
    *("border", "treaty", "enemy", "allied", "reserve", "orders", "report", "captured", "retreat", "strength"),
    *("commander", "treasury", "neutral", "occupied", "surrounded", "outflanked", "before", "after", "toward"),
)
NAV = tuple((name, f"/{name.lower()}/") for name in (
    "Home", "Rules", "Map", "News", "Players", "Standings", "Turns", "Orders", "Archive", "Treaties", "Letters",
    "Press", "Help", "About",
))  # fmt: skip
HEADS = ("#", "Unit", "Order", "From", "To", "Result")


def page(number: int) -> dict[str, Any]:
    """The content of one page: title, paragraphs, bullets, table rows, numbered lines; text as Markdown."""
    rng = random.Random(number)

    def sentence() -> str:
        words = rng.choices(WORDS, k=rng.randint(9, 16))
        words[rng.randrange(len(words))] = f"**{rng.choice(PLACES)}**"
        if rng.random() < 0.3:
            place = rng.choice(PLACES)
            words.append(f"[{place}](/map/{place.lower()}.html)")
        if rng.random() < 0.2:
            words.append(f"*{rng.choice(WORDS)}*")
        return " ".join(words).capitalize() + "."

    units = ("Army", "Fleet", "Air wing")
    results = ("ok", "bounced with 2 others", "cut", "dislodged, retreated", "*no effect*")
    rows = [
        (k + 1, f"{rng.choice(units)} {rng.randint(1, 99)}", rng.choice(("move", "hold", "support", "convoy", "build")),
         rng.choice(PLACES), rng.choice(PLACES), rng.choice(results))
        for k in range(60)
    ]  # fmt: skip
    return {
        "turn": number // 25 + 1,
        "player": number % 25 + 1,
        "title": f"Turn {number // 25 + 1} printout, player {number % 25 + 1}",
        "texts": [" ".join(sentence() for _ in range(4)) for _ in range(6)],
        "items": [f"{rng.choice(PLACES)}: {rng.randint(1, 12)} units, income {rng.randint(5, 90)}" for _ in range(10)],
        "seen": [f"Player {rng.randint(1, 25)} was seen near **{rng.choice(PLACES)}**" for _ in range(8)],
        "rows": rows,
    }


def plain(text: str) -> str:
    """The words without the marks of Markdown."""
    return re.sub(r"\*+|\]\([^)]*\)|\[", "", text)


def news(turn: int) -> str:
    """What a moderator wrote of a turn: the paragraphs of its first page, as Markdown, for a site of ours. Pages of
    places are not there, so that no words lead to them.
    """
    return "\n\n".join(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text) for text in page(25 * turn - 25)["texts"])


def markdown(content: dict[str, Any]) -> str:
    """The page as Markdown, as the generators want it."""
    texts = content["texts"]
    bullets = "\n".join(f"- {item}" for item in content["items"])
    table = ["| " + " | ".join(HEADS) + " |", "|--:|:-----|:------|:-----|:---|:-------|"]
    table += ["| " + " | ".join(map(str, row)) + " |" for row in content["rows"]]
    seen = "\n".join(f"{k}. {line}" for k, line in enumerate(content["seen"], 1))
    parts = ["## Summary", *texts[:2], "## Your position", texts[2], bullets, "## Orders and results"]
    return "\n\n".join([*parts, "\n".join(table), "## Intelligence", texts[3], seen, "## News", *texts[4:]]) + "\n"


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
        "CACHE_CONTENT=True; LOAD_CONTENT_CACHE=True; CHECK_MODIFIED_METHOD='mtime'\n"
        f"NAV={NAV!r}\n"
    )
    source = folder / "content" / "printouts"
    source.mkdir(parents=True)
    for k in range(count):
        content = page(k)
        head = f"Title: {content['title']}\nDate: 2026-01-01\nSlug: p{k}\n\n"
        (source / f"p{k}.md").write_text(head + markdown(content))
    return ["content", "-q", "-s", "pelicanconf.py", "-o", "output"]


def mkdocs(folder: Path, count: int) -> list[str]:
    """A MkDocs project; returns the arguments behind its program that build what changed."""
    (folder / "theme").mkdir(parents=True)
    nav = "".join(f'<li><a href="{url}">{name}</a></li>' for name, url in NAV)
    text = FRAME.replace("@T@", "{{ page.title }}").replace("@N@", nav).replace("@B@", "{{ page.content }}")
    (folder / "theme/main.html").write_text(text)
    (folder / "mkdocs.yml").write_text(
        "site_name: Game\nsite_url: https://example.org/\ntheme:\n  name: null\n  custom_dir: theme\n"
        "plugins: []\nmarkdown_extensions: [tables]\n"
    )
    source = folder / "docs"
    source.mkdir()
    (source / "index.md").write_text("# Game\n")
    for k in range(count):
        content = page(k)
        (source / f"p{k}.md").write_text(f"# {content['title']}\n\n{markdown(content)}")
    return ["build", "-q", "--dirty"]


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


def data(number: int) -> dict[str, Any]:
    """A page as data, for ourselves and for the floor: the same words."""
    content = page(number)
    words = {name: [plain(text) for text in content[name]] for name in ("texts", "items", "seen")}
    rows = [(*row[:-1], plain(row[-1])) for row in content["rows"]]
    return {**content, **words, "heads": HEADS, "rows": rows}


def write_data(folder: Path, count: int) -> None:
    """So many pages as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    for k in range(count):
        (folder / f"p{k}.json").write_text(json.dumps(data(k)))


FLOOR = (
    FRAME.replace("@T@", "{{ p.title }}").replace(
        "@N@", '{% for n, u in nav %}<li><a href="{{ u }}">{{ n }}</a></li>{% endfor %}'
    )
).replace(
    "@B@",
    "<h2>Summary</h2>{% for t in p.texts[:2] %}<p>{{ t }}</p>{% endfor %}<h2>Your position</h2><p>{{ p.texts[2] }}</p>"
    "<ul>{% for i in p['items'] %}<li>{{ i }}</li>{% endfor %}</ul><h2>Orders and results</h2>"
    "<table><tr>{% for h in heads %}<th>{{ h }}</th>{% endfor %}</tr>"
    "{% for row in p.rows %}<tr>{% for c in row %}<td>{{ c }}</td>{% endfor %}</tr>{% endfor %}</table>"
    "<h2>Intelligence</h2><p>{{ p.texts[3] }}</p><ol>{% for i in p.seen %}<li>{{ i }}</li>{% endfor %}</ol>"
    "<h2>News</h2>{% for t in p.texts[4:] %}<p>{{ t }}</p>{% endfor %}",
)
