"""Calibrates the interference model of docs/quman.md to two of the thesis' experiments (Sfakianakis 2023): scores of the
15 mixes of four of six workloads (2.6.3, in the reading of the specification: 0, .3, 0, .7, .7, 0) and frimics over vanguard (2.8.1). One sensitivity and one pressure a workload
and group of resources. Under-determined: E_sys, gradual and excess load are not in the fit.
usage: python3 calibrate.py [seed]   (SciPy L-BFGS-B, 3 random starts) -> JSON lines of isolation.json"""
import itertools, json, sys
import numpy as np
from scipy.optimize import minimize

W = ['TPC-E', 'TPC-H', 'TPC-W', 'BLAST', 'Apache', 'FIO']
COST = np.array([18.5 / 18, 22.45 / 32.2, 547.73 / 504.21, 35.15 / 45.52, 120.16 / 72.93, 1.3 / 1.5])  # table 2.3
GROUP = {'cpu': ('cpu', 'memory'), 'io': ('page-cache', 'journal', 'ssd-cache', 'io-threads'), 'numa': ('numa',)}
SIZE = np.array([2, 4, 1])
FREE = {'native': np.array([1., 1., 1.]), 'vanguard': np.array([1., 0., .5]), 'frimics': np.zeros(3)}  # 1 - i
SLICE = [2, 3, 2, 0, 3, 1]  # 2.5.4: TPC-E + TPC-W, TPC-H + Apache share one
MIXES = list(itertools.combinations(range(6), 4))


def scores(s, p, mix, level, slices=SLICE, cost=True):
    out = []
    for i in mix:
        pi = COST[i] if cost and level != 'native' else 1.
        for g in range(3):
            inside = min(1, sum(p[j, g] for j in mix if j != i and slices[j] == slices[i]))
            every = min(1, sum(p[j, g] for j in mix if j != i))
            f = FREE[level][g]
            pi *= max(0, 1 - s[i, g] * (f * every + (1 - f) * inside)) ** SIZE[g]
        out.append(pi)
    return np.array(out)


def mean_scores(s, p, level):
    total = np.zeros(6)
    for mix in MIXES:
        total[list(mix)] += scores(s, p, mix, level) / 10
    return total


def ratios(s, p):
    mix = (1, 4, 0, 3)
    own = list(range(6))
    return 1 / scores(s, p, mix, 'vanguard', own, cost=False)


def loss(v):
    s, p = v[:18].reshape(6, 3), v[18:].reshape(6, 3)
    n, g, r = mean_scores(s, p, 'native'), mean_scores(s, p, 'vanguard'), np.sort(ratios(s, p))
    e = ((n - np.array([0, .3, 0, .7, .7, 0])) ** 2 / .05 ** 2).sum()
    e += (np.maximum(0, .5 - g[:5]) ** 2 / .03 ** 2).sum() + max(0, g[5] - .4) ** 2 / .03 ** 2
    e += ((r[0] - 1.216) / .02) ** 2 + ((r[-1] - 1.639) / .02) ** 2 + ((r.mean() - 1.379) / .02) ** 2
    return e + .05 * (v ** 2).sum()  # of many answers, one without extremes


def esys(s, p, level):
    k = np.array([4, 1, 4, 4, 4, 2.])
    total = []
    for mix in MIXES:
        x = scores(s, p, mix, level)
        u = min(1, (k[list(mix)] * x).sum() / 16)
        total.append(x.sum() / (2 / 3 + u / 3))
    return np.mean(total)


if __name__ == '__main__':
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    rng = np.random.default_rng(seed)
    starts = [rng.uniform(0, .6, 36) for _ in range(3)]
    runs = [minimize(loss, x, method='L-BFGS-B', bounds=[(0, .95)] * 36, options=dict(maxiter=300, maxfun=10 ** 5)) for x in starts]
    r = min(runs, key=lambda run: run.fun)
    print([round(run.fun, 1) for run in runs], file=sys.stderr)
    s, p = np.round(r.x[:18].reshape(6, 3), 3), np.round(r.x[18:].reshape(6, 3), 3)
    print('loss', round(r.fun, 2), file=sys.stderr)
    for level in ('native', 'vanguard'):
        print(level, dict(zip(W, mean_scores(s, p, level).round(3))), file=sys.stderr)
    print('frimics/vanguard', ratios(s, p).round(3), ratios(s, p).mean().round(3), file=sys.stderr)
    print('not in the fit: E_sys ratio', round(esys(s, p, 'vanguard') / esys(s, p, 'native'), 3), file=sys.stderr)
    for level in ('native','vanguard'):
        print('gradual', level, [scores(s,p,[0,3,5,2,1,4][:k],level).round(2).tolist() for k in range(1,7)], file=sys.stderr)
    for i, w in enumerate(W):
        print(json.dumps({'name': w, 'sensitivity': dict(zip(GROUP, s[i])), 'pressure': dict(zip(GROUP, p[i]))}))
