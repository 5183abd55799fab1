"""What people write cannot do more than be read (security 5.6, 10.4)."""

import os
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.core.plain import PRESS_CHARACTERS, PRESS_LINES, clean
from pbm.core.stamps import summed, unharmed
from pbm.errors import PbmError
from pbm.publish.prose import read_prose, title_of
from pbm.site.ink import markup
from pbm.site.ink.markup import Press, Voice, placed

VOICES: tuple[Voice, ...] = ("player", "moderator", "book")
PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '"><b>bold</b>',
    "' onmouseover='alert(1)",
    "</title><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "]]><script>alert(1)</script>",
    "</script>\u2028<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](//evil.example)",
    "[x](\\\\evil.example)",
    "[x](vbscript:x 'title\" onmouseover=\"alert(1)')",
    "![x](https://evil.example/pixel.png)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "</style><style>*{background:url(http://evil.example)}</style>",
    "<svg><use href='//evil'/><foreignObject></svg>",
    "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<a href='javascript:alert(1)'>x</a>",
    "<base href='https://evil.example/'>",
    "`<script>alert(1)</script>`",
    "    <script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\x02amp\x03 \x02klzzwxh:0000\x03",
)
OURS = (("tabindex", "0"), ("class", "unbroken"), ("class", "scroll"))  # what our own code sets
ALLOWED = {
    "p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "code", "pre", "hr", "a", "h2", "h3", "h4", "h5",
    "h6", "table", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd",
}  # fmt: skip


class Tags(HTMLParser):
    """Collects tags, attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_becomes_markup(payload: str, voice: Voice) -> None:
    read = Tags(Press(None).render(payload, voice).html)
    assert read.tags <= ALLOWED
    assert read.attributes == []


@pytest.mark.parametrize("voice", VOICES)
def test_a_tag_is_shown_as_text(voice: Voice) -> None:
    assert "<script>alert(1)</script>" in Tags(Press(None).render("a <script>alert(1)</script> b", voice).html).text


@pytest.mark.parametrize("text", ["{{7*7}}", "{% include 'x' %}", "${7*7}", "%s %(x)s", "{0.args}"])
def test_template_signs_stay_as_they_are(text: str) -> None:
    assert text in Tags(Press(None).render(text, "player").html).text


def test_players_have_no_links_headings_or_pictures() -> None:
    text = "# Moderator\n\n[x](https://ok.example) <https://ok.example> ![x](y.png)\n\nHead\n====\n\n[a]: https://b.example\n[a]"
    read = Tags(Press(None).render(text, "player").html)
    assert not read.tags & {"a", "h1", "h2", "h3", "h4", "h5", "h6", "img"}
    assert "[x](https://ok.example)" in read.text


def test_the_moderator_links_to_pages_and_to_https() -> None:
    markup = Press(None).render(
        "[r](rules/x.html#4C.6) [o](https://ok.example/a?b=c) [m](mailto:a@b.example)", "moderator"
    )
    assert markup.links == (("rules/x.html", "4C.6"),)
    html = placed(markup, lambda path, anchor: f"../{path}#{anchor}")
    assert '<a href="../rules/x.html#4C.6">r</a>' in html
    assert 'href="https://ok.example/a?b=c"' in html
    assert 'href="mailto:a@b.example"' in html


def test_a_wide_table_scrolls_by_itself_and_a_command_is_not_broken() -> None:
    html = Press(None).render("|a|b|\n|-|-|\n|1|2|\n\n`pbm verify EU-1`\n\n    a drawing", "moderator").html
    assert html.count('<div class="scroll"><table>') == html.count("</table></div>") == 1
    assert '<code class="unbroken">pbm verify EU-1</code>' in html
    assert "<pre><code>a drawing" in html
    assert "<code>pbm verify EU-1</code>" in Press(None).render("`pbm verify EU-1`", "player").html


def test_a_head_of_a_column_without_a_word_is_none() -> None:
    html = Press(None).render("| | To |\n|---|---|\n| a | b |", "book").html
    assert "<th></th>" not in html
    assert "<td></td>" in html


def test_a_link_out_of_the_site_folder_is_none() -> None:
    markup = Press(None).render("[x](a/../../secret) [y](/../../x)", "moderator")
    assert all(".." not in path for path, _ in markup.links)


def test_invisible_signs_are_taken_away() -> None:
    assert clean("Pa\u202eul\u200b\x00\x1b[1m\ufeff\U000e0041") == "Paul[1m"
    assert "\u202e" not in Press(None).render("a\u202eb", "player").html


def test_marks_on_a_letter_are_limited() -> None:
    assert clean("a" + "\u0301" * 1000) == "a" + "\u0301" * 4


def test_press_is_kept_within_its_limits() -> None:
    assert len(Press(None).render("word " * 3000, "player").html) < PRESS_CHARACTERS + 100
    assert Press(None).render("line\n" * 3000, "player").html.count("line") <= PRESS_LINES
    assert len(Press(None).render("a" + "\n" * 10000 + "b", "player").html) < 50


@pytest.mark.parametrize(
    "text",
    [
        ">" * 4000, "[" * 4000, "* " * 2000, "a*" * 2000, "`" * 4000, "- " * 2000 + "x", "<" * 4000, "&#" * 2000,
        "1. " * 1300, "***a **b " * 400, "\\" * 4000, "_a" * 2000, "\n".join("> " * (n % 50) for n in range(200)),
    ],
)  # fmt: skip
def test_text_made_to_break_a_reader_does_not(text: str) -> None:
    assert Press(None).render(text, "player").html


def test_a_line_that_was_wrapped_goes_on_and_a_verse_does_not() -> None:
    wrapped = "London and Madrid sent no cards, and the sea was calm: nobody took advantage\nof it."
    verse = "Roses are red,\nour fleet is blue."
    signed = f"{wrapped} We are\nyours,\nRosa"
    listed = "What the harbour master has written down in the book of the week, in his own hand:\n- tea\n- sugar"
    press = Press(None)
    assert "<br" not in press.render(wrapped, "player").html
    assert press.render(verse, "player").html.count("<br") == 1
    assert press.render(signed, "player").html.count("<br") == 2
    assert press.render(f"{verse}\n\n{wrapped}", "player").html.count("<br") == 1
    assert "tea" in press.render(listed, "player").html.split("hand:")[1].splitlines()[1]


def test_press_that_looks_like_mail_stays_text() -> None:
    text = "BEGIN ORDERS\nFrom me\n.\n-- \nENDPRESS"
    assert all(line in Tags(Press(None).render(text, "player").html).text for line in text.split("\n"))


def test_rule_numbers_are_the_anchors_of_a_book() -> None:
    markup = Press(None).render("## 4 Forces\n\n### 4C.6 Combat\n\n### HR-34: odd\n\n## Air\n\n## Air", "book")
    assert [h.anchor for h in markup.headings] == ["4", "4C.6", "HR-34", "air", "air-2"]
    assert '<h3 id="4C.6">' in markup.html


def test_what_was_rendered_once_comes_from_the_cache(tmp_path: Path) -> None:
    first = Press(tmp_path).render("*a*", "moderator")
    (kept,) = (tmp_path / "prose").iterdir()
    kept.write_bytes(summed(unharmed(kept.read_bytes()).replace(b"<em>a", b"<em>A")))
    assert Press(tmp_path).render("*a*", "moderator").html == first.html.replace(">a<", ">A<")
    kept.write_bytes(b"{")
    assert Press(tmp_path).render("*a*", "moderator") == first


def test_what_an_older_library_rendered_is_rendered_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Press(tmp_path).render("*a*", "moderator")
    monkeypatch.setattr(markup, "libraries", lambda: "nh3 of tomorrow")
    Press(tmp_path).render("*a*", "moderator")
    assert len(list((tmp_path / "prose").iterdir())) == 2


@pytest.mark.skipif(os.geteuid() == 0 and not Path("/proc").is_dir(), reason="root writes everywhere")
def test_without_a_cache_all_is_the_same(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    assert Press(nowhere).render("*a*", "moderator") == Press(None).render("*a*", "moderator")


FENCED = """Before:
```toml
# no heading
[site]  *no emphasis* <b> & "quotes" [x](rules/x.html) &amp;

title =    "x"
    indented
```
After.

~~~
```
~~~"""


@pytest.mark.parametrize("voice", ["moderator", "book"])
def test_code_between_fences_stays_as_it_is_and_is_reached_by_key(voice: Voice) -> None:
    markup = Press(None).render(FENCED, voice)
    read = Tags(markup.html)
    assert sorted(read.tags) == ["code", "p", "pre"]
    assert read.attributes == [("tabindex", "0")] * 2, "no class, and no key of anybody's"
    assert FENCED.split("\n", 2)[2].split("\n```\nAfter")[0] in read.text
    assert markup.html.endswith('<pre tabindex="0"><code>```\n</code></pre>')
    assert (markup.headings, markup.links) == ((), ())


def test_in_press_fences_are_text() -> None:
    read = Tags(Press(None).render("~~~~~~~~\nTo all nations!\n~~~~~~~~\n\n```\n*x*\n```", "player").html)
    assert "pre" not in read.tags
    assert not read.attributes
    assert "~~~~~~~~\nTo all nations!\n~~~~~~~~" in read.text


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("head", ["{head}", "```{head}", "~~~ {{ #x .y tabindex=5 onclick={head} }}", "```{{ {head}"])
@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_at_or_in_a_fence_becomes_markup(payload: str, head: str, voice: Voice) -> None:
    text = f"{head.format(head=payload)}\n{payload}\n```\n{payload}\n~~~\n"
    read = Tags(Press(None).render(text, voice).html)
    assert read.tags <= ALLOWED
    for name, value in read.attributes:
        assert name in ("href", "rel", "id") or (name, value) in OURS
        assert name != "href" or re.match(r"https://|mailto:|site:[A-Za-z0-9_]", value), value
    assert voice != "player" or not read.attributes


@given(
    st.text("`~{}#.=\"'hl_lines use_pygmentsTrue 1-9,\n<&", max_size=120), st.sampled_from(["```", "~~~ {", "``` {#"])
)
@settings(max_examples=300, deadline=None)
def test_no_head_of_a_fence_breaks_the_page(head: str, fence: str) -> None:
    text = f"{fence}{head}\nx\n{fence[:3]}\n"
    for voice in VOICES:
        assert "x" in Press(None).render(text, voice).html


def test_a_remark_in_code_is_no_title() -> None:
    assert title_of("```sh\n# a remark\n```\n\n# The title\n") == "The title"
    assert title_of("# The title\n```\nnever closed\n") == "The title"


@pytest.mark.parametrize("text", ["[" * 8000, "[" * 4000 + "]" * 4000, "[a](" * 2000, "[a][" * 2000, "[x " * 2600])
def test_very_many_brackets_are_text_at_once(text: str) -> None:
    began = time.process_time()
    markup = Press(None).render(f"{text}\n\n[x](https://ok.example)", "moderator")
    assert time.process_time() - began < 2, "CPU seconds, which other work on the machine does not lengthen"
    assert text.strip() in Tags(markup.html).text
    assert 'href="https://ok.example"' in markup.html


def test_the_front_matter_of_other_site_builders_is_named(tmp_path: Path) -> None:
    path = tmp_path / "how.md"
    path.write_text("---\ntitle: How\ndate: 2026-12-01\n---\n\nText.\n")
    with pytest.raises(PbmError, match="the front matter is YAML, between lines ---; write TOML"):
        read_prose(path)
    path.write_text("---\n\nA rule, and a text with a colon: this.\n\n---\n")
    assert "A rule" in read_prose(path)[1]
