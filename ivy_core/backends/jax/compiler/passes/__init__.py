"""Passes over traced programs, each from one jaxpr to another."""
