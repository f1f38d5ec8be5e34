"""Who plays: a browser holds a random secret, and may be given a name and a passphrase.

Only hashes of secrets are kept. A name is for those who want their history on another device.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from gutshot.errors import InputError
from gutshot.play.clock import SystemClock
from gutshot.play.credits import ensure_credits
from gutshot.storage import hash_passphrase, hash_secret, passphrase_fits

if TYPE_CHECKING:
    from gutshot.play.clock import Clock
    from gutshot.storage import Database

__all__ = ["PASSPHRASE_LENGTH_MIN", "People"]

PASSPHRASE_LENGTH_MIN: Final = 10
"""Characters; a guess costs a tenth of a second."""


class People:
    """The players of one database."""

    def __init__(self, database: Database, clock: Clock | None = None) -> None:
        self._database = database
        self._clock = clock or SystemClock()

    def new(self) -> tuple[str, str]:
        """Create a player with his first credits; return his id and his secret, shown once."""
        player, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
        at = self._clock.now()
        with self._database.write() as tx:
            tx.create_player(player, hash_secret(secret), at)
            ensure_credits(tx, player, 1, at)
        return player, secret

    def known(self, secret: str) -> str | None:
        """Return the player who holds a secret, None for nobody."""
        with self._database.read() as tx:
            return tx.player_by_secret(hash_secret(secret))

    def name_of(self, player: str) -> str | None:
        """Return a player's name, None while he has none."""
        with self._database.read() as tx:
            login = tx.login_of(player)
        return None if login is None else login.name

    def set_login(self, player: str, name: str, passphrase: str) -> None:
        """Give a player a name and a passphrase.

        Raises
        ------
        InputError
            When the name is taken or no name, or the passphrase is too short or too long.
        """
        if len(passphrase) < PASSPHRASE_LENGTH_MIN:
            raise InputError(f"the passphrase is too short: give {PASSPHRASE_LENGTH_MIN} or more")
        kept = hash_passphrase(passphrase)  # outside the transaction: it is slow on purpose
        with self._database.write() as tx:
            tx.set_login(player, name, kept)

    def log_in(self, name: str, passphrase: str) -> tuple[str, str]:
        """Return a player's id and a fresh secret for this device.

        Raises
        ------
        InputError
            When name and passphrase don't belong together; which was wrong is not said.
        """
        with self._database.read() as tx:
            login = tx.login(name)
        if not passphrase_fits(passphrase, None if login is None else login.passphrase_hash):
            raise InputError("this name and passphrase don't belong together")
        if login is None:  # an unknown name fits no passphrase
            raise AssertionError(name)
        secret = secrets.token_urlsafe(32)
        with self._database.write() as tx:
            tx.add_secret(login.player, hash_secret(secret), self._clock.now())
        return login.player, secret

    def log_out(self, secret: str) -> None:
        """Take a device's secret back."""
        with self._database.write() as tx:
            tx.revoke_secret(hash_secret(secret))
