"""``python -m gutshot`` is the command line."""

from gutshot.cli import main

if __name__ == "__main__":
    main()
