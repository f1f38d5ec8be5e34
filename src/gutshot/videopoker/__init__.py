"""Video poker: exact holds, exact returns.

`analyse_hand` counts the 32 holds of a deal, `analyse_game` a whole game under perfect play,
`compare_games` two of them; `games` and `game` are the catalogue, `from_toml` and `from_mapping`
read a pay table of one's own.
"""

from gutshot.videopoker.bankroll import Bankroll, BankrollTerms, analyse_bankroll
from gutshot.videopoker.compare import Comparison, Difference, compare_games
from gutshot.videopoker.game_return import GameReturn, analyse_game
from gutshot.videopoker.games import game, games, load_pay_table
from gutshot.videopoker.holds import HandAnalysis, Hold, analyse_hand
from gutshot.videopoker.multi_hand import n_play_variance
from gutshot.videopoker.pay_table import PayLine, PayTable, from_mapping, from_toml
from gutshot.videopoker.progressive import Progressive, analyse_progressive
from gutshot.videopoker.version import ENGINE_VERSION

__all__ = [
    "ENGINE_VERSION",
    "Bankroll",
    "BankrollTerms",
    "Comparison",
    "Difference",
    "GameReturn",
    "HandAnalysis",
    "Hold",
    "PayLine",
    "PayTable",
    "Progressive",
    "analyse_bankroll",
    "analyse_game",
    "analyse_hand",
    "analyse_progressive",
    "compare_games",
    "from_mapping",
    "from_toml",
    "game",
    "games",
    "load_pay_table",
    "n_play_variance",
]
