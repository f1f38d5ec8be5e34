"""Built files: they match their hashes and a fresh build, and a changed one is noticed."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot import catalogue
from gutshot.errors import CatalogueError
from gutshot.work.build import built_arrays

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LARGEST = 30 * 2**20


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a copy of the built files that the catalogue takes for its own."""
    copy = tmp_path / "artefacts"
    shutil.copytree(catalogue.ARTEFACTS, copy)
    monkeypatch.setattr(catalogue, "ARTEFACTS", copy)
    catalogue.artefact.cache_clear()
    yield copy
    catalogue.artefact.cache_clear()


def test_every_built_file_matches_its_hash() -> None:
    assert catalogue.check_artefacts() == 41


def test_the_manifest_says_how_large_the_files_are_and_how_to_build_them() -> None:
    manifest = json.loads((catalogue.ARTEFACTS / "manifest.json").read_text(encoding="utf-8"))
    sizes = {name: (catalogue.ARTEFACTS / name).stat().st_size for name in manifest["files"]}
    assert {name: file["bytes"] for name, file in manifest["files"].items()} == sizes
    assert sum(sizes.values()) < LARGEST
    assert manifest["rebuild"] == "python -m gutshot.work.build"
    assert manifest["error"] == "exact"
    # what charts leave is compared with their own certificates, in the tests of preflop
    rounded = {
        name: file["error"]
        for name, file in manifest["files"].items()
        if "error" in file and not name.endswith(".chart")
    }
    left = "best responses gain at most 1e-07 big blinds a hand"
    assert rounded == {
        "holdem/three_way.npy": "chances within 0.001225 percentage points",
        **{
            f"holdem/three_way_{part}.npy": "root mean square 0.121 percentage points of a pot"
            for part in ("basis", "core")
        },
        **{
            f"holdem/push_fold/ante_{ante}{part}.npy": left + how
            for ante in (0, 1)
            for part, how in (("", "; shares in 0.01 %"), ("_values", ""))
        },
    }


@pytest.mark.exhaustive
def test_a_fresh_build_gives_every_exact_array() -> None:
    built = dict(built_arrays())
    manifest = json.loads((catalogue.ARTEFACTS / "manifest.json").read_text(encoding="utf-8"))
    exact = {name for name, file in manifest["files"].items() if "error" not in file}
    assert set(built) == exact
    for name, array in built.items():
        shipped = catalogue.artefact(name)
        assert array.dtype == shipped.dtype, name
        assert np.array_equal(array, shipped), name


def test_a_shipped_array_is_read_only() -> None:
    array = catalogue.artefact("suit_classes/ids.npy")
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


def test_an_untouched_copy_is_as_good(copied: Path) -> None:
    built = [path for path in copied.rglob("*") if path.suffix in catalogue.BUILT]
    assert catalogue.check_artefacts() == len(built)


@pytest.mark.parametrize(
    "name",
    [
        "videopoker/joker/entry_counts.npy",
        "suit_classes/ids.npy",
        "holdem/charts/cash_2_100.chart",
    ],
)
@pytest.mark.parametrize("place", [0, 200, -1])
def test_one_changed_bit_is_noticed(copied: Path, name: str, place: int) -> None:
    content = bytearray((copied / name).read_bytes())
    content[place] ^= 1
    (copied / name).write_bytes(content)
    with pytest.raises(CatalogueError, match=f"{name} does not match its hash") as caught:
        catalogue.check_artefacts()
    assert len(str(caught.value).splitlines()) == 1


def test_a_missing_file_is_noticed(copied: Path) -> None:
    (copied / "videopoker/joker/kinds.npy").unlink()
    with pytest.raises(CatalogueError, match=r"videopoker/joker/kinds\.npy is missing"):
        catalogue.check_artefacts()
    with pytest.raises(CatalogueError, match="install Gutshot again"):
        catalogue.artefact("videopoker/joker/kinds.npy")


def test_a_file_too_many_is_noticed(copied: Path) -> None:
    shutil.copy(copied / "videopoker/joker/kinds.npy", copied / "videopoker/joker/more.npy")
    with pytest.raises(CatalogueError, match=r"videopoker/joker/more\.npy is not in the manifest"):
        catalogue.check_artefacts()


@pytest.mark.parametrize("content", [b"", b"{}\x00", b"no JSON"])
def test_a_broken_manifest_is_refused_in_one_line(copied: Path, content: bytes) -> None:
    (copied / "manifest.json").write_bytes(content)
    with pytest.raises(
        CatalogueError, match="can't read the manifest of the built files"
    ) as caught:
        catalogue.check_artefacts()
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "content", [b"", b"\x93NUMPY\x01\x00", b"no array"], ids=["empty", "cut off", "text"]
)
def test_a_broken_array_is_refused_in_one_line(copied: Path, content: bytes) -> None:
    (copied / "videopoker/joker/kinds.npy").write_bytes(content)
    with pytest.raises(CatalogueError, match="can't load the built file") as caught:
        catalogue.artefact("videopoker/joker/kinds.npy")
    assert len(str(caught.value).splitlines()) == 1
