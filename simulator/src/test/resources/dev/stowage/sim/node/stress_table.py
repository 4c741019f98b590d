"""Largest loads of PARTIES' services beside stressors, by the formulas of docs/node.md; written without looking at the Java.

python3 stress_table.py > stress_table.json   (Python 3, standard library only)
"""
import json, math

SERVICES = "memcached xapian nginx moses mongodb sphinx".split()
TARGET = [600e-6, 5e-3, 10e-3, 15e-3, 0.3, 2.5]
RHO = [0.91, 0.65, 0.70, 0.64, 0.575, 0.856]
IPC = [0.74, 1.16, 0.67, 0.74, 0.40, 0.79]
MISSES = [0.55, 0.03, 0.06, 10.48, 0.01, 6.28]
KERNEL = [0.78, 0.23, 0.50, 0.14, 0.002, 0.006]
RESIDENT = [9.3, 0.02, 1.9, 2.5, 18, 1.4]
GBPS = [3, 0.07, 6.2, 0.001, 0.01, 0.001]
CPU = [1, 1, 1, 1, 0.01, 1]
MARGIN = 1.05
PARAMETERS = {  # any will do: near the fit
    "zeroLoadLatency": [0.3, 0.45, 0.05, 0.25, 0.44, 0.8], "cacheGrowth": [0.11, 0.08, 0.19, 0.18, 0.05, 0.28],
    "siblingGrowth": 0.3, "siblingSystemGrowth": 2.9, "bandwidthGrowth": 0.19, "bandwidthSystemWeight": 1.3, "bandwidthMissGrowth": 1.0,
    "swapSeconds": 0.35, "stressCacheBandwidthCache": 0.4, "stressCacheBandwidthCommon": 0.17, "stressCacheBandwidthMisses": 0.7,
    "stressMemoryBandwidthCache": 2.3, "stressTurboLoss": 0.13, "stressNetworkGbps": 0.75, "stressNetworkGrowth": 0.08,
    "stressDiskFactor": 1.8, "stressMemoryFactor": 1.6}
P = PARAMETERS


def wait(rho, servers):
    """99th percentile of the wait in M/M/k, service times: sums of Erlang's C term by term."""
    offered = rho * servers
    terms = [offered ** i / math.factorial(i) for i in range(servers)]
    last = offered ** servers / math.factorial(servers) / (1 - rho)
    return max(0, math.log(max(100 * last / (sum(terms) + last), 1e-300))) / (servers * (1 - rho))


def stressors(s):
    cpu, lost, kernel, exposed = CPU[s], P["cacheGrowth"][s], P["siblingSystemGrowth"] * KERNEL[s] ** 3, MISSES[s] * IPC[s] * 0.2
    disk = s == 4
    yield 1 + cpu, 0.024
    yield 1 + cpu * (P["siblingGrowth"] + kernel), 0
    yield 1 + cpu * (1 / (1 - P["stressTurboLoss"]) - 1), 0
    yield 1 + lost, 0
    both = P["bandwidthSystemWeight"] * kernel
    yield (1 + P["stressCacheBandwidthCache"] * lost + 0.02 * disk
           + cpu * (P["stressCacheBandwidthCommon"] + both + P["stressCacheBandwidthMisses"] * exposed)), 0
    yield (1 + P["stressMemoryBandwidthCache"] * lost + cpu * (P["bandwidthGrowth"] + both + P["bandwidthMissGrowth"] * exposed)), 0
    yield (P["stressMemoryFactor"], 0) if disk else (1, P["swapSeconds"] if RESIDENT[s] > 0.1 else 0)
    yield P["stressDiskFactor"] if disk else 1, 0
    yield 1 + P["stressNetworkGrowth"], 0


def largest(s, factor, extra):
    servers = 1 if s == 4 else 8
    knee = TARGET[s] / MARGIN
    low, high = 0, 1.3
    for _ in range(60):
        load = (low + high) / 2
        rho = RHO[s] * load * factor
        still = P["zeroLoadLatency"][s]
        met = rho < 0.9999 and factor * knee * (still + (1 - still) * wait(rho, servers) / wait(RHO[s], servers)) + extra <= TARGET[s]
        low, high = (load, high) if met else (low, load)
    return low


table = []
for s in range(6):
    loads = [largest(s, *each) for each in stressors(s)]
    loads[8] = min(loads[8], P["stressNetworkGbps"] / GBPS[s])
    table.append([round(100 * load, 2) for load in loads])
print(json.dumps({"parameters": P, "services": SERVICES, "percent": table}, indent=1))
