"""Scripts of some seconds, run eagerly and with ``--compile auto``, which must not lose."""
