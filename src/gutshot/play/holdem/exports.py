"""Answers of quizzes as files that leave: JSON, and CSV with a line by answer."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from gutshot.errors import InputError
from gutshot.play.holdem.records import QuizRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["FORMS", "SCHEMA", "exported"]

SCHEMA: Final = "gutshot.preflop.quiz-answers/1"
_FIELDS: Final = tuple(field.name for field in fields(QuizRecord))


def _as_json(records: Iterable[QuizRecord]) -> str:
    content = {"schema": SCHEMA, "answers": [record.body() for record in records]}
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _as_csv(records: Iterable[QuizRecord]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_FIELDS)
    for record in records:
        writer.writerow([_cell(found) for found in record.body().values()])
    return out.getvalue()


def _cell(found: object) -> object:
    """Return what stands in a cell; lists have blanks between their parts."""
    return " ".join(map(str, found)) if isinstance(found, list) else found


FORMS: Final[dict[str, Callable[[Iterable[QuizRecord]], str]]] = {"json": _as_json, "csv": _as_csv}
"""By the ending of a file what writes it."""


def exported(records: Iterable[QuizRecord], form: str) -> str:
    """Return answers as the text of a file.

    form : one of `FORMS`.

    Raises
    ------
    InputError
        When there is no such form.
    """
    if form not in FORMS:
        raise InputError(f"answers are exported as {' or '.join(FORMS)}, not as '{form[:20]}'")
    return FORMS[form](records)
