"""Settings of the process and questions about it: backend, devices, dtypes, modes, printing."""
