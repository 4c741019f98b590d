package dev.stowage.plan;

import dev.stowage.basis.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Independent work on several threads, with results in the order of the work. */
public final class InParallel {
    private InParallel() {}

    /**
     * The results of {@code function}, in the order of {@code work}; what it throws first in that
     * order is thrown.
     *
     * @param function safe for several threads
     * @param threads at least 1
     * @param progress is told how much of the work is done; {@code start} and {@code done} are the
     *     caller's
     */
    public static <T, R> List<R> map(
            List<T> work, Function<T, R> function, int threads, Progress progress) {
        ExecutorService pool = Executors.newFixedThreadPool(threads, InParallel::daemon);
        AtomicInteger finished = new AtomicInteger();
        try {
            List<Future<R>> futures = new ArrayList<>();
            for (T each : work) {
                futures.add(
                        pool.submit(
                                () -> {
                                    R result = function.apply(each);
                                    progress.advanceTo(finished.incrementAndGet());
                                    return result;
                                }));
            }
            List<R> results = new ArrayList<>();
            for (Future<R> future : futures) {
                results.add(Finished.of(future));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "in-parallel");
        thread.setDaemon(true);
        return thread;
    }
}
