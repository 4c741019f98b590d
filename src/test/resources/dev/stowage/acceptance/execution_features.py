"""Prints the importance of the execution features of the real pieces, from the published files, without stowage.

Command: python3 execution_features.py SHARED/traces   (DuckDB 2.0.0, NumPy 2.4.6)
"""
import sys

import duckdb
import numpy as np

PIECES = {
    "google-2011": ("google-2011/task_usage/*", {
        "meanCpuCores": 5, "meanMemoryGib": 6, "pageCacheGib": 9, "maxMemoryGib": 10, "meanDiskIo": 11, "diskSpaceGib": 12,
        "maxCpuCores": 13, "maxDiskIo": 14, "cyclesPerInstruction": 15, "memoryAccessesPerInstruction": 16}),
    "alibaba-2018": ("alibaba-2018/container_usage.csv.gz", {
        "meanCpuCores": 3, "meanMemoryGib": 4, "networkIn": 8, "networkOut": 9, "meanDiskIo": 10, "cyclesPerInstruction": 5,
        "memoryAccessesPerInstruction": 7}),
}
for piece, (path, columns) in PIECES.items():
    rows = duckdb.sql(f"select * from read_csv('{sys.argv[1]}/{path}', header=false, all_varchar=true)")
    names = rows.columns
    picked = ", ".join(f"{names[at]}::double as {name}" for name, at in columns.items())
    data = duckdb.sql(f"select {picked} from rows").fetchnumpy()
    x = np.array([np.ma.filled(data[name], np.nan) for name in columns])
    n = len(columns)
    r = np.eye(n)
    for i in range(n):
        for j in range(n):
            both = np.isfinite(x[i]) & np.isfinite(x[j])
            r[i, j] = np.corrcoef(x[i, both], x[j, both])[0, 1]
    values, vectors = np.linalg.eigh(r)
    explained = np.maximum(values, 0) / np.maximum(values, 0).sum()
    importance = (np.abs(vectors) / np.abs(vectors).sum(axis=0)) @ explained
    print(piece, x.shape[1], "measurements")
    for i in np.argsort(-importance):
        print(f"  {list(columns)[i]:32} {importance[i]:.7f}")
    print("  explained", np.sort(explained)[::-1].round(4))
