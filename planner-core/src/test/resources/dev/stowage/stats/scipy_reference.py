"""Writes scipy-reference.json, the values that the tests of dev.stowage.stats compare with.

Command: python3 scipy_reference.py > scipy-reference.json   (SciPy 1.17.1, NumPy 2.4.6)
The versions that made the file are written into it.
"""
import json
import sys
import warnings

import numpy as np
import scipy
from scipy import stats

warnings.filterwarnings("ignore")

MEMBERS = [
    ("normal", stats.norm, [], 3.0, 2.0),
    ("r", stats.rdist, [1.6], 0.0, 1.0),
    ("r", stats.rdist, [5.5], 10.0, 4.0),
    ("chi-squared", stats.chi2, [0.31], 0.0, 1.0),
    ("chi-squared", stats.chi2, [7.0], -2.0, 3.0),
    ("student-t", stats.t, [0.25], 1.0, 2.0),
    ("student-t", stats.t, [4.0], -5.0, 0.5),
    ("beta", stats.beta, [0.94, 1.09], 0.0, 1.0),
    ("beta", stats.beta, [0.28, 40.0], 0.0, 500.0),
    ("beta", stats.beta, [6.0, 2.5], 2.0, 3.0),
    ("log-normal", stats.lognorm, [0.5], 0.0, 1.0),
    ("log-normal", stats.lognorm, [1.8], 4.0, 60.0),
    ("gamma", stats.gamma, [0.35], 0.0, 1.0),
    ("gamma", stats.gamma, [9.0], 100.0, 20.0),
    ("f", stats.f, [3.0, 5.0], 0.0, 1.0),
    ("f", stats.f, [12.0, 1.5], 10.0, 30.0),
    ("exponential", stats.expon, [], 1.0, 7.0),
    ("cauchy", stats.cauchy, [], 2.0, 0.5),
    ("laplace", stats.laplace, [], -1.0, 4.0),
    ("log-gamma", stats.loggamma, [0.05], 0.0, 1.0),
    ("log-gamma", stats.loggamma, [3.0], 5.0, 2.0),
    ("chi", stats.chi, [0.4], 0.0, 1.0),
    ("chi", stats.chi, [4.0], -3.0, 2.5),
]
PROBABILITIES = [1e-6, 1e-4, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.9999]
SAMPLE_SIZE = 400


def points():
    for name, family, shapes, location, scale in MEMBERS:
        member = family(*shapes, loc=location, scale=scale)
        p = np.array(PROBABILITIES)
        x = member.ppf(p)
        x = np.array([float(f"{v:.12g}") for v in x])
        yield {
            "family": name,
            "shapes": shapes,
            "location": location,
            "scale": scale,
            "p": p.tolist(),
            "ppf": member.ppf(p).tolist(),
            "x": x.tolist(),
            "pdf": member.pdf(x).tolist(),
            "cdf": member.cdf(x).tolist(),
        }


def rounded(values):
    return [float(f"{v:.7g}") for v in values]


def fits():
    random = np.random.default_rng(20111)
    seen = set()
    for name, family, shapes, location, scale in MEMBERS:
        if name in seen or (name in ("r", "chi-squared", "log-gamma", "student-t", "beta", "chi", "gamma")
                            and shapes[0] < 2):
            continue  # the member whose likelihood is bounded
        seen.add(name)
        data = np.array(rounded(family.rvs(*shapes, loc=location, scale=scale,
                                           size=SAMPLE_SIZE, random_state=random)))
        # free start, and from the truth: the better of both
        best = -np.inf
        found = None
        for start in (None, shapes):
            try:
                estimate = family.fit(data) if start is None else family.fit(
                    data, *shapes, loc=location, scale=scale)
            except Exception:  # a start outside the support
                continue
            value = float(np.sum(family.logpdf(data, *estimate)))
            if np.isfinite(value) and value > best:
                best = value
                found = [float(v) for v in estimate]
        yield {"family": name, "data": data.tolist(), "logLikelihood": best, "estimate": found}


def histograms():
    random = np.random.default_rng(7)
    for count in (300, 5000):
        data = np.array(rounded(random.gamma(3.0, 10.0, count)))
        edges = np.histogram_bin_edges(data, bins="fd")
        counts, _ = np.histogram(data, bins=edges)
        shares = counts / count
        mean, deviation = float(np.mean(data)), float(np.std(data))
        p = np.diff(stats.norm(mean, deviation).cdf(edges))
        distance = np.linalg.norm(shares - p) / (np.linalg.norm(shares) + np.linalg.norm(p))
        yield {
            "data": data.tolist(),
            "edges": edges.tolist(),
            "shares": shares.tolist(),
            "mean": mean,
            "deviation": deviation,
            "distanceToNormal": float(distance),
            "ksToNormal": float(stats.kstest(data, stats.norm(mean, deviation).cdf).statistic),
            "logLikelihoodOfNormal": float(np.sum(stats.norm(mean, deviation).logpdf(data))),
        }


def kernels():
    random = np.random.default_rng(11)
    data = np.concatenate([random.normal(0, 1, 600), random.normal(8, 0.7, 400)])
    data = np.array(rounded(data))
    for bandwidth in (0.1, 0.3, 1.0):
        kernel = stats.gaussian_kde(data, bw_method=bandwidth / np.std(data, ddof=1))
        x = np.linspace(-4, 12, 65)
        yield {"data": data.tolist(), "bandwidth": bandwidth, "x": x.tolist(),
               "pdf": kernel(x).tolist()}
    scott = stats.gaussian_kde(data, bw_method="scott")
    yield {"data": data.tolist(), "scott": float(np.sqrt(scott.covariance[0, 0]))}


json.dump(
    {
        "tool": f"SciPy {scipy.__version__}, NumPy {np.__version__}",
        "command": "python3 scipy_reference.py > scipy-reference.json",
        "points": list(points()),
        "fits": list(fits()),
        "histograms": list(histograms()),
        "kernels": list(kernels()),
    },
    sys.stdout,
    allow_nan=False,
)
sys.stdout.write("\n")
