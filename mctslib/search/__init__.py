"""Search techniques. Nothing in here knows any particular game."""
