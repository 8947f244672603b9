"""What the frontends share: the error boundary, conversion of arguments, the way to the host."""
