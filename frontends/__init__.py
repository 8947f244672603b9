"""APIs of other frameworks, re-implemented on ivy_core."""
