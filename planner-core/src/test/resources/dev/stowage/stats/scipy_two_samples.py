"""Writes scipy-two-samples.json: distances and correlations of pairs of samples, and dispersion of arrivals, by SciPy and NumPy.

Command: python3 scipy_two_samples.py > scipy-two-samples.json   (SciPy 1.17.1, NumPy 2.4.6)
The versions that made the file are written into it.
"""
import json
import sys

import numpy as np
import scipy
from scipy import stats

random = np.random.default_rng(20111)


def pair(name, a, b):
    a = np.round(np.asarray(a, float), 4)
    b = np.round(np.asarray(b, float), 4)
    ks = stats.ks_2samp(a, b, method="asymp").statistic
    scale = np.sqrt(len(a) * len(b) / (len(a) + len(b)))
    case = {
        "name": name, "a": a.tolist(), "b": b.tolist(), "ks": ks,
        "pValue": stats.kstwobign.sf(ks * scale), "noise": stats.kstwobign.isf(0.05) / scale,
        "wasserstein": stats.wasserstein_distance(a, b) / np.std(a),
    }
    if len(a) == len(b):
        case["pearson"] = stats.pearsonr(np.sort(a), np.sort(b)).statistic
        case["spearman"] = stats.spearmanr(a, b).statistic
    return case


def arrivals():
    gaps = random.gamma(0.3, 20, 400)
    times = np.round(np.cumsum(gaps), 6)
    end = float(np.ceil(times[-1]))
    cases = []
    for scale in (1, 60):
        spans = int(end // scale)
        counts = np.histogram(times, bins=np.arange(spans + 1) * scale)[0]
        if times[-1] == spans * scale:  # NumPy's last bin includes its upper edge
            counts[-1] -= 1
        deviations = counts - counts.mean()
        correlations = [float((deviations[k:] * deviations[:-k]).sum() / (deviations**2).sum()) for k in range(1, 6)]
        cases.append({"scale": scale, "spans": spans, "dispersion": float(np.var(counts, ddof=1) / counts.mean()),
                      "autocorrelation": correlations})
    return {"times": times.tolist(), "end": end, "scales": cases}


shared = random.normal(size=60)
pairs = [
    pair("normal, shifted", random.normal(size=80), random.normal(0.5, 1, 80)),
    pair("log-normal, of unequal size", random.lognormal(3, 1.5, 50), random.lognormal(3, 1, 170)),
    pair("whole numbers with ties", random.geometric(0.3, 120), random.geometric(0.25, 120)),
    pair("correlated, with ties", np.round(shared, 1), np.round(shared + random.normal(size=60), 1)),
    pair("the same", np.arange(40), np.arange(40)),
    pair("apart", random.uniform(0, 1, 35), random.uniform(2, 5, 35)),
]
json.dump({"tool": "SciPy " + scipy.__version__ + ", NumPy " + np.__version__,
           "command": "python3 scipy_two_samples.py > scipy-two-samples.json",
           "pairs": pairs, "arrivals": arrivals()}, sys.stdout, indent=1)
print()
