"""Array, and the views that functional backends need."""
