"""Best portfolios of small random cases by HiGHS, as a fixture for PortfolioTest.

python3 bench/clouds/portfolio_milp.py > \
    planner-core/src/test/resources/dev/stowage/policy/portfolio/portfolio-milp.txt

Each case: whole committed VMs of each type and term; at each level whole VMs on demand, and k spot
VMs of the one type chosen that must work, for which as many are rented as the chance of too few
asks for (scipy.stats.binom). All chances and counts are computed here.
"""

import random

import highspy
import scipy
from scipy.stats import binom

CASES = 200


def rented(k, out, together, share):
    """The fewest of which k work but for a share of time; None if no number does."""
    if k == 0 or out == 0:
        return k
    if together * out > share:
        return None
    n = k
    while together * out + (1 - together) * binom.sf(n - k, n, out) > share:
        n += 1
    return n


def case(r):
    types = []
    for _ in range(r.randint(1, 4)):
        cores, gib = r.choice([1, 2, 2, 4, 8]), r.choice([1, 2, 4, 8, 16])
        price = 12 * cores + 3 * gib + r.randint(0, 15)
        year = round(price * r.uniform(0.5, 0.9)) if r.random() < 0.8 else 0
        three = round(price * r.uniform(0.35, 0.7)) if year and r.random() < 0.5 else 0
        spot = round(price * r.uniform(0.2, 0.95)) if r.random() < 0.6 else 0
        types.append((cores, gib, price, year, three, max(spot, 0)))
    levels = [(r.randint(0, 60) / 4, r.randint(0, 120) / 4, r.randint(1, 40)) for _ in range(r.randint(1, 8))]
    if all(c == 0 and m == 0 for c, m, _ in levels):
        levels.append((3.25, 7.5, 5))
    risk = (
        r.choice([0, 0.01, 0.05, 0.2]),  # interruptions an hour
        r.choice([0, 0.1, 0.35]),  # together
        r.choice([1, 0.95, 0.7]),  # availability
        r.choice([0, 120, 600, 3600]),  # restart, s
        r.choice([0, 0.02]),  # restart, USD
        r.choice([0.001, 0.01, 0.05]),  # share of time with too few
    )
    return types, levels, risk


def solve(types, levels, risk):
    rate, together, available, restart, restart_usd, share = risk
    missing = rate * restart / 3600
    out = missing / (1 + missing)
    h = highspy.Highs()
    h.setOptionValue("output_flag", False)
    h.setOptionValue("mip_rel_gap", 0.0)
    h.setOptionValue("mip_abs_gap", 1e-7)
    h.setOptionValue("mip_feasibility_tolerance", 1e-9)
    hours = sum(l[2] for l in levels)
    integer = lambda cost, most=200: h.addVariable(0, most, cost, highspy.HighsVarType.kInteger)
    stock = []
    for cores, gib, _, year, three, _ in types:
        for price in (year, three):
            if price:
                stock.append((integer(price * hours), cores, gib))
    spots = []
    for cores, gib, price, _, _, spot in types:
        hourly = available * spot + (1 - available) * price + rate * (restart / 3600 * price + restart_usd * 1000)
        if spot and hourly < price and together * out <= share:
            spots.append((cores, gib, hourly, integer(0, 1)))
    if spots:
        h.addConstr(sum(s[3] for s in spots) <= 1)
    for need_cores, need_gib, lasts in levels:
        cpu = sum(y * c for y, c, _ in stock)
        memory = sum(y * m for y, _, m in stock)
        for cores, gib, price, _, _, _ in types:
            x = integer(price * lasts)
            cpu, memory = cpu + x * cores, memory + x * gib
        for cores, gib, hourly, chosen in spots:
            most = int(max(-(-need_cores // cores), -(-need_gib // gib)))
            bundles = []
            for k in range(1, most + 1):
                n = rented(k, out, together, share)
                if n is None:
                    break
                w = integer(n * hourly * lasts, 1)
                bundles.append(w)
                cpu, memory = cpu + w * (k * cores), memory + w * (k * gib)
            if bundles:
                h.addConstr(sum(bundles) <= chosen)
        h.addConstr(cpu >= need_cores)
        h.addConstr(memory >= need_gib)
    h.run()
    assert h.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return h.getInfo().objective_function_value


def main():
    print(f"# Portfolios by HiGHS {highspy.Highs().version()} (highspy), mip_rel_gap 0, chances by SciPy {scipy.__version__}.")
    print("# python3 bench/clouds/portfolio_milp.py")
    print("# types (cores,GiB,milli-USD an hour on demand,for a year,for three,on spot; 0 is not sold),")
    print("# levels (cores,GiB,hours), risk (interruptions an hour,together,availability,restart s,restart USD,share),")
    print("# least milli-USD")
    r = random.Random(22)
    for _ in range(CASES):
        types, levels, risk = case(r)
        print(
            ";".join(",".join(map(str, t)) for t in types),
            ";".join(",".join(map(str, l)) for l in levels),
            ",".join(map(str, risk)),
            f"{solve(types, levels, risk):.6f}",
        )


main()
