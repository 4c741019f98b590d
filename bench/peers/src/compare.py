"""Puts the results of the peers into one table and says whether they agree with stowage, task by task.

usage: compare.py TASKS SERVERS RESULTS_DIR; exit 1 if they disagree
"""
import json
import pathlib
import statistics
import sys

tasks, servers, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])

NAMES = {
    "stowage": "stowage, engine with all metrics",
    "naive": "bare scan in Java",
    "cloudsimplus": "CloudSim Plus 8.5.7",
    "simpy": "SimPy 4.1.1 and a scan",
}
# finish times that differ from ours by no more: CloudSim Plus makes a VM and starts its cloudlet a few steps of its least time
# between events later, 0.1 s by default, and counts in doubles
TOLERANCE_MICROS = {"cloudsimplus": 250_000}
# (tasks, servers) -> makespan in s, sum of server numbers: agreed by the simulators of ../shared/peers/README.md
AGREED = {
    (1000, 100): (14105.132, 12422),
    (10000, 100): (40244.872, 239780),
    (100000, 100): (91852.111, 2593639),
    (1000000, 100): (600538.414, 26479218),
    (10000, 1000): (37285.475, 1280226),
    (100000, 1000): (51911.060, 22384173),
    (1000000, 1000): (130417.408, 252947665),
    (100000, 12500): (51308.187, 140168585),
    (1000000, 12500): (89206.789, 2694992845),
}


def read(name):
    with open(folder / f"{name}.tsv") as f:
        seconds = [float(s) for s in f.readline().split()[2:]]
        rows = [tuple(map(int, line.split())) for line in f]
    with open(folder / f"{name}.process") as f:
        process = float(f.read().split()[-1])
    return seconds, process, rows


wrong = []
ours = read("stowage")
reference = ours[2]
if len(reference) != tasks:
    wrong.append(f"stowage: {len(reference)} tasks, not {tasks}")
makespan = max(finish for finish, _ in reference)
server_sum = sum(server for _, server in reference)
if (tasks, servers) in AGREED:
    expected_makespan, expected_sum = AGREED[tasks, servers]
    if round(makespan / 1e6, 3) != expected_makespan or server_sum != expected_sum:
        wrong.append(f"stowage: makespan {makespan / 1e6}, server sum {server_sum}, agreed {expected_makespan}, {expected_sum}")

print(f"{tasks:,} tasks of the neutral workload on {servers:,} servers, first-fit; cold = first run of a process, warm = median of the rest")
print()
print("| simulator | cold, s | warm, s | tasks/s | times the seconds of stowage | process, s | finished | makespan, s | sum of servers | same finish times | largest difference, s |")
print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
best = statistics.median(ours[0][1:] or ours[0])
for name, title in NAMES.items():
    if not (folder / f"{name}.tsv").exists():
        continue
    seconds, process, rows = read(name)
    warm = statistics.median(seconds[1:]) if len(seconds) > 1 else None
    rate = tasks / (warm or seconds[0])
    finished = sum(finish >= 0 for finish, _ in rows)
    differences = [abs(a[0] - b[0]) for a, b in zip(rows, reference)]
    largest = max(differences)
    same = sum(d <= TOLERANCE_MICROS.get(name, 0) for d in differences)
    if finished != tasks or same != tasks or len(rows) != tasks:
        wrong.append(f"{name}: {finished} finished, {same} of {tasks} finish times agree")
    total = sum(server for _, server in rows)
    if name not in TOLERANCE_MICROS and any(a[1] != b[1] for a, b in zip(rows, reference)):
        wrong.append(f"{name}: tasks are on other servers")
    print(
        f"| {title} | {seconds[0]:.4g} | {'' if warm is None else f'{warm:.4g}'} | {rate:,.0f} | {(warm or seconds[0]) / best:,.3g} | {process:.2f} "
        f"| {finished:,} | {max(finish for finish, _ in rows) / 1e6:.3f} | {total:,} | {same:,} | {largest / 1e6:g} |"
    )
with open(folder / "engine.json") as f:
    engine = json.load(f)
with open(folder / "stowage-process.process") as f:
    process = float(f.read().split()[-1])
print(f"| stowage simulate, from CSV | {engine['wallSeconds']:.4g} | | {engine['tasksPerSecond']:,.0f} | | {process:.2f} | | | | | |")
print()
print("All agree." if not wrong else "DISAGREE: " + "; ".join(wrong))
sys.exit(1 if wrong else 0)
