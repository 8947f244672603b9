"""Functions that nothing in this project calls: for users, and for programs written for Ivy."""
