"""Reads what stowage wrote with pandas and DuckDB; from the folder of the repository:

    ./stowage ingest auto examples/night-batch.csv -o night.trace
    ./stowage simulate night.trace --servers 13x16c64g --per-task -o night.run
    python3 examples/python/night.py night.trace night.run

Needs pandas, pyarrow and duckdb: pip install pandas pyarrow duckdb
"""
import json
import sys

import duckdb
import pandas as pd
import pyarrow.parquet as pq

trace, run = sys.argv[1:3]

# What a column holds and in which unit stands in the footer of the file.
footer = pq.read_metadata(f"{run}/series.parquet").metadata
columns = json.loads(footer[b"stowage.columns"])
print("cpuAllocatedCores is in", columns["cpuAllocatedCores"]["unit"])

# Times are microseconds since the start of the trace. Where it has a calendar, they are there as timestamps too;
# `stowage export TRACE --as dated-trace` adds them to the tables of a trace.
series = pd.read_parquet(f"{run}/series.parquet")
micros = series.pop("time_micros")
series.index = series.pop("time") if "time" in series else pd.to_timedelta(micros, unit="us")
print("busiest hour:", series["cpuDemandCores"].groupby(series.index.floor("1h")).mean().idxmax())

# Who waited longest, and for what: the run's tasks beside the trace's.
print(
    duckdb.sql(
        f"""
        select t.cpu_micro_cores / 1e6 as cores, count(*) as tasks,
               round(avg(r.first_start_micros - r.submit_micros) / 1e6, 1) as mean_wait_s
        from '{run}/tasks.parquet' r join '{trace}/tasks.parquet' t using (job_id, task_index)
        group by cores order by cores
        """
    ).df().to_string(index=False)
)

# The answer itself is JSON.
summary = json.load(open(f"{run}/summary.json"))
print("finished:", summary["tasks"]["finished"])
