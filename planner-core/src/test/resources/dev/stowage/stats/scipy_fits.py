"""Writes scipy-fits.json: what scipy.stats.<family>.fit reaches on data that the test makes once more by itself.

Command: python3 scipy_fits.py > scipy-fits.json   (SciPy 1.17.1, NumPy 2.4.6)
The versions that made the file are written into it. No data are kept: value i of a set is the quantile of the source at
u = (state >> 11) / 2^53, where state is the i-th of the linear congruential generator below from the seed of the set
(Knuth, The Art of Computer Programming, volume 2, MMIX), rounded to 9 significant digits. sum and squares check that
both have the same values.
"""
import json
import sys
import warnings

import numpy as np
import scipy
from scipy import stats

warnings.filterwarnings("ignore")

FAMILIES = {
    "normal": stats.norm, "r": stats.rdist, "chi-squared": stats.chi2, "student-t": stats.t, "beta": stats.beta,
    "log-normal": stats.lognorm, "gamma": stats.gamma, "f": stats.f, "exponential": stats.expon,
    "cauchy": stats.cauchy, "laplace": stats.laplace, "log-gamma": stats.loggamma, "chi": stats.chi,
}
# family, shapes, location, scale; of each family several members, regular and not
SOURCES = [
    ("normal", [], 3.0, 2.0), ("normal", [], -1000.0, 0.01),
    ("r", [5.5], 10.0, 4.0), ("r", [2.5], 0.0, 1.0), ("r", [30.0], 5.0, 20.0),
    ("chi-squared", [7.0], -2.0, 3.0), ("chi-squared", [3.0], 0.0, 1.0), ("chi-squared", [40.0], 0.0, 10.0),
    ("student-t", [4.0], -5.0, 0.5), ("student-t", [1.5], 100.0, 30.0), ("student-t", [15.0], 0.0, 1.0),
    ("beta", [6.0, 2.5], 2.0, 3.0), ("beta", [2.5, 2.5], 0.0, 1.0), ("beta", [3.0, 40.0], 0.0, 500.0),
    ("log-normal", [0.5], 0.0, 1.0), ("log-normal", [1.8], 4.0, 60.0), ("log-normal", [1.0], 0.0, 20.0),
    ("gamma", [9.0], 100.0, 20.0), ("gamma", [3.0], 0.0, 10.0), ("gamma", [2.5], -7.0, 0.1),
    ("f", [6.0, 9.0], 3.0, 2.0), ("f", [12.0, 3.0], 10.0, 30.0), ("f", [8.0, 40.0], 0.0, 1.0),
    ("exponential", [], 1.0, 7.0), ("exponential", [], 0.0, 3600.0),
    ("cauchy", [], 2.0, 0.5), ("cauchy", [], -300.0, 40.0),
    ("laplace", [], -1.0, 4.0), ("laplace", [], 60.0, 0.2),
    ("log-gamma", [3.0], 5.0, 2.0), ("log-gamma", [0.8], 0.0, 1.0), ("log-gamma", [20.0], -40.0, 9.0),
    ("chi", [4.0], -3.0, 2.5), ("chi", [3.0], 0.0, 1.0), ("chi", [25.0], 10.0, 5.0),
]
# data that none of the other families fits: every family is fitted to them
FOREIGN = [("log-normal", [1.0], 0.0, 20.0), ("gamma", [3.0], 0.0, 10.0)]
COUNT = 1500


def draws(source, seed):
    name, shapes, location, scale = source
    state = seed
    u = np.empty(COUNT)
    for i in range(COUNT):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        u[i] = (state >> 11) / 2**53
    x = FAMILIES[name](*shapes, loc=location, scale=scale).ppf(u)
    return np.array([float(f"{v:.9g}") for v in x])


def best(family, data, start):
    """The better of SciPy's own start and the start at the truth, where there is one."""
    reached, estimate = -np.inf, None
    for guess in (None, start):
        try:
            if guess is None:
                found = family.fit(data)
            elif start is not None and guess[0] is not None:
                found = family.fit(data, *guess[0], loc=guess[1], scale=guess[2])
            else:
                continue
        except Exception:  # SciPy raises where its start lies outside the support
            continue
        value = float(np.sum(family.logpdf(data, *found)))
        if np.isfinite(value) and value > reached:
            reached, estimate = value, [float(f"{v:.9g}") for v in found]
    return reached, estimate


def entry(name, source, seed, start):
    data = draws(source, seed)
    reached, estimate = best(FAMILIES[name], data, start)
    print(name, source, reached, file=sys.stderr, flush=True)
    return {
        "family": name, "source": source[0], "shapes": source[1], "location": source[2], "scale": source[3],
        "seed": seed, "count": COUNT, "sum": float(np.sum(data)), "squares": float(np.sum(data * data)),
        "logLikelihood": reached, "estimate": estimate,
    }


def fits():
    for i, source in enumerate(SOURCES):
        yield entry(source[0], source, 2011 + i, source[1:])
    for i, source in enumerate(FOREIGN):
        for name in FAMILIES:
            if name != source[0]:
                yield entry(name, source, 3000 + i, None)


json.dump(
    {
        "tool": f"SciPy {scipy.__version__}, NumPy {np.__version__}",
        "command": "python3 scipy_fits.py > scipy-fits.json",
        "fits": list(fits()),
    },
    sys.stdout,
    allow_nan=False,
    indent=1,
)
sys.stdout.write("\n")
