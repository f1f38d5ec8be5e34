"""The evidence page shows reports as they are: passed, failed, stale, broken, none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.content_reader import between, words

from gutshot.catalogue import DATA
from gutshot.videopoker import ENGINE_VERSION
from gutshot.web import content_evidence
from gutshot.work.verify import Check, CheckFailedError, Progress, run_checks
from gutshot.work.verify_videopoker import CHECKS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Client


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of this machine's reports; the release's lies in ``data`` beside it."""
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path / "mine"))
    monkeypatch.setattr(content_evidence, "DATA", tmp_path / "data")
    return tmp_path / "mine" / "verify"


def write(path: Path, **changes: Any) -> None:  # noqa: ANN401 - JSON
    report = {
        "schema": "gutshot.verify/1",
        "passed": True,
        "version": "0.1.0",
        "engine_version": ENGINE_VERSION,
        "finished": "2026-03-04T05:06:07+00:00",
        "full": True,
        "outcomes": [
            {"name": "pay <tables>", "passed": True, "detail": "55 tables", "seconds": 3.25},
            {"name": "every deal", "passed": True, "detail": "all agree", "seconds": 754.0},
        ],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report | changes), encoding="utf-8")


def page(client: Client) -> str:
    answer = client.get("/evidence")
    assert answer.status_code == 200
    return answer.text


def test_without_a_report_it_says_how_to_make_one(place: Path, client: Client) -> None:
    assert not place.exists()
    text = words(page(client))
    assert "There is no report yet" in text
    assert "gutshot verify --full" in text
    for check in CHECKS:
        assert f"{check.name}{' full run only' if check.full else ''}" in text


def test_a_report_of_this_machine_lists_every_check(place: Path, client: Client) -> None:
    write(place / "full.json")
    html = page(client)
    text = words(between(html, "<article", "</article>"))
    assert "Full run on this machine" in text
    assert "✓ Passed 2 checks, everything, in 12 min 37 s" in text
    assert "finished 04 March 2026, 05:06 UTC" in text
    assert "pay <tables> ✓ passed 55 tables 3.2 s" in text
    assert "every deal ✓ passed all agree 12 min 34 s" in text
    assert "<tables>" not in html
    assert "Stale" not in html


def test_a_report_of_the_release_comes_first(place: Path, client: Client) -> None:
    write(place.parents[1] / "data" / content_evidence.SHIPPED)
    write(place / "quick.json", full=False)
    html = page(client)
    assert html.index("Shipped with this release") < html.index("Quick run on this machine")
    assert "the quick ones" in html


def test_a_report_of_another_engine_is_stale(place: Path, client: Client) -> None:
    write(place / "full.json", engine_version="videopoker-0")
    text = words(between(page(client), "<article", "</article>"))
    assert "Stale 2 checks" in text
    assert f"speaks of engine version videopoker-0, and {ENGINE_VERSION} answers here" in text
    assert "✓ Passed" not in text


def test_a_failed_check_is_not_hidden(place: Path, client: Client) -> None:
    outcome = {"name": "pay tables", "passed": False, "detail": "1 is not 2", "seconds": 1}
    # a report that calls itself passed is judged by its checks
    write(place / "full.json", outcomes=[outcome])
    text = words(between(page(client), "<article", "</article>"))
    assert "✗ Failed" in text
    assert "1 is not 2" in text
    assert "✗ failed" in text


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", "null", '{"schema": "other"}', '{"schema": "gutshot.verify/1"}', "\udcff"],
)
def test_a_broken_report_is_named_and_harms_nothing(
    place: Path, client: Client, content: str
) -> None:
    write(place / "quick.json", full=False)
    (place / "full.json").write_bytes(content.encode(errors="surrogateescape"))
    html = page(client)
    assert "can't be read" in words(between(html, "Full run on this machine", "</article>"))
    assert "✓ Passed" in words(between(html, "Quick run on this machine", "</article>"))


def test_what_verify_keeps_is_what_the_page_reads(place: Path, client: Client) -> None:
    def fails(progress: Progress) -> str:
        progress(1)
        raise CheckFailedError("three is not four")

    checks = [Check("sums", lambda _: "one and one are two"), Check("products", fails)]
    run_checks(checks, full=False, started=lambda _: lambda _: None, ended=lambda _: None)
    assert (place / "quick.json").is_file()
    text = words(page(client))
    assert "sums ✓ passed one and one are two" in text
    assert "products ✗ failed three is not four" in text


def test_a_shipped_report_is_a_full_run_that_passed() -> None:
    shipped = DATA / content_evidence.SHIPPED
    if shipped.is_file():
        report = json.loads(shipped.read_text(encoding="utf-8"))
        assert report["full"]
        assert report["passed"]
        assert all(outcome["passed"] for outcome in report["outcomes"])
