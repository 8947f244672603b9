"""Recorded graphs of primary functions, and their drawings."""
