"""Least squares of the forms product and logistic (cut to [0, 1]) by SciPy, on designs that make them hard: sizes of one
ratio and one more, of nearly one ratio, and scattered. The best of 60 random starts (least_squares, lm and trf).
usage: python3 scipy_profiles.py > scipy-profiles.json"""
import json
import numpy as np
import scipy
from scipy.optimize import least_squares


def product(p, x):
    tau = np.exp(np.clip(p, -8, 8))
    return np.prod(np.expm1(-x / tau) / np.expm1(-1 / tau), axis=1)


def logistic(p, x):
    return np.clip(p[0] * np.tanh(x @ p[1:] / 2), 0, 1)


def best(form, x, y, draw):
    found = []
    for i in range(60):
        try:
            r = least_squares(lambda p: form(p, x) - y, draw(), method='lm' if i % 2 else 'trf', max_nfev=3000)
            found.append((2 * r.cost, r.x))
        except Exception:
            continue
    return min(found, key=lambda each: each[0])


def designs(rng):
    sizes = np.array([2, 4, 6, 8, 12, 16]) / 16
    for d in (2, 3):
        one = np.repeat(sizes[:, None], d, axis=1)
        more = one[3:4].copy()
        more[0, 1] = 1
        yield 'one ratio and one more', np.vstack([one, more])
        near = np.clip(one + rng.uniform(-.03, .03, one.shape), .02, 1)
        near[-1] = 1
        yield 'nearly one ratio', near
        yield 'scattered', np.vstack([np.ones(d), rng.uniform(.05, 1, (12, d))])


cases = []
for seed in range(6):
    rng = np.random.default_rng(seed)
    for name, x in designs(rng):
        d = x.shape[1]
        truth = rng.uniform(np.log(.1), np.log(1.2), d)
        weights = np.r_[1.3, rng.uniform(.3, 5, d)]
        for form, at, draw in ((product, truth, lambda: rng.uniform(-5, 3, d)),
                               (logistic, weights, lambda: np.r_[rng.uniform(.5, 4), rng.uniform(0, 8, d)])):
            y = np.round(np.clip(form(at, x) * (1 + .03 * rng.standard_normal(len(x))), 0, 1), 6)
            y[(x == 1).all(1)] = 1
            x6 = np.round(x, 6)
            squares, parameters = best(form, x6, y, draw)
            cases.append({'design': name, 'form': form.__name__, 'shares': x6.tolist(), 'pi': y.tolist(),
                          'squares': squares, 'negative': bool((parameters < 0).any() and form is logistic)})
print(json.dumps({'tool': f'SciPy {scipy.__version__}, NumPy {np.__version__}', 'command': 'python3 scipy_profiles.py',
                  'cases': cases}, indent=1))
