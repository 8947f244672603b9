"""What several backends have NumPy compute on the host."""
