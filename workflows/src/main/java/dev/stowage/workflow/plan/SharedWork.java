package dev.stowage.workflow.plan;

import dev.stowage.basis.FileDigests;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.Workload;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.RunResult;
import dev.stowage.workflow.simulate.WorkloadInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What plans in one process have in common: workloads as they were read or drawn, their lower
 * bounds, and runs. Each is made once; who asks for one that is being made waits for it. What was
 * used the longest ago goes when there is more than a number of bytes, and is made again when it is
 * needed. Safe for use by several threads.
 */
public final class SharedWork {
    /** Nothing is shared: for a single plan, which keeps its own runs. */
    public static final SharedWork NONE = new SharedWork(0);

    private static final long SUMMARY_BYTES = 16 << 10;
    private static final long RESULT_BYTES = 512 << 10;
    private static final long OPENED_BYTES = 1 << 20;

    private final long mostBytes;
    private final FileDigests contents = new FileDigests();
    private final Map<Object, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * Work shared within a bound.
     *
     * @param mostBytes estimate of what is kept at most; 0 for nothing
     */
    public SharedWork(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    private static final class Entry {
        private final FutureTask<?> made;
        private long bytes;

        Entry(FutureTask<?> made) {
            this.made = made;
        }
    }

    /** True if anything is shared. */
    boolean isShared() {
        return mostBytes > 0;
    }

    /** What a file or folder holds, so that what is shared is known by it; empty if nothing is. */
    String content(Path path) {
        return isShared() && Files.exists(path) ? contents.of(path) : "";
    }

    /** A workload whose tasks are read or drawn once, by all that decides them. */
    private Workload held(Object key, Supplier<Workload> open) {
        return isShared()
                ? tasks(key, () -> HeldWorkload.of(open.get(), mostBytesOfTasks()))
                : open.get();
    }

    /** A workload that a user named, its tasks read or drawn once. */
    public WorkloadInput sharing(
            WorkloadInput input, Path path, Optional<Set<TaskColumn>> columns) {
        Object name = path.getFileName() == null ? path : path.getFileName();
        List<Object> key = List.of(name, content(path), columns, input.drawn());
        return input.held((replication, open) -> held(List.of(key, replication), open));
    }

    /** An opened workload by what it is opened from. */
    ScenarioWorkload opened(Object from, Supplier<ScenarioWorkload> open) {
        return get(ScenarioWorkload.class, from, open, workload -> OPENED_BYTES);
    }

    /** The tasks of a replication by the workload that they belong to. */
    HeldWorkload tasks(Object key, Supplier<HeldWorkload> draw) {
        return get(HeldWorkload.class, key, draw, HeldWorkload::bytes);
    }

    /** Tasks of more bytes than these are drawn anew in each pass. */
    long mostBytesOfTasks() {
        return mostBytes / 4;
    }

    /** The summary of a run by all that decides it. */
    RunSummary summary(Object key, Supplier<RunSummary> run) {
        return get(RunSummary.class, key, run, summary -> SUMMARY_BYTES);
    }

    /** True if somebody makes the summary of a run at this moment. */
    synchronized boolean isSummaryUnderWay(Object key) {
        Entry entry = entries.get(new Name(RunSummary.class, key));
        return entry != null && !entry.made.isDone();
    }

    /** A lower bound by all that decides it. */
    LowerBound bound(Object key, Supplier<LowerBound> bound) {
        return get(LowerBound.class, key, bound, made -> SUMMARY_BYTES);
    }

    /** A run with its series by all that decides it. */
    RunResult result(Object key, Supplier<RunResult> run) {
        return get(RunResult.class, key, run, result -> RESULT_BYTES);
    }

    /** What is kept of a type under a key. */
    private record Name(Class<?> type, Object key) {}

    private <V> V get(Class<V> type, Object key, Supplier<V> make, ToLongFunction<V> size) {
        if (!isShared()) {
            return make.get();
        }
        Name name = new Name(type, key);
        FutureTask<V> mine = new FutureTask<>(make::get);
        Entry entry = claimed(name, mine);
        if (entry.made == mine) {
            mine.run();
        }
        try {
            V value = type.cast(entry.made.get());
            if (entry.made == mine) {
                keep(entry, size.applyAsLong(value));
            }
            return value;
        } catch (ExecutionException e) {
            forget(name, entry);
            return make.get(); // fails as it would alone, or not at all
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private synchronized Entry claimed(Name name, FutureTask<?> task) {
        return entries.computeIfAbsent(name, absent -> new Entry(task));
    }

    private synchronized void forget(Name name, Entry entry) {
        entries.remove(name, entry);
    }

    private synchronized void keep(Entry entry, long size) {
        entry.bytes = size;
        bytes += size;
        var eldest = entries.values().iterator();
        while (bytes > mostBytes && eldest.hasNext()) {
            Entry each = eldest.next();
            if (each.bytes > 0) {
                bytes -= each.bytes;
                eldest.remove();
            }
        }
    }

    /** Estimate of what is kept now. */
    synchronized long bytes() {
        return bytes;
    }
}
