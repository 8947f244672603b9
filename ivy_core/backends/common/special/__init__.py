"""Special functions in double precision, on any array namespace."""
