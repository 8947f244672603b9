"""A compiled function as it is called: signature, cache, buffers, outputs."""
