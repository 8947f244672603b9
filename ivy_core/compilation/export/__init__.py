"""Compiled functions in files."""
