"""CPU seconds of scipy.stats.<family>.fit on every EVERY-th of a file of doubles: scipy_run.py VALUES.f64 EVERY OUT.tsv"""
import sys
import time
import warnings

import numpy as np
from scipy import stats

warnings.filterwarnings("ignore")
FAMILIES = {
    "normal": stats.norm, "r": stats.rdist, "chi-squared": stats.chi2, "student-t": stats.t, "beta": stats.beta,
    "log-normal": stats.lognorm, "gamma": stats.gamma, "f": stats.f, "exponential": stats.expon,
    "cauchy": stats.cauchy, "laplace": stats.laplace, "log-gamma": stats.loggamma, "chi": stats.chi,
}
values = np.fromfile(sys.argv[1])[:: int(sys.argv[2])]
stats.norm.fit(values[:100])  # what SciPy loads lazily is not charged to the first family
with open(sys.argv[3], "w") as out:
    for name, family in FAMILIES.items():
        start = time.process_time()
        try:
            found = family.fit(values)
            took = time.process_time() - start
            reached = float(np.mean(family.logpdf(values, *found)))
        except Exception as error:
            print(f"{name}: {error}", file=sys.stderr)
            took = time.process_time() - start
            reached = float("nan")
        out.write(f"{name}\t{took}\t{reached}\n")
    start = time.process_time()
    kernel = stats.gaussian_kde(values)(np.linspace(values.min(), values.max(), 513))
    out.write(f"kde\t{time.process_time() - start}\tnan\n")
