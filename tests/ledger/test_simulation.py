from __future__ import annotations

from hypothesis import settings
from tests.ledger.machine import LedgerMachine

TestBook = LedgerMachine.TestCase
TestBook.settings = settings(max_examples=80, stateful_step_count=40)
