"""Results as data frames, for those who have pandas or polars (the extra `frames`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.errors import GutshotError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

__all__ = ["Rows"]


class Rows:
    """A result that is a table: a subclass gives `rows`, column names carry their units."""

    def rows(self) -> list[dict[str, Any]]:
        """Return the table's rows, every row with the same columns."""
        raise AssertionError(type(self).__name__)

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows as a pandas frame.

        Raises
        ------
        GutshotError
            When pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise GutshotError("pandas is not installed: pip install 'gutshot[frames]'") from None
        return pd.DataFrame(self.rows())

    def to_polars(self) -> pl.DataFrame:
        """Return the rows as a polars frame.

        Raises
        ------
        GutshotError
            When polars is not installed.
        """
        try:
            import polars as pl
        except ImportError:
            raise GutshotError("polars is not installed: pip install 'gutshot[frames]'") from None
        return pl.DataFrame(self.rows())
