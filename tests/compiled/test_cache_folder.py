"""Where compiled kernels are kept, and when not at all."""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gutshot import compiled
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def fresh_policy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Forget the folder that this process has chosen, before and after each test."""
    monkeypatch.delenv("GUTSHOT_NO_CACHE", raising=False)
    monkeypatch.setenv("GUTSHOT_CACHE_DIR", str(tmp_path / "cache"))
    compiled.cache_dir.cache_clear()
    yield
    compiled.cache_dir.cache_clear()


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a package with a kernel file that takes a constant from a plain module."""
    root = tmp_path / "gutshot"
    (root / "toy").mkdir(parents=True)
    (root / "compiled").mkdir()
    (root / "compiled" / "__init__.py").write_text("")
    (root / "unrelated.py").write_text("A = 1\n")
    (root / "toy" / "__init__.py").write_text("")
    (root / "toy" / "ranks.py").write_text("ACE = 12\n")
    (root / "toy" / "_kernels.py").write_text("from gutshot.toy.ranks import ACE\n")
    monkeypatch.setattr(compiled, "_PACKAGE", root)
    return root


def test_the_folder_is_below_the_chosen_one_and_can_be_written(tmp_path: Path) -> None:
    folder = compiled.cache_dir()
    assert folder is not None
    assert folder.parent == tmp_path / "cache" / "kernels"
    (folder / "file").write_text("x")


def test_the_users_cache_folder_is_the_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("GUTSHOT_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = compiled.cache_dir()
    assert folder is not None
    assert folder.is_relative_to(tmp_path)
    assert "gutshot" in folder.parts


@pytest.mark.parametrize("switch", ["1", "true", "YES", "on"])
def test_the_cache_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, switch: str) -> None:
    monkeypatch.setenv("GUTSHOT_NO_CACHE", switch)
    assert compiled.cache_dir() is None
    assert compiled.derived_dir("tables") is None
    assert not compiled.is_warm()


@pytest.mark.parametrize("switch", ["", "0", "false", "No", "off"])
def test_the_cache_can_be_left_on(monkeypatch: pytest.MonkeyPatch, switch: str) -> None:
    monkeypatch.setenv("GUTSHOT_NO_CACHE", switch)
    assert compiled.cache_dir() is not None


@pytest.mark.parametrize("switch", ["2", "maybe", "/tmp"])  # noqa: S108 - a wrong answer, not a path
def test_a_nonsense_switch_is_an_error(monkeypatch: pytest.MonkeyPatch, switch: str) -> None:
    monkeypatch.setenv("GUTSHOT_NO_CACHE", switch)
    with pytest.raises(InputError, match="set it to 1 to keep no cache, or to 0") as caught:
        compiled.cache_dir()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("place", ["cache", "./cache", "../cache", __file__])
def test_a_nonsense_folder_is_an_error(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("GUTSHOT_CACHE_DIR", place)
    with pytest.raises(InputError, match="give the absolute path of a folder") as caught:
        compiled.cache_dir()
    assert "\n" not in str(caught.value)


# Root may write anywhere that exists; these are places where nobody can make a folder.
@pytest.mark.parametrize("place", [f"{__file__}/below", "/dev/null/below", "/proc/gutshot"])
def test_a_folder_that_cannot_be_written_is_one_warning_and_no_cache(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    monkeypatch.setenv("GUTSHOT_CACHE_DIR", place)
    with caplog.at_level(logging.WARNING, "gutshot.compiled"):
        assert compiled.cache_dir() is None
        assert compiled.cache_dir() is None
    assert len(caplog.records) == 1
    assert place in caplog.text


def test_no_home_is_one_warning_and_no_cache(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("GUTSHOT_CACHE_DIR")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: Path("~/.cache/gutshot"))
    with caplog.at_level(logging.WARNING, "gutshot.compiled"):
        assert compiled.cache_dir() is None
    assert "no home folder" in caplog.text


def test_the_name_changes_with_a_kernel_and_with_what_it_imports(package: Path) -> None:
    names = [compiled._fingerprint()]
    for path in ("toy/_kernels.py", "toy/ranks.py", "compiled/__init__.py"):
        with (package / path).open("a") as file:
            file.write("# changed\n")
        names.append(compiled._fingerprint())
    (package / "toy" / "_kernels").mkdir()
    (package / "toy" / "_kernels" / "more.py").write_text("")
    names.append(compiled._fingerprint())
    (package / "toy" / "_kernels_drawn.py").write_text("")
    names.append(compiled._fingerprint())
    assert len(set(names)) == len(names)


def test_the_name_stays_when_nothing_that_kernels_use_changes(package: Path) -> None:
    name = compiled._fingerprint()
    (package / "unrelated.py").write_text("A = 2\n")
    (package / "toy" / "no_kernels_drawn.py").write_text("")
    (package / "toy" / "_kernels.py").touch()
    assert compiled._fingerprint() == name


def test_the_name_changes_with_settings_of_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    name = compiled._fingerprint()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert compiled._fingerprint() != name


@pytest.mark.parametrize(
    "line",
    [
        "from gutshot.toy.ranks import ACE",
        "from gutshot.toy import ranks",
        "from gutshot.toy import (\n    ranks,  # why\n)",
        "import gutshot.toy.ranks",
        "import gutshot.toy.ranks as r",
        "    from gutshot.toy.ranks import ACE as A",
    ],
)
def test_every_form_of_import_is_followed(package: Path, line: str) -> None:
    assert package / "toy" / "ranks.py" in set(compiled._imported_files(f"import os\n{line}\n"))


def test_folders_that_nobody_used_for_months_are_removed(tmp_path: Path) -> None:
    old = tmp_path / "cache" / "kernels" / "old"
    recent = tmp_path / "cache" / "kernels" / "recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
        (folder / "code").write_text("x")
    long_ago = time.time() - 100 * 86_400
    os.utime(old, (long_ago, long_ago))
    assert compiled.cache_dir() is not None
    assert not old.exists()
    assert recent.exists()


def test_derived_arrays_have_a_folder_of_their_own() -> None:
    folder = compiled.derived_dir("subset-tables")
    assert folder is not None
    assert folder.is_dir()
    assert folder.is_relative_to(compiled.cache_dir() or "")


@pytest.mark.parametrize("name", ["", "..", "a/b", "/a", "A b"])
def test_a_derived_folder_stays_inside(name: str) -> None:
    with pytest.raises(ValueError, match="named in lower case"):
        compiled.derived_dir(name)
