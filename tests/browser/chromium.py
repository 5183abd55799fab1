"""Whether there is a browser to look at pages with."""

import os
import shutil

import pytest


def chromium() -> str:
    """The program, or "" where there is none."""
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
    )


needs_browser = pytest.mark.skipif(  # never in .ci/run, which sets PBM_BROWSER=required
    not chromium() and os.environ.get("PBM_BROWSER") != "required",
    reason="NO BROWSER: no chromium on this machine, pages not looked at",
)

# Where all processors are busy Chromium (156) loses, about once in eighty times, what a page of a new profile has just
# stored, though the page itself still reads it back: a test that loads its page again may begin once more.
stores = pytest.mark.flaky(reruns=2)
