"""Functions of TensorFlow's arrays that several files of ``ops`` share."""
