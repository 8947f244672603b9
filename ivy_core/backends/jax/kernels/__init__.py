"""Functions of JAX's arrays that several files of ``ops`` share."""
