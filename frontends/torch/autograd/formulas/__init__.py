"""Formulas of gradients, written with ``ivy``: of what is common, or cheaper than a vjp.

A formula gets plain tensors; where its result is to be differentiated in its turn, the tape records
the whole formula as one function, whose gradient is the vjp of it.
"""
