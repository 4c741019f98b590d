"""Least costs of 2,000 random demands held at one of several places at a time, by HiGHS, as a fixture for IntervalCoverTest.

python3 bench/clouds/interval_milp.py > \
    planner-core/src/test/resources/dev/stowage/covering/interval-places-milp.txt

A case is drawn from its number, by the same generator in the test. Whole starts of each type at each change of the demand and whole
periods later; one place for each moment (binary) has all that the moment needs. HiGHS proves each optimum (mip_rel_gap 0).
"""

import multiprocessing

import highspy

CASES = 2_000


class Draws:
    """Knuth's MMIX generator, from the high bits."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def between(self, low, high):
        return low + self.below(high - low + 1)


def case(number):
    """Places of types (cores, GiB, milli-USD an hour), levels (hour, cores, GiB), end and period in hours; one of ten is long."""
    draws = Draws(number)
    draws.below(2)
    places = [
        [(draws.between(1, 6), draws.between(1, 12), draws.between(20, 160)) for _ in range(draws.between(1, 3))]
        for _ in range(draws.between(2, 4))
    ]
    levels, hour = [], 0
    for _ in range(draws.between(12, 20) if number % 10 == 0 else draws.between(2, 6)):
        levels.append((hour, draws.between(0, 9), draws.between(0, 16)))
        hour += draws.between(1, 4)
    return places, levels, hour, draws.between(2, 4)


def moments(levels, end, period):
    found = set()
    for hour, _, _ in levels:
        found.update(range(hour, end, period))
    return {at: [level for level in levels if level[0] <= at][-1][1:] for at in sorted(found)}


def least(number):
    places, levels, end, period = case(number)
    needs = moments(levels, end, period)
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("threads", 1)
    model.setOptionValue("mip_rel_gap", 0.0)
    model.setOptionValue("mip_feasibility_tolerance", 1e-9)
    whole = highspy.HighsVarType.kInteger
    held = {at: [] for at in needs}
    for types in places:
        starts = {
            (kind, at): model.addVariable(lb=0, obj=kind[2] * period, type=whole) for kind in set(types) for at in needs
        }
        for at, need in needs.items():
            here = model.addVariable(lb=0, ub=1, type=whole)
            held[at].append(here)
            running = [(kind, each) for (kind, start), each in starts.items() if start <= at < start + period]
            for resource in (0, 1):
                model.addConstr(sum(kind[resource] * each for kind, each in running) - need[resource] * here >= 0)
    for shares in held.values():
        model.addConstr(sum(shares) >= 1)
    model.run()
    assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal, number
    return round(model.getInfo().objective_function_value)


def main():
    print(f"# Least milli-USD of cases 0 to {CASES - 1}, each as bench/clouds/interval_milp.py draws it:")
    print(f"# HiGHS {highspy.Highs().version()}, whole numbers, mip_rel_gap 0; python3 bench/clouds/interval_milp.py")
    with multiprocessing.Pool(2) as pool:
        costs = pool.map(least, range(CASES), chunksize=20)
    for i in range(0, CASES, 20):
        print(*costs[i : i + 20])


if __name__ == "__main__":
    main()
