"""Elementwise functions of the torch backend."""
import torch
add = torch.add
sin = torch.sin
