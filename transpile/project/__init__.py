"""Files, notebooks and folders: which are rewritten, where the results go, and the work itself.

`paths` plans and works, `walk` finds files, `files` does one of them, `notebook` rewrites the cells
of one, `config` reads ``pyproject.toml``. `packages` chooses the installed packages to
rewrite.
"""
