"""Calls of statsmodels with arrays: one a line, or indented on."""

from __future__ import annotations

import importlib

import numpy
import statsmodels.api as sm

_MODULES = {
    name: importlib.import_module(f"statsmodels.{path}")
    for name, path in {
        "arima": "tsa.arima.model",
        "smoothing": "tsa.holtwinters",
        "stattools": "stats.stattools",
        "diagnostic": "stats.diagnostic",
        "influence": "stats.outliers_influence",
        "multitest": "stats.multitest",
        "weightstats": "stats.weightstats",
        "proportion": "stats.proportion",
        "mixed": "regression.mixed_linear_model",
        "quantile": "regression.quantile_regression",
        "manova": "multivariate.manova",
        "pca": "multivariate.pca",
        "discrete": "discrete.discrete_model",
        "ordinal": "miscmodels.ordinal_model",
        "kde": "nonparametric.kde",
        "ecdf": "distributions.empirical_distribution",
        "var": "tsa.vector_ar.var_model",
        "seasonal": "tsa.seasonal",
        "filters": "tsa.filters.api",
        "gam": "gam.api",
    }.items()
}


def names(np) -> dict:
    """Return what the calls refer to, made by one NumPy."""
    drawn = numpy.random.RandomState(0)
    X = np.array(numpy.column_stack([numpy.ones(60), drawn.randn(60, 2)]))
    y = X @ np.array([1.0, 2.0, -1.0]) + 0.1 * np.array(drawn.randn(60))
    t = np.cumsum(np.array(drawn.randn(80))) + 5 * np.sin(np.arange(80) * 0.5)
    own = {"np": np, "sm": sm, "X": X, "y": y, "t": t, "g": np.arange(60) // 10}
    return _MODULES | own | {"b": (y > 1).astype(float), "n": np.array(drawn.poisson(3, 60))}


CALLS = """
sm.OLS(y, X).fit().params.round(8)
sm.OLS(y, X).fit().conf_int().round(8)
sm.OLS(y, X).fit(cov_type="HC1").bse.round(8)
sm.OLS(y, X).fit().get_prediction(X[:3]).summary_frame().round(6).to_dict()
round(float(sm.OLS(y, X).fit().f_test(np.eye(3)[1:]).fvalue), 2)
sm.WLS(y, X, weights=np.arange(1.0, 61.0)).fit().params.round(8)
sm.GLS(y, X, sigma=np.eye(60) + 0.1).fit().params.round(8)
sm.GLSAR(y, X, rho=1).iterative_fit(2).params.round(6)
sm.RLM(y, X, M=sm.robust.norms.HuberT()).fit().params.round(6)
sm.GLM(n, X, family=sm.families.Poisson()).fit().params.round(6)
sm.GLM(n, X, family=sm.families.Poisson(), offset=np.full(60, 0.5)).fit().deviance.round(6)
sm.GEE(y, X, groups=g, cov_struct=sm.cov_struct.Exchangeable()).fit().params.round(6)
sm.Logit(b, X[:, [0, 2]]).fit(disp=0).params.round(5)
sm.Poisson(n, X).fit(disp=0).predict(X[:2]).round(5)
sm.MNLogit(n % 3, X).fit(disp=0).params.round(4)
sm.add_constant(np.arange(6.0).reshape(3, 2))
mixed.MixedLM(y, X, groups=g).fit().fe_params.round(5)
quantile.QuantReg(y, X).fit(q=0.5).params.round(5)
manova.MANOVA(X[:, 1:], X[:, :1]).mv_test().results["x0"]["stat"].astype(float).round(4).to_dict()
pca.PCA(X[:, 1:], ncomp=1).eigenvals.round(6)
ordinal.OrderedModel(n % 3, X[:, 1:]).fit(disp=0, method="bfgs").params.round(3)
gam.GLMGam(y, X, smoother=gam.BSplines(X[:, 1], df=[5], degree=[3]), alpha=1.0).fit()
    .params.round(5)
arima.ARIMA(t, order=(1, 1, 0)).fit().params.round(3)
arima.ARIMA(t, order=(1, 0, 0)).fit().forecast(3).round(2)
arima.ARIMA(t, exog=np.arange(80.0), order=(1, 0, 0)).fit().params.round(2)
sm.tsa.SARIMAX(t, order=(1, 0, 0), seasonal_order=(1, 0, 0, 4)).fit(disp=0).params.round(2)
smoothing.ExponentialSmoothing(t, trend="add").fit().forecast(3).round(2)
sm.tsa.UnobservedComponents(t, "llevel").fit(disp=0).params.round(1)
var.VAR(np.stack([t, t[::-1] ** 2], 1)).fit(2).params.round(3)
sm.tsa.acf(t, nlags=4, fft=True).round(8)
sm.tsa.pacf(t, nlags=4).round(8)
round(float(sm.tsa.adfuller(t)[0]), 6)
round(float(sm.tsa.kpss(t, nlags=4)[0]), 6)
sm.tsa.ccf(t, t[::-1])[:3].round(8)
round(float(sm.tsa.coint(t, t[::-1])[0]), 4)
seasonal.seasonal_decompose(t, period=4).seasonal[:4].round(6)
seasonal.STL(t, period=4).fit().trend[:3].round(6)
filters.hpfilter(t, 100)[1][:3].round(6)
filters.bkfilter(t, 2, 8, 3)[:3].round(6)
stattools.durbin_watson(y).round(8)
round(float(stattools.jarque_bera(y)[0]), 6)
round(float(diagnostic.het_breuschpagan(y, X)[0]), 6)
diagnostic.acorr_ljungbox(t, lags=[2, 4]).round(5).to_dict()
round(float(diagnostic.lilliefors(y)[0]), 6)
influence.variance_inflation_factor(X, 1).round(6)
sm.OLS(y, X).fit().get_influence().cooks_distance[0][:3].round(6)
multitest.multipletests(np.array([0.01, 0.02, 0.2]), method="fdr_bh")[1].round(6)
round(float(weightstats.ttest_ind(y, t)[0]), 6)
weightstats.DescrStatsW(y, weights=np.arange(60.0)).mean.round(6)
proportion.proportion_confint(np.array([3, 5]), np.array([10, 20]))[0].round(6)
kde.KDEUnivariate(y).fit().evaluate(np.array([0.0, 1.0])).round(6)
ecdf.ECDF(y)(np.array([0.0, 1.0])).round(6)
sm.nonparametric.lowess(y, X[:, 1])[:2].round(6)
sm.nonparametric.KDEMultivariate([y, X[:, 1]], "cc").pdf().round(5)[:3]
sm.stats.anova_lm(sm.OLS(y, X[:, :2]).fit(), sm.OLS(y, X).fit()).round(4).to_dict()
sm.stats.Table2x2(np.array([[5, 3], [2, 8]])).oddsratio
sm.robust.mad(y).round(8)
"""
