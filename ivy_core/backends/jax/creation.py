import jax, jax.numpy as jnp, numpy as np
def asarray(obj, /, *, dtype=None, device=None, copy=None):
    return jnp.array(np.asarray(obj, dtype))
