package dev.stowage.sim;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.policy.placement.PlacementPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Replay of 1,000,000 tasks of the neutral workload, from columns in memory: the engine with all
 * its metrics, and a bare linear scan as the peer. On 12,500 servers nothing queues; on 5,000 the
 * cluster is full and some 100,000 tasks wait.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(
        value = 1,
        jvmArgs = {
            "-Xmx4g",
            "-XX:+UseParallelGC",
            "-XX:+UseTransparentHugePages"
        }) // as the launcher
public class ReplayBenchmark {
    private static final int TASKS = 1_000_000;

    /** Registered names. */
    @Param({"first-fit", "best-fit", "least-load", "round-robin", "random", "power-of-d[d=2]"})
    private String policy;

    /** Servers of 1 core and 1 GiB. */
    @Param({"12500", "5000"})
    private int servers;

    private NeutralWorkload workload;
    private SimulationSpec spec;

    /** Makes the workload with the generator beside the repository. */
    @Setup
    public void read() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("neutral");
        workload = NeutralWorkloads.generate(folder, TASKS, 12_500).orElseThrow();
        ServerType type = ServerType.of("1c1g", Resources.ofCoresAndGib(1, 1));
        spec =
                SimulationSpec.of(workload, ServerFleet.of(type, servers))
                        .withPlacement(PlacementPolicies.registry().parse("benchmark", policy));
        try (var files = Files.walk(folder)) {
            for (Path path : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** The engine. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public long engine() {
        return Simulation.run(spec).summary().tasks().finished();
    }

    /** A bare scan with a heap of boxed slots: first-fit, least-load and best-fit only. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public long scan() {
        long[] cpu = new long[servers];
        long[] memory = new long[servers];
        int[] serverOf = new int[TASKS];
        long[] end = new long[TASKS];
        PriorityQueue<Integer> running =
                new PriorityQueue<>((a, b) -> Long.compare(end[a], end[b]));
        Deque<Integer> queue = new ArrayDeque<>();
        TaskBatch all = new TaskBatch(TASKS);
        workload.open().read(all);
        long finished = 0;
        int next = 0;
        while (next < TASKS || !running.isEmpty()) {
            long now;
            if (!running.isEmpty()
                    && (next == TASKS || end[running.peek()] <= all.submitMicros[next])) {
                int done = running.poll();
                now = end[done];
                cpu[serverOf[done]] -= all.cpuMicroCores[done];
                memory[serverOf[done]] -= all.memoryBytes[done];
                finished++;
            } else {
                now = all.submitMicros[next];
                queue.add(next++);
            }
            while (!queue.isEmpty()) {
                int head = queue.peek();
                int chosen = choose(cpu, memory, all.cpuMicroCores[head], all.memoryBytes[head]);
                if (chosen < 0) {
                    break;
                }
                queue.remove();
                cpu[chosen] += all.cpuMicroCores[head];
                memory[chosen] += all.memoryBytes[head];
                serverOf[head] = chosen;
                end[head] = now + all.durationMicros[head];
                running.add(head);
            }
        }
        return finished;
    }

    private int choose(long[] cpu, long[] memory, long cpuNeeded, long memoryNeeded) {
        int chosen = -1;
        double best = policy.equals("best-fit") ? -1 : 2;
        for (int i = 0; i < servers; i++) {
            if (1_000_000 - cpu[i] >= cpuNeeded && (1L << 30) - memory[i] >= memoryNeeded) {
                if (policy.equals("first-fit")) {
                    return i;
                }
                double share = Math.max(cpu[i] / 1e6, memory[i] / (double) (1L << 30));
                if (policy.equals("best-fit") ? share > best : share < best) {
                    best = share;
                    chosen = i;
                }
            }
        }
        return chosen;
    }
}
