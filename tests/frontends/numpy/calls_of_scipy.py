"""Calls of SciPy with arrays, and with functions that give some: one a line, or indented on."""

from __future__ import annotations

import importlib

_MODULES = {
    name: importlib.import_module(f"scipy.{name}")
    for name in """
    fft integrate interpolate linalg ndimage optimize signal sparse spatial special stats
    """.split()
} | {
    "hier": importlib.import_module("scipy.cluster.hierarchy"),
    "vq": importlib.import_module("scipy.cluster.vq"),
    "csg": importlib.import_module("scipy.sparse.csgraph"),
    "sla": importlib.import_module("scipy.sparse.linalg"),
    "distance": importlib.import_module("scipy.spatial.distance"),
}


def names(np) -> dict:
    """Return what the calls refer to, made by one NumPy."""
    xs = np.linspace(0, 4, 20)
    return {
        "np": np,
        "x0": np.array([0.5, 0.2]),
        "A3": np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]),
        "b3": np.array([1.0, 2.0, 3.0]),
        "A10": np.diag(np.arange(1.0, 11.0)) + 0.1,
        "xs": xs,
        "ys": 2.5 * np.exp(-1.3 * xs) + 0.5 + 0.1 * np.sin(9 * xs),
        "P": np.array([[0.0, 0], [1, 0], [0, 1], [1, 1.5], [0.4, 0.6]]),
        "setl": _with_row,
        **_MODULES,
        **_functions(np),
    }


def _with_row(matrix, row, values):
    matrix[row] = values
    return matrix


def _functions(np) -> dict:
    def rosen(x):
        return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

    def rosenj(x):
        step = x[1] - x[0] ** 2
        return np.array([-400 * x[0] * step - 2 * (1 - x[0]), 200 * step])

    def rosenh(x):
        return np.array([[1200 * x[0] ** 2 - 400 * x[1] + 2, -400 * x[0]], [-400 * x[0], 200.0]])

    def res(x):
        return np.array([10 * (x[1] - x[0] ** 2), 1 - x[0]])

    def resj(x):
        return np.array([[-20 * x[0], 10.0], [-1.0, 0.0]])

    def model(x, a, b):
        return a * np.exp(-b * x)

    def modelj(x, a, b):
        return np.stack([np.exp(-b * x), -a * x * np.exp(-b * x)], axis=1)

    def sys2(x):
        return np.array([x[0] ** 2 + x[1] - 2, x[0] - x[1]])

    def sys2j(x):
        return np.array([[2 * x[0], 1.0], [1.0, -1.0]])

    def into(function, a, *rest):
        out = np.zeros(a.shape)
        function(a, *rest, output=out)
        return out

    return dict(locals())


CALLS = """
optimize.minimize(rosen, x0, method="Nelder-Mead", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="Powell", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="CG", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="CG", jac=rosenj, options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="BFGS", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="BFGS", jac=rosenj, options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="Newton-CG", jac=rosenj, options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="Newton-CG", jac=rosenj, hess=rosenh,
    options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="L-BFGS-B", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="L-BFGS-B", jac=rosenj, options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="TNC", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="TNC", jac=rosenj, options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="COBYLA", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="COBYQA", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="SLSQP", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="SLSQP", jac=rosenj, options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="trust-constr", options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="trust-constr", jac=rosenj,
    options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="trust-constr", jac=rosenj, hess=rosenh,
    options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="dogleg", jac=rosenj, hess=rosenh,
    options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="trust-ncg", jac=rosenj, hess=rosenh,
    options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="trust-exact", jac=rosenj, hess=rosenh,
    options={"maxiter": 40}).x.round(2)
optimize.minimize(rosen, x0, method="trust-krylov", jac=rosenj, hess=rosenh,
    options={"maxiter": 40}).x.round(2)
optimize.least_squares(res, x0).x.round(4)
optimize.least_squares(res, x0, jac=resj).x.round(4)
optimize.least_squares(res, x0, jac=resj, method="lm").x.round(4)
optimize.least_squares(res, x0, jac=resj, method="dogbox").x.round(4)
optimize.least_squares(res, x0, jac=resj, bounds=(np.zeros(2), np.full(2, 5.)),
    loss="huber").x.round(4)
optimize.leastsq(res, x0)[0].round(4)
optimize.leastsq(res, x0, Dfun=resj)[0].round(4)
optimize.curve_fit(model, xs, ys, p0=np.ones(2))[0].round(4)
optimize.curve_fit(model, xs, ys, p0=np.ones(2), jac=modelj)[0].round(4)
optimize.curve_fit(model, xs, ys, p0=np.ones(2), sigma=np.ones(20), bounds=(np.zeros(2),
    np.full(2, 9.)))[1].round(6)
optimize.root(sys2, x0).x.round(4)
optimize.root(sys2, x0, jac=sys2j).x.round(4)
optimize.root(sys2, x0, jac=sys2j, method="lm").x.round(4)
[optimize.root(sys2, np.array([0.9,0.9]), method=m).x.round(3) for m in ["broyden1",
    "broyden2", "anderson", "krylov", "df-sane", "diagbroyden", "excitingmixing",
    "linearmixing"]]
optimize.fsolve(sys2, x0).round(4)
optimize.fsolve(sys2, x0, fprime=sys2j).round(4)
optimize.newton(lambda t: t**2 - 2, np.array([1., 2.])).round(6)
optimize.newton(lambda t: t**2 - 2, 1.0, fprime=lambda t: 2*t)
optimize.brentq(lambda t: np.cos(t) - t, 0, 1)
optimize.root_scalar(lambda t: np.cos(t) - t, bracket=np.array([0., 1.])).root
optimize.root_scalar(lambda t: np.cos(t) - t, x0=0.5, fprime=lambda t: -np.sin(t) - 1).root
optimize.minimize_scalar(lambda t: np.sum((t - 2) ** 2)).x
optimize.minimize_scalar(lambda t: (t - 2) ** 2, bounds=np.array([0, 5]), method="bounded").x
optimize.fmin(rosen, x0, disp=0).round(3)
optimize.fmin_bfgs(rosen, x0, fprime=rosenj, disp=0).round(3)
optimize.fmin_l_bfgs_b(rosen, x0, fprime=rosenj)[0].round(3)
optimize.fmin_slsqp(rosen, x0, iprint=0).round(3)
optimize.fmin_tnc(rosen, x0, fprime=rosenj, messages=0)[0].round(2)
optimize.fmin_cg(rosen, x0, fprime=rosenj, disp=0).round(3)
optimize.fmin_ncg(rosen, x0, rosenj, disp=0).round(3)
optimize.fmin_powell(rosen, x0, disp=0).round(3)
optimize.minimize(rosen, x0, method="SLSQP", jac=rosenj, constraints=[{"type": "ineq",
    "fun": lambda x: 1.5 - np.sum(x**2), "jac": lambda x: -2 * x}]).x.round(3)
optimize.minimize(rosen, x0, method="trust-constr", jac=rosenj,
    constraints=optimize.LinearConstraint(np.array([[1., 1.]]), 0, 1.5)).x.round(2)
optimize.minimize(rosen, x0, method="trust-constr", jac=rosenj, hess=rosenh,
    constraints=optimize.NonlinearConstraint(lambda x: np.sum(x**2), -np.inf, 1.5,
    jac=lambda x: 2*x)).x.round(2)
optimize.minimize(rosen, x0, bounds=optimize.Bounds(np.zeros(2), np.full(2, .8))).x.round(3)
optimize.minimize(rosen, x0, bounds=np.array([[0, .8], [0, .8]])).x.round(3)
optimize.minimize(lambda x: (rosen(x), rosenj(x)), x0, jac=True).x.round(3)
optimize.minimize(rosen, x0, method="Newton-CG", jac=rosenj, hessp=lambda x,
    p: rosenh(x) @ p).x.round(3)
optimize.basinhopping(rosen, x0, niter=3, seed=0, minimizer_kwargs={"jac": rosenj}).x.round(3)
optimize.differential_evolution(rosen, [(-2, 2)] * 2, seed=1, maxiter=20, popsize=5).x.round(2)
optimize.differential_evolution(lambda X: np.sum((X-1)**2, axis=0), np.array([[-2.,
    2.]] * 2), seed=1, maxiter=20, popsize=5, vectorized=True, updating="deferred").x.round(2)
optimize.shgo(rosen, [(-2, 2)] * 2).x.round(2)
optimize.direct(rosen, [(-2, 2)] * 2, maxfun=200).x.round(2)
optimize.brute(rosen, ((-2, 2), (-2, 2)), Ns=5, finish=None)
optimize.linprog(np.array([-1., -2.]), A_ub=np.array([[1., 1.]]), b_ub=np.array([4.])).x
optimize.milp(np.array([-1., -2.]), constraints=optimize.LinearConstraint(np.array([[1.,
    1.]]), -np.inf, 4.5), integrality=np.ones(2)).x
optimize.lsq_linear(A3, b3).x.round(4)
optimize.lsq_linear(A3, b3, bounds=(0, np.ones(3)), method="bvls").x.round(4)
optimize.nnls(A3, b3)[0].round(4)
optimize.linear_sum_assignment(A3)
optimize.check_grad(rosen, rosenj, x0) < 1e-4
optimize.approx_fprime(x0, rosen).round(3)
optimize.line_search(rosen, rosenj, x0, -rosenj(x0))[0]
optimize.fixed_point(lambda t: np.sqrt(t + 1), np.array([1.2, 1.3])).round(5)
optimize.isotonic_regression(ys).x.round(3)
optimize.quadratic_assignment(A3, A3).col_ind
linalg.solve(A3, b3).round(5)
linalg.inv(A3).round(5)
linalg.det(A3)
linalg.lu_factor(A3)[0].round(5)
linalg.lu(A3)[2].round(5)
linalg.lu_solve(linalg.lu_factor(A3), b3).round(5)
linalg.cho_solve(linalg.cho_factor(A3), b3).round(5)
linalg.cholesky(A3).round(5)
linalg.eigh(A3)[0].round(5)
linalg.eig(A3)[0].round(5)
linalg.eigvalsh(A3, np.eye(3)).round(5)
linalg.svd(A3)[1].round(5)
linalg.qr(A3)[1].round(5)
linalg.schur(A3)[0].round(4)
linalg.expm(A3).round(3)
linalg.logm(A3).round(3)
linalg.sqrtm(A3).round(3)
linalg.norm(A3)
linalg.pinv(A3).round(5)
linalg.lstsq(A3, b3)[0].round(5)
linalg.solve_triangular(np.tril(A3), b3, lower=True).round(5)
linalg.solve_toeplitz(np.array([3., 1., 0.]), b3).round(5)
linalg.toeplitz(np.array([3., 1., 0.]))
linalg.block_diag(A3, np.eye(2)).shape
linalg.null_space(np.ones((2, 3))).shape
linalg.orth(A3).shape
linalg.solve_sylvester(A3, A3, A3).round(4)
linalg.solve_continuous_lyapunov(A3, A3).round(4)
linalg.solve_discrete_are(A3*.1, np.eye(3), np.eye(3), np.eye(3)).round(3)
linalg.blas.ddot(b3, b3)
linalg.blas.dgemm(1.0, A3, A3).round(3)
linalg.lapack.dgesv(A3, b3)[2].round(4)
sparse.csr_matrix(A3).toarray()
sparse.csr_array(A3).sum()
sparse.csc_matrix((b3, (np.array([0, 1, 2]), np.array([0, 1, 2])))).toarray()
sparse.csr_matrix((b3, np.array([0, 1, 2]), np.array([0, 1, 2, 3]))).toarray()
sparse.coo_matrix((b3, (np.arange(3), np.arange(3))), shape=(3, 3)).tocsr() @ b3
sparse.diags(b3).toarray()
sparse.diags([b3, b3[:2]], [0, 1]).toarray()
sparse.eye(3).dot(b3)
b3 @ sparse.csr_matrix(A3)
A3 @ sparse.csr_matrix(A3)
sparse.csr_matrix(A3) @ A3
sparse.csr_matrix(A3) * b3
sparse.csr_matrix(A3) + A3
A3 + sparse.csr_matrix(A3)
sparse.csr_matrix(A3).multiply(A3).toarray()
sparse.csr_matrix(A3)[np.array([0, 2])].toarray()
sparse.csr_matrix(A3)[np.array([True, False, True])].toarray()
sparse.csr_matrix(A3)[:, np.array([0])].toarray()
sparse.lil_matrix(A3)[0].toarray()
setl(sparse.lil_matrix((3, 3)), 0, b3).toarray()
sparse.dok_matrix(A3).toarray()
sparse.bsr_matrix(A3).toarray()
sparse.kron(A3, np.eye(2)).shape
sparse.vstack([sparse.csr_matrix(A3), A3]).shape
sparse.block_diag([A3, A3]).shape
sparse.issparse(A3)
sparse.find(A3)
sparse.tril(A3).toarray()
np.exp(sparse.csr_matrix(A3).toarray()).round(3)
np.sqrt(sparse.csr_matrix(A3)).toarray().round(3)
np.abs(sparse.csr_matrix(A3)).sum()
np.sum(sparse.csr_matrix(A3))
np.mean(sparse.csr_matrix(A3), axis=0)
sla.spsolve(sparse.csc_matrix(A3), b3).round(5)
sla.splu(sparse.csc_matrix(A3)).solve(b3).round(5)
sla.spilu(sparse.csc_matrix(A3)).solve(b3).round(5)
sla.factorized(sparse.csc_matrix(A3))(b3).round(5)
sla.inv(sparse.csc_matrix(A3)).toarray().round(5)
sla.cg(A3, b3)[0].round(4)
sla.cg(sparse.csr_matrix(A3), b3, x0=np.zeros(3), M=np.eye(3))[0].round(4)
sla.gmres(A3, b3)[0].round(4)
sla.gmres(sparse.csr_matrix(A3), b3, x0=np.zeros(3), rtol=1e-8)[0].round(4)
sla.lgmres(A3, b3)[0].round(4)
sla.bicg(A3, b3)[0].round(4)
sla.bicgstab(A3, b3)[0].round(4)
sla.cgs(A3, b3)[0].round(4)
sla.qmr(A3, b3)[0].round(4)
sla.minres(A3, b3)[0].round(4)
sla.gcrotmk(A3, b3)[0].round(4)
sla.tfqmr(A3, b3)[0].round(4)
sla.lsqr(A3, b3)[0].round(4)
sla.lsmr(A3, b3)[0].round(4)
sla.cg(sla.LinearOperator((3, 3), matvec=lambda v: A3 @ v), b3)[0].round(4)
sla.gmres(sla.LinearOperator((3, 3), matvec=lambda v: A3 @ v, dtype=float), b3)[0].round(4)
sla.aslinearoperator(A3).matvec(b3)
sla.aslinearoperator(A3) @ b3
sla.eigsh(A10, k=2, v0=np.ones(10))[0].round(4)
sla.eigsh(sparse.csr_matrix(A10), k=2, v0=np.ones(10), which="SM")[0].round(4)
sla.eigsh(sparse.csr_matrix(A10), k=2, v0=np.ones(10), sigma=0.5)[0].round(4)
sla.eigs(A10, k=2, v0=np.ones(10))[0].round(4)
sla.eigsh(sla.LinearOperator((10, 10), matvec=lambda v: A10 @ v, dtype=float), k=2,
    v0=np.ones(10))[0].round(4)
sla.svds(A10, k=2, v0=np.ones(10))[1].round(4)
sla.svds(sparse.csr_matrix(A10), k=2, v0=np.ones(10))[1].round(4)
sla.svds(A10, k=2, v0=np.ones(10), solver="lobpcg", random_state=0)[1].round(3)
sla.lobpcg(A10, np.eye(10)[:, :2], largest=True, maxiter=200)[0].round(3)
sla.expm_multiply(A3, b3).round(3)
sla.expm(sparse.csc_matrix(A3)).toarray().round(3)
sla.norm(sparse.csr_matrix(A3))
sla.onenormest(A3)
csg.dijkstra(A3).round(3)
csg.shortest_path(A3).round(3)
csg.connected_components(A3)
csg.minimum_spanning_tree(A3).toarray()
csg.laplacian(A3)
integrate.quad(lambda t: np.exp(-t**2), 0, 1)[0]
integrate.quad_vec(lambda t: np.array([t, t**2]), 0, 1)[0]
integrate.dblquad(lambda y, x: x * y, 0, 1, 0, 1)[0]
integrate.nquad(lambda y, x: x * y, [[0, 1], [0, 1]])[0]
integrate.fixed_quad(lambda t: np.exp(t), 0, 1)[0]
integrate.solve_ivp(lambda t, y: np.array([-y[0], y[0]]), (0, 1), np.array([1.,
    0.])).y[:, -1].round(4)
[integrate.solve_ivp(lambda t, y: -A3 @ y, (0, 1), b3, method=m).y[:,
    -1].round(3) for m in ["RK23", "DOP853", "Radau", "BDF", "LSODA"]]
[integrate.solve_ivp(lambda t, y: -A3 @ y, (0, 1), b3, method=m, jac=lambda t,
    y: -A3).y[:, -1].round(3) for m in ["Radau", "BDF", "LSODA"]]
integrate.solve_ivp(lambda t, y: -A3 @ y, (0, 1), b3, jac=-A3, method="BDF").y[:, -1].round(3)
integrate.solve_ivp(lambda t, y: -y, (0, 1), b3, t_eval=np.linspace(0, 1, 3)).y.round(3)
integrate.solve_ivp(lambda t, y: -y, (0, 1), b3, dense_output=True).sol(np.array([.5])).round(3)
integrate.solve_ivp(lambda t, y: -y, (0, 9), b3, events=lambda t,
    y: y[0] - .5).t_events[0].round(3)
integrate.odeint(lambda y, t: -A3 @ y, b3, np.linspace(0, 1, 3)).round(3)
integrate.odeint(lambda y, t: -A3 @ y, b3, np.linspace(0, 1, 3), Dfun=lambda y, t: -A3).round(3)
integrate.ode(lambda t, y: -A3 @ y, lambda t, y: -A3).set_integrator("vode",
    method="bdf").set_initial_value(b3, 0).integrate(1.).round(3)
integrate.ode(lambda t, y: -A3 @ y).set_integrator("dopri5").set_initial_value(b3,
    0).integrate(1.).round(3)
integrate.solve_bvp(lambda x, y: np.vstack((y[1], -np.exp(y[0]))), lambda a,
    b: np.array([a[0], b[0]]), np.linspace(0, 1, 5), np.zeros((2, 5))).y[0][:2].round(3)
integrate.solve_bvp(lambda x, y: np.vstack((y[1], -y[0])), lambda a, b: np.array([a[0],
    b[0] - 1]), np.linspace(0, 1, 5), np.zeros((2, 5)), fun_jac=lambda x, y: np.array([[0*x,
    0*x+1], [0*x-1, 0*x]])).y[0].round(3)
integrate.simpson(ys, x=xs).round(4)
integrate.trapezoid(ys, xs).round(4)
integrate.cumulative_trapezoid(ys, xs).round(4)
integrate.romb(np.ones(5))
interpolate.interp1d(xs, ys, kind="cubic")(np.array([.5])).round(4)
interpolate.interp1d(xs, ys)(.5)
interpolate.CubicSpline(xs, ys)(np.linspace(0, 1, 3)).round(4)
interpolate.PchipInterpolator(xs, ys)(.5).round(4)
interpolate.Akima1DInterpolator(xs, ys)(.5).round(4)
interpolate.UnivariateSpline(xs, ys, s=1)(.5).round(4)
interpolate.InterpolatedUnivariateSpline(xs, ys).derivative()(.5).round(4)
interpolate.splev(.5, interpolate.splrep(xs, ys)).round(4)
interpolate.make_interp_spline(xs, ys, k=3)(.5).round(4)
interpolate.BSpline(np.arange(8.), np.ones(4), 3)(3.5)
interpolate.make_lsq_spline(xs, ys, np.r_[(xs[0],)*4, xs[10], (xs[-1],)*4])(.5).round(4)
interpolate.RegularGridInterpolator((np.arange(3.), np.arange(3.)), A3)(np.array([[.5, .5]]))
interpolate.griddata(np.array([[0., 0], [1, 0], [0, 1], [1, 1]]), np.arange(4.),
    np.array([[.3, .3]]))
interpolate.RBFInterpolator(np.array([[0., 0], [1, 0], [0, 1], [1, 1]]),
    np.arange(4.))(np.array([[.3, .3]])).round(4)
interpolate.LinearNDInterpolator(np.array([[0., 0], [1, 0], [0, 1], [1, 1]]),
    np.arange(4.))(.3, .3)
interpolate.RectBivariateSpline(np.arange(4.), np.arange(4.), np.ones((4, 4)))(.5, .5)
interpolate.lagrange(np.array([0., 1., 2.]), np.array([1., 2., 5.])).coeffs
interpolate.barycentric_interpolate(xs[:4], ys[:4], .1).round(4)
interpolate.krogh_interpolate(xs[:4], ys[:4], .1).round(4)
signal.convolve(ys, b3).round(3)
signal.fftconvolve(ys, b3).round(3)
signal.correlate(ys, b3).round(3)
signal.lfilter(np.array([1., .5]), np.array([1.]), ys).round(3)
signal.lfilter([1., .5], [1., -.2], ys, zi=np.zeros(1))[0].round(3)
signal.filtfilt(*signal.butter(2, .3), ys).round(3)
signal.sosfilt(signal.butter(2, .3, output="sos"), ys).round(3)
signal.sosfiltfilt(signal.butter(2, .3, output="sos"), ys).round(3)
signal.freqz(np.array([1., .5]), worN=4)[1].round(3)
signal.find_peaks(np.sin(np.arange(20.)))[0]
signal.find_peaks(np.sin(np.arange(20.)), height=0.5, distance=2)[1]
signal.argrelmax(np.sin(np.arange(20.)))[0]
signal.savgol_filter(ys, 5, 2).round(3)
signal.medfilt(ys, 3).round(3)
signal.detrend(ys).round(4)
signal.welch(ys, nperseg=8)[1].round(4)
signal.periodogram(ys)[1].round(4)
signal.spectrogram(ys, nperseg=8)[2].round(4)
signal.stft(ys, nperseg=8)[2].round(4)
signal.hilbert(ys).round(4)
signal.resample(ys, 5).round(4)
signal.resample_poly(ys, 2, 1).round(4)
signal.wiener(ys).round(4)
signal.convolve2d(A3, np.ones((2, 2)))
signal.unit_impulse(4)
signal.chirp(xs, 1, 1, 2).round(3)
signal.square(xs)
signal.lti(np.array([1.]), np.array([1., 1.])).step(T=np.linspace(0, 1, 3))[1].round(3)
signal.lsim((np.array([[-1.]]), np.array([[1.]]), np.array([[1.]]), np.array([[0.]])),
    np.ones(3), np.linspace(0, 1, 3))[1].round(3)
signal.tf2ss(np.array([1.]), np.array([1., 1.]))
signal.place_poles(A3, np.eye(3), np.array([-1., -2., -3.])).gain_matrix.round(3)
signal.firwin(5, np.array([.3])).round(4)
signal.get_window("hann", 5).round(4)
signal.peak_widths(np.sin(np.arange(20.)), np.array([2, 8]))[0].round(3)
signal.csd(ys, ys, nperseg=8)[1].round(4)
signal.lombscargle(xs, ys, np.array([1., 2.])).round(3)
signal.minimum_phase(np.array([1., 2., 1.])).round(3)
stats.norm.pdf(xs).round(4)
stats.norm.cdf(np.array([0., 1.]))
stats.norm(loc=np.array([0., 1.])).ppf(.3).round(4)
stats.norm.fit(ys)
stats.gamma.fit(np.abs(ys) + .1, floc=0)
stats.t.interval(.95, 10, loc=np.mean(ys))
stats.multivariate_normal.pdf(np.zeros(3), np.zeros(3), A3)
stats.multivariate_normal(np.zeros(3), A3).logpdf(np.ones((2, 3))).round(4)
stats.linregress(xs, ys).slope
stats.pearsonr(xs, ys).statistic
stats.spearmanr(xs, ys).statistic
stats.kendalltau(xs, ys).statistic
stats.ttest_ind(xs, ys).pvalue
stats.ttest_1samp(xs, 0.).pvalue
stats.ttest_rel(xs, ys).pvalue
stats.f_oneway(xs, ys).pvalue
stats.mannwhitneyu(xs, ys).pvalue
stats.wilcoxon(xs, ys).pvalue
stats.kruskal(xs, ys).pvalue
stats.ks_2samp(xs, ys).pvalue
stats.kstest(ys, "norm").pvalue
stats.shapiro(ys).pvalue
stats.anderson(ys).statistic
stats.chisquare(np.array([1., 2., 3.]), np.array([2., 2., 2.])).pvalue
stats.chi2_contingency(np.array([[1, 2], [3, 4]])).pvalue
stats.fisher_exact(np.array([[1, 2], [3, 4]])).pvalue
stats.describe(ys)
stats.zscore(ys).round(4)
stats.mode(np.array([1, 1, 2])).mode
stats.skew(ys), stats.kurtosis(ys), stats.sem(ys), stats.iqr(ys)
stats.entropy(np.array([.5, .5]))
stats.rankdata(ys)
stats.gaussian_kde(ys)(np.array([0., 1.])).round(4)
stats.gaussian_kde(ys).evaluate(xs).round(4)
stats.binned_statistic(xs, ys, bins=np.linspace(0, 4, 4))[0].round(3)
stats.bootstrap((ys,), np.mean, random_state=0, n_resamples=50).confidence_interval.low.round(3)
stats.permutation_test((xs, ys), lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b,
    axis=axis), n_resamples=50, random_state=0).pvalue
stats.boxcox(np.abs(ys) + 1)[1]
stats.yeojohnson(ys)[1]
stats.trim_mean(ys, .1)
stats.zmap(xs, ys).round(3)
stats.theilslopes(ys, xs)[0]
stats.moment(ys, 2)
stats.percentileofscore(ys, 1.)
stats.cumfreq(ys, 4)[0]
stats.probplot(ys)[1]
stats.norm.rvs(size=3, random_state=0)
stats.norm.expect(lambda t: np.square(t))
stats.rv_histogram(np.histogram(ys, 4)).mean()
stats.rv_discrete(values=(np.arange(3), np.array([.2, .3, .5]))).mean()
stats.qmc.discrepancy(np.array([[.1, .2], [.6, .7]]))
stats.levene(xs, ys).pvalue
stats.bartlett(xs, ys).pvalue
stats.normaltest(ys).pvalue
stats.jarque_bera(ys).pvalue
stats.tukey_hsd(xs, ys).pvalue[0, 1]
stats.wasserstein_distance(xs, ys)
stats.energy_distance(xs, ys)
stats.false_discovery_control(np.array([.1, .2, .3]))
special.erf(xs).round(4)
special.gamma(np.array([1., 2.]))
special.logsumexp(ys)
special.softmax(ys).round(4)
special.expit(ys).round(4)
special.jv(1, xs).round(4)
special.comb(np.array([4, 5]), 2)
special.factorial(np.array([3, 4]))
special.perm(5, 2)
special.legendre(2)(xs).round(3)
special.roots_legendre(3)[0].round(4)
special.xlogy(ys, ys).round(4)
special.entr(np.array([.5])), special.rel_entr(np.array([.5]), np.array([.4]))
special.log_softmax(ys).round(3)
special.sph_harm_y(1, 0, np.array([.1]), np.array([.2])).round(4)
special.lambertw(xs).round(4)
special.zeta(np.array([2., 3.]))
special.multigammaln(np.array([3.]), 2)
special.bernoulli(3)
ndimage.gaussian_filter(A3, 1).round(4)
ndimage.gaussian_filter(A3, 1, output=np.float32).dtype
into(ndimage.gaussian_filter, A3, 1).round(4)
into(ndimage.uniform_filter, A3).round(4)
into(ndimage.convolve, A3, np.ones((2, 2))).round(4)
ndimage.median_filter(A3, 2)
ndimage.sobel(A3)
ndimage.laplace(A3)
ndimage.convolve(A3, np.ones((2, 2)))
ndimage.correlate1d(A3, np.array([1., 2.]))
ndimage.label(A3 > 1)
ndimage.sum_labels(A3, np.array([[1, 1, 2]] * 3), np.array([1, 2]))
ndimage.center_of_mass(A3)
ndimage.mean(A3, np.array([[1, 1, 2]] * 3), [1, 2])
ndimage.zoom(A3, 2).round(3)
ndimage.rotate(A3, 30).round(3)
ndimage.shift(A3, .5).round(3)
ndimage.affine_transform(A3, np.eye(2)).round(3)
ndimage.map_coordinates(A3, np.array([[0., 1.], [0., 1.]])).round(3)
ndimage.binary_erosion(A3 > 0)
ndimage.binary_dilation(A3 > 1, structure=np.ones((3, 3)))
ndimage.binary_fill_holes(A3 > 1)
ndimage.grey_dilation(A3, size=2)
ndimage.distance_transform_edt(A3 > 1).round(4)
ndimage.maximum_filter(A3, footprint=np.ones((2, 2)))
ndimage.generic_filter(A3, np.mean, size=2).round(3)
ndimage.find_objects(np.array([[1, 0], [0, 2]]))
ndimage.fourier_gaussian(np.fft.fft(ys), 1).round(3)
ndimage.geometric_transform(A3, lambda c: (c[0], c[1])).round(3)
spatial.KDTree(P).query(np.array([.1, .2]))
spatial.cKDTree(P).query_ball_point(np.array([0., 0.]), 1.1)
spatial.ConvexHull(P).vertices
spatial.Delaunay(P).simplices.shape
spatial.Voronoi(P).vertices.round(3)
spatial.distance_matrix(P, P).round(4)
distance.cdist(P, P).round(4)
distance.cdist(P, P, lambda a, b: np.sum(np.abs(a - b)))
distance.pdist(P, "cityblock")
distance.squareform(distance.pdist(P)).round(4)
distance.euclidean(P[0], P[1]), distance.cosine(P[1], P[3]), distance.cityblock(P[0], P[3])
distance.mahalanobis(P[0], P[1], np.eye(2))
distance.jensenshannon(np.array([.5, .5]), np.array([.4, .6]))
spatial.procrustes(P, P)[2]
spatial.transform.Rotation.from_euler("xyz", np.array([.1, .2, .3])).as_matrix().round(4)
spatial.transform.Rotation.from_rotvec(b3 * .1).apply(np.eye(3)).round(4)
spatial.transform.Slerp(np.array([0., 1.]),
    spatial.transform.Rotation.from_rotvec(np.eye(3)[:2]))(np.array([.5])).as_rotvec().round(4)
hier.linkage(P, "ward").round(4)
hier.fcluster(hier.linkage(P), 1.0)
hier.dendrogram(hier.linkage(P), no_plot=True)["leaves"]
hier.cophenet(hier.linkage(P)).round(4)
hier.linkage(distance.pdist(P)).round(4)
vq.kmeans2(P, P[:2])[1]
vq.kmeans(P, P[:2])[0]
vq.whiten(P).round(4)
vq.vq(P, P[:2])
fft.fft(ys).round(3)
fft.rfft(ys).round(3)
fft.ifft(fft.fft(ys)).round(3)
fft.dct(ys).round(3)
fft.fft2(A3).round(3)
fft.fftfreq(4), fft.fftshift(np.arange(4))
fft.next_fast_len(7)
optimize.minimize(rosen, x0, method="Nelder-Mead",
    options={"initial_simplex": np.array([[0., 0], [1, 0], [0, 1]])}).x.round(3)
optimize.minimize(lambda x, a: np.sum((x - a)**2), x0, args=(np.array([1., 2.]),)).x.round(3)
optimize.OptimizeResult(x=x0).x
"""
