import dev.stowage.basis.Progress;
import dev.stowage.ingest.extraction.SeenSpan;
import dev.stowage.ingest.extraction.WorkloadObservation;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.similarity.ObservedWorkload;
import dev.stowage.similarity.ReplayWindow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The p99 pending time of a trace whose jobs changed places: of jobs that arrive in the same span
 * of time the arrivals are exchanged ({@code exchange}), or jobs are drawn for them with
 * replacement ({@code draw}, a block bootstrap). Replayed as {@code stowage compare} does. What it
 * varies by is what the recorded figure owes to the order of a few jobs.
 *
 * <p>Usage: java -cp cli/target/stowage.jar bench/fidelity/Shuffled.java TRACE SERVERSxCOREScxGIBg
 * SEEDS MODE:SECONDS...
 */
final class Shuffled {
    private static final int ROW_BITS = 24;

    private final TaskBatch rows; // all tasks of the trace
    private final List<int[]> jobs = new ArrayList<>(); // their rows

    private Shuffled(Workload trace) {
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        int size = 0;
        for (TaskSource source = trace.open(); source.read(batch); ) {
            size += batch.size;
        }
        rows = new TaskBatch(size);
        Map<Long, Integer> sizes = new LinkedHashMap<>();
        for (TaskSource source = trace.open(); source.read(batch); ) {
            for (int i = 0; i < batch.size; i++) {
                rows.append(batch, i);
                sizes.merge(batch.jobId[i], 1, Integer::sum);
            }
        }
        Map<Long, int[]> byJob = new LinkedHashMap<>();
        sizes.forEach((job, n) -> byJob.put(job, new int[n]));
        for (int row = 0; row < rows.size; row++) {
            int[] own = byJob.get(rows.jobId[row]);
            int left = sizes.merge(rows.jobId[row], -1, Integer::sum);
            own[own.length - 1 - left] = row;
        }
        jobs.addAll(byJob.values());
    }

    /** Submits above the numbers of the rows, ascending. */
    private long[] order(boolean isDrawn, double seconds, long seed) {
        Random random = new Random(seed);
        Map<Long, List<int[]>> spans = new TreeMap<>();
        for (int[] job : jobs) {
            long span = (long) (rows.submitMicros[job[0]] / 1e6 / seconds);
            spans.computeIfAbsent(span, key -> new ArrayList<>()).add(job);
        }
        long[] order = new long[rows.size];
        int n = 0;
        for (List<int[]> there : spans.values()) {
            List<int[]> taken = new ArrayList<>(there);
            Collections.shuffle(taken, random);
            for (int i = 0; i < there.size(); i++) {
                int[] job = isDrawn ? there.get(random.nextInt(there.size())) : taken.get(i);
                long later = rows.submitMicros[there.get(i)[0]] - rows.submitMicros[job[0]];
                for (int row : job) {
                    order = n == order.length ? Arrays.copyOf(order, 2 * n) : order;
                    order[n++] = (rows.submitMicros[row] + later) << ROW_BITS | row;
                }
            }
        }
        long[] sorted = Arrays.copyOf(order, n);
        Arrays.sort(sorted);
        return sorted;
    }

    private Workload workload(long[] order) {
        return new Workload() {
            @Override
            public String name() {
                return "shuffled";
            }

            @Override
            public TaskSource open() {
                return new TaskSource() {
                    private int at;

                    @Override
                    public boolean read(TaskBatch batch) {
                        batch.size = 0;
                        batch.isPlain = true;
                        while (batch.size < batch.capacity() && at < order.length) {
                            batch.append(rows, (int) (order[at] & ((1L << ROW_BITS) - 1)));
                            batch.submitMicros[batch.size - 1] = order[at++] >>> ROW_BITS;
                        }
                        return batch.size > 0;
                    }

                    @Override
                    public Map<String, Long> leftOut() {
                        return Map.of();
                    }

                    @Override
                    public void close() {}
                };
            }
        };
    }

    public static void main(String[] args) {
        CanonicalTrace trace = CanonicalTrace.open(Path.of(args[0]));
        String[] servers = args[1].split("[xcg]+");
        Resources size =
                new Resources(
                        Math.round(Double.parseDouble(servers[1]) * Resources.MICRO_CORES_PER_CORE),
                        Math.round(Double.parseDouble(servers[2]) * Resources.BYTES_PER_GIB));
        ServerFleet fleet =
                ServerFleet.of(ServerType.of("server", size), Integer.parseInt(servers[0]));
        ObservedWorkload side = WorkloadObservation.of(trace, SeenSpan.of(trace), Progress.NONE);
        ReplayWindow window = ReplayWindow.of(side, side, 0).orElseThrow();
        Workload tasks = window.firstTasks(side, false);
        Shuffled shuffled = new Shuffled(tasks);
        System.out.println("recorded " + pending(tasks, fleet, window.lengthMicros()));
        for (String mode : List.of(args).subList(3, args.length)) {
            for (int seed = 1; seed <= Integer.parseInt(args[2]); seed++) {
                double seconds = Double.parseDouble(mode.split(":")[1]);
                long[] order = shuffled.order(mode.startsWith("draw"), seconds, seed);
                Workload other = shuffled.workload(order);
                System.out.println(mode + " " + pending(other, fleet, window.lengthMicros()));
            }
        }
    }

    private static double pending(Workload tasks, ServerFleet fleet, long lengthMicros) {
        RunSummary summary =
                Simulation.run(SimulationSpec.of(tasks, fleet).until(lengthMicros)).summary();
        return summary.objectivePendingSeconds().p99();
    }
}
