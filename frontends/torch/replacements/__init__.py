"""Operators that packages have compiled for PyTorch's tensors, for tensors of this frontend.

Each file has those of one namespace of ``torch.ops``, and is registered by an entry point
(:mod:`ivy_core.utils.replacements`). They are written with this frontend's functions, so gradients
pass through them.
"""
