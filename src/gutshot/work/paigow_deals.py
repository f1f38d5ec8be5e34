"""Count and deal the main game of Pai Gow: ``python -m gutshot.work.paigow_deals``.

The counts take a minute of one core each, the deals four minutes together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gutshot.catalogue import DATA
from gutshot.paigow.all_deals import count_all_deals
from gutshot.paigow.house_ways import house_ways
from gutshot.paigow.main_game import RESULTS, deal_main_game, main_game_json

DEALS: Final = 100_000_000
SEED: Final = 53

if __name__ == "__main__":
    from rich.console import Console
    from rich.progress import Progress

    ways = [way for way in house_ways() if (DATA / "house_ways" / f"{way.id}.toml").exists()]
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("dealing", total=1.0)
        games = deal_main_game(
            ways,
            deals=DEALS,
            seed=SEED,
            progress=lambda share: bar.update(task, completed=share),
        )
        found = []
        for way, game in zip(ways, games, strict=True):
            bar.update(task, description=f"counting {way.id}", completed=0.0)
            counted = count_all_deals(way, progress=lambda share: bar.update(task, completed=share))
            found.append(replace(game, counted=counted))
    RESULTS.write_text(main_game_json(found), encoding="utf-8")
