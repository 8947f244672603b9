"""Memory, devices and private names of JAX."""
