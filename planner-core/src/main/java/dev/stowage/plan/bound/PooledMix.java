package dev.stowage.plan.bound;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.plan.objective.Objective;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Which mixes of several kinds of servers can't meet an objective, whatever the placement: those
 * that lack a kind that holds enough of the tasks; and under strict FIFO those whose servers,
 * pooled into one ({@link PooledCluster}), make tasks wait too long. What it excludes is excluded
 * for sure; what it does not may still miss.
 *
 * <p>Keeps up to two million tasks in memory; of more it looks at the kinds only.
 */
public final class PooledMix {
    private static final int MOST_KEPT = 2_000_000;
    private static final int MOST_KINDS = 30; // bits of a mask

    private final long[][] capacities; // by kind and resource
    private final long[] largest; // by resource
    private final Objective objective;
    private final boolean isPooled;
    private final boolean isSilent;
    private final Lost lost;
    private final Map<Integer, Long> tasksByMask = new TreeMap<>();
    private long[] submit = new long[1024];
    private long[] duration = new long[1024];
    private int[] mask = new int[1024];
    private final Columns asked;
    private int size;

    /**
     * Servers that may be lost from the first instant on, whichever these are.
     *
     * @param servers of all kinds together, at least 0
     * @param ofOneKind all of one kind, at least 0: those of the failure domains that may be lost
     */
    public record Lost(int servers, int ofOneKind) {
        /** None. */
        public static final Lost NONE = new Lost(0, 0);
    }

    private PooledMix(
            List<ServerType> kinds,
            List<Dimension> dimensions,
            Objective objective,
            boolean fifo,
            boolean isDrawn,
            Lost lost) {
        this.objective = objective;
        this.lost = lost;
        capacities =
                kinds.stream()
                        .map(
                                kind ->
                                        dimensions.stream()
                                                .mapToLong(each -> each.capacity(kind))
                                                .toArray())
                        .toArray(long[][]::new);
        largest =
                IntStream.range(0, dimensions.size())
                        .mapToLong(
                                d -> Arrays.stream(capacities).mapToLong(c -> c[d]).max().orElse(0))
                        .toArray();
        asked = new Columns(dimensions.size(), submit.length);
        isPooled = fifo && !isDrawn;
        isSilent = isDrawn;
    }

    /** A server that has as much of everything as the one of some kinds that has the most. */
    public static ServerType envelope(List<ServerType> kinds) {
        return new ServerType(
                kinds.size() == 1 ? kinds.get(0).name() : "several kinds",
                new Resources(
                        most(kinds.stream().mapToLong(k -> k.capacity().cpuMicroCores())),
                        most(kinds.stream().mapToLong(k -> k.capacity().memoryBytes()))),
                kinds.get(0).power(),
                OptionalDouble.empty(),
                ServerExtras.of(
                        most(kinds.stream().mapToLong(k -> k.extras().gpuMicros())),
                        most(kinds.stream().mapToLong(k -> k.extras().diskBytes())),
                        most(kinds.stream().mapToLong(k -> k.extras().networkBitsPerSecond())),
                        kinds.get(0).extras().attributes()));
    }

    private static long most(LongStream amounts) {
        return amounts.max().orElseThrow();
    }

    /** Of servers that are not lost. */
    public static PooledMix of(
            Workload workload,
            List<ServerType> kinds,
            Objective objective,
            QueueOrder order,
            boolean isDrawn) {
        return of(workload, kinds, objective, order, isDrawn, Lost.NONE);
    }

    /**
     * Reads a workload once.
     *
     * @param isDrawn true if it is one of several draws, of which some may miss: then no mix is
     *     excluded
     * @param lost what the objective has to hold without
     */
    public static PooledMix of(
            Workload workload,
            List<ServerType> kinds,
            Objective objective,
            QueueOrder order,
            boolean isDrawn,
            Lost lost) {
        if (kinds.size() > MOST_KINDS) {
            throw new IllegalArgumentException(kinds.size() + " kinds, expected " + MOST_KINDS);
        }
        ServerType envelope = envelope(kinds);
        HeldTasks whole = new HeldTasks(workload, envelope);
        List<HeldTasks> held = kinds.stream().map(kind -> new HeldTasks(workload, kind)).toList();
        PooledMix mix =
                new PooledMix(
                        kinds,
                        whole.dimensions(),
                        objective,
                        order == QueueOrder.STRICT_FIFO,
                        isDrawn,
                        lost);
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        long[] amounts = new long[whole.dimensions().size()];
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    int row = i;
                    int fits =
                            IntStream.range(0, kinds.size())
                                    .filter(kind -> held.get(kind).holds(batch, row))
                                    .map(kind -> 1 << kind)
                                    .sum();
                    for (int d = 0; d < amounts.length; d++) {
                        amounts[d] = whole.dimensions().get(d).asked(batch, i);
                    }
                    mix.add(batch.submitMicros[i], batch.durationMicros[i], fits, amounts);
                }
            }
        }
        return mix;
    }

    private void add(long submitMicros, long durationMicros, int fits, long[] amounts) {
        tasksByMask.merge(fits, 1L, Long::sum);
        if (!isPooled || size > MOST_KEPT) {
            return;
        }
        if (size == submit.length) {
            submit = Arrays.copyOf(submit, 2 * size);
            duration = Arrays.copyOf(duration, 2 * size);
            mask = Arrays.copyOf(mask, 2 * size);
            asked.grow(2 * size);
        }
        submit[size] = submitMicros;
        duration[size] = durationMicros;
        mask[size] = fits;
        asked.set(size++, amounts);
    }

    /** Tasks of the workload. */
    public long tasks() {
        return tasksByMask.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Tasks that a server of a kind can hold. */
    public long fitting(int kind) {
        return count(1 << kind);
    }

    /** Tasks that some kinds can hold and others can not, both as masks of bits by kind. */
    public long onlyIn(int kinds, int others) {
        return tasksByMask.entrySet().stream()
                .filter(each -> (each.getKey() & kinds) != 0 && (each.getKey() & others) == 0)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private long count(int present) {
        return tasksByMask.entrySet().stream()
                .filter(each -> (each.getKey() & present) != 0)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** False if so many servers of each kind can't meet the objective. */
    public boolean mayHold(int[] counts) {
        if (isSilent) {
            return true;
        }
        for (int kind = 0; kind < counts.length; kind++) {
            if (counts[kind] > 0
                    && !(holdsWithout(counts, kind) && holdsWithoutDomain(counts, kind))) {
                return false;
            }
        }
        return meets(counts);
    }

    /** Without as many servers as may be lost, of one kind first, then of the others in order. */
    private boolean holdsWithout(int[] counts, int first) {
        int left = lost.servers();
        if (left == 0) {
            return true;
        }
        int[] rest = counts.clone();
        for (int i = -1; i < counts.length && left > 0; i++) {
            int kind = i < 0 ? first : i;
            int gone = Math.min(left, rest[kind]);
            rest[kind] -= gone;
            left -= gone;
        }
        return meets(rest);
    }

    private boolean holdsWithoutDomain(int[] counts, int kind) {
        if (lost.ofOneKind() == 0) {
            return true;
        }
        int[] rest = counts.clone();
        rest[kind] = Math.max(0, rest[kind] - lost.ofOneKind());
        return meets(rest);
    }

    private boolean meets(int[] counts) {
        int present = 0;
        long servers = 0;
        long[] totals = new long[largest.length];
        for (int kind = 0; kind < counts.length; kind++) {
            present |= counts[kind] > 0 ? 1 << kind : 0;
            servers += counts[kind];
            for (int d = 0; d < totals.length; d++) {
                totals[d] = plus(totals[d], times(capacities[kind][d], counts[kind]));
            }
        }
        long fitting = count(present);
        if (tasks() - fitting > objective.limit("rejected") + objective.limit("pending")) {
            return false;
        }
        return fitting == 0 || pooledMeets(present, totals, servers, fitting);
    }

    /**
     * The least total of a resource with which the pool meets the objective, were there enough of
     * everything else; in the order of {@link #capacity}.
     */
    public long least(int resource) {
        int all = (1 << capacities.length) - 1;
        long fitting = count(all);
        if (fitting == 0 || !canPool()) {
            return 0;
        }
        long[] totals = new long[largest.length];
        Arrays.fill(totals, Long.MAX_VALUE / 4);
        long low = 0;
        long high = Math.max(1, largest[resource]);
        totals[resource] = high;
        while (!pooledMeets(all, totals, Integer.MAX_VALUE, fitting)) {
            low = high;
            high = high > Long.MAX_VALUE / 8 ? Long.MAX_VALUE / 4 : 2 * high;
            totals[resource] = high;
            if (low == high) {
                return low;
            }
        }
        while (high - low > Math.max(1, high / 1000)) {
            long middle = low + (high - low) / 2;
            totals[resource] = middle;
            if (pooledMeets(all, totals, Integer.MAX_VALUE, fitting)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low + 1;
    }

    /** Resources that kinds have. */
    public int resources() {
        return largest.length;
    }

    /** What a server of a kind has of a resource. */
    public long capacity(int kind, int resource) {
        return capacities[kind][resource];
    }

    private boolean canPool() {
        // a task that may be rejected or wait for ever needs nothing
        return isPooled && size <= MOST_KEPT && objective.limit("rejected") == 0;
    }

    private boolean pooledMeets(int present, long[] totals, long servers, long fitting) {
        if (!canPool()) {
            return true;
        }
        PooledCluster pool =
                new PooledCluster(largest, totals, servers, WaitLimit.of(objective, fitting));
        long[] amounts = new long[largest.length];
        for (int i = 0; i < size; i++) {
            if ((mask[i] & present) != 0) {
                asked.get(i, amounts);
                pool.task(submit[i], duration[i], amounts);
            }
        }
        return pool.meets(objective);
    }

    private static long times(long a, long b) {
        return b == 0 || a <= Long.MAX_VALUE / 4 / b ? a * b : Long.MAX_VALUE / 4;
    }

    private static long plus(long a, long b) {
        return Math.min(Long.MAX_VALUE / 4, a + b);
    }
}
