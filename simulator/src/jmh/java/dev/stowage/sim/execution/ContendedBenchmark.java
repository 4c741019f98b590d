package dev.stowage.sim.execution;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Execution;
import dev.stowage.sim.engine.TaskSlots;
import dev.stowage.sim.metrics.RunLabels;
import dev.stowage.sim.metrics.SummaryRecorder;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One end of a task and one start of another on a random one of 12,500 servers, which have less CPU
 * than their tasks use (four fifths of it on average): the execution alone, without queue and
 * placement. {@code updateAll} is the peer that touches every task of the server.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgs = "-Xmx4g")
public class ContendedBenchmark {
    private static final int SERVERS = 12_500;
    private static final int DRAWS = 1 << 16;

    /** Mean number of tasks on a server. */
    @Param({"10", "100"})
    private int tasksPerServer;

    /** How tasks end. */
    @Param({"replay", "contended", "updateAll"})
    private String execution;

    private final TaskSlots slots = new TaskSlots();
    private final TaskBatch batch = new TaskBatch(1);
    private final long[] durations = new long[DRAWS];
    private final long[] uses = new long[DRAWS];
    private final int[] servers = new int[DRAWS];
    private int draw;
    private Execution running;

    /** Starts as many tasks as there will always be. */
    @Setup
    public void start() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < DRAWS; i++) {
            durations[i] = 1 + (long) (-Math.log(1 - random.nextDouble()) * 600e6);
            uses[i] = 500_000 + random.nextInt(1_000_000);
            servers[i] = random.nextInt(SERVERS);
        }
        ServerType type = ServerType.of("s", Resources.ofCoresAndGib(tasksPerServer * 4 / 5, 1));
        Cluster cluster = Cluster.of(ServerFleet.of(type, SERVERS));
        int tasks = SERVERS * tasksPerServer;
        running =
                switch (execution) {
                    case "replay" -> new ReplayExecution(slots);
                    case "updateAll" -> new UpdateAllExecution(slots, cluster, tasks);
                    default ->
                            new ContendedExecution(
                                    slots,
                                    cluster,
                                    new TaskUse(null),
                                    SummaryRecorder.open(
                                            cluster, new RunLabels("", "", Map.of(), 0)));
                };
        batch.size = 1;
        batch.isPlain = false;
        batch.clearExtras(0);
        batch.memoryUsedBytes[0] = 0;
        for (int i = 0; i < tasks; i++) {
            start(slots.add(batch, 0, i), 0);
        }
    }

    private void start(int slot, long now) {
        int next = draw++ & (DRAWS - 1);
        slots.setDurationMicros(slot, durations[next]);
        slots.setServer(slot, servers[next]);
        batch.cpuUsedMicroCores[0] = uses[next];
        if (running instanceof ContendedExecution contended) {
            contended.admitted(slot, batch, 0);
        } else if (running instanceof UpdateAllExecution all) {
            all.setUse(slot, uses[next]);
        }
        running.start(slot, servers[next], now);
        slots.markStart(slot, now);
    }

    /** An end and a start. */
    @Benchmark
    public long endAndStart() {
        long now = running.nextMicros();
        int slot = running.pollEnd(now);
        while (slot != TaskSlots.NONE) {
            start(slot, now);
            slot = running.pollEnd(now);
        }
        return now;
    }
}
