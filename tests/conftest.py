"""What all tests share: the settings of hypothesis and the browser."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# Nobody's own pay tables, hands and reports belong into a test, nor the test's into his.
os.environ["GUTSHOT_DATA_DIR"] = tempfile.mkdtemp(prefix="gutshot-tests-")
atexit.register(shutil.rmtree, os.environ["GUTSHOT_DATA_DIR"], ignore_errors=True)

# The first example may compile a kernel, so a deadline would measure the compiler.
settings.register_profile("gutshot", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gutshot"))


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the Chromium that browser tests start: Debian's, or the one that playwright brought.

    Give it to playwright as ``launch(executable_path=..., args=["--no-sandbox"])``.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path is not None and _runs(path):
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if not Path(path).exists():
        pytest.fail("no Chromium on this machine: 'sh scripts/chromium.sh' installs one")
    return path


def _runs(path: str) -> bool:
    """Tell whether a browser starts: Ubuntu's package is a stub where snap is missing."""
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0
