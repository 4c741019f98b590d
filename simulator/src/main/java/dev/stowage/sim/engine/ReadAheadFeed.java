package dev.stowage.sim.engine;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next batches on a thread of its own while the caller works on this one. Batches go
 * round between the two threads in order, so that the caller sees what it would have read itself;
 * an error of the source is thrown where the caller would have met it.
 */
public final class ReadAheadFeed implements BatchFeed {
    private static final int BATCHES = 4;

    private final TaskSource source;
    private final BlockingQueue<TaskBatch> empty = new ArrayBlockingQueue<>(BATCHES);
    private final BlockingQueue<TaskBatch> full = new ArrayBlockingQueue<>(BATCHES);
    private final Thread reader;
    private volatile @Nullable Throwable failure; // set before an empty batch is handed over
    private @Nullable TaskBatch current;

    public ReadAheadFeed(TaskSource source) {
        this.source = source;
        for (int i = 0; i < BATCHES; i++) {
            empty.add(new TaskBatch(TaskBatch.DEFAULT_CAPACITY));
        }
        reader = new Thread(this::readAll, "stowage-read-ahead");
        reader.setDaemon(true);
        reader.start();
    }

    private void readAll() {
        try {
            boolean hasMore = true;
            while (hasMore) {
                TaskBatch batch = empty.take();
                hasMore = readInto(batch);
                full.put(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed early: nobody waits for more
        }
    }

    private boolean readInto(TaskBatch batch) {
        try {
            while (source.read(batch)) {
                if (batch.size > 0) {
                    return true;
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        batch.size = 0;
        return false;
    }

    @Override
    public TaskBatch next() {
        TaskBatch done = current;
        if (done != null && done.size == 0) {
            return done; // the end stays the end
        }
        try {
            if (done != null) {
                empty.put(done);
            }
            TaskBatch batch = full.take();
            current = batch;
            if (batch.size == 0) {
                rethrow();
            }
            return batch;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the workload", e);
        }
    }

    private void rethrow() {
        Throwable thrown = failure;
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
    }

    @Override
    public Map<String, Long> leftOut() {
        return source.leftOut();
    }

    @Override
    public void close() {
        reader.interrupt();
        boolean isInterrupted = false;
        while (reader.isAlive()) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        source.close();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
