#!/bin/sh
# Makes .venv with Gutshot in it: "setup.sh run" for playing, "setup.sh dev" for the checks as well.
# Does nothing when nothing changed. GUTSHOT_PYTHON=/path/to/python overrides the choice of Python.
set -eu
cd -- "$(dirname -- "$0")/.."

mode=${1:-run}
case $mode in
    run) extras= ;;
    dev) extras='[dev,frames]' ;;
    *) echo "setup.sh: say 'run' or 'dev', not '$mode'" >&2; exit 2 ;;
esac

stamp=.venv/gutshot-setup
wanted=$(cat pyproject.toml scripts/setup.sh | cksum)
fits='import sys; sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 14)))'

if [ -f "$stamp" ]; then
    { read -r had_mode; read -r had; IFS= read -r had_place; } < "$stamp" || true
    if [ "$had_place" != "$PWD" ]; then
        # The scripts of a virtual environment hold its path.
        echo "The folder has moved: making .venv anew" >&2
        rm -rf .venv
    elif .venv/bin/python -c "$fits" 2>/dev/null; then
        if [ "$had_mode" = dev ]; then # what suits the checks suits playing, and stays
            mode=dev extras='[dev,frames]'
        fi
        if [ "$had" = "$wanted" ] && [ "$had_mode" = "$mode" ]; then
            exit 0
        fi
    fi
fi

# Whether a Python really runs, is one that numba supports, and can make virtual environments:
# a pyenv shim may point nowhere, and Debian's python3 comes without ensurepip.
usable() {
    "$1" -c "$fits" </dev/null >/dev/null 2>&1 && "$1" - >/dev/null 2>&1 <<'END'
import ensurepip, sys, sysconfig, venv
sys.exit(sys.implementation.name != "cpython" or bool(sysconfig.get_config_var("Py_GIL_DISABLED")))
END
}

make_venv() {
    usable "$1" || return 1
    echo "Making .venv with $("$1" -V) ($1)" >&2
    [ ! -e .venv ] || rm -rf .venv
    "$1" -m venv .venv >&2
}

# Every Python on PATH, newest version first; the first of a name may be broken where the next works.
find_python() {
    if [ -n "${GUTSHOT_PYTHON:-}" ]; then
        make_venv "$GUTSHOT_PYTHON"
        return
    fi
    for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
        old_ifs=$IFS
        IFS=:
        for folder in $PATH; do
            IFS=$old_ifs
            if [ -x "$folder/$name" ] && make_venv "$folder/$name"; then
                return 0
            fi
        done
        IFS=$old_ifs
    done
    return 1
}

if ! { [ -f .venv/pyvenv.cfg ] && .venv/bin/python -c "$fits; import pip" 2>/dev/null; }; then
    find_python || {
        echo "Gutshot needs Python 3.11 to 3.14 with venv: on Debian or Ubuntu run 'sudo apt install python3 python3-venv'" >&2
        exit 1
    }
fi

rm -f "$stamp"
echo "Installing Gutshot$extras into .venv (a minute or two the first time)" >&2
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".$extras" >&2 || {
    echo "Gutshot's set-up failed: pip could not install what pyproject.toml asks for (see above); run it again when the network is there" >&2
    exit 1
}
printf '%s\n%s\n%s\n' "$mode" "$wanted" "$PWD" > "$stamp"
