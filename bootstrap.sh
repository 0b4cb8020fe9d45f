#!/bin/sh
# Makes .venv from the lock file; run by the Makefile, quick when there is nothing to do.
# With the word `browser` it adds what opens pages in Chromium.
set -eu
python="${1:-python3}"

say() { printf '%s\n' "$*" >&2; }

apt() {  # installs Debian packages when we may; otherwise the caller explains
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
  say "installing $* with apt-get"
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 || {
    apt-get update >/dev/null 2>&1
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >/dev/null
  }
}

command -v "$python" >/dev/null 2>&1 || apt python3 python3-venv || {
  say "Python 3.11 or newer is needed and '$python' was not found."
  say "  Debian, Ubuntu:  sudo apt-get install python3 python3-venv"
  say "  macOS:           brew install python"
  exit 1
}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  say "Python 3.11 or newer is needed; $("$python" --version) is too old."
  say "  Point make at a newer one:  make kits PYTHON=python3.12"
  exit 1
}
"$python" -c 'import ensurepip, venv' 2>/dev/null || apt python3-venv || {
  say "This Python cannot make virtual environments."
  say "  Debian, Ubuntu:  sudo apt-get install python3-venv"
  exit 1
}

[ -x .venv/bin/python ] || "$python" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .

# Art needs one engine; where svg2pdf has no wheel, CairoSVG draws and needs the C library (importing it without raises OSError).
# The tests compare the two, so it is installed where it may be.
cairo_ok() { .venv/bin/python -c 'import cairocffi' >/dev/null 2>&1; }
svg2pdf_ok() { .venv/bin/python -c 'import svg2pdf_py' >/dev/null 2>&1; }
cairo_ok || apt libcairo2 || true
cairo_ok || svg2pdf_ok || {
  say "Nothing here can draw art: install the cairo library, then run make again."
  .venv/bin/python -m cardgen doctor >&2 || true
  exit 1
}
touch .venv/.ready
[ "${2:-}" = browser ] || exit 0

.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-browser.lock
chromium_ok() { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null 2>&1
chromium_ok || apt chromium || true
chromium_ok || {
  say "Chromium is missing; pages are tested in it. Install it, then run make again:"
  say "  Debian:  sudo apt-get install chromium"
  exit 1
}
touch .venv/.browser
