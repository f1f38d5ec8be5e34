#!/bin/sh
# Makes sure that there is a Chromium for the browser tests; needs "setup.sh dev" before.
set -eu
cd -- "$(dirname -- "$0")/.."

found() {
    for name in chromium chromium-browser google-chrome; do
        "$name" --version >/dev/null 2>&1 && return 0
    done
    .venv/bin/python - <<'END'
import sys
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(not Path(playwright.chromium.executable_path).exists())
END
}

found && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests with apt-get" >&2
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium; } >&2 || true
else
    echo "Fetching Chromium for the browser tests with playwright" >&2
    .venv/bin/python -m playwright install chromium >&2 || true
fi

found || {
    echo "The browser tests need Chromium, which could not be installed: on Debian run 'sudo apt install chromium'" >&2
    exit 1
}
