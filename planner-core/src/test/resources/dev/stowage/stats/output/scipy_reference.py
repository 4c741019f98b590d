"""Writes scipy-reference.json, the values that the tests of dev.stowage.stats.output compare with.

Command: python3 scipy_reference.py > scipy-reference.json   (SciPy 1.17.1, NumPy 2.4.6)
The versions that made the file are written into it.
"""
import json
import sys

import numpy as np
import scipy
from scipy import stats

SAMPLES = [
    ([12.5, 14.25, 11.75, 13.0, 15.5], [11.0, 14.5, 11.25, 12.0, 13.5]),
    ([0.91, 0.93], [0.95, 0.94]),
    ([3.1, 3.4, 2.9, 3.3, 3.6, 3.0], [30.5, 12.2, 55.0, 41.8, 9.7, 22.4]),
    ([1e6 + 1, 1e6 + 2, 1e6 + 4, 1e6 + 3], [1e6 + 2, 1e6 + 1, 1e6 + 3, 1e6 + 5]),
]
random = np.random.default_rng(20261123)
for size in (5, 6, 7, 8, 13, 30, 61, 120):  # with ties and many zeros
    zeros = random.random(size) < 0.6
    SAMPLES.append(([0.0] * size, np.where(zeros, 0, np.round(random.normal(-1, 3, size), 1)).tolist()))
LEVELS = [0.9, 0.95, 0.99]


def paired(first, second, level):
    """Sign test and distribution-free interval of the median of the differences."""
    differences = np.asarray(first) - np.asarray(second)
    more, less = int((differences > 0).sum()), int((differences < 0).sum())
    interval = stats.quantile_test(differences, q=0, p=0.5).confidence_interval(level)
    return {
        "first": first,
        "second": second,
        "level": level,
        "mean": float(differences.mean()),
        "median": float(np.median(differences)),
        "more": more,
        "less": less,
        "pValue": float(stats.binomtest(more, more + less).pvalue) if more + less else None,
        "low": None if np.isnan(interval.low) else float(interval.low),
        "high": None if np.isnan(interval.high) else float(interval.high),
    }


def mser(seed, size, bias):
    """The definition of MSER, term by term, on a geometric start-up plus noise."""
    random = np.random.default_rng(seed)
    values = np.round(random.normal(10, 2, size) + bias * 0.9 ** np.arange(size), 6)
    errors = [np.var(values[d:]) / (size - d) for d in range(size // 2 + 1)]
    return {"means": values.tolist(), "truncation": int(np.argmin(errors))}


def reliability(held, replications, share, confidence):
    """Clopper and Pearson's one-sided limits, and the most misses that leave a claim of share."""
    misses = replications - held
    allowed = [m for m in range(replications) if stats.binom.cdf(m, replications, 1 - share) <= 1 - confidence]
    return {
        "held": held,
        "replications": replications,
        "share": share,
        "confidence": confidence,
        "claimed": float(stats.beta.ppf(1 - confidence, held, misses + 1)) if held else 0.0,
        "notExcluded": float(stats.beta.ppf(confidence, held + 1, misses)) if misses else 1.0,
        "allowedMisses": max(allowed, default=-1),
    }


json.dump(
    {
        "madeBy": {
            "tool": "SciPy",
            "version": scipy.__version__,
            "numpy": np.__version__,
            "python": sys.version.split()[0],
            "command": "python3 scipy_reference.py > scipy-reference.json",
        },
        "differences": [paired(a, b, level) for a, b in SAMPLES for level in LEVELS],
        "reliabilities": [
            reliability(held, replications, share, confidence)
            for held, replications in [(29, 29), (28, 28), (60, 61), (5, 5), (0, 7), (1, 3), (271, 300), (998, 1000)]
            for share, confidence in [(0.9, 0.95), (0.95, 0.9), (0.5, 0.8), (0.99, 0.99)]
        ],
        "truncations": [
            mser(seed, size, bias)
            for seed, size, bias in [(1, 60, 0), (2, 100, 30), (3, 101, -80), (4, 7, 5), (5, 250, 4)]
        ],
    },
    sys.stdout,
    indent=1,
)
print()
