"""Analysis of a traced program: dependences, reductions, loops in batches."""
