"""Writes COUNT doubles, durations with a long tail: values.py COUNT OUT.f64 (log-normal, sigma 1, median 20 s, seed 2011)"""
import sys

import numpy as np

np.random.default_rng(2011).lognormal(np.log(20), 1.0, int(sys.argv[1])).tofile(sys.argv[2])
