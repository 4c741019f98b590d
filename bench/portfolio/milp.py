"""Best portfolios by HiGHS: fixtures for PortfolioTest and SharedPortfolioTest, and the solver of bench/portfolio/run.

python3 bench/portfolio/milp.py plain|shared|several > \
    planner-core/src/test/resources/dev/stowage/policy/portfolio/{portfolio,shared,several}-milp.txt

Whole committed VMs; at each level whole VMs on demand, and k spot VMs of the one type chosen that must work, for which as many
are rented as the chance of too few asks for (scipy.stats.binom). Of VMs on demand a plan of spending pays for any part, at its
own rates, as long as its sum an hour reaches; committed vCPUs and GiB are bought apart and save what they cost on demand, as far
as VMs of their types use them. `several` has a plan for all types and one for each of two families, bought together.
"""

import os
import random
import sys
from dataclasses import dataclass

import highspy
import scipy
from scipy.stats import binom

CASES = 200
INFINITE = highspy.kHighsInf
TERMS = {"plain": "on demand,for a year,for three,on spot", "shared": "on demand,reserved,convertible,under the shared plan",
         "several": "on demand,reserved,convertible,under the plan for all,under that of its family,family"}


@dataclass
class Spending:
    """A plan of spending: what an hour of each type costs under it, by the number of the type."""

    rates: dict


@dataclass
class Bought:
    """vCPUs and GiB bought apart: prices of both on demand and committed, and the types that use them."""

    listed: tuple
    committed: tuple
    types: set


@dataclass
class Spot:
    """Spot VMs: what an hour costs by type, and how many are rented for k that must work (None: no number does)."""

    prices: dict
    rented: object


def solve(types, levels, committed, plans=(), spot=None, gap=0.0, limit=INFINITE):
    """The least cost and a bound; types are (cores, GiB, price), levels (cores, GiB, hours), committed (number of a type, price)."""
    h = highspy.Highs()
    for name, value in {"output_flag": False, "mip_rel_gap": gap, "mip_abs_gap": 1e-7, "mip_feasibility_tolerance": 1e-9,
                        "time_limit": limit}.items():
        h.setOptionValue(name, value)
    hours = sum(l[2] for l in levels)
    whole = lambda cost, most=INFINITE: h.addVariable(0, most, cost, highspy.HighsVarType.kInteger)
    held = [(whole(price * hours, 300), *types[i][:2]) for i, price in committed]
    sums = [h.addVariable(0, INFINITE, hours) if isinstance(plan, Spending) else [whole(price * hours) for price in plan.committed]
            for plan in plans]
    chosen = {i: whole(0, 1) for i in spot.prices} if spot else {}
    if chosen:
        h.addConstr(sum(chosen.values()) <= 1)
    for need_cores, need_gib, lasts in levels:
        rented = [whole(price * lasts) for _, _, price in types]
        cpu = sum(y * c for y, c, _ in held) + sum(x * t[0] for x, t in zip(rented, types))
        memory = sum(y * m for y, _, m in held) + sum(x * t[1] for x, t in zip(rented, types))
        paid = {}
        for plan, total in zip(plans, sums):
            if isinstance(plan, Spending):
                parts = {i: h.addVariable(0, INFINITE, -types[i][2] * lasts) for i in plan.rates}
                for i, part in parts.items():
                    paid[i] = paid.get(i, 0) + part
                h.addConstr(sum(part * plan.rates[i] for i, part in parts.items()) <= total)
            else:
                for r in range(2):
                    saved = h.addVariable(0, INFINITE, -plan.listed[r] * lasts)
                    h.addConstr(saved <= sum(rented[i] * types[i][r] for i in plan.types))
                    h.addConstr(saved <= total[r])
        for i, parts in paid.items():
            h.addConstr(parts <= rented[i])
        for i, pick in chosen.items():
            cores, gib, _ = types[i]
            bundles = []
            for k in range(1, int(max(-(-need_cores // cores), -(-need_gib // gib))) + 1):
                n = spot.rented(k)
                if n is None:
                    break
                bundles.append(whole(n * spot.prices[i] * lasts, 1))
                cpu, memory = cpu + bundles[-1] * (k * cores), memory + bundles[-1] * (k * gib)
            if bundles:
                h.addConstr(sum(bundles) <= pick)
        h.addConstr(cpu >= need_cores)
        h.addConstr(memory >= need_gib)
    h.run()
    assert limit < INFINITE or h.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return h.getInfo().objective_function_value, h.getInfo().mip_dual_bound


def drawn_levels(r):
    return [(r.randint(0, 60) / 4, r.randint(0, 120) / 4, r.randint(1, 40)) for _ in range(r.randint(1, 8))]


def plain(r, _):
    """Commitments of two terms, and spot VMs."""
    types = []
    for _ in range(r.randint(1, 4)):
        cores, gib = r.choice([1, 2, 2, 4, 8]), r.choice([1, 2, 4, 8, 16])
        price = 12 * cores + 3 * gib + r.randint(0, 15)
        year = round(price * r.uniform(0.5, 0.9)) if r.random() < 0.8 else 0
        three = round(price * r.uniform(0.35, 0.7)) if year and r.random() < 0.5 else 0
        spot = round(price * r.uniform(0.2, 0.95)) if r.random() < 0.6 else 0
        types.append((cores, gib, price, year, three, max(spot, 0)))
    levels = drawn_levels(r)
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
    rate, together, available, restart, restart_usd, share = risk
    out = rate * restart / 3600 / (1 + rate * restart / 3600)
    prices = {}
    for i, (_, _, price, _, _, spot) in enumerate(types):
        hourly = available * spot + (1 - available) * price + rate * (restart / 3600 * price + restart_usd * 1000)
        if spot and hourly < price and together * out <= share:
            prices[i] = hourly
    usd, _ = solve([t[:3] for t in types], levels, terms(types), (), Spot(prices, lambda k: rented(k, out, together, share)))
    return [rows(types), rows(levels), ",".join(map(str, risk)), f"{usd:.6f}"]


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


def shared(r, number):
    """One shared commitment: a plan of spending, or vCPUs and memory."""
    kind = "spending" if number % 2 == 0 else "resources"
    core, gib = r.randint(8, 16), r.randint(2, 5)
    types = []
    count = r.randint(1, 4) if kind == "spending" else r.randint(2, 4)
    while len(types) < count:
        cores, memory = r.choice([1, 2, 2, 4, 8]), r.choice([1, 2, 4, 8, 16])
        is_family = kind == "resources" and (len(types) < 2 or r.random() < 0.7)
        if is_family and len(types) == 1 and memory * types[0][0] == cores * types[0][1]:
            continue  # of one ratio the prices of vCPUs and memory can't be told apart
        price = core * cores + gib * memory + (0 if is_family else r.randint(-3, 12))
        reserved = round(price * r.uniform(0.5, 0.9)) if r.random() < 0.5 else 0
        convertible = round(price * r.uniform(0.45, 0.95)) if r.random() < 0.4 else 0
        if kind == "spending":
            rate = round(price * r.uniform(0.4, 0.9)) if not types or r.random() < 0.8 else 0
        else:
            rate = 1 if is_family else 0  # set below
        types.append([cores, memory, price, reserved, convertible, rate])
    share_core, share_gib = r.uniform(0.4, 0.85), r.uniform(0.4, 0.85)
    committed = (max(1, round(core * share_core)), max(1, round(gib * share_gib)))
    for t in types:
        if kind == "resources" and t[5]:
            t[5] = committed[0] * t[0] + committed[1] * t[1]
    levels = drawn_levels(r) + [(3.25, 7.5, 5)]
    of = {i: t[5] for i, t in enumerate(types) if t[5]}
    plan = Spending(of) if kind == "spending" else Bought((core, gib), committed, set(of))
    sizes = [t[:3] for t in types]
    usd, _ = solve(sizes, levels, terms(types), [plan])
    without, _ = solve(sizes, levels, terms(types))
    return [kind, rows(types), rows(levels), f"{usd:.6f}", f"{without:.6f}"]


def several(r, _):
    """A plan for all types, and for each of two families VMs and a plan at one price, as AWS sells them."""
    types = []
    for i in range(r.randint(2, 4)):
        cores, memory = r.choice([1, 2, 2, 4, 8]), r.choice([1, 2, 4, 8, 16])
        price = 12 * cores + 3 * memory + r.randint(0, 15)
        share = r.uniform(0.4, 0.8)
        of_all = round(price * min(0.95, share * r.uniform(1.05, 1.4)))
        types.append((cores, memory, price, round(price * share), 0, of_all, round(price * share), i % 2))
    levels = drawn_levels(r) + [(3.25, 7.5, 5)]
    plans = [Spending({i: t[5] for i, t in enumerate(types)})]
    plans += [Spending({i: t[6] for i, t in enumerate(types) if t[7] == family}) for family in range(2)]
    sizes = [t[:3] for t in types]
    usd, _ = solve(sizes, levels, terms(types), plans)
    alone = min(solve(sizes, levels, terms(types), [plan])[0] for plan in plans)
    return ["several", rows(types), rows(levels), f"{usd:.6f}", f"{alone:.6f}"]


def terms(types):
    """The two commitments of one type that each may have."""
    return [(i, price) for i, t in enumerate(types) for price in t[3:5] if price]


def rows(of):
    return ";".join(",".join(map(str, each)) for each in of)


def main():
    name = sys.argv[1]
    sys.stdout = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # for what HiGHS says of itself
    drawn = {"plain": plain, "shared": shared, "several": several}[name]
    r = random.Random({"plain": 22, "shared": 55, "several": 7}[name])
    print(f"# Portfolios by HiGHS {highspy.Highs().version()} (highspy), mip_rel_gap 0, chances by SciPy {scipy.__version__}.")
    print(f"# python3 bench/portfolio/milp.py {name}: {drawn.__doc__}")
    print(f"# Types (cores,GiB,milli-USD an hour {TERMS[name]}; 0 is not sold), levels (cores,GiB,hours), {'risk' if name == 'plain' else ''}")
    for i in range(CASES):
        print(*drawn(r, i))


if __name__ == "__main__":
    main()
