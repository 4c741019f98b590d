"""What scikit-optimize reaches on Branin's function in 30 evaluations, for TunerTest.

Made with scikit-learn 1.9.1, scikit-optimize 0.10.2, numpy 2.4.6:
    python branin.py > branin.json
"""
import json
import warnings

import numpy as np
import sklearn
import skopt
from skopt import gp_minimize

warnings.simplefilter("ignore")

def branin(x):
    a, b = x
    return (b - 5.1 / (4 * np.pi**2) * a * a + 5 / np.pi * a - 6) ** 2 + 10 * (1 - 1 / (8 * np.pi)) * np.cos(a) + 10


regrets = []
for seed in range(20):
    found = gp_minimize(branin, [(-5.0, 10.0), (0.0, 15.0)], n_calls=30, n_initial_points=5,
                        initial_point_generator="sobol", acq_func="EI", noise=1e-10, random_state=seed)
    regrets.append(found.fun - 0.39788735772973816)
print(json.dumps(dict(tool=f"scikit-learn {sklearn.__version__}, scikit-optimize {skopt.__version__}, numpy {np.__version__}",
                      command="python branin.py > branin.json", regret30=regrets), indent=1))
