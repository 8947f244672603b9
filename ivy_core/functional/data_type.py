"""data_type."""
