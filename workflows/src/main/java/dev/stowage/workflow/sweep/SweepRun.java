package dev.stowage.workflow.sweep;

import dev.stowage.basis.InputException;
import dev.stowage.words.Version;
import dev.stowage.workflow.sweep.CellResult.State;
import dev.stowage.workflow.sweep.CellStore.Stored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A sweep carried out: what is kept is read, the other cells are asked on all threads, and each
 * answer is kept as soon as it is there. A cell that fails, runs out of memory or takes too long is
 * a result with a reason. The results do not depend on threads or order.
 */
public final class SweepRun {
    private final Sweep sweep;
    private final CellStore store;
    private final SweepOptions options;
    private final Listener listener;
    private final Contents contents = new Contents();
    private final String version = Version.text();

    public SweepRun(Sweep sweep, CellStore store, SweepOptions options, Listener listener) {
        this.sweep = sweep;
        this.store = store;
        this.options = options;
        this.listener = listener;
    }

    /** Hears of each cell that is there; from one thread at a time. */
    @FunctionalInterface
    public interface Listener {
        /** A cell is there: one of {@code done} of {@code all}. */
        void finished(CellResult result, int done, int all);
    }

    /** What is kept already. */
    public record Outlook(int cells, int kept, double secondsOfAKeptCell) {}

    /** What the sweep would have to do. */
    public Outlook outlook() {
        int kept = 0;
        double seconds = 0;
        for (Cell cell : sweep.cells()) {
            Optional<Stored> stored = store.read(key(cell).hash());
            kept += stored.isPresent() ? 1 : 0;
            seconds += stored.map(Stored::seconds).orElse(0.0);
        }
        return new Outlook(sweep.cells().size(), kept, kept == 0 ? Double.NaN : seconds / kept);
    }

    /** Cells, in the order of the sweep. */
    public List<CellResult> results() {
        int all = sweep.cells().size();
        Map<Integer, CellResult> results = new HashMap<>();
        BlockingQueue<Integer> open = new LinkedBlockingQueue<>();
        List<CellKey> keys = sweep.cells().stream().map(this::key).toList();
        for (int i = 0; i < all; i++) {
            Optional<CellResult> kept = kept(sweep.cells().get(i), keys.get(i));
            if (kept.isPresent()) {
                results.put(i, kept.get());
                listener.finished(kept.get(), results.size(), all);
            } else {
                open.add(i);
            }
        }
        ask(open, keys, results);
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

    private void ask(
            BlockingQueue<Integer> open, List<CellKey> keys, Map<Integer, CellResult> results) {
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int i = 0; i < Math.min(options.threads(), open.size()); i++) {
            workers.add(onThread("sweep-" + i, () -> work(open, keys, results)));
        }
        for (CompletableFuture<Void> worker : workers) {
            joined(worker);
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

    private void work(
            BlockingQueue<Integer> open, List<CellKey> keys, Map<Integer, CellResult> results) {
        for (Integer at = open.poll(); at != null; at = open.poll()) {
            CellResult result = answered(sweep.cells().get(at), keys.get(at));
            synchronized (results) {
                results.put(at, result);
                listener.finished(result, results.size(), sweep.cells().size());
            }
        }
    }

    private CellResult answered(Cell cell, CellKey key) {
        long begin = System.nanoTime();
        try {
            String answer =
                    options.cellTimeout().isPresent()
                            ? within(cell, options.cellTimeout().get().toMillis())
                            : sweep.question().answer(cell.settings(), sweep.baseFile());
            store.write(key.hash(), cell, new Stored(answer, (System.nanoTime() - begin) / 1e9));
            return done(cell, key, answer, false);
        } catch (InputException | CellFailure e) {
            return failed(cell, key, State.FAILED, String.valueOf(e.getMessage()));
        } catch (TimeoutException e) {
            return failed(cell, key, State.TIMEOUT, "longer than " + timeout());
        } catch (OutOfMemoryError e) {
            return failed(cell, key, State.OUT_OF_MEMORY, "out of memory: " + e.getMessage());
        } catch (java.io.UncheckedIOException e) {
            throw e; // the disk: no cell can be kept
        } catch (RuntimeException e) {
            return failed(cell, key, State.FAILED, "internal error: " + e);
        }
    }

    private String timeout() {
        return options.cellTimeout().map(time -> time.toMillis() / 1e3 + " s").orElse("");
    }

    /** On a thread of its own, which is left behind if it takes too long. */
    private String within(Cell cell, long millis) throws TimeoutException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Runnable asking =
                () -> answer.complete(sweep.question().answer(cell.settings(), sweep.baseFile()));
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

    private static CellResult failed(Cell cell, CellKey key, State state, String reason) {
        return new CellResult(cell, key.hash(), key.inputs(), state, reason, Map.of(), false);
    }
}
