"""Shared by the frontends: the error boundary, conversion of arguments, fallback to the host."""
