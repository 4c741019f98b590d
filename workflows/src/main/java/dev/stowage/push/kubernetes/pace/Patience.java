package dev.stowage.push.kubernetes.pace;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * How long a push waits for a cluster, and what it says meanwhile.
 *
 * @param timeout for which nothing may get on; zero for not waiting at all
 * @param progress hears what is done and what is waited for
 */
public record Patience(Duration timeout, Consumer<String> progress) {
    private static final long FIRST_POLL_MILLIS = 50;
    private static final long LAST_POLL_MILLIS = 1_000;
    private static final Duration REPORT = Duration.ofSeconds(10);

    /** As the option {@code timeout} says. */
    public static Patience of(PushSettings settings, Consumer<String> progress) {
        String text = settings.get("timeout", "10m");
        try {
            Duration timeout =
                    text.equals("0")
                            ? Duration.ZERO
                            : Duration.parse("PT" + text.toUpperCase(java.util.Locale.ROOT));
            return new Patience(timeout, progress);
        } catch (java.time.format.DateTimeParseException e) {
            throw InputException.at(
                            "--timeout", "\"" + text + "\"", "a time, as in 90s or 10m", null)
                    .causedBy(e);
        }
    }

    /** Waits so long; an interrupt ends it. */
    public static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PushFailure("interrupted while waiting", e);
        }
    }

    /** Waits until {@code what} is so, or for too long. */
    public boolean await(String waitedFor, BooleanSupplier what) {
        return await(() -> waitedFor, what, Patience::pause);
    }

    /**
     * Waits until {@code what} is so, or for too long.
     *
     * @param waitedFor asked for when it is to be said
     * @param pause between two looks, for at most so many milliseconds
     */
    public boolean await(Supplier<String> waitedFor, BooleanSupplier what, LongConsumer pause) {
        long begin = System.nanoTime();
        long said = begin;
        while (!what.getAsBoolean()) {
            long now = System.nanoTime();
            if (now - begin > timeout.toNanos()) {
                return false;
            }
            if (now - said > REPORT.toNanos()) {
                said = now;
                progress.accept(
                        "waiting for " + (now - begin) / 1_000_000_000 + " s: " + waitedFor.get());
            }
            long waitedMillis = (now - begin) / 1_000_000;
            pause.accept(Math.min(LAST_POLL_MILLIS, FIRST_POLL_MILLIS + waitedMillis / 10));
        }
        return true;
    }
}
