package dev.stowage.plan;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.run.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntBinaryOperator;

/**
 * Strict FIFO on identical servers by plain scans, the slowest way that is right: the reference
 * that lower bounds are held against. Exact quantiles, no histograms.
 */
public final class NaiveCluster {
    /** A task; {@code duration} may be {@link TaskBatch#NONE}. */
    public record Task(long submit, long duration, long cpu, long memory, long gpu) {
        /** One that asks for no GPU. */
        public Task(long submit, long duration, long cpu, long memory) {
            this(submit, duration, cpu, memory, 0);
        }
    }

    private final List<Task> tasks;
    private final Resources server;
    private final long serverGpu;

    public NaiveCluster(List<Task> tasks, Resources server) {
        this(tasks, server, 0);
    }

    /** On servers with GPUs. */
    public NaiveCluster(List<Task> tasks, Resources server, long serverGpu) {
        this.tasks = tasks;
        this.server = server;
        this.serverGpu = serverGpu;
    }

    /**
     * Runs the tasks on {@code servers}; {@code prefer} chooses among the first and another server
     * that fit.
     */
    public RunSummary run(int servers, IntBinaryOperator prefer) {
        long[] start = new long[tasks.size()];
        Arrays.fill(start, -1);
        int[] place = new int[tasks.size()];
        TreeSet<Long> times = new TreeSet<>();
        tasks.forEach(task -> times.add(task.submit()));
        int head = 0;
        long last = 0;
        while (!times.isEmpty()) {
            long now = times.pollFirst();
            last = now;
            while (head < tasks.size() && tasks.get(head).submit() <= now) {
                int chosen = choose(head, now, servers, start, place, prefer);
                if (chosen < 0) {
                    break;
                }
                start[head] = now;
                place[head] = chosen;
                if (tasks.get(head).duration() != TaskBatch.NONE) {
                    times.add(now + tasks.get(head).duration());
                }
                head++;
            }
        }
        return summary(servers, start, last);
    }

    private int choose(
            int task, long now, int servers, long[] start, int[] place, IntBinaryOperator prefer) {
        int chosen = -1;
        for (int server = 0; server < servers; server++) {
            if (fits(task, now, server, start, place)) {
                chosen = chosen < 0 ? server : prefer.applyAsInt(chosen, server);
            }
        }
        return chosen;
    }

    private boolean fits(int task, long now, int on, long[] start, int[] place) {
        long cpu = tasks.get(task).cpu();
        long memory = tasks.get(task).memory();
        long gpu = tasks.get(task).gpu();
        for (int other = 0; other < task; other++) {
            if (place[other] == on && isRunning(other, now, start)) {
                cpu += tasks.get(other).cpu();
                memory += tasks.get(other).memory();
                gpu += tasks.get(other).gpu();
            }
        }
        return cpu <= server.cpuMicroCores() && memory <= server.memoryBytes() && gpu <= serverGpu;
    }

    private boolean isRunning(int task, long now, long[] start) {
        long duration = tasks.get(task).duration();
        return start[task] >= 0
                && start[task] <= now
                && (duration == TaskBatch.NONE || now < start[task] + duration);
    }

    private RunSummary summary(int servers, long[] start, long last) {
        double[] waits = new double[tasks.size()];
        long pending = 0;
        long running = 0;
        for (int i = 0; i < waits.length; i++) {
            boolean started = start[i] >= 0;
            waits[i] =
                    started ? (start[i] - tasks.get(i).submit()) / 1e6 : Double.POSITIVE_INFINITY;
            pending += started ? 0 : 1;
            running += started && tasks.get(i).duration() == TaskBatch.NONE ? 1 : 0;
        }
        Arrays.sort(waits);
        RunSummary.Distribution waiting =
                new RunSummary.Distribution(
                        waits.length,
                        Arrays.stream(waits).average().orElse(0),
                        quantile(waits, 50),
                        quantile(waits, 90),
                        quantile(waits, 95),
                        quantile(waits, 99),
                        quantile(waits, 100));
        long n = tasks.size();
        return Runs.of(
                servers,
                new RunSummary.TaskCounts(
                        n, 0, n - pending, n - pending - running, 0, 0, running, pending),
                waiting,
                new RunSummary.Utilisation(
                        level(servers, start, last, true),
                        level(servers, start, last, false),
                        Map.of()));
    }

    /**
     * Nearest rank: the smallest value that at least {@code percent} of the values don't exceed.
     */
    private static double quantile(double[] sorted, int percent) {
        int rank = Math.max(1, (sorted.length * percent + 99) / 100);
        return sorted.length == 0 ? 0 : sorted[rank - 1];
    }

    private RunSummary.Level level(int servers, long[] start, long last, boolean cpu) {
        TreeSet<Long> times = new TreeSet<>();
        times.add(last);
        for (int i = 0; i < start.length; i++) {
            times.add(tasks.get(i).submit());
            if (start[i] >= 0) {
                times.add(start[i]);
                if (tasks.get(i).duration() != TaskBatch.NONE) {
                    times.add(start[i] + tasks.get(i).duration());
                }
            }
        }
        List<double[]> spans = new ArrayList<>(); // {level, duration}
        double capacity = (double) servers * (cpu ? server.cpuMicroCores() : server.memoryBytes());
        double total = 0;
        double weighted = 0;
        for (Long from = times.first(); times.higher(from) != null; from = times.higher(from)) {
            long amount = 0;
            for (int i = 0; i < start.length; i++) {
                if (isRunning(i, from, start)) {
                    amount += cpu ? tasks.get(i).cpu() : tasks.get(i).memory();
                }
            }
            double duration = times.higher(from) - from;
            spans.add(new double[] {amount / capacity, duration});
            total += duration;
            weighted += duration * amount / capacity;
        }
        if (total == 0) {
            return new RunSummary.Level(0, 0, 0, 0);
        }
        spans.sort((a, b) -> Double.compare(a[0], b[0]));
        return new RunSummary.Level(
                weighted / total,
                timeQuantile(spans, 0.5 * total),
                timeQuantile(spans, 0.95 * total),
                spans.get(spans.size() - 1)[0]);
    }

    private static double timeQuantile(List<double[]> spans, double time) {
        double below = 0;
        for (double[] span : spans) {
            below += span[1];
            if (below >= time) {
                return span[0];
            }
        }
        return spans.get(spans.size() - 1)[0];
    }

    /** The same tasks as a workload, in batches of 3 so that batch borders are crossed. */
    public Workload workload() {
        return new Workload() {
            @Override
            public String name() {
                return "naive";
            }

            @Override
            public TaskSource open() {
                return new ListSource(tasks);
            }
        };
    }

    private static final class ListSource implements TaskSource {
        private final List<Task> tasks;
        private int next;

        ListSource(List<Task> tasks) {
            this.tasks = tasks;
        }

        @Override
        public boolean read(TaskBatch batch) {
            batch.size = 0;
            batch.isPlain = true;
            while (batch.size < 3 && next < tasks.size()) {
                Task task = tasks.get(next++);
                batch.submitMicros[batch.size] = task.submit();
                batch.durationMicros[batch.size] = task.duration();
                batch.cpuMicroCores[batch.size] = task.cpu();
                batch.memoryBytes[batch.size] = task.memory();
                batch.setGpu(batch.size, task.gpu());
                batch.outcome[batch.size] =
                        (byte) List.of(TaskOutcome.values()).indexOf(TaskOutcome.FINISHED);
                batch.size++;
            }
            return batch.size > 0;
        }

        @Override
        public Map<String, Long> leftOut() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
