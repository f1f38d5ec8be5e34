from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from gutshot.errors import InputError
from gutshot.storage import (
    Login,
    NameTakenError,
    PlayerConflictError,
    RecordError,
    Secret,
    UnknownPlayerError,
    hash_passphrase,
    hash_secret,
    passphrase_fits,
)

if TYPE_CHECKING:
    from gutshot.storage import Database

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_player_has_several_secrets(database: Database) -> None:
    later = NOW + timedelta(seconds=1)
    with database.write() as tx:
        tx.create_player("alice", "first", NOW)
        tx.add_secret("alice", "second", later, "phone")
        assert tx.player_by_secret("first") == "alice"
        assert tx.secrets("alice") == [Secret("first", "", NOW), Secret("second", "phone", later)]
        assert tx.revoke_secret("first")
        assert not tx.revoke_secret("first")
    with database.read() as reading:
        assert reading.player_by_secret("first") is None
        assert reading.player_by_secret("second") == "alice"
        assert reading.has_player("alice")
        assert not reading.has_player("bob")


def test_ids_and_secrets_are_used_once(database: Database) -> None:
    with database.write() as tx:
        tx.create_player("alice", "first", NOW)
        with pytest.raises(PlayerConflictError, match="player alice exists already"):
            tx.create_player("alice", "other", NOW)
        with pytest.raises(PlayerConflictError, match="this secret is in use"):
            tx.create_player("bob", "first", NOW)
        assert not tx.has_player("bob")
        with pytest.raises(UnknownPlayerError, match="there is no player bob"):
            tx.add_secret("bob", "other", NOW)
        with pytest.raises(RecordError):
            tx.create_player("b b", "other", NOW)
        with pytest.raises(RecordError):
            tx.create_player("bob", "other", NOW, label="x" * 41)
        assert not tx.has_player("bob")


def test_a_name_belongs_to_one_player_in_any_case(database: Database) -> None:
    with database.write() as tx:
        tx.create_player("p1", "a", NOW)
        tx.create_player("p2", "b", NOW)
        tx.set_login("p1", "Straße", "hash")
        assert tx.login("STRASSE") == Login("p1", "Straße", "hash")
        assert tx.login_of("p1") == tx.login("straße")
        with pytest.raises(NameTakenError, match="the name strasse is taken; choose another"):
            tx.set_login("p2", "strasse", "other")
        assert issubclass(NameTakenError, InputError)
        tx.set_login("p1", "Ada", "newer")
        tx.set_login("p2", "strasse", "other")
        assert tx.login("nobody") is None
        assert tx.login_of("nobody") is None
        with pytest.raises(UnknownPlayerError):
            tx.set_login("p3", "Carl", "hash")
    with database.read() as reading:
        assert reading.login("ada") == Login("p1", "Ada", "newer")
        assert reading.login_of("p2") == Login("p2", "strasse", "other")


@pytest.mark.parametrize("name", ["", " ada", "ada ", "a\nb", "a\0b", "x" * 41])
def test_what_is_no_name(database: Database, name: str) -> None:
    with database.write() as tx:
        tx.create_player("p1", "a", NOW)
        with pytest.raises(RecordError, match="a name is 1 to 40 printable characters"):
            tx.set_login("p1", name, "hash")


def test_a_player_has_a_limited_number_of_secrets(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gutshot.storage.player_part.SECRETS_MAX", 2)
    with database.write() as tx:
        tx.create_player("alice", "0", NOW)
        tx.add_secret("alice", "1", NOW)
        with pytest.raises(RecordError, match="a player holds 1 to 2, not 3"):
            tx.add_secret("alice", "2", NOW)


def test_a_passphrase_fits_its_hash_only() -> None:
    stored = hash_passphrase("correct horse")
    assert stored.startswith("scrypt$32768$8$1$")
    assert len(stored) < 400
    assert stored != hash_passphrase("correct horse")
    assert passphrase_fits("correct horse", stored)
    assert not passphrase_fits("Correct horse", stored)
    assert not passphrase_fits("", stored)
    assert not passphrase_fits("x" * 1000, stored)
    # Composed by one system, decomposed by another: the same letters.
    assert passphrase_fits("caf\u00e9", hash_passphrase("cafe\u0301"))


@pytest.mark.parametrize("stored", [None, "", "plain", "scrypt$2$8$1$00$00"])
def test_no_passphrase_fits_nothing(stored: str | None) -> None:
    assert not passphrase_fits("", stored)
    assert not passphrase_fits("plain", stored)


def test_a_hash_keeps_the_parameters_it_was_made_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gutshot.storage.hashing._COST", 1 << 10)
    stored = hash_passphrase("correct horse")
    monkeypatch.undo()
    assert passphrase_fits("correct horse", stored)


@pytest.mark.parametrize("passphrase", ["", "x" * 201])
def test_passphrases_have_limits(passphrase: str) -> None:
    with pytest.raises(RecordError, match="a passphrase has 1 to 200 characters"):
        hash_passphrase(passphrase)


def test_a_secret_has_one_hash() -> None:
    assert hash_secret("a") == hash_secret("a") != hash_secret("b")
    assert len(hash_secret("a")) == 64
