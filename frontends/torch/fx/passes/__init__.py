"""``torch.fx.passes``: what is found out about graphs."""
