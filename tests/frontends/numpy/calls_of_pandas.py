"""Calls of pandas with arrays, and of NumPy with pandas' objects: one a line, or indented on."""

from __future__ import annotations

import pandas as pd


def names(np) -> dict:
    """Return what the calls refer to, made by one NumPy."""
    table = {"a": [1.0, 2.0, float("nan"), 4.0], "b": [4.0, 3.0, 2.0, 1.0], "k": [0, 1, 1, 0]}
    df = pd.DataFrame(table, index=list("wxyz"))
    return {
        "np": np, "pd": pd, "df": df, "s": df["b"],
        "v": np.array([1.0, 2.0, 3.0, 4.0]),
        "g": np.array([0, 1, 0, 1]),
        "m": np.array([True, False, True, False]),
        "i": np.array([2, 0]),
        "put": put, "putloc": putloc, "putiloc": putiloc, "putitem": putitem,
    }  # fmt: skip


def put(table, name, values):
    """Return a copy with a column."""
    table = table.copy()
    table[name] = values
    return table


def putloc(table, rows, name, values):
    """Return a copy with values written to rows."""
    table = table.copy()
    table.loc[rows, name] = values
    return table


def putiloc(series, places, value):
    """Write by position."""
    series.iloc[places] = value
    return series


def putitem(table, key, value):
    """Write by the object's own index."""
    table[key] = value
    return table


CALLS = """
df + np.ones((4, 3))
df / np.full((4, 3), 2.0)
df == np.ones((4, 3))
(df > 1) & np.ones((4, 3), bool)
df.add(np.ones((4, 3)))
repr(pd.DataFrame({"of arrays": [v, v]}))
repr(np.maximum(s, v))
df[m]
df.loc[m]
df.loc[m, "a"]
df.iloc[m]
df.iloc[i]
df.iloc[i, [0]]
df.take(i)
s[m]
s.loc[m]
s.iloc[i]
s.iloc[m]
s.take(i)
df.groupby(g).sum()
s.groupby(g).mean()
df.groupby([g, "k"]).size()
df.groupby(by=g)["a"].max()
pd.unique(g)
pd.factorize(g)
pd.cut(v, 2)
pd.cut(s, np.array([0., 2.5, 5.]))
pd.cut(v, np.linspace(0, 5, 3), labels=False)
pd.qcut(v, 2)
pd.qcut(s, np.linspace(0, 1, 3))
df.set_index(g)
df.set_index([g])
df.set_index(["a", g])
pd.Index(g)
pd.Index(v)
pd.MultiIndex.from_arrays([g, g])
pd.Series(v)
pd.Series(v, index=g)
pd.Series({"a": np.float64(3)})
pd.DataFrame(np.ones((2, 2)))
pd.DataFrame({"a": v, "b": g})
pd.DataFrame(np.ones((2, 2)), columns=np.arange(2))
pd.DataFrame([v, v])
pd.DataFrame.from_dict({"a": v})
pd.DataFrame.from_records([(1, 2)])
put(df, "c", v)
putloc(df, m, "a", 0.0)
putloc(df, m, "a", v[m])
putiloc(s.copy(), i, 9.0)
putitem(s.copy(), m, 9.0)
putitem(df.copy(), m, 9.0)
df.assign(z=v)
df.where(np.ones((4, 3), bool), 0)
s.where(m, 0)
s.where(m, v)
s.mask(m)
s.isin(v)
s.isin(np.array([1., 2.]))
df.isin(np.array([1., 2.]))
s.map({1.0: 2})
s.replace(np.array([1.]), 5)
s.clip(np.zeros(4), np.full(4, 2.))
s.reindex(np.array(["w", "z"]))
s.reset_index(drop=True).reindex(i)
s.reset_index(drop=True).drop(i)
df.drop(columns=["a"])
df.insert(0, "q", v)
s.searchsorted(np.array([1., 2.]))
s.sort_values().searchsorted(2.0)
s.dot(v)
df[["a", "b"]].dot(np.ones(2))
df[["a", "b"]] @ np.ones((2, 2))
df[["a", "b"]] + np.ones(2)
np.ones(2) + df[["a", "b"]]
df["a"] * v
v * df["a"]
v - df["a"]
df["a"] > v
v > df["a"]
df["a"].eq(v)
df["a"].add(v)
df["a"].combine_first(s)
pd.concat([s, pd.Series(v)])
pd.concat([df["a"], s], axis=1)
pd.crosstab(g, g)
pd.get_dummies(g)
pd.isna(v)
pd.notna(v)
pd.to_numeric(v)
pd.to_datetime(np.array([0, 1]), unit="D")
pd.to_timedelta(v, unit="s")
pd.merge(df, df, left_on=g, right_on=g)
pd.Categorical(g)
pd.Categorical.from_codes(g, ["x", "y"])
pd.Series(g).astype("category")
pd.interval_range(0, 3)
pd.IntervalIndex.from_breaks(np.arange(3))
pd.array(v)
pd.array(g, dtype="Int64")
pd.api.types.is_numeric_dtype(v)
pd.api.types.is_float_dtype(v)
pd.api.types.is_list_like(v)
df.apply(np.sum)
df[["a", "b"]].apply(np.mean, axis=1)
df["a"].apply(np.sqrt)
df["a"].map(np.exp)
df["a"].agg([np.sum, np.mean])
df[["a", "b"]].agg(np.sum)
df.groupby("k")["a"].agg(np.mean)
df.groupby("k")["a"].transform(lambda x: x - np.mean(x))
df.groupby("k")["a"].apply(lambda x: np.sum(x))
df["a"].rolling(2).apply(np.mean, raw=True)
df["a"].rolling(2).apply(lambda x: np.max(x) - np.min(x), raw=True)
df["a"].quantile(np.array([.25, .75]))
df[["a","b"]].quantile(np.linspace(0, 1, 3))
df["a"].describe(percentiles=np.array([.1, .9]))
df.sample(2, weights=v, random_state=0)
df.eval("a + b")
df.query("a > @v.min()")
df.pivot_table(index="k", values="a", aggfunc=np.mean)
df.melt()
pd.Series(np.array(["x", "y"]))
pd.Series(np.arange(3), dtype=np.float32)
pd.date_range("2020", periods=4)[m]
pd.date_range("2020", periods=4)[i]
df.index[m]
df.index[i]
df.index.isin(np.array(["w"]))
df.values.dot(np.ones(3)) if 0 else df["a"].values @ v
df["a"].values * v
df["a"].to_numpy() + v
pd.Series(v).rolling(2).sum()
pd.Series(v).corr(pd.Series(v[::-1]))
pd.Series(v).interpolate()
pd.DataFrame(v.reshape(2, 2)).corr()
np.vstack([s, s])
np.concatenate([s, s])
np.where(m, s, 0)
np.select([s > 2, s <= 2], [s, -s])
np.isin(s, [1., 2.])
np.unique(df["k"])
np.interp(2.5, s, s)
np.histogram(s, 2)
np.percentile(s, 50)
np.linalg.norm(df[["a", "b"]])
np.asarray(df)
np.array(s)
v[s > 2]
v[np.asarray(s > 2)]
np.diff(s)
np.corrcoef(df["a"], s)
np.average(s, weights=v)
np.dot(df[["a", "b"]].T, v)
np.isnan(df[["a", "b"]])
np.isnan(df).any()
np.isfinite(s).all()
np.exp(df["a"]).dropna()
np.log1p(df[["a","b"]]).describe()
np.sqrt(df[["a","b"]]).merge(df, left_index=True, right_index=True)
np.abs(df[["a","b"]]).groupby(g).sum()
np.sign(s)[m]
np.maximum(s, 2)
np.maximum(df["a"], v)
np.add.reduce(df[["a","b"]])
np.logaddexp(s, s)
np.modf(s)
np.floor(s).astype(int)
np.power(s, 2)
np.sum(df[["a","b"]], axis=1)
np.prod(s)
np.max(s), np.min(s), np.ptp(s)
np.var(s), np.std(s, ddof=1)
np.any(s > 3), np.all(s > 0)
np.median(s)
np.cumprod(s)
np.argmax(s), np.argmin(s)
np.argsort(s)
np.sort(s)
np.repeat(s, 2)
np.compress(m, s)
np.nonzero(s)
np.searchsorted(s.sort_values(), 2.0)
np.around(df[["a"]], 1)
np.transpose(df)
np.swapaxes(df[["a","b"]], 0, 1)
np.reshape(s, (2, 2))
np.ravel(s)
np.shape(df), np.size(df), np.ndim(df)
np.real(s)
np.round(s, 1)
np.clip(s, np.zeros(4), v)
np.squeeze(df[["a"]])
np.digitize(s, [1, 2])
np.bincount(df["k"])
np.cov(df["a"], s)
np.nan_to_num(df["a"])
np.nanmean(df["a"])
np.full_like(s, 3.0)
np.zeros_like(df["k"])
np.ones_like(s)
np.copy(s)
np.meshgrid(s, s)
np.column_stack([s, df["a"]])
np.hstack([df[["a"]], df[["b"]]])
np.atleast_2d(s)
np.expand_dims(s, 0)
np.broadcast_to(s, (2, 4))
np.allclose(s, s)
np.array_equal(s, s)
np.append(s, 1.0)
np.delete(s, 0)
np.insert(s, 0, 9.0)
np.outer(s, s)
np.einsum("i,i", s, s)
np.fft.fft(s).real
np.count_nonzero(s)
np.flatnonzero(s > 2)
np.triu(df[["a","b"]])
np.gradient(s)
np.cumsum(df["a"])
np.trapezoid(s)
np.vectorize(lambda x: x + 1)(s)
np.apply_along_axis(np.sum, 0, df[["a","b"]])
"""
