"""Whatever the OpenAPI document allows, and much that it forbids: never a 5xx."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.core.result import Ok
from schemathesis.generation.modes import GenerationMode

from gutshot.work.load import running_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemathesis.schemas import BaseSchema


@pytest.fixture(scope="module")
def document() -> Iterator[BaseSchema]:
    """Return the document of a real server on throw-away data."""
    with running_server({}) as address:
        yield schemathesis.openapi.from_url(f"{address}api/openapi.json")


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_no_request_is_answered_with_a_server_error(
    document: BaseSchema, mode: GenerationMode
) -> None:
    operations = [found.ok() for found in document.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 20
    asked = 0
    for operation in operations:

        @settings(
            max_examples=8,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case[Any]) -> None:
            answer = case.call(timeout=20)
            assert answer.status_code < 500, f"{case.method} {case.path}: {answer.text[:300]}"

        with suppress(Unsatisfiable):  # nothing can be wrong about a request without parameters
            ask()
            asked += 1
    assert asked >= 12
