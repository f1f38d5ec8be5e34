"""The pages of the Pai Gow tables."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from gutshot.paigow.table import HELP
from gutshot.web.pages import page
from gutshot.web.table_guide import walkthrough

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/paigow/tables/guide")
def guide() -> HTMLResponse:
    """Show every word of the table in rounds that are played."""
    context = {
        "section": "paigow-guide",
        "within": True,
        "title": "The table, word by word",
        "steps": walkthrough(),
        "help": HELP,
    }
    return page("table/guide.html", context)
