"""Writes numpy-components.json: correlations, principal components and importances of measurements that the test makes once more.

Command: python3 numpy_components.py > numpy-components.json   (NumPy 2.4.6)
The version that made the file is written into it. Measurement i takes the next uniforms u = (state >> 11) / 2^53 of the linear
congruential generator below (Knuth, The Art of Computer Programming, volume 2, MMIX), eight in all; a feature whose uniform of
absence is below its limit was not measured (NaN). Correlations are over the measurements that have both, so that eigenvalues
may lie below 0; those count as 0.
"""
import json
import sys

import numpy as np

MULTIPLIER, INCREMENT, SEED, ROWS = 6364136223846793005, 1442695040888963407, 20111, 5000
state = SEED


def uniform():
    global state
    state = (state * MULTIPLIER + INCREMENT) % 2**64
    return (state >> 11) / 2.0**53


rows = []
for _ in range(ROWS):
    u = [uniform() for _ in range(8)]
    cpu = u[0] * u[0]
    rows.append([
        cpu,                                             # meanCpuCores
        0.5 * u[1] + 2 * cpu,                            # meanMemoryGib
        1000 * u[2],                                     # pageCacheGib
        (0.5 * u[1] + 2 * cpu) * (1 + 0.001 * u[3]),     # maxMemoryGib
        u[4] * u[2] if u[5] >= 0.3 else np.nan,          # meanDiskIo
        1e-6 * (u[6] + u[0]) if u[7] >= 0.45 else np.nan,  # diskSpaceGib
    ])
x = np.array(rows)
n = x.shape[1]
r = np.eye(n)
for i in range(n):
    for j in range(n):
        both = np.isfinite(x[:, i]) & np.isfinite(x[:, j])
        r[i, j] = np.corrcoef(x[both, i], x[both, j])[0, 1]
values, vectors = np.linalg.eigh(r)
order = np.argsort(-values)
values, vectors = np.maximum(values[order], 0), vectors[:, order]
explained = values / values.sum()
sizes = np.abs(vectors)
importances = (sizes / sizes.sum(axis=0)) @ explained
for k in range(n):  # the largest is positive
    vectors[:, k] *= np.sign(vectors[np.argmax(sizes[:, k]), k])
json.dump({
    "numpy": np.__version__,
    "command": "python3 numpy_components.py > numpy-components.json",
    "seed": SEED,
    "rows": ROWS,
    "correlations": r.tolist(),
    "explained": explained.tolist(),
    "loadings": vectors.T.tolist(),
    "importances": importances.tolist(),
}, sys.stdout, indent=1)
