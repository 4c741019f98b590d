"""Reference values for GaussianProcessTest.

Made with scikit-learn 1.9.1, numpy 2.4.6, scipy (norm):
    python gaussian_process.py > gaussian-process.json
"""
import json
import warnings

import numpy as np
import sklearn
from scipy.stats import norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

warnings.simplefilter("ignore")


random = np.random.default_rng(29)
cases = []
for n, d, lengths, variance, noise in [
    (3, 1, [0.4], 1.0, 1e-3),
    (8, 2, [0.3, 0.7], 2.5, 1e-2),
    (20, 2, [0.15, 3.0], 0.6, 1e-4),
    (12, 3, [0.5, 0.2, 1.1], 1.7, 0.2),
]:
    x = random.random((n, d))
    y = np.sin(5 * x).sum(axis=1) + 0.1 * random.standard_normal(n)
    kernel = ConstantKernel(variance) * Matern(length_scale=lengths, nu=2.5)
    # noise is given relative to the variance; alpha includes the jitter of 1e-12
    process = GaussianProcessRegressor(kernel, alpha=variance * (noise + 1e-12), optimizer=None).fit(x, y)
    at = random.random((6, d))
    mean, deviation = process.predict(at, return_std=True)
    best = float(y.min())
    z = (best - mean) / deviation
    cases.append(dict(points=x.tolist(), values=y.tolist(), lengths=lengths, variance=variance, noise=noise,
                      logLikelihood=process.log_marginal_likelihood_value_, at=at.tolist(), mean=mean.tolist(),
                      deviation=deviation.tolist(), best=best,
                      logImprovement=[float(v) if np.isfinite(v) else None  # None: too small for a double
                                      for v in np.log((best - mean) * norm.cdf(z) + deviation * norm.pdf(z))]))
print(json.dumps(dict(tool=f"scikit-learn {sklearn.__version__}, numpy {np.__version__}",
                      command="python gaussian_process.py > gaussian-process.json", cases=cases), indent=1))
