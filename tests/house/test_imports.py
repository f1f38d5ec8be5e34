"""Who may import what: libraries stay in the rooms that are made for them.

The arrows between rooms are import-linter's (pyproject.toml). The rules here hold for rooms and
libraries that do not stand yet, from the day that they appear.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import gutshot

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(gutshot.__file__).parent
LIVE_ROOMS = ("play", "web", "cli")
REPR_METHODS = {"_repr_html_", "_repr_svg_", "_repr_mimebundle_", "_repr_png_"}


@dataclass(frozen=True)
class Import:
    """One name that a module imports, dotted, and the function around the statement."""

    module: str
    target: str
    function: str
    line: int

    def __str__(self) -> str:
        return f"{self.module} imports {self.target} (line {self.line})"


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def imports_of(module: str, tree: ast.AST, function: str = "") -> Iterator[Import]:
    """Yield each import; `from a import b` yields a.b, which may be a module or a name in a."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, alias.name, function, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} line {node.lineno}: imports are absolute here"
            for alias in node.names:
                yield Import(module, f"{node.module}.{alias.name}", function, node.lineno)
        else:
            inner = function
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                inner = node.name
            yield from imports_of(module, node, inner)


@cache
def imports() -> dict[str, tuple[Import, ...]]:
    """Return the imports of every module of the package."""
    return {
        module_name(path): tuple(
            imports_of(module_name(path), ast.parse(path.read_text(encoding="utf-8")))
        )
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def inside(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def is_kernel_module(module: str) -> bool:
    return any(re.fullmatch(r"_kernels(_\w+)?", part) for part in module.split("."))


def users(library: str) -> set[str]:
    """Return the modules that import a library or a part of it."""
    return {
        module
        for module, found in imports().items()
        if any(inside(entry.target, library) for entry in found)
    }


@pytest.mark.parametrize("library", ["numba", "llvmlite"])
def test_only_kernels_and_their_policy_know_the_compiler(library: str) -> None:
    strangers = {
        module
        for module in users(library)
        if not is_kernel_module(module) and not inside(module, "gutshot.compiled")
    }
    assert not strangers


@pytest.mark.parametrize(
    ("library", "home"),
    [
        ("sqlalchemy", "storage"),
        ("alembic", "storage"),
        ("sqlite3", "storage"),
        ("psycopg", "storage"),
        ("fastapi", "web"),
        ("starlette", "web"),
        ("uvicorn", "web"),
        ("jinja2", "web"),
        ("pydantic", "web"),
        ("typer", "cli"),
        ("click", "cli"),
        ("dask", "jobs"),
        ("distributed", "jobs"),
        ("gutshot.cfr", "holdem"),
    ],
)
def test_a_library_is_known_in_one_room(library: str, home: str) -> None:
    own = {home, library.removeprefix("gutshot.")}
    assert not {module for module in users(library) if room(module) not in own}


def test_one_module_of_jobs_knows_dask() -> None:
    assert users("dask") | users("distributed") == {"gutshot.jobs.cluster"}


@pytest.mark.parametrize(
    "library", ["eval7", "phevaluator", "pokerkit", "pytest", "hypothesis", "scipy"]
)
def test_what_is_for_tests_stays_in_tests(library: str) -> None:
    assert not users(library)


@pytest.mark.parametrize("library", ["pickle", "requests", "httpx"])
def test_what_the_house_does_without(library: str) -> None:
    """No code hides in a data file, and nothing is fetched from elsewhere."""
    assert not users(library)


def test_predictable_numbers_come_from_the_seeded_generator_only() -> None:
    assert users("random") <= {"gutshot.cards.seeded"}


def test_numpys_predictable_numbers_deal_no_card() -> None:
    """The two modules that have them draw payouts, and first strategies of a solve."""
    found = {
        module_name(path)
        for path in PACKAGE.rglob("*.py")
        if ".random." in path.read_text(encoding="utf-8")
    }
    assert found <= {"gutshot.videopoker.simulated", "gutshot.holdem.preflop.starts"}


def test_no_live_room_imports_the_seeded_generator() -> None:
    assert not {module for module in users("gutshot.cards.seeded") if room(module) in LIVE_ROOMS}


def test_the_seeded_generator_cannot_be_reached_from_a_table() -> None:
    waiting = [module for module in imports() if room(module) == "play"]
    reached: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in reached:
            continue
        reached.add(module)
        for entry in imports().get(module, ()):
            parts = entry.target.split(".")
            # Importing a.b.c runs a and a.b as well; the last part may be a name in a module.
            names = (".".join(parts[:end]) for end in range(1, len(parts) + 1))
            waiting.extend(name for name in names if name in imports() and name != "gutshot")
    assert "gutshot.cards.seeded" not in reached


def test_games_import_render_only_to_show_themselves_in_a_notebook() -> None:
    games = ("videopoker", "holdem", "paigow")
    wrong = [
        str(entry)
        for module, found in imports().items()
        for entry in found
        if room(module) in games
        and inside(entry.target, "gutshot.render")
        and entry.function not in REPR_METHODS
    ]
    assert not wrong


def test_kernels_take_from_the_house_only_what_the_cache_folder_is_named_by() -> None:
    """The hash follows imports by text; it must find what Python's parser finds."""
    from gutshot import compiled

    files = {module_name(path) for path in compiled._sources()}
    wrong = [
        str(entry)
        for module, found in imports().items()
        if is_kernel_module(module)
        for entry in found
        if inside(entry.target, "gutshot")
        and not {entry.target, entry.target.rpartition(".")[0]} & files
    ]
    assert not wrong


def test_the_walk_sees_every_form_of_import() -> None:
    source = "import a.b\nfrom c.d import e\ndef f():\n    if x:\n        import g\n"
    found = {(entry.target, entry.function) for entry in imports_of("m", ast.parse(source))}
    assert found == {("a.b", ""), ("c.d.e", ""), ("g", "f")}
