"""Slow, obvious versions of the games and searches, written independently of the library."""
