"""Write how far off the average of pairwise equities is: ``python -m gutshot.work.pairwise``."""

from __future__ import annotations

from gutshot.holdem.three_way.pairwise import pairwise_error
from gutshot.holdem.three_way.pairwise_report import REPORT, WORST, report_text

if __name__ == "__main__":
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("pairwise errors", total=1.0)
        found = pairwise_error(WORST, lambda share: bar.update(task, completed=share))
    REPORT.write_text(report_text(found), encoding="utf-8")
