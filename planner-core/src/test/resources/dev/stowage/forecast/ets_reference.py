"""Writes ets-reference.json: exponential smoothing as statsmodels' ETSModel has it.

Command: python3 ets_reference.py > ets-reference.json   (statsmodels 0.15.0, NumPy 2.4.6)
The versions that made the file are written into it. "fixed": errors, log-likelihood, forecasts and their variances with
parameters and initial states that are given. "fits": the best log-likelihood that ETSModel.fit reaches from its own
start. Each series is drawn from its model with NumPy's generator and the seed that is named, and kept with six decimals.
"""
import json
import sys
import warnings

import numpy as np
import pandas as pd
import scipy
import statsmodels
from scipy.optimize import minimize
from statsmodels.tsa.exponential_smoothing.ets import ETSModel

warnings.filterwarnings("ignore")

AHEAD = 30
LEAST = 1e-4  # bounds of alpha and of beta over alpha, as in ParameterSpace
TRENDS = {"NONE": (None, False), "ADDITIVE": ("add", False), "DAMPED": ("add", True)}
# trend, period, alpha, beta, gamma, phi, level, slope, sigma, length, seed; errors and seasons add up, or are shares
RELATIVE = [
    ("NONE", 1, 0.4, 0, 0, 1, 100, 0, 0.08, 60, 11),
    ("ADDITIVE", 1, 0.4, 0.1, 0, 1, 100, 1.5, 0.05, 80, 12),
    ("DAMPED", 1, 0.5, 0.2, 0, 0.9, 50, 4, 0.04, 80, 13),
    ("NONE", 4, 0.3, 0, 0.2, 1, 100, 0, 0.05, 60, 14),
    ("ADDITIVE", 12, 0.3, 0.02, 0.2, 1, 100, 2, 0.04, 132, 15),
    ("DAMPED", 12, 0.3, 0.1, 0, 0.95, 100, 5, 0.04, 132, 16),
    ("ADDITIVE", 7, 0.2, 0.01, 0.1, 1, 4000, 20, 0.06, 200, 17),
]
MODELS = [
    ("NONE", 1, 0.3, 0, 0, 1, 100, 0, 5, 60, 1),
    ("NONE", 1, 0.95, 0, 0, 1, 0.02, 0, 0.001, 60, 2),
    ("ADDITIVE", 1, 0.4, 0.1, 0, 1, 100, 0.5, 3, 80, 3),
    ("DAMPED", 1, 0.5, 0.2, 0, 0.9, 50, 2, 1, 80, 4),
    ("NONE", 4, 0.3, 0, 0.2, 1, 100, 0, 5, 60, 5),
    ("NONE", 7, 0.2, 0, 0.1, 1, 4000, 0, 90, 90, 6),
    ("ADDITIVE", 12, 0.3, 0.05, 0.3, 1, 100, 1, 4, 96, 7),
    ("DAMPED", 12, 0.3, 0.1, 0.3, 0.95, 100, 3, 4, 96, 8),
    ("ADDITIVE", 24, 0.1, 0.01, 0.05, 1, 500, 0.4, 12, 240, 9),
    ("DAMPED", 7, 0.6, 0.1, 0.1, 0.85, 20, 1, 0.5, 120, 10),
]


def season(period, level):
    """Effects of a season that sum to zero."""
    effects = np.array([level * 0.2 * np.sin(2 * np.pi * i / period) + level * 0.05 * np.cos(4 * np.pi * i / period)
                        for i in range(period)])
    return effects - effects.mean()


def factors(period, level):
    """Effects of a season with a mean of one."""
    return 1 + season(period, level) / level


def draw_relative(model):
    trend, period, alpha, beta, gamma, phi, level, slope, sigma, length, seed = model
    effects = list(factors(period, level)) if period > 1 else [1.0]
    noise = np.random.default_rng(seed).normal(0, sigma, length)
    values = []
    slope = slope if trend != "NONE" else 0.0
    for t in range(length):
        value, level, slope = step(level, slope, effects, t, alpha, beta, gamma, phi, noise[t])
        values.append(round(float(value), 6))
    return pd.Series(values)


def draw(model):
    trend, period, alpha, beta, gamma, phi, level, slope, sigma, length, seed = model
    effects = list(season(period, level)) if period > 1 else [0.0]
    noise = np.random.default_rng(seed).normal(0, sigma, length)
    values = []
    for i in range(length):
        error = noise[i]
        values.append(round(float(level + phi * slope + effects[i % len(effects)] + error), 6))
        level, slope = level + phi * slope + alpha * error, phi * slope + beta * error
        effects[i % len(effects)] += gamma * error
    return pd.Series(values)


def ets(values, trend, period, kind_of_error, **more):
    kind, damped = TRENDS[trend]
    return ETSModel(values, error=kind_of_error, trend=kind, damped_trend=damped, seasonal=kind_of_error if period > 1 else None,
                    seasonal_periods=period if period > 1 else None, **more)


def step(level, slope, effects, t, alpha, beta, gamma, phi, error):
    """Value and next state: Hyndman et al. 2008, table 2.3, ETS(M,.,M)."""
    following = level + phi * slope
    value = following * effects[t % len(effects)] * (1 + error)
    effects[t % len(effects)] = effects[t % len(effects)] * (1 + gamma * error)
    return value, following * (1 + alpha * error), phi * slope + beta * following * error


def smoothed(values, parameters, level, slope, effects):
    """Errors, log-likelihood and last state by those equations."""
    alpha, beta, gamma, phi = parameters
    effects, errors, logs = list(effects), [], 0.0
    for t, value in enumerate(values):
        prediction = (level + phi * slope) * effects[t % len(effects)]
        if not prediction > 0:
            return errors, -np.inf, (level, slope, effects)
        errors.append(value / prediction - 1)
        logs += np.log(prediction)
        _, level, slope = step(level, slope, effects, t, alpha, beta, gamma, phi, errors[-1])
    n = len(values)
    return errors, -n / 2 * (np.log(2 * np.pi * np.mean(np.square(errors))) + 1) - logs, (level, slope, effects)


def fixed_relative(model, values):
    """As fixed; variances of 20,000 drawn futures. statsmodels 0.15.0 updates a multiplicative season by the level that has
    learned, and not as in its documentation and in table 2.3: it is held to where season or its weight is none."""
    trend, period, alpha, beta, gamma, phi, level, slope = model[:8]
    effects = factors(period, level) if period > 1 else [1.0]
    start = slope if trend != "NONE" else 0.0
    errors, likelihood, (level, slope, last) = smoothed(values, (alpha, beta, gamma, phi), level, start, effects)
    variance = float(np.mean(np.square(errors)))
    if gamma == 0:
        other = fixed(model, values, "mul")
        assert np.allclose(errors, other["errors"]) and np.isclose(likelihood, other["logLikelihood"])
    means, variances = [], []
    futures, slopes, seasons = np.full(20_000, level), np.full(20_000, slope), [np.full(20_000, each) for each in last]
    noise = np.random.default_rng(1)
    for h in range(AHEAD):
        means.append((level + slope * sum(phi**i for i in range(1, h + 2))) * last[(len(values) + h) % period])
        error = noise.normal(0, np.sqrt(variance), len(futures))
        value, futures, slopes = step(futures, slopes, seasons, len(values) + h, alpha, beta, gamma, phi, error)
        variances.append(float(value.var()))
    return {"errors": errors, "logLikelihood": float(likelihood), "variance": variance, "means": means, "variances": variances}


def fit_relative(model, values):
    """The best log-likelihood: of statsmodels without a season, else of SciPy's BFGS from the truth."""
    trend, period, alpha, beta, gamma, phi, level, slope = model[:8]
    if period == 1:
        return float(ets(values, trend, period, "mul").fit(disp=0, maxiter=2000).llf)
    has_slope, is_damped = trend != "NONE", trend == "DAMPED"
    share = lambda x: 1 / (1 + np.exp(-np.clip(x, -30, 30)))
    logit = lambda p: np.log(p / (1 - p))

    def parts(x):
        a = LEAST + (1 - 2 * LEAST) * share(x[0])
        given = (a, a * (LEAST + (1 - LEAST) * share(x[1])) if has_slope else 0.0, (1 - a) * share(x[2]), 0.8 + 0.18 * share(x[3]) if is_damped else 1.0)
        return given, level * x[4], level * x[5] if has_slope else 0.0, x[6:]

    start = [logit(alpha), logit(max(beta, 0.001) / alpha), logit(max(gamma, 0.001) / (1 - alpha)), 1, 1, slope / level, *factors(period, level)]
    cost = lambda x: min(1e9, -smoothed(values, *parts(x))[1])
    found = minimize(cost, start, method="BFGS", options={"maxiter": 300})
    return float(-found.fun)


def fixed(model, values, error):
    trend, period, alpha, beta, gamma, phi, level, slope = model[:8]
    effects = season(period, level) if error == "add" else factors(period, level)
    known = {"initialization_method": "known", "initial_level": level}
    parameters = [alpha]
    if trend != "NONE":
        known["initial_trend"] = slope
        parameters.append(beta)
    if period > 1:
        known["initial_seasonal"] = effects
        parameters.append(gamma)
    if trend == "DAMPED":
        parameters.append(phi)
    states = [level] + ([slope] if trend != "NONE" else []) + (list(effects) if period > 1 else [])
    fitted = ets(values, trend, period, error, **known)
    result = fitted.smooth(parameters + states)
    ahead = result.get_prediction(start=len(values), end=len(values) + AHEAD - 1)
    return {
        "errors": [float(e) for e in result.resid],
        "logLikelihood": float(result.llf),
        "variance": float(result.scale),
        "means": [float(v) for v in result.forecast(AHEAD)],
        "variances": [float(v) for v in ahead.forecast_variance],
    }


def main():
    cases = []
    for error, model in [*(("add", each) for each in MODELS), *(("mul", each) for each in RELATIVE)]:
        values = draw(model) if error == "add" else draw_relative(model)
        trend, period, alpha, beta, gamma, phi, level, slope = model[:8]
        effects = season(period, level) if error == "add" else factors(period, level)
        cases.append({
            "errors": "ADDITIVE" if error == "add" else "RELATIVE",
            "trend": trend, "period": period, "alpha": alpha, "beta": beta, "gamma": gamma, "phi": phi,
            "level": level, "slope": slope if trend != "NONE" else 0,
            "season": [float(v) for v in effects] if period > 1 else [0.0 if error == "add" else 1.0],
            "values": list(values),
            "fixed": fixed(model, values, error) if error == "add" else fixed_relative(model, values),
            "fit": float(ets(values, trend, period, error).fit(disp=0, maxiter=2000).llf) if error == "add"
            else fit_relative(model, values),
        })
    json.dump({"statsmodels": statsmodels.__version__, "numpy": np.__version__, "scipy": scipy.__version__, "cases": cases}, sys.stdout, indent=1)
    print()


main()
