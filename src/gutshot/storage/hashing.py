"""Hashes of secrets and passphrases: only these are kept."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import unicodedata
from typing import Final

from gutshot.storage.errors import RecordError

__all__ = ["PASSPHRASE_LENGTH_MAX", "hash_passphrase", "hash_secret", "passphrase_fits"]

PASSPHRASE_LENGTH_MAX: Final = 200
_COST, _BLOCK, _LANES = 1 << 15, 8, 1  # 32 MiB and some 0.1 s a guess
_MEMORY_MAX: Final = 1 << 27
_STORED = re.compile(r"scrypt\$(\d{1,8})\$(\d{1,2})\$(\d{1,2})\$([0-9a-f]{32})\$([0-9a-f]{64})")


def hash_secret(secret: str) -> str:
    """Return the hash of a random secret; it can't be guessed, so that a fast hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hash_passphrase(passphrase: str) -> str:
    """Return `scrypt$n$r$p$salt$hash` of a passphrase with a fresh salt.

    Raises
    ------
    RecordError
        When it has no or more than PASSPHRASE_LENGTH_MAX characters.
    """
    if not 1 <= len(passphrase) <= PASSPHRASE_LENGTH_MAX:
        msg = f"a passphrase has 1 to {PASSPHRASE_LENGTH_MAX} characters, not {len(passphrase)}"
        raise RecordError(msg)
    salt = os.urandom(16)
    digest = _scrypt(passphrase, salt, _COST, _BLOCK, _LANES)
    return f"scrypt${_COST}${_BLOCK}${_LANES}${salt.hex()}${digest.hex()}"


def passphrase_fits(passphrase: str, stored: str | None) -> bool:
    """Tell whether a passphrase is the one that was hashed, with the parameters that it kept.

    stored : None for a name that nobody has; that takes as long as a wrong passphrase.
    """
    match = _STORED.fullmatch(stored or "")
    if match is None or len(passphrase) > PASSPHRASE_LENGTH_MAX:
        _scrypt(passphrase[:PASSPHRASE_LENGTH_MAX], bytes(16), _COST, _BLOCK, _LANES)
        return False
    cost, block, lanes = (int(number) for number in match.group(1, 2, 3))
    digest = _scrypt(passphrase, bytes.fromhex(match[4]), cost, block, lanes)
    return hmac.compare_digest(digest, bytes.fromhex(match[5]))


def _scrypt(passphrase: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    # The same letters typed on another system may come composed otherwise.
    letters = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")
    return hashlib.scrypt(
        letters, salt=salt, n=cost, r=block, p=lanes, maxmem=_MEMORY_MAX, dklen=32
    )
