"""``torch.utils``: data, hooks.

References
----------
PyTorch documentation, ``torch.utils``.
"""
