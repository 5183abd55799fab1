"""A private printout on the disk: text and one page that needs no other file. It lies beside the site, never in it."""

from pathlib import Path

from pbm.core.printout import Printout
from pbm.errors import PbmError
from pbm.site.pages import Addressee
from pbm.site.render import Renderer


def write_private(
    printout: Printout,
    text: str,
    stem: Path,
    renderer: Renderer,
    addressee: Addressee | None = None,
    lang: str = "en",
    edition: str = "",
) -> bool:
    """A player's printout as `<stem>.txt` and as `<stem>.html`, which needs no other file.

    `edition` is what the heading says beside game, turn and player. Nothing is touched where both stand as
    they should; True where something was written.
    """
    html = renderer.alone(printout, text, addressee or Addressee(), lang, edition)
    files = {stem.with_name(stem.name + ".txt"): text, stem.with_name(stem.name + ".html"): html}
    changed = False
    for path, content in files.items():
        data = content.encode()
        try:
            if path.is_file() and path.read_bytes() == data:
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            aside = path.with_name(f".{path.name}.new")
            aside.write_bytes(data)
            aside.replace(path)
        except OSError as error:
            raise PbmError(f"{path}: cannot be written ({error.strerror or error}).") from None
        changed = True
    return changed
