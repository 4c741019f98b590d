"""SimPy: a process for each task, one scheduler that is woken by submits and finishes; integer microseconds.

usage: simpy_run.py WORKLOAD RESULTS SERVERS
"""
import collections
import decimal
import sys
import time

import simpy

CORE, GIB = 10**6, 2**30


def scaled(text, unit, rounding):
    return int((decimal.Decimal(text) * unit).to_integral_value(rounding))


with open(sys.argv[1]) as f:
    next(f)
    rows = [line.strip().split(",") for line in f]
tasks = [
    (
        scaled(submit, 10**6, decimal.ROUND_HALF_UP),
        scaled(duration, 10**6, decimal.ROUND_HALF_UP),
        scaled(cpu, CORE, decimal.ROUND_DOWN),
        scaled(memory, GIB, decimal.ROUND_DOWN),
    )
    for submit, duration, cpu, memory in rows
]
servers = int(sys.argv[3])
finish = [-1] * len(tasks)
server_of = [-1] * len(tasks)

start = time.perf_counter()
env = simpy.Environment()
free_cpu = [CORE] * servers
free_memory = [GIB] * servers
queue = collections.deque()


def serve():
    while queue:
        i = queue[0]
        _, duration, cpu, memory = tasks[i]
        for server in range(servers):
            if free_cpu[server] >= cpu and free_memory[server] >= memory:
                break
        else:
            return
        queue.popleft()
        free_cpu[server] -= cpu
        free_memory[server] -= memory
        server_of[i] = server
        env.process(running(i, server, duration, cpu, memory))


def running(i, server, duration, cpu, memory):
    yield env.timeout(duration)
    finish[i] = env.now
    free_cpu[server] += cpu
    free_memory[server] += memory
    if queue:
        serve()


def submitting():
    for i, (submit, *_) in enumerate(tasks):
        yield env.timeout(submit - env.now)
        queue.append(i)
        serve()


env.process(submitting())
env.run()
seconds = time.perf_counter() - start

with open(sys.argv[2], "w") as f:
    f.write(f"# seconds {seconds}\n")
    for i in range(len(tasks)):
        f.write(f"{finish[i]}\t{server_of[i]}\n")
