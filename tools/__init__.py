"""Tools for developing the project; none of them is installed with it."""
