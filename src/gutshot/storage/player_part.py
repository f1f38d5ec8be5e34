"""Players in a transaction: who holds which secret, who logs in with which name.

Only hashes come here (`gutshot.storage.hashing`): of the secrets that the devices of a player keep,
and of the passphrase with which he can get a new one.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, func, select

from gutshot.storage.encoding import check_count, check_line, check_token, time_text, time_value
from gutshot.storage.errors import NameTakenError, PlayerConflictError, UnknownPlayerError
from gutshot.storage.part import Part
from gutshot.storage.schema import logins, players, secrets

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["NAME_LENGTH_MAX", "SECRETS_MAX", "Login", "PlayerReader", "PlayerWriter", "Secret"]

NAME_LENGTH_MAX: Final = 40
HASH_LENGTH_MAX: Final = 400
SECRETS_MAX: Final = 50
"""Secrets of one player."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A device of a player; the label says which."""

    hash: str
    label: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Login:
    """A name and the hash of the passphrase that proves it."""

    player: str
    name: str
    passphrase_hash: str


class PlayerReader(Part):
    """Looking for players."""

    def player_by_secret(self, secret_hash: str) -> str | None:
        """Return the id of the player who holds a secret, None when nobody does."""
        row = self._row(select(secrets.c.player).where(secrets.c.hash == secret_hash))
        return None if row is None else str(row.player)

    def has_player(self, player: str) -> bool:
        """Tell whether a player exists."""
        return self._row(select(players.c.id).where(players.c.id == player)) is not None

    def secrets(self, player: str) -> list[Secret]:
        """Return a player's secrets, oldest first."""
        query = select(secrets).where(secrets.c.player == player)
        rows = self._rows(query.order_by(secrets.c.created, secrets.c.hash))
        return [Secret(row.hash, row.label, time_value(row.created)) for row in rows]

    def login(self, name: str) -> Login | None:
        """Return the login of a name, in whatever case it is written; None for an unknown name."""
        return self._login(logins.c.folded == _folded(name))

    def login_of(self, player: str) -> Login | None:
        """Return the login of a player, None when he has none."""
        return self._login(logins.c.player == player)

    def _login(self, condition: Any) -> Login | None:  # noqa: ANN401 - SQLAlchemy's column elements
        row = self._row(select(logins).where(condition))
        return None if row is None else Login(row.player, row.name, row.passphrase_hash)


class PlayerWriter(PlayerReader):
    """Changing players."""

    def create_player(self, player: str, secret_hash: str, at: datetime, label: str = "") -> None:
        """Create a player with a first secret; PlayerConflictError when either is in use."""
        check_token("a player's id", player)
        row = self._secret_row(player, secret_hash, at, label)
        if self.has_player(player):
            msg = f"player {player} exists already; a new player needs a new id"
            raise PlayerConflictError(msg)
        self._run(players.insert().values(id=player, created=row["created"]))
        self._run(secrets.insert().values(row))

    def add_secret(self, player: str, secret_hash: str, at: datetime, label: str = "") -> None:
        """Give a player one more secret, for another device.

        Raises
        ------
        UnknownPlayerError
            When the player was never created.
        PlayerConflictError
            When somebody holds the secret already.
        RecordError
            When the player has SECRETS_MAX secrets.
        """
        self._check_player(player)
        row = self._secret_row(player, secret_hash, at, label)
        held = select(func.count()).select_from(secrets).where(secrets.c.player == player)
        check_count("a player", self._run(held).scalar_one() + 1, SECRETS_MAX)
        self._run(secrets.insert().values(row))

    def revoke_secret(self, secret_hash: str) -> bool:
        """Take a secret back; False when nobody held it."""
        return self._run(delete(secrets).where(secrets.c.hash == secret_hash)).rowcount > 0

    def set_login(self, player: str, name: str, passphrase_hash: str) -> None:
        """Give a player a name and passphrase, in place of earlier ones.

        Raises
        ------
        NameTakenError
            When another player has the name, in whatever case.
        RecordError
            When it is no name: too long, empty, with spaces around it.
        """
        self._check_player(player)
        check_line("a name", name if name == name.strip() else "", NAME_LENGTH_MAX)
        check_line("a passphrase's hash", passphrase_hash, HASH_LENGTH_MAX)
        known = self.login(name)
        if known is not None and known.player != player:
            msg = f"the name {name} is taken; choose another"
            raise NameTakenError(msg)
        row = {"name": name, "folded": _folded(name), "passphrase_hash": passphrase_hash}
        insert = self._insert(logins).values(player=player, **row)
        self._run(insert.on_conflict_do_update(index_elements=["player"], set_=row))

    def _check_player(self, player: str) -> None:
        if not self.has_player(player):
            msg = f"there is no player {player[:80]}; create him first"
            raise UnknownPlayerError(msg)

    def _secret_row(
        self, player: str, secret_hash: str, at: datetime, label: str
    ) -> dict[str, Any]:
        check_line("a secret's hash", secret_hash, HASH_LENGTH_MAX)
        if label:
            check_line("a device's label", label, NAME_LENGTH_MAX)
        if self.player_by_secret(secret_hash) is not None:
            msg = "this secret is in use; draw a new one"
            raise PlayerConflictError(msg)
        return {"hash": secret_hash, "player": player, "label": label, "created": time_text(at)}


def _folded(name: str) -> str:
    """Return what two spellings of one name share."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
