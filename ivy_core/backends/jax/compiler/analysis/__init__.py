"""What passes find out about a traced program: dependences, reductions, loops in batches."""
