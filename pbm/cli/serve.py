"""`pbm serve`: the site on this machine, built again and reloaded when anything changes."""

import re
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import click

from pbm.cli.build_lock import building
from pbm.cli.screen import root_of, say, warn
from pbm.errors import PbmError
from pbm.publish.outgoing import build_all
from pbm.site.render import templates_dir

STAMP = "/-/stamp"
RELOAD = f"""<script>(function () {{
  "use strict";
  let seen = "";
  setInterval(async () => {{
    try {{
      const stamp = await (await fetch("{STAMP}")).text();
      if (seen && stamp !== seen) location.reload();
      seen = stamp;
    }} catch {{ /* nobody serves it at the moment */ }}
  }}, 800);
}})();</script>"""
POLICY = re.compile(rb"<meta[^>]+Content-Security-Policy[^>]*>", re.IGNORECASE)


class Stamp:
    """Counts the builds; the page asks for it and loads itself anew when it changed."""

    def __init__(self) -> None:
        self.count = 1


class PreviewServer(SimpleHTTPRequestHandler):
    """Files of the site, with a few lines in each page that reload it. Never what is beside the site."""

    def __init__(self, *args: Any, stamp: Stamp, **more: Any) -> None:
        self.stamp = stamp
        super().__init__(*args, **more)

    def do_GET(self) -> None:
        """A page, a file, or the stamp."""
        path = Path(self.translate_path(self.path))
        if self.path == STAMP:
            self._send(str(self.stamp.count).encode(), "text/plain")
            return
        if path.is_dir() and self.path.split("?")[0].endswith("/"):
            path = path / "index.html"
        if path.suffix == ".html" and path.is_file():
            page = POLICY.sub(b"", path.read_bytes())  # the policy would forbid the reloading script
            self._send(page.replace(b"</body>", RELOAD.encode() + b"</body>"), "text/html; charset=utf-8")
            return
        super().do_GET()

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: the builds are what the moderator wants to read."""


@click.command("serve", epilog="Example: pbm serve --port 8080")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 takes a free one.",
)
@click.option("--builds", type=click.IntRange(0), default=0, hidden=True, help="Stop after that many builds.")
@click.pass_context
def serve_command(ctx: click.Context, port: int, builds: int) -> None:
    """Show the site at http://127.0.0.1:8000/, to this machine alone.

    When a file under content/ or a template changes, the site is built again and open pages reload.
    Nothing is taken in or resolved. Stop with Ctrl-C.
    """
    root = root_of(ctx)
    seen = sources(root)
    with building(root):
        build_all(root, say)
    stamp = Stamp()
    handler = partial(PreviewServer, directory=str(root / "output" / "site"), stamp=stamp)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise PbmError(f"--port {port}: cannot be used ({error.strerror}).") from None
    say(f"http://127.0.0.1:{server.server_address[1]}/ shows {root / 'output' / 'site'}; Ctrl-C stops.")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        watch(root, seen, stamp, builds)
    except KeyboardInterrupt:
        say("Stopped.")
    finally:
        server.shutdown()
        server.server_close()


def watch(root: Path, seen: Mapping[str, tuple[int, int]], stamp: Stamp, builds: int = 0, pause: float = 0.7) -> None:
    """Build again whenever a source file changed; a mistake in one is told, and the old site stays."""
    quiet = threading.Event()
    while not builds or stamp.count <= builds:
        quiet.wait(pause)
        found = sources(root)
        if found == seen:
            continue
        seen = found
        try:
            with building(root):
                build_all(root, lambda _: None)
        except PbmError as error:
            warn(str(error))
            continue
        stamp.count += 1
        say("Built again.")


def sources(root: Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file that the site is made from; what waits in an inbox changes nothing."""
    return {str(path): (s.st_size, s.st_mtime_ns) for path in _files(root) if (s := path.stat())}


def _files(root: Path) -> Iterator[Path]:
    for folder in {root / "content", root / "site_templates", templates_dir()}:
        for path in folder.rglob("*"):
            if path.is_file() and "inbox" not in path.parts and not path.name.startswith("."):
                yield path
