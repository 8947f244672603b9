"""Rewrite in memory and run: scripts, modules, cells of notebooks, functions.

`runner` runs a program, `heap` keeps what it frees, `hook` rewrites modules as they are imported,
`compiling` compiles them under their own lines, `child_processes` follows `multiprocessing`.
`answers` and `distributions` say which frameworks there are. `devices` has new arrays lie on
several, `processes` starts some. `ipython` has the magics, `function` the decorator, for which
`rebinding` copies functions and `package_copies` imports packages a second time; `use` is the line
at the top of a program.
"""
