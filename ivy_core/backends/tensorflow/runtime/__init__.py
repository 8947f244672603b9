"""Memory, devices and private names of TensorFlow."""
