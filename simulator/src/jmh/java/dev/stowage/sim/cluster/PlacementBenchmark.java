package dev.stowage.sim.cluster;

import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.policy.placement.TaskView;
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
 * One placement over 12,500 servers (others with {@code -p servers=100}): take a task off, ask the
 * policy for a server for another one, put it there. At 60 % of the CPU, and full to the brim,
 * where most tasks fit nowhere; the scan is the peer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PlacementBenchmark {
    private static final int SIZES = 1 << 14;

    private static final class Task implements TaskView {
        private long cpu;
        private long memory;

        @Override
        public long cpuMicroCores() {
            return cpu;
        }

        @Override
        public long memoryBytes() {
            return memory;
        }

        @Override
        public long jobId() {
            return 0;
        }
    }

    /** Registered names. */
    @Param({
        "first-fit",
        "best-fit",
        "least-load",
        "round-robin",
        "random",
        "power-of-d[d=2]",
        "qu-sparrow[d=2]",
        "dot-product",
        "fragmentation-gradient",
        "kubernetes[percent=100]",
        "kubernetes[percent=0]"
    })
    private String policy;

    @Param("12500")
    private int servers;

    /** Allocated share of the CPU before the benchmark, or {@code full}. */
    @Param({"60", "full"})
    private String load;

    private final long[] cpu = new long[SIZES];
    private final long[] memory = new long[SIZES];
    private final Task task = new Task();
    private Cluster cluster;
    private ScannedServers scan;
    private PlacementPolicy placement;
    private int[] server; // of the tasks that are placed
    private int[] size;
    private int placed;
    private int next;
    private SplittableRandom random;

    /** Fills the cluster with the policy itself. */
    @Setup
    public void fill() {
        random = new SplittableRandom(1);
        for (int i = 0; i < SIZES; i++) {
            cpu[i] = (10 + random.nextInt(91)) * 1000L;
            memory[i] = (10 + random.nextInt(91)) * Resources.BYTES_PER_GIB / 1000;
        }
        cluster =
                Cluster.of(
                        ServerFleet.of(
                                ServerType.of("1c1g", Resources.ofCoresAndGib(1, 1)), servers));
        scan = new ScannedServers(cluster);
        placement =
                PlacementPolicies.registry()
                        .create(
                                PlacementPolicies.registry().parse("benchmark", policy),
                                Seeds.stream(1, "placement", 0));
        server = new int[100 * servers];
        size = new int[100 * servers];
        boolean isFull = load.equals("full");
        long wanted = isFull ? Long.MAX_VALUE : servers * 10_000L * Integer.parseInt(load);
        int misses = 0;
        while (cluster.levels().cpuAllocatedMicroCores < wanted && misses < 2000) {
            misses = placeNext() == ClusterView.NONE ? misses + 1 : 0;
        }
    }

    private int placeNext() {
        int shape = next++ & (SIZES - 1);
        task.cpu = cpu[shape];
        task.memory = memory[shape];
        int chosen = placement.place(task, cluster);
        keep(chosen, shape);
        return chosen;
    }

    private void keep(int chosen, int shape) {
        if (chosen != ClusterView.NONE) {
            cluster.place(chosen, cpu[shape], memory[shape]);
            server[placed] = chosen;
            size[placed++] = shape;
        }
    }

    private void takeOne() {
        int i = random.nextInt(placed);
        cluster.release(server[i], cpu[size[i]], memory[size[i]]);
        placed--;
        server[i] = server[placed];
        size[i] = size[placed];
    }

    /** By the policy and the indexes. */
    @Benchmark
    public int indexed() {
        int before = placed;
        int chosen = placeNext();
        if (placed > before) {
            takeOne();
        }
        return chosen;
    }

    /** The same rule by a scan of all servers. */
    @Benchmark
    public int scanned() {
        int shape = next++ & (SIZES - 1);
        task.cpu = cpu[shape];
        task.memory = memory[shape];
        int chosen = placement.place(task, scan);
        int before = placed;
        keep(chosen, shape);
        if (placed > before) {
            takeOne();
        }
        return chosen;
    }
}
