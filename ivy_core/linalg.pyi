# Written by tools/stubs.py: run `make stubs`.

from . import cholesky as cholesky
from . import cross as cross
from . import det as det
from . import diagonal as diagonal
from . import eigh as eigh
from . import eigvalsh as eigvalsh
from . import inv as inv
from . import matmul as matmul
from . import matrix_norm as matrix_norm
from . import matrix_power as matrix_power
from . import matrix_rank as matrix_rank
from . import matrix_transpose as matrix_transpose
from . import outer as outer
from . import pinv as pinv
from . import qr as qr
from . import slogdet as slogdet
from . import solve as solve
from . import svd as svd
from . import svdvals as svdvals
from . import tensordot as tensordot
from . import trace as trace
from . import vecdot as vecdot
from . import vector_norm as vector_norm
