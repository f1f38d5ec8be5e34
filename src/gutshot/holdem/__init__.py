"""Texas hold'em before the flop: classes of hands and their exact all-in equities."""
