"""Addresses of the interface for programs take the parameters that they list, and no others."""

from __future__ import annotations

from fastapi import Request

from gutshot.errors import InputError

__all__ = ["refuse_unknown"]


async def refuse_unknown(request: Request) -> None:
    """Refuse a query parameter that would be ignored: a typing error would change the question.

    Raises
    ------
    InputError
        At the first that the request's address does not list.
    """
    known = [field.alias for field in request.scope["route"].dependant.query_params]
    unknown = next((one for one in request.query_params if one not in known), None)
    if unknown is not None:
        right = f"it takes {', '.join(known)}" if known else "it takes none"
        if not known and request.method != "GET":
            right = "what it takes stands in the body"
        raise InputError(f"'{unknown[:40]}' is no parameter of this address: {right}")
