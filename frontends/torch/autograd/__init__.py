"""torch.autograd: gradients of what has been computed."""
