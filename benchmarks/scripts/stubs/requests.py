"""Imported by scripts that download their data; ours is drawn, so nothing is asked for."""
