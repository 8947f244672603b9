"""statistical."""
