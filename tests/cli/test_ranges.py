"""``gutshot ranges``: converting between dialects, the top of all hands."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from gutshot.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code of a command, what it wrote, and what it complained about."""
    with pytest.raises(SystemExit) as stopped:
        main(["ranges", *arguments])
    found = capsys.readouterr()
    code = stopped.value.code
    assert isinstance(code, int)
    return code, found.out, found.err


def test_a_file_is_converted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "open.txt"
    file.write_text("QQ+,[50.0]AKs,KQo[/50.0]", encoding="utf-8")
    assert said(capsys, "convert", str(file)) == (0, "QQ+,AKs:0.5,KQo:0.5\n", "")
    assert said(capsys, "convert", str(file), "--to", "equilab")[1] == "QQ+, AKs@50, KQo@50\n"
    code, out, err = said(capsys, "convert", str(file), "--to", "monker")
    assert (code, out.splitlines()[:4]) == (0, ["AA", "1.0;0.0", "AKs", "0.5;0.0"])
    assert len(out.splitlines()) == 2 * 169
    assert "EVs, which are written as 0" in err
    file.write_text(out, encoding="utf-8")
    found = json.loads(said(capsys, "convert", str(file), "--to", "gto+", "--json")[1])
    assert (found["from"], found["text"]) == ("monker", "QQ+,[50.0]AKs,KQo[/50.0]")
    assert found["combos"] == 18 + 8
    assert found["weights"]["KQo"] == 0.5


def test_standard_input_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"AA@50")))
    assert said(capsys, "convert", "-", "--to", "pio") == (0, "AA:0.5\n", "")


@pytest.mark.parametrize(
    ("text", "more", "complaint"),
    [
        ("AA@50,KK:0.5", (), "gutshot: 'KK:0.5' is PioSOLVER's text, but 'AA@50' before it is Equ"),
        ("AA:0.5", ("--to", "push-fold"), "gutshot: AA has the weight 0.5, and push-fold text has"),
        ("AA", ("--to", "flop"), "gutshot: there is no dialect 'flop': use pio, gto+, equilab, "),
        ("AA:0.5", ("--from", "gto+"), "gutshot: 'AA:0.5' is PioSOLVER's text: write all of a"),
    ],
)
def test_mistakes_are_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    text: str,
    more: tuple[str, ...],
    complaint: str,
) -> None:
    file = tmp_path / "range.txt"
    file.write_text(text, encoding="utf-8")
    code, out, err = said(capsys, "convert", str(file), *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(complaint)


def test_files_that_can_not_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "No such file" in said(capsys, "convert", str(tmp_path / "none"))[2]
    large = tmp_path / "large"
    large.write_bytes(b"AA," * 400_000)
    assert "larger than a range can be" in said(capsys, "convert", str(large))[2]


def test_the_top_of_all_hands(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "top", "20")
    assert (code, out) == (0, "55+,A3s+,A7o+,K8s+,KTo+,QTs+,QJo,K9o:0.1\n")
    assert "an order, not a solve" in err
    assert "K9o in 10 % of cases" in err
    found = json.loads(said(capsys, "top", "20%", "--json", "--to", "gto+")[1])
    assert found["text"] == "55+,A3s+,A7o+,K8s+,KTo+,QTs+,QJo,[10.0]K9o[/10.0]"
    assert found["boundary"] == {"hand": "K9o", "share": 0.1}
    assert abs(found["percent"] - 20) < 1e-12
    assert len(found["order"]) == 169
    assert said(capsys, "top", "0")[0] == 2
    assert said(capsys, "top", "many")[0] == 2
