"""What the frontends share: the error boundary, conversion of arguments, fallback to the host."""
