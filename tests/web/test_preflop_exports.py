"""Nodes of charts as files, and booklets: from the page, the address and the command alike."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from tests.web.test_preflop_chart_page import shipped

from gutshot.cli import main
from gutshot.holdem.range_dialects import read_range
from gutshot.render.preflop_booklet import blocks, other_entries

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Client

API = "/api/preflop/charts/cash_6_100/export"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["preflop", *arguments])
    assert stopped.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("query", "options", "name"),
    [
        ("to=csv&node=FFR", ("--to", "csv", "--line", "FFR"), "cash_6_100_FFR.csv"),
        ("to=json&node=ffr", ("--to", "json", "--line", "FFR"), "cash_6_100_FFR.json"),
        ("to=svg", ("--to", "svg"), "cash_6_100_first.svg"),
        ("to=pio&node=FF", ("--line", "FF"), "cash_6_100_FF_R.txt"),
        (
            "to=monker&node=FFR&action=C",
            ("--to", "monker", "--line", "FFR", "--action", "C"),
            "cash_6_100_FFR_C.rng",
        ),
        (
            "to=push-fold&node=FF&pure=true",
            ("--to", "push-fold", "--line", "FF", "--pure"),
            "cash_6_100_FF_R.txt",
        ),
    ],
)
def test_a_file_is_what_the_command_writes(
    client: Client,
    capsys: pytest.CaptureFixture[str],
    query: str,
    options: tuple[str, ...],
    name: str,
) -> None:
    answer = client.get(f"{API}?{query}")
    assert answer.status_code == 200
    assert answer.text == printed(capsys, "export", "--players", "6", "--stack", "100", *options)
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ("to=png", "to is csv, json, svg, pio, gto+, equilab, monker, push-fold, not 'png'"),
        ("to=csv&action=R", "action, with_reach and pure are for ranges, and csv is all hands"),
        ("to=pio&action=X", "there is no action 'X' at ''"),
        ("to=pio&node=FFRQ", "FFRQ"),
        ("to=push-fold&node=FFR", "and push-fold text has none"),
    ],
)
def test_what_is_wrong_stands_in_one_line(client: Client, query: str, complaint: str) -> None:
    answer = client.get(f"{API}?{query}")
    assert answer.status_code == 422
    assert complaint in answer.json()["error"]


def test_the_page_leads_to_every_form(client: Client) -> None:
    page = client.get("/preflop/charts?chart=cash_6_100&node=FFR").text
    links = [html.unescape(one) for one in re.findall(r'href="(/api/preflop/charts/[^"]*)"', page)]
    forms = [one for one in links if "/export" in one]
    assert [one.rpartition("=")[2] for one in forms] == ["csv", "json", "svg"]
    for link in forms:
        assert client.get(link).status_code == 200
    assert json.loads(client.get(forms[1]).text)["node"] == "FFR"
    offered = page.partition('name="action"')[2].partition("</select>")[0]
    assert re.findall(r'<option value="(\w+)"', offered) == ["A", "R", "C", "F"]
    assert re.findall(r'<option value="(\w+)" selected>', offered) == ["R"]
    text = client.get(f"{API}?node=FFR&action=C&to=gto%2B&pure=false").text
    assert read_range(text.strip()).dialect == "gto+"


def test_a_booklet_has_what_is_opened_and_what_faces_it() -> None:
    first_in, facing = blocks(shipped(6))
    assert [one.node.node for one in first_in] == ["", "F", "FF", "FFF", "FFFF"]
    assert [one.node.node for one in facing] == [
        *("R", "RF", "RFF", "RFFF", "RFFFF"),
        *("FR", "FRF", "FRFF", "FRFFF"),
        *("FFR", "FFRF", "FFRFF"),
        *("FFFR", "FFFRF"),
        "FFFFR",
    ]
    two = blocks(shipped(2))
    assert [[one.node.node for one in found] for found in two] == [[""], ["R"]]
    # a seat that limps with half of its hands is met limping; one that never jams is not met so
    assert [one.node.node for one in other_entries(shipped(2))] == ["C"]
    assert [one.node.node for one in other_entries(shipped(6))] == ["FFFFC"]


def test_a_booklet_is_one_file_and_a_page(
    client: Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "booklet.html"
    assert printed(capsys, "booklet", "cash_3_100", "--out", str(out)) == ""
    file = out.read_text(encoding="utf-8")
    assert (file.count("<article"), file.count("<svg")) == (6, 6)
    assert "@page" in file
    # nothing is fetched, and every drawing is whole
    assert not re.findall(r'(?:src|href)="(?!#)', file)
    for drawing in re.findall(r"<svg.*?</svg>", file, re.DOTALL):
        ET.fromstring(drawing)  # noqa: S314 - our own
    page = client.get("/preflop/booklet?chart=cash_3_100")
    assert page.text.partition("<main>")[2].count("<article") == 6
    (style,) = re.findall(r'<link rel="stylesheet" href="([^"]*)">', page.text)
    assert client.get(style).text in file
    body = file.partition("<main>")[2]
    assert body.partition("<section>")[2] == page.text.partition("<section>")[2].rstrip("\n") + "\n"
    missing = client.get("/preflop/booklet?chart=none")
    assert missing.status_code == 422
    assert '<a href="/preflop">To the preflop pages</a>' in missing.text
