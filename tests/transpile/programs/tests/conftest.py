import numpy as np
import pytest
from heatlab import Rod


@pytest.fixture(params=[11, 20])
def rod(request):
    rod = Rod(request.param, 1e-5)
    rod.inner[:] = np.linspace(250, 400, request.param - 2)
    return rod
