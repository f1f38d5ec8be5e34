"""Flop models as text: files of `data/flop_models` and the user's own, and tables of a spot."""

from __future__ import annotations

import math
import tomllib
from functools import cache
from typing import Any, Final

from gutshot.catalogue import DATA, data_files
from gutshot.errors import CatalogueError, InputError
from gutshot.holdem.preflop.exact_numbers import exact_number, shown
from gutshot.holdem.preflop.flop_model import FITTED, FlopModel
from gutshot.holdem.preflop.hand_edges import hand_edges_from

__all__ = [
    "BY_HAND",
    "flop_model_from",
    "flop_model_id",
    "flop_model_ids",
    "flop_model_names",
    "flop_model_payload",
    "flop_model_text",
    "shipped_flop_model",
    "usual_flop_model",
]

BY_HAND: Final = "by-hand"
"""The id of the model with edges by hand that is shipped."""
_CONSTANTS: Final = ("exponent", "edge_offset", "edge_slope", "edge_cap")
_WORDS: Final = ("name", "source")


def flop_model_ids() -> tuple[str, ...]:
    """Return the ids of all models that there are, those of the user included."""
    return tuple(file.id for file in data_files("flop_models"))


def flop_model_names() -> dict[str, str]:
    """Return the names of all models by id; files of the user that hold none are left out."""
    names = {}
    for file in data_files("flop_models", broken=[]):
        try:
            table = tomllib.loads(file.text)
            _read(table, file.path.name)
        except (tomllib.TOMLDecodeError, InputError):
            continue
        names[file.id] = str(table.get("name", file.id))
    return names


def flop_model_id(model: FlopModel) -> str:
    """Return the id of the file that holds a model; "" where none does."""
    names = flop_model_names()
    return next((name for name in names if shipped_flop_model(name) == model), "")


def shipped_flop_model(name: str) -> FlopModel:
    """Return the model of a file, by its id.

    Raises
    ------
    InputError
        When there is none of this name.
    CatalogueError
        When its file holds none.
    """
    for file in data_files("flop_models"):
        if file.id == name:
            try:
                return _read(tomllib.loads(file.text), file.path.name)
            except (tomllib.TOMLDecodeError, InputError) as error:
                raise CatalogueError(f"{file.path}: {error}") from None
    raise InputError(f"flop_model is {' or '.join(flop_model_ids())}, not '{name[:40]}'")


@cache
def usual_flop_model(*, chips: bool) -> FlopModel:
    """Return the model of a spot that names none: of chips the one that is nearest to solved flops.

    Where stacks count by their prizes nothing was solved, and it is the four constants.
    """
    if not chips:
        return FITTED
    text = (DATA / "flop_models" / f"{BY_HAND}.toml").read_text(encoding="utf-8")
    return _read(tomllib.loads(text), f"{BY_HAND}.toml")


def _read(table: dict[str, Any], where: str) -> FlopModel:
    for key, found in table.items():
        if key not in {*_CONSTANTS, *_WORDS, "by_hand"}:
            raise InputError(f"'{key[:40]}' is no key of a flop model")
        if key in _WORDS and not isinstance(found, str):
            raise InputError(f"{key} is a text in quotes")
    by_hand = table.get("by_hand")
    if by_hand is not None and not isinstance(by_hand, dict):
        raise InputError("by_hand is a table, [by_hand]")
    constants: dict[str, Any] = {
        key: _constant(table[key], key) for key in _CONSTANTS if key in table
    }
    if not constants and by_hand is None:
        raise InputError(
            f"there is nothing in it: a model has {', '.join(_CONSTANTS)} or [by_hand]"
        )
    if by_hand is None:
        return FlopModel(**constants)
    edges = hand_edges_from({"name": table.get("name", where), **by_hand}, f"{where}: [by_hand]")
    return FlopModel(**constants, by_hand=edges)


def _constant(found: object, key: str) -> float:
    try:
        if isinstance(found, bool) or not isinstance(found, int | float):
            raise InputError(f"{key} is a number")
        return float(found)
    except OverflowError:
        raise InputError(f"{key} is a number, and not so large a one") from None


def flop_model_payload(model: FlopModel) -> dict[str, Any]:
    """Return a model as `flop_model_from` reads it; keys that most do without are left out."""
    return {
        **{name: getattr(model, name) for name in _CONSTANTS},
        "checked_down": model.checked_down,
        **({} if model.among_three == FITTED.among_three else {"among_three": model.among_three}),
        **({} if model.by_hand is None else {"by_hand": model.by_hand.payload()}),
    }


def flop_model_from(found: object, where: str) -> FlopModel:
    """Read a model from a spot: the id of a file, or a table of constants and edges by hand.

    Raises
    ------
    InputError
        For what is none.
    """
    if isinstance(found, str):
        return shipped_flop_model(found)
    known = (*_CONSTANTS, "checked_down", "among_three", "by_hand")
    if not isinstance(found, dict) or not set(found) <= set(known):
        raise InputError(f"{where} is a table of {', '.join(known)}, or the id of a model's file")
    constants: dict[str, Any] = {
        key: _amount(found[key], f"{where} {key}") for key in _CONSTANTS if key in found
    }
    down = found.get("checked_down", False)
    if not isinstance(down, bool):
        raise InputError(f"{where} checked_down is true or false, not {shown(down)}")
    among = found.get("among_three", FITTED.among_three)
    if not isinstance(among, str):
        raise InputError(f"{where} among_three is a word in quotes, not {shown(among)}")
    table = found.get("by_hand")
    by_hand = None if table is None else hand_edges_from(table, f"{where} by_hand")
    return FlopModel(**constants, checked_down=down, among_three=among, by_hand=by_hand)


def _amount(found: object, where: str) -> float:
    try:
        return float(exact_number(found))
    except (TypeError, ValueError):
        raise InputError(f"{where} is a number, not {shown(found)}") from None


def flop_model_text(model: FlopModel, name: str, source: str) -> str:
    """Return a model as a file of `data/flop_models` holds it; edges by hand as it has them."""
    lines = [f'name = "{name}"', f'source = """\n{source}\n"""']
    lines += [f"{key} = {_number(getattr(model, key))}" for key in _CONSTANTS]
    by_hand = model.by_hand
    if by_hand is not None:
        lines += [
            "",
            "[by_hand]",
            f"version = {by_hand.version}",
            f"error = {_number(by_hand.error)}",
            f"halves = {_numbers(by_hand.halves)}",
            f"spr_most = {_number(by_hand.spr_most)}",
            f"slope = {_numbers(by_hand.slope)}",
        ]
        before = ("", "")
        for raised, seat, feature, by_term in by_hand.edges:
            if (raised, seat) != before:
                before = (raised, seat)
                lines += ["", f"[by_hand.edges.{raised}.{seat}]"]
            lines.append(f"{feature} = {_numbers(by_term)}")
    return "\n".join(lines) + "\n"


def _number(found: float) -> str:
    whole = math.isfinite(found) and found == int(found)
    return f"{int(found)}.0" if whole else repr(float(found))


def _numbers(found: tuple[float, ...]) -> str:
    return f"[{', '.join(map(_number, found))}]"
