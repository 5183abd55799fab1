"""Firefox over WebDriver BiDi and WebKitGTK over WebDriver, with real pointers and keys, as far as tests need them.

Debian has no geckodriver, and Playwright's own builds of both are not Debian's. Chromium is driven by Playwright in all
other tests; here it is the third, so that one set of tests runs in all. See https://w3c.github.io/webdriver-bidi/ and
https://www.w3.org/TR/webdriver2/.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.chromium import chromium

PATIENCE = 30.0  # seconds until something on a page must be so
KEYS = {
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Tab": "\ue004",
    "Space": " ",
    "ArrowRight": "\ue014",
    "ArrowLeft": "\ue012",
}
CENTRE = """(() => {{ const it = document.querySelector({0});
  it.scrollIntoView({{ block: "center", behavior: "instant" }});
  const {{ x, y, width, height }} = it.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)]; }})()"""
MINI = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))


class Driver:
    """A browser with one page. What differs are `open`, `run` and `perform`, which each browser's own driver has."""

    name = ""

    def open(self, url: str) -> None:
        """Load a page, and wait until it is."""
        raise NotImplementedError

    def run(self, script: str) -> Any:
        """The value of an expression on the page."""
        raise NotImplementedError

    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Actions of input sources, as WebDriver has them."""
        raise NotImplementedError

    def wait(self, script: str) -> Any:
        """Wait until an expression is true, or anything but nothing."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(script)):
            assert time.monotonic() < end, f"{self.name}: never so: {script}"
            time.sleep(0.05)
        return found

    def text(self, selector: str) -> str:
        """The text of an element; nothing where it is not there."""
        return str(self.run(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"))

    def click(self, selector: str) -> None:
        """Move the pointer to the middle of an element, and press its button."""
        quoted = json.dumps(selector)
        self.wait(f"!!document.querySelector({quoted})")
        x, y = self.run(CENTRE.format(quoted))
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}])

    def press(self, *keys: str) -> None:
        """Press keys one after the other: names such as Enter, Shift+Tab, or characters."""
        steps = []
        for key in keys:
            held = [KEYS.get(part, part) for part in (key.split("+") if len(key) > 1 else [key])]
            steps += [{"type": "keyDown", "value": value} for value in held]
            steps += [{"type": "keyUp", "value": value} for value in reversed(held)]
        self.perform([{"type": "key", "id": "keys", "actions": steps}])

    def type(self, text: str) -> None:
        """Type a text, character by character."""
        self.press(*text)


class Chromium(Driver):
    """Chromium, by Playwright."""

    name = "chromium"

    def __init__(self, browser: Any) -> None:
        self.page = browser.new_page(viewport={"width": 1280, "height": 900})

    def open(self, url: str) -> None:
        self.page.goto(url)

    def run(self, script: str) -> Any:
        return self.page.evaluate(script)

    def perform(self, actions: list[dict[str, Any]]) -> None:
        names = {value: key for key, value in KEYS.items()}
        for source in actions:
            for step in source["actions"]:
                if step["type"] == "pointerMove":
                    self.page.mouse.move(step["x"], step["y"])
                elif step["type"] == "pointerDown":
                    self.page.mouse.down()
                elif step["type"] == "pointerUp":
                    self.page.mouse.up()
                elif step["type"] == "keyDown":
                    self.page.keyboard.down(names.get(step["value"], step["value"]))
                else:
                    self.page.keyboard.up(names.get(step["value"], step["value"]))


class Firefox(Driver):
    """Firefox, over its WebSocket."""

    name = "firefox"

    def __init__(self, link: Any) -> None:
        self.link, self.count, self.context = link, 0, ""
        self.call("session.new", capabilities={})

    def call(self, method: str, **params: Any) -> Any:
        """Send a command and wait for its answer."""
        self.count += 1
        self.link.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            answer = json.loads(self.link.recv(timeout=PATIENCE))
            if answer.get("id") == self.count:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url: str) -> None:
        # Keys press no button of a window without focus, and none has it again once Tab has gone beyond its page.
        before, self.context = self.context, self.call("browsingContext.create", type="window")["context"]
        if before:
            self.call("browsingContext.close", context=before)
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": 1280, "height": 900})
        self.call("browsingContext.navigate", context=self.context, url=url, wait="complete")
        self.call("browsingContext.activate", context=self.context)
        self.wait("document.hasFocus()")

    def run(self, script: str) -> Any:
        whole = f"JSON.stringify(({script}) ?? null)"
        made = self.call(
            "script.evaluate",
            expression=whole,
            target={"context": self.context},
            awaitPromise=True,
            userActivation=True,
        )
        assert made["type"] == "success", made
        return json.loads(made["result"]["value"])

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.call("input.performActions", context=self.context, actions=actions)
        self.call("input.releaseActions", context=self.context)


class WebKit(Driver):
    """WebKitGTK's MiniBrowser, over HTTP."""

    name = "webkit"

    def __init__(self, port: int) -> None:
        self.host = f"http://127.0.0.1:{port}"
        options = {"binary": str(MINI[-1]), "args": ["--automation"]}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self.session = f"/session/{made['sessionId']}"
        self.call("POST", f"{self.session}/window/rect", {"width": 1280, "height": 960})

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Send a command and wait for its answer."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.host}{path}", data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read()[:500]) from None

    def open(self, url: str) -> None:
        self.call("POST", f"{self.session}/url", {"url": url})

    def run(self, script: str) -> Any:
        return self.call("POST", f"{self.session}/execute/sync", {"script": f"return ({script})", "args": []})

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.call("POST", f"{self.session}/actions", {"actions": actions})
        self.call("DELETE", f"{self.session}/actions")


def missing(name: str) -> str:
    """What a machine lacks to run a browser; nothing where all is there."""
    needed: dict[str, dict[str, object]] = {
        "chromium": {"chromium": chromium()},
        "firefox": {"firefox-esr": shutil.which("firefox-esr") or shutil.which("firefox")},
        "webkit": {
            "WebKitWebDriver (webkit2gtk-driver)": shutil.which("WebKitWebDriver"),
            "Xvfb": shutil.which("Xvfb"),
            "MiniBrowser": MINI,
        },
    }
    return ", ".join(program for program, found in needed[name].items() if not found)


@contextmanager
def started(*words: str, **how: Any) -> Iterator[subprocess.Popen[str]]:
    """A program, until it is needed no more."""
    program = subprocess.Popen(words, text=True, **how)
    try:
        yield program
    finally:
        program.terminate()
        try:
            program.wait(10)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Firefox without a screen, with a profile of its own."""
    from websockets.sync.client import connect

    program = shutil.which("firefox-esr") or "firefox"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = (program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile, "about:blank")
        env = {**os.environ, "HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"}
        with started(*words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env) as running:
            assert running.stderr
            address = next(found[0] for line in running.stderr if (found := re.search(r"ws://\S+", line)))
            with connect(f"{address}/session", max_size=None) as link:
                yield Firefox(link)


@contextmanager
def webkit() -> Iterator[WebKit]:
    """WebKitGTK on a screen that nobody sees."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ours, theirs = os.pipe()
    screen = ("Xvfb", "-displayfd", str(theirs), "-screen", "0", "1400x1100x24", "-nolisten", "tcp")
    with started(*screen, pass_fds=(theirs,), stderr=subprocess.DEVNULL), tempfile.TemporaryDirectory() as home:
        number = os.read(ours, 16).decode().strip()
        env = {
            **os.environ,
            "DISPLAY": f":{number}",
            "HOME": home,
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # root may start no other; only our own pages are opened
        }
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with started("WebKitWebDriver", f"--port={port}", env=env, **quiet):
            _listens(port)
            made = WebKit(port)
            try:
                yield made
            finally:
                made.call("DELETE", made.session)
    os.close(ours)
    os.close(theirs)


def _listens(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < end, "the driver does not listen"
            time.sleep(0.05)
