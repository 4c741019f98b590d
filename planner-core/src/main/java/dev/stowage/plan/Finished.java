package dev.stowage.plan;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for work that another thread does. */
public final class Finished {
    private Finished() {}

    /**
     * The result of {@code future}; what the work throws is thrown as it is.
     *
     * @throws CancellationException if this thread is interrupted meanwhile
     */
    public static <R> R of(Future<R> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("interrupted");
            cancelled.initCause(e);
            throw cancelled;
        }
    }
}
