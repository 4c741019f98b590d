"""Prints the tables of docs/performance.md: tables.py RESULTS; exit 1 if a target is missed."""
import sys

from pathlib import Path

results = Path(sys.argv[1])


def read(name):
    rows = (line.split("\t") for line in (results / name).read_text().splitlines())
    return {row[0]: (float(row[1]), float(row[2])) for row in rows}


ours, same, theirs = read("stowage.tsv"), read("stowage-same.tsv"), read("scipy.tsv")
families = [name for name in theirs if name != "kde"]
count, sampled = ours["pass"][1], same["pass"][1]
print(f"| family | SciPy, {sampled:,.0f} values, CPU s | stowage, {count:,.0f} values, CPU s | times | mean log-likelihood, SciPy | stowage, the same values |")
print("| --- | --- | --- | --- | --- | --- |")
for name in families:
    print(f"| {name} | {theirs[name][0]:.4f} | {ours[name][0]:.4f} | {theirs[name][0] / ours[name][0]:.1f} "
          f"| {theirs[name][1]:.4f} | {same[name][1]:.4f} |")
process = sum(float(part) for part in (results / "stowage.process").read_text().split())
mean_theirs = sum(theirs[name][0] for name in families) / len(families)
mean_ours = ours["families"][0] / len(families)
print(f"| mean of the families, compiler included | {mean_theirs:.4f} | {mean_ours:.4f} | {mean_theirs / mean_ours:.1f} | | |")
print()
whole = same["families"][0] + same["pass"][0]
print("| what | CPU s |\n| --- | --- |")
print(f"| one pass over {count:,.0f} values into a sketch | {ours['pass'][0]:.2f} |")
print(f"| kernel density from it | {ours['kde'][0]:.3f} |")
print(f"| all: pass, 13 families, kernel density | {ours['all'][0]:.2f} |")
print(f"| whole process, with the start of the JVM | {process:.2f} |")
print(f"| 13 families on the same {sampled:,.0f} values, pass included | {whole:.3f} |")
print(f"| SciPy: 13 families | {mean_theirs * len(families):.2f} |")
print(f"| times, pass included, on the same {sampled:,.0f} values | {mean_theirs * len(families) / whole:.1f} |")
print(f"| times, pass included, for each value | {mean_theirs * len(families) / sampled / ((ours['pass'][0] + mean_ours * len(families)) / count):.0f} |")
if process > 10 or mean_theirs / mean_ours < 50:
    sys.exit("missed: 10 s for all, or 50 times SciPy on average")
