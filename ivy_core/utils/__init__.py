"""Exceptions and assertions."""
