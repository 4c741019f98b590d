#!/usr/bin/env python3
"""An independent simulator of strict FIFO on too few servers; its results are the fixture of CrossCheckTest.

usage: bench/peers/crosscheck.py > simulator/src/test/resources/dev/stowage/sim/crosscheck.tsv

Shares nothing with stowage but the rules: events in the order (time, finishes before submits), all finishes of an instant
before the queue is tried, nothing overtakes the head of the queue, servers of 1 core and 1 GiB. The workload comes from a
linear congruential generator (Knuth, MMIX) that the test has too: submits, durations and so events on whole seconds, hence
full of ties, with tasks of no duration. Each line: policy, seed, tasks, servers, sum of finish times, their hash, sum of server
numbers and their hash, the longest wait; times in microseconds, hash = hash * 31 + value over the tasks mod 2^64, unsigned.
"""
import collections
import heapq
import sys

MASK = 2**64 - 1
CORE, GIB = 10**6, 2**30


def workload(seed, count):
    state, submit = seed, 0

    def draw(limit):
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) & MASK
        return (state >> 33) % limit

    for _ in range(count):
        submit += draw(3) * 10**6
        yield submit, draw(600) * 10**6, (1 + draw(100)) * 5000, (1 + draw(100)) * 5 * 10**6


def choose(policy, cpu, memory, need_cpu, need_memory, last):
    fits = [s for s in range(len(cpu)) if cpu[s] + need_cpu <= CORE and memory[s] + need_memory <= GIB]
    if not fits:
        return None

    def load(server):
        return max(cpu[server] / CORE, memory[server] / GIB)

    if policy == "first-fit":
        return fits[0]
    if policy == "best-fit":
        return min(fits, key=lambda s: (-load(s), s))
    if policy == "least-load":
        return min(fits, key=lambda s: (load(s), s))
    return min(fits, key=lambda s: (s - last - 1) % len(cpu))  # round-robin


def simulate(policy, tasks, servers):
    cpu, memory = [0] * servers, [0] * servers
    finish, place = [None] * len(tasks), [None] * len(tasks)
    running, queue = [], collections.deque()
    submitted, last, longest = 0, -1, 0
    while submitted < len(tasks) or running:
        if running and (submitted == len(tasks) or running[0][0] <= tasks[submitted][0]):
            now = running[0][0]
            while running and running[0][0] == now:
                _, i = heapq.heappop(running)
                cpu[place[i]] -= tasks[i][2]
                memory[place[i]] -= tasks[i][3]
        else:
            now = tasks[submitted][0]
            queue.append(submitted)
            submitted += 1
        while queue:
            i = queue[0]
            submit, duration, need_cpu, need_memory = tasks[i]
            server = choose(policy, cpu, memory, need_cpu, need_memory, last)
            if server is None:
                break
            queue.popleft()
            cpu[server] += need_cpu
            memory[server] += need_memory
            finish[i], place[i], last = now + duration, server, server
            longest = max(longest, now - submit)
            heapq.heappush(running, (now + duration, i))
    return finish, place, longest


def hashed(values):
    result = 0
    for value in values:
        result = (result * 31 + value) & MASK
    return result


print(f"# bench/peers/crosscheck.py, Python {sys.version.split()[0]}")
print("# policy\tseed\ttasks\tservers\tfinishSum\tfinishHash\tserverSum\tserverHash\tlongestWait")
for policy in ["first-fit", "best-fit", "least-load", "round-robin"]:
    for seed, count, servers in [(1, 8000, 60), (2, 8000, 75), (3, 3000, 20)]:
        finish, place, longest = simulate(policy, list(workload(seed, count)), servers)
        print(policy, seed, count, servers, sum(finish), hashed(finish), sum(place), hashed(place), longest, sep="\t")
