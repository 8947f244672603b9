"""What programs written for PyTorch ask for by name: paths, stand-ins, settings, accelerators."""
