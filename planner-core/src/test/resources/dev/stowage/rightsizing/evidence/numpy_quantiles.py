"""Writes numpy-quantiles.json: quantiles of amounts weighted by time, which UseSketchTest compares with.

Command: python3 numpy_quantiles.py > numpy-quantiles.json   (NumPy 2.4.6)
The version that made the file is written into it. Definition: inverted_cdf (type 1 of Hyndman and Fan, 1996) with
weights. Weights are primes, so that hardly any share of their sum is exactly one of those asked for: there floating
point would decide, and the test works those out by hand.
"""
import json

import numpy as np

SHARES = [1, 10_000, 250_000, 500_000, 900_000, 950_000, 990_000, 999_000, 1_000_000]
PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 300_000_007]

random = np.random.default_rng(20260722)
sets = []
for size, largest in [(1, 10), (2, 10), (7, 3), (40, 1000), (300, 50), (300, 10**12), (1000, 10**6)]:
    values = random.integers(0, largest, size, endpoint=True)
    weights = random.choice(PRIMES, size)
    sets.append({
        "values": values.tolist(),
        "weights": weights.tolist(),
        "quantiles": [
            int(np.quantile(values, share / 1e6, weights=weights, method="inverted_cdf")) for share in SHARES
        ],
    })
print(json.dumps({"numpy": np.__version__, "millionths": SHARES, "sets": sets}))
