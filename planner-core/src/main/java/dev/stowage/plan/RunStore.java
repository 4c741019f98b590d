package dev.stowage.plan;

import dev.stowage.basis.Progress;
import dev.stowage.run.RunSummary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The runs of one search or study: each made once, several at the same time. Which are made never
 * depends on timing.
 */
public final class RunStore implements AutoCloseable {
    /**
     * One run.
     *
     * @param servers what varies besides the replication: the number of servers in a search, the
     *     number of the alternative in a comparison
     * @param replication number of the replication, from 0
     */
    record Key(int servers, int replication) {}

    private final RunFunction function;
    private final ExecutorService threads;
    private final Progress progress;
    private final Map<Key, RunSummary> runs = new ConcurrentHashMap<>();
    private final AtomicInteger finished = new AtomicInteger();

    /** An empty store; {@code function} must be thread-safe. */
    public RunStore(RunFunction function, int threads, Progress progress) {
        this.function = function;
        this.threads = Executors.newFixedThreadPool(threads, RunStore::daemon);
        this.progress = progress;
    }

    /** Replications {@code 0 .. count-1} on {@code servers}, in order. */
    public List<RunSummary> replications(int servers, int count) {
        return replications(servers, 0, count);
    }

    /** Replications {@code from .. from+count-1} on {@code servers}, in order. */
    List<RunSummary> replications(int servers, int from, int count) {
        List<Key> keys = new ArrayList<>();
        for (int replication = from; replication < from + count; replication++) {
            keys.add(new Key(servers, replication));
        }
        ensure(keys);
        return keys.stream().map(this::get).toList();
    }

    /**
     * Replications {@code 0 .. count-1} of each of the alternatives {@code 0 .. alternatives-1}.
     */
    public List<List<RunSummary>> allReplications(int alternatives, int count) {
        List<Key> keys = new ArrayList<>();
        for (int replication = 0; replication < count; replication++) {
            for (int alternative = 0; alternative < alternatives; alternative++) {
                keys.add(new Key(alternative, replication));
            }
        }
        ensure(keys);
        List<List<RunSummary>> runs = new ArrayList<>();
        for (int alternative = 0; alternative < alternatives; alternative++) {
            runs.add(replications(alternative, count));
        }
        return runs;
    }

    /** Makes those of the runs that are missing, as many at a time as there are threads. */
    void ensure(List<Key> keys) {
        Set<Key> missing = new LinkedHashSet<>(keys);
        missing.removeAll(runs.keySet());
        Set<Key> elsewhere = ConcurrentHashMap.newKeySet();
        onThreads(missing, key -> makeUnlessUnderWay(key, elsewhere));
        missing.retainAll(elsewhere);
        onThreads(missing, this::make);
    }

    private void onThreads(Set<Key> keys, Consumer<Key> work) {
        List<Future<?>> futures = new ArrayList<>();
        keys.forEach(key -> futures.add(threads.submit(() -> work.accept(key))));
        futures.forEach(Finished::of);
    }

    private void makeUnlessUnderWay(Key key, Set<Key> elsewhere) {
        if (function.isUnderWay(key.servers(), key.replication())) {
            elsewhere.add(key);
        } else {
            make(key);
        }
    }

    private void make(Key key) {
        runs.put(key, function.run(key.servers(), key.replication()));
        progress.advanceTo(finished.incrementAndGet());
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "capacity-search");
        thread.setDaemon(true);
        return thread;
    }

    /** A run that was made. */
    RunSummary get(int servers, int replication) {
        return get(new Key(servers, replication));
    }

    private RunSummary get(Key key) {
        RunSummary summary = runs.get(key);
        if (summary == null) {
            throw new IllegalStateException("run " + key + " was not made");
        }
        return summary;
    }

    /** Number of runs made. */
    int size() {
        return runs.size();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
