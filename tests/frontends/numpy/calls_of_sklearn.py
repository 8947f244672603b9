"""Calls of scikit-learn with arrays: one a line, or indented on."""

from __future__ import annotations

import importlib

import numpy
from sklearn import base

_MODULES = {
    name: importlib.import_module(f"sklearn.{name}")
    for name in """
    base calibration cluster compose covariance cross_decomposition datasets decomposition
    discriminant_analysis dummy ensemble feature_extraction feature_selection gaussian_process
    impute inspection isotonic kernel_approximation kernel_ridge linear_model manifold metrics
    mixture model_selection multiclass naive_bayes neighbors neural_network pipeline preprocessing
    random_projection semi_supervised svm tree utils
    """.split()
}


def names(np) -> dict:
    """Return what the calls refer to, made by one NumPy."""
    drawn = numpy.random.RandomState(0)
    X = np.array(drawn.randn(30, 3))
    y = X @ np.array([1.0, -2.0, 0.5]) + 0.1 * np.array(drawn.randn(30))
    c = (X[:, 0] + 0.3 * X[:, 1] > 0).astype(int)
    own = {"np": np, "MS": _MODULES["model_selection"], "X": X, "y": y, "c": c, "Own": _own(np)}
    return _MODULES | own


def _own(np):
    class Own(base.RegressorMixin, base.BaseEstimator):
        def __init__(self, alpha=0.5):
            self.alpha = alpha

        def fit(self, X, y):
            X = np.asarray(X)
            squares = X.T @ X + self.alpha * np.eye(X.shape[1])
            self.w_ = np.linalg.solve(squares, X.T @ np.asarray(y))
            return self

        def predict(self, X):
            return np.asarray(X) @ self.w_

    return Own


CALLS = """
linear_model.LinearRegression().fit(X, y).coef_.round(4)
linear_model.LinearRegression().fit(X, y).predict(X[:2]).round(4)
linear_model.Ridge(alpha=np.float64(.5)).fit(X, y).coef_.round(4)
linear_model.RidgeCV(alphas=np.logspace(-3, 3, 5)).fit(X, y).alpha_
linear_model.LassoCV(alphas=np.logspace(-3, 0, 4), cv=3).fit(X, y).alpha_.round(5)
linear_model.Lasso(alpha=.1).fit(X, y).coef_.round(4)
linear_model.ElasticNet(alpha=.1).fit(X, y, sample_weight=np.ones(30)).coef_.round(4)
linear_model.LogisticRegression().fit(X, c).predict_proba(X[:2]).round(4)
linear_model.LogisticRegression(C=np.float64(2)).fit(X, c).score(X, c)
linear_model.SGDClassifier(random_state=0).fit(X, c).predict(X[:5])
linear_model.Perceptron().fit(X, c).partial_fit(X, c).predict(X[:5])
linear_model.HuberRegressor().fit(X, y).coef_.round(3)
linear_model.BayesianRidge().fit(X, y).coef_.round(3)
linear_model.lars_path(X, y)[0].round(3)
ensemble.RandomForestClassifier(5, random_state=0).fit(X, c).predict(X[:5])
ensemble.RandomForestRegressor(5, random_state=0).fit(X, y).feature_importances_.round(4)
ensemble.GradientBoostingRegressor(n_estimators=5, random_state=0).fit(X,
    y).predict(X[:3]).round(4)
ensemble.HistGradientBoostingClassifier(max_iter=3).fit(X, c).predict(X[:3])
ensemble.IsolationForest(n_estimators=5, random_state=0).fit_predict(X)
ensemble.VotingClassifier([("a", naive_bayes.GaussianNB()), ("b",
    tree.DecisionTreeClassifier(random_state=0))]).fit(X, c).predict(X[:4])
svm.SVC(class_weight={0: 1.0, 1: np.float64(2)}).fit(X, c).decision_function(X[:3]).round(4)
svm.SVC(kernel=lambda a, b: np.dot(a, b.T)).fit(X, c).predict(X[:3])
svm.SVC(kernel="precomputed").fit(X @ X.T, c).predict((X @ X.T)[:3])
svm.SVR().fit(X, y).predict(X[:3]).round(4)
svm.LinearSVC(random_state=0).fit(X, c).coef_.round(3)
cluster.KMeans(2, n_init=2, random_state=0).fit_predict(X)
cluster.KMeans(2, init=X[:2], n_init=1).fit(X).cluster_centers_.round(4)
cluster.DBSCAN(eps=1.).fit_predict(X)
cluster.AgglomerativeClustering(2).fit_predict(X)
cluster.SpectralClustering(2, random_state=0).fit_predict(X)
decomposition.PCA(2).fit_transform(X).round(4)
decomposition.PCA().fit(X).explained_variance_ratio_.round(4)
decomposition.TruncatedSVD(2, random_state=0).fit_transform(X).shape
decomposition.NMF(2, random_state=0, max_iter=50).fit_transform(np.abs(X)).round(2)
decomposition.FastICA(2, random_state=0).fit_transform(X).shape
decomposition.KernelPCA(2, kernel="rbf").fit_transform(X).shape
preprocessing.StandardScaler().fit_transform(X)[:2].round(4)
preprocessing.MinMaxScaler().fit(X).transform(X)[:2].round(4)
preprocessing.PolynomialFeatures(2).fit_transform(X[:2]).round(3)
preprocessing.OneHotEncoder().fit_transform(c.reshape(-1, 1)).toarray()[:3]
preprocessing.LabelEncoder().fit_transform(c)
preprocessing.LabelBinarizer().fit_transform(c)[:3]
preprocessing.KBinsDiscretizer(2, encode="ordinal", strategy="uniform").fit_transform(X)[:3]
preprocessing.FunctionTransformer(np.log1p).fit_transform(np.abs(X))[:2].round(4)
preprocessing.QuantileTransformer(n_quantiles=5).fit_transform(X)[:2].round(4)
preprocessing.PowerTransformer().fit_transform(X)[:2].round(3)
preprocessing.SplineTransformer().fit_transform(X)[:1].round(3)
preprocessing.normalize(X)[:2].round(4)
preprocessing.scale(X, axis=0)[:2].round(4)
preprocessing.binarize(X)[:2]
MS.train_test_split(X, y, random_state=0)[0][:2].round(3)
[len(v) for v in MS.train_test_split(X, y, c, stratify=c, random_state=0)]
MS.cross_val_score(linear_model.Ridge(), X, y, cv=3).round(4)
MS.cross_validate(linear_model.Ridge(), X, y, cv=MS.KFold(3))["test_score"].round(4)
MS.cross_val_predict(linear_model.Ridge(), X, y, cv=3)[:3].round(4)
MS.GridSearchCV(svm.SVC(), {"C": np.logspace(-1, 1, 3)}, cv=3).fit(X, c).best_params_
MS.GridSearchCV(svm.SVC(), [{"C": np.array([1, 2]), "gamma": np.logspace(-1, 0, 2)}],
    cv=3).fit(X, c).best_score_.round(4)
MS.RandomizedSearchCV(linear_model.Ridge(), {"alpha": np.linspace(.1, 1, 5)}, n_iter=3,
    random_state=0, cv=3).fit(X, y).best_params_
list(MS.ParameterGrid({"a": np.arange(2), "b": ["x"]}))
MS.validation_curve(linear_model.Ridge(), X, y, param_name="alpha",
    param_range=np.logspace(-2, 1, 3), cv=3)[1].round(4)
MS.learning_curve(linear_model.Ridge(), X, y, train_sizes=np.linspace(.5, 1, 2),
    cv=3)[2].round(4)
[t.tolist() for _, t in MS.KFold(3).split(X)]
[t.tolist() for _, t in MS.StratifiedKFold(3).split(X, c)]
[t.tolist() for _, t in MS.GroupKFold(3).split(X, c, groups=np.arange(30) % 3)]
[t.tolist() for _, t in MS.TimeSeriesSplit(3).split(X)]
MS.cross_val_score(linear_model.Ridge(), X, y, cv=[(np.arange(20), np.arange(20, 30))]).round(4)
MS.permutation_test_score(linear_model.Ridge(), X, y, n_permutations=3, cv=3,
    random_state=0)[0].round(4)
metrics.accuracy_score(c, c), metrics.f1_score(c, c[::-1])
metrics.confusion_matrix(c, c[::-1])
metrics.classification_report(c, c[::-1])
metrics.roc_curve(c, y)[0].round(4)
metrics.precision_recall_curve(c, y)[0].round(4)
metrics.pairwise_distances(X[:3]).round(4)
metrics.pairwise.cosine_similarity(X[:3]).round(4)
metrics.pairwise.rbf_kernel(X[:3]).round(4)
metrics.adjusted_rand_score(c, c[::-1])
metrics.auc(np.linspace(0, 1, 3), np.linspace(0, 1, 3))
metrics.matthews_corrcoef(c, c)
pipeline.make_pipeline(preprocessing.StandardScaler(), svm.SVC()).fit(X, c).predict(X[:4])
pipeline.FeatureUnion([("p", decomposition.PCA(1)), ("s",
    preprocessing.StandardScaler())]).fit_transform(X).shape
compose.ColumnTransformer([("a", preprocessing.StandardScaler(), np.array([0, 1])), ("b",
    "passthrough", [2])]).fit_transform(X)[:2].round(4)
compose.TransformedTargetRegressor(linear_model.Ridge(), func=np.log1p,
    inverse_func=np.expm1).fit(X, np.abs(y)).predict(X[:2]).round(4)
neighbors.KNeighborsClassifier(3).fit(X, c).predict(X[:4])
neighbors.KNeighborsClassifier(3, metric=lambda a, b: np.sum(np.abs(a - b))).fit(X,
    c).predict(X[:4])
neighbors.KNeighborsClassifier(3, weights=lambda d: np.exp(-d)).fit(X, c).predict(X[:4])
neighbors.KNeighborsRegressor(3, weights="distance").fit(X, y).predict(X[:2]).round(4)
neighbors.NearestNeighbors(n_neighbors=2).fit(X).kneighbors(X[:2])[1]
neighbors.KernelDensity().fit(X).score_samples(X[:2]).round(4)
neighbors.LocalOutlierFactor(5).fit_predict(X)
neighbors.KDTree(X).query(X[:1], 2)[1]
naive_bayes.GaussianNB(priors=np.array([.5, .5])).fit(X, c).predict_proba(X[:2]).round(4)
naive_bayes.MultinomialNB().fit(np.abs(X), c).predict(np.abs(X[:2]))
tree.DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, c).predict(X[:3])
tree.export_text(tree.DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, c))
neural_network.MLPClassifier((4,), max_iter=5, random_state=0, solver="lbfgs").fit(X,
    c).predict(X[:3])
gaussian_process.GaussianProcessRegressor().fit(X, y).predict(X[:2]).round(3)
gaussian_process.GaussianProcessRegressor(gaussian_process.kernels.RBF(np.ones(3)),
    alpha=1e-2).fit(X, y).predict(X[:2], return_std=True)[1].round(2)
gaussian_process.GaussianProcessClassifier().fit(X, c).predict(X[:2])
manifold.MDS(2, random_state=0, n_init=1).fit_transform(X).shape
manifold.Isomap(n_neighbors=5).fit_transform(X).shape
manifold.SpectralEmbedding(2, random_state=0).fit_transform(X).shape
kernel_ridge.KernelRidge(kernel="rbf").fit(X, y).predict(X[:2]).round(4)
discriminant_analysis.LinearDiscriminantAnalysis().fit(X, c).transform(X)[:2].round(4)
discriminant_analysis.QuadraticDiscriminantAnalysis().fit(X, c).predict(X[:3])
covariance.EmpiricalCovariance().fit(X).covariance_.round(4)
covariance.ledoit_wolf(X)[0].round(4)
isotonic.IsotonicRegression().fit(X[:, 0], y).predict(X[:3, 0]).round(4)
calibration.calibration_curve(c, np.abs(y) / np.max(np.abs(y)), n_bins=3)[0].round(4)
inspection.permutation_importance(linear_model.Ridge().fit(X, y), X, y, n_repeats=2,
    random_state=0).importances_mean.round(4)
inspection.partial_dependence(linear_model.Ridge().fit(X, y), X, [0])["average"][0][:2].round(4)
multiclass.OneVsRestClassifier(svm.SVC()).fit(X, np.arange(30) % 3).predict(X[:4])
feature_selection.SelectKBest(k=2).fit_transform(X, c)[:2].round(4)
feature_selection.f_regression(X, y)[0].round(4)
feature_selection.mutual_info_regression(X, y, random_state=0).round(4)
feature_selection.VarianceThreshold(.1).fit_transform(X).shape
feature_selection.RFE(linear_model.Ridge(), n_features_to_select=1).fit(X, y).support_
feature_selection.SelectFromModel(linear_model.Lasso(.1)).fit(X, y).get_support()
impute.SimpleImputer().fit_transform(np.where(X > 1, np.nan, X))[:3].round(4)
impute.KNNImputer(n_neighbors=2).fit_transform(np.where(X > 1, np.nan, X))[:3].round(4)
feature_extraction.DictVectorizer(sparse=False).fit_transform([{"a": np.float64(1)}, {"b": 2}])
feature_extraction.image.extract_patches_2d(X, (2, 2)).shape
dummy.DummyRegressor().fit(X, y).predict(X[:2]).round(4)
utils.resample(X, random_state=0)[:2].round(4)
[v.round(3) for v in utils.shuffle(X[:3], y[:3], random_state=0)]
utils.class_weight.compute_class_weight("balanced", classes=np.unique(c), y=c)
utils.class_weight.compute_sample_weight("balanced", c)
utils.check_array(X).shape, utils.check_X_y(X, y)[1][:2].round(4)
utils.extmath.softmax(X[:2]).round(4)
utils.extmath.randomized_svd(X, 2, random_state=0)[1].round(4)
datasets.make_regression(5, 2, random_state=0, coef=True)[2].round(4)
random_projection.GaussianRandomProjection(2, random_state=0).fit_transform(X).shape
semi_supervised.LabelPropagation().fit(X, np.where(np.arange(30) < 5, c, -1)).transduction_
cross_decomposition.PLSRegression(2).fit(X, y).predict(X[:2]).round(4)
kernel_approximation.RBFSampler(random_state=0, n_components=4).fit_transform(X)[:1].round(4)
kernel_approximation.Nystroem(random_state=0, n_components=4).fit_transform(X)[:1].round(4)
base.clone(linear_model.Ridge(alpha=.3)).fit(X, y).intercept_.round(4)
Own(0.1).fit(X, y).predict(X[:2]).round(4)
MS.GridSearchCV(Own(), {"alpha": np.array([.1, 1.])}, cv=3).fit(X, y).best_params_
MS.cross_val_score(Own(), X, y, cv=3).round(4)
repr(linear_model.RidgeCV(alphas=np.array([.1, 1.])))
base.clone(linear_model.RidgeCV(alphas=np.array([.1, 1.]))).fit(X, y).alpha_
"""
