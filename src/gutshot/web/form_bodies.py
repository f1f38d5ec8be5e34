"""The fields of a form's body, URL-encoded or with a file."""

from __future__ import annotations

from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from typing import Final
from urllib.parse import parse_qsl

from gutshot.errors import InputError

__all__ = ["Fields", "read_fields"]

_MOST_FIELDS: Final = 200


@dataclass(frozen=True, slots=True)
class Fields:
    """What a form sent, in order; a file is its text."""

    pairs: tuple[tuple[str, str], ...]

    def text(self, name: str, default: str = "") -> str:
        """Return a field, the default where the form has none."""
        return next((text for key, text in self.pairs if key == name), default)

    def all(self, name: str) -> tuple[str, ...]:
        """Return every field of a name."""
        return tuple(text for key, text in self.pairs if key == name)

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self.pairs)


def read_fields(content_type: str, body: bytes) -> Fields:
    """Return a body's fields.

    Raises
    ------
    InputError
        When it is no form, or has more than two hundred fields.
    """
    kind = content_type.partition(";")[0].strip().lower()
    try:
        if kind == "multipart/form-data":
            return Fields(tuple(_parts(content_type, body)))
        if kind == "application/x-www-form-urlencoded" or not body:
            pairs = parse_qsl(
                body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"
            )
            return Fields(tuple(pairs))
    except ValueError:
        raise InputError("this form can't be read: it has text that is no UTF-8") from None
    raise InputError("the request body is no form")


def _parts(content_type: str, body: bytes) -> list[tuple[str, str]]:
    head = f"Content-Type: {content_type}\r\n\r\n".encode("latin-1", "replace")
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    if not message.is_multipart():
        raise InputError("the request body is no form with parts")
    out = []
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(content, bytes):
            out.append((name, content.decode("utf-8-sig")))
    if len(out) > _MOST_FIELDS:
        raise InputError(f"this form has more than {_MOST_FIELDS} fields")
    return out
