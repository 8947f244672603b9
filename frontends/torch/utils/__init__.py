"""``torch.utils``: data, hooks, checkpoints, trees.

References
----------
PyTorch documentation, ``torch.utils``.
"""
