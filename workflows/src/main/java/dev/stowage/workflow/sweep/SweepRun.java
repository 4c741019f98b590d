package dev.stowage.workflow.sweep;

import dev.stowage.basis.InputException;
import dev.stowage.words.Version;
import dev.stowage.workflow.sweep.CellQueue.Task;
import dev.stowage.workflow.sweep.CellResult.State;
import dev.stowage.workflow.sweep.CellStore.Stored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A sweep carried out: what is kept is read, the other cells are asked on all threads, and each
 * answer is kept as soon as it is there. A cell that fails, runs out of memory or takes too long is
 * a result with a reason. Where memory ran out while several cells were running, those that failed
 * are asked again, each alone, so that a large cell takes no small one with it. The results do not
 * depend on threads or order.
 */
public final class SweepRun {
    private final Sweep sweep;
    private final CellStore store;
    private final SweepOptions options;
    private final Listener listener;
    private final Contents contents = new Contents();
    private final String version = Version.text();
    private final Map<Integer, CellResult> results = new HashMap<>();
    private final List<Task> crowded = new ArrayList<>();
    private long beginNanos = System.nanoTime();
    private int running;
    private int failed;
    private double workLeft;
    private double workDone;

    public SweepRun(Sweep sweep, CellStore store, SweepOptions options, Listener listener) {
        this.sweep = sweep;
        this.store = store;
        this.options = options;
        this.listener = listener;
    }

    /** Hears of each cell; from one thread at a time. */
    public interface Listener {
        /** Nobody listens. */
        Listener NONE = (result, standing) -> {};

        /** A cell is there. */
        void finished(CellResult result, Standing standing);

        /** Cells have begun. */
        default void began(Standing standing) {}
    }

    /**
     * What the sweep would have to do.
     *
     * @param cells number of cells
     * @param kept those of them whose answers are kept
     * @param seconds estimate of the time that the others take; NaN if nobody knows
     */
    public record Outlook(int cells, int kept, double seconds) {}

    /** What the sweep would have to do. */
    public Outlook outlook() {
        List<Integer> open = new ArrayList<>();
        double seconds = 0;
        double work = 0;
        for (int i = 0; i < sweep.cells().size(); i++) {
            Cell cell = sweep.cells().get(i);
            Optional<Stored> stored = store.read(key(cell).hash());
            if (stored.isPresent()) {
                seconds += stored.get().seconds();
                work += sweep.question().work(cell.settings());
            } else {
                open.add(i);
            }
        }
        CellQueue queue = new CellQueue(sweep, open, options.threads());
        double left =
                work > 0
                        ? queue.work() * seconds / work
                        : queue.differentWork() * sweep.question().usualSeconds();
        return new Outlook(
                sweep.cells().size(), sweep.cells().size() - open.size(), left / options.threads());
    }

    /** Cells, in the order of the sweep. */
    public List<CellResult> results() {
        int all = sweep.cells().size();
        List<Integer> open = new ArrayList<>();
        List<CellKey> keys = sweep.cells().stream().map(this::key).toList();
        for (int i = 0; i < all; i++) {
            Optional<CellResult> kept = kept(sweep.cells().get(i), keys.get(i));
            if (kept.isPresent()) {
                results.put(i, kept.get());
                listener.finished(kept.get(), standing());
            } else {
                open.add(i);
            }
        }
        ask(new CellQueue(sweep, open, options.threads()), keys);
        List<CellResult> ordered = new ArrayList<>();
        for (int i = 0; i < all; i++) {
            CellResult result = results.get(i);
            if (result == null) {
                throw new IllegalStateException("cell " + i + " was lost");
            }
            ordered.add(result);
        }
        return ordered;
    }

    private CellKey key(Cell cell) {
        Map<String, String> inputs = new HashMap<>(contents.of(cell.settings(), sweep.baseFile()));
        sweep.question()
                .inputs(cell.settings(), sweep.baseFile())
                .forEach((name, path) -> inputs.put(name, contents.digest(path)));
        return CellKey.of(sweep.question().name(), version, cell, inputs);
    }

    private Optional<CellResult> kept(Cell cell, CellKey key) {
        return store.read(key.hash()).map(stored -> done(cell, key, stored.answer(), true));
    }

    private CellResult done(Cell cell, CellKey key, String answer, boolean isReused) {
        return new CellResult(
                cell,
                key.hash(),
                key.inputs(),
                State.DONE,
                "",
                sweep.question().figures(answer),
                isReused);
    }

    private void ask(CellQueue open, List<CellKey> keys) {
        workLeft = open.work();
        beginNanos = System.nanoTime();
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int i = 0; i < Math.min(options.threads(), sweep.cells().size()); i++) {
            workers.add(onThread("sweep-" + i, () -> work(open, keys)));
        }
        CompletableFuture<Void> all =
                CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new));
        joined(all); // all of them, so that nobody writes any more when one has failed
        for (Task task : crowded) {
            finished(task, answered(sweep.cells().get(task.cell()), keys.get(task.cell()), 1));
        }
    }

    private static void joined(CompletableFuture<Void> worker) {
        try {
            worker.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void work(CellQueue open, List<CellKey> keys) {
        String family = "";
        for (var next = open.next(family); next.isPresent(); next = open.next(family)) {
            Task task = next.get();
            family = task.family();
            synchronized (results) {
                running++;
                listener.began(standing());
            }
            try {
                CellResult result =
                        answered(
                                sweep.cells().get(task.cell()),
                                keys.get(task.cell()),
                                task.threads());
                synchronized (results) {
                    running--;
                    if (result.state() == State.OUT_OF_MEMORY && options.threads() > 1) {
                        crowded.add(task);
                    } else {
                        finished(task, result);
                    }
                }
            } catch (RuntimeException | Error e) {
                open.stop();
                throw e;
            } finally {
                open.finished();
            }
        }
    }

    private void finished(Task task, CellResult result) {
        workDone += task.work();
        results.put(task.cell(), result);
        failed += result.isDone() ? 0 : 1;
        listener.finished(result, standing());
    }

    private Standing standing() {
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        return new Standing(
                results.size(),
                running,
                failed,
                sweep.cells().size(),
                workDone > 0 ? seconds * (workLeft - workDone) / workDone : Double.NaN);
    }

    private CellResult answered(Cell cell, CellKey key, int threads) {
        long begin = System.nanoTime();
        String answer;
        try {
            answer =
                    options.cellTimeout().isPresent()
                            ? within(cell, threads, options.cellTimeout().get().toMillis())
                            : ask(cell, threads);
        } catch (TimeoutException e) {
            return failed(cell, key, State.TIMEOUT, "longer than " + timeout());
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
            return failed(cell, key, e);
        }
        if (!key(cell).equals(key)) {
            return failed(cell, key, State.FAILED, "an input changed while it was read; ask again");
        }
        store.write(key.hash(), cell, new Stored(answer, (System.nanoTime() - begin) / 1e9));
        return done(cell, key, answer, false);
    }

    private String ask(Cell cell, int threads) {
        return sweep.question().answer(cell.settings(), sweep.baseFile(), threads);
    }

    private String timeout() {
        return options.cellTimeout().map(time -> time.toMillis() / 1e3 + " s").orElse("");
    }

    /** On a thread of its own, which is left behind if it takes too long. */
    private String within(Cell cell, int threads, long millis) throws TimeoutException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Runnable asking = () -> answer.complete(ask(cell, threads));
        CompletableFuture<Void> end = onThread("cell", asking);
        CompletableFuture<String> asked = end.thenCompose(nothing -> answer);
        try {
            return asked.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static CompletableFuture<Void> onThread(String name, Runnable work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                work.run();
                                end.complete(null);
                            } catch (Throwable e) { // given to the one who waits
                                end.completeExceptionally(e);
                            }
                        },
                        name);
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    private static CellResult failed(Cell cell, CellKey key, Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                String reason = "out of memory: " + cause.getMessage();
                return failed(cell, key, State.OUT_OF_MEMORY, reason);
            }
        }
        boolean isKnown = thrown instanceof InputException || thrown instanceof CellFailure;
        String reason = isKnown ? String.valueOf(thrown.getMessage()) : "internal error: " + thrown;
        return failed(cell, key, State.FAILED, reason);
    }

    private static CellResult failed(Cell cell, CellKey key, State state, String reason) {
        return new CellResult(cell, key.hash(), key.inputs(), state, reason, Map.of(), false);
    }
}
