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
