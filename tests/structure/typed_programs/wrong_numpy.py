"""The same with mistakes; a comment names what a checker must say no to."""

import frontends.numpy as np
import frontends.numpy.linalg as la

x = np.zeros(3)
np.nosuch(x)  # mistake: no such function
np.zeros(3, axis=1)  # mistake: no such parameter
x.summ()  # mistake: sum
print(la.nrom(x), np.linalg.norm(x))  # mistake: norm
