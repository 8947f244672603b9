"""``torch.version``: which PyTorch this is compatible with."""

__version__ = "2.13.0"
cuda = hip = xpu = git_version = None
debug = False
