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
import statsmodels
from statsmodels.tsa.exponential_smoothing.ets import ETSModel

warnings.filterwarnings("ignore")

AHEAD = 30
TRENDS = {"NONE": (None, False), "ADDITIVE": ("add", False), "DAMPED": ("add", True)}
# trend, period, alpha, beta, gamma, phi, level, slope, sigma, length, seed
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


def ets(values, trend, period, **more):
    kind, damped = TRENDS[trend]
    return ETSModel(values, error="add", trend=kind, damped_trend=damped, seasonal="add" if period > 1 else None,
                    seasonal_periods=period if period > 1 else None, **more)


def fixed(model, values):
    trend, period, alpha, beta, gamma, phi, level, slope = model[:8]
    known = {"initialization_method": "known", "initial_level": level}
    parameters = [alpha]
    if trend != "NONE":
        known["initial_trend"] = slope
        parameters.append(beta)
    if period > 1:
        known["initial_seasonal"] = season(period, level)
        parameters.append(gamma)
    if trend == "DAMPED":
        parameters.append(phi)
    states = [level] + ([slope] if trend != "NONE" else []) + (list(season(period, level)) if period > 1 else [])
    fitted = ets(values, trend, period, **known)
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
    for model in MODELS:
        values = draw(model)
        trend, period, alpha, beta, gamma, phi, level, slope = model[:8]
        cases.append({
            "trend": trend, "period": period, "alpha": alpha, "beta": beta, "gamma": gamma, "phi": phi,
            "level": level, "slope": slope if trend != "NONE" else 0,
            "season": [float(v) for v in season(period, level)] if period > 1 else [0.0],
            "values": list(values),
            "fixed": fixed(model, values),
            "fit": float(ets(values, trend, period).fit(disp=0, maxiter=2000).llf),
        })
    json.dump({"statsmodels": statsmodels.__version__, "numpy": np.__version__, "cases": cases}, sys.stdout, indent=1)
    print()


main()
