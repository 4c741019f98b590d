package dev.stowage.push.kubernetes;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.PushSettings;
import java.time.Duration;
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
record Patience(Duration timeout, Consumer<String> progress) {
    private static final long FIRST_POLL_MILLIS = 50;
    private static final long LAST_POLL_MILLIS = 1_000;
    private static final Duration REPORT = Duration.ofSeconds(10);

    /** As the option {@code timeout} says. */
    static Patience of(PushSettings settings, Consumer<String> progress) {
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

    /** Waits until {@code what} is so, or for too long. */
    boolean await(String waitedFor, BooleanSupplier what) {
        return await(() -> waitedFor, what, GuardedPatch::pause);
    }

    /**
     * Waits until {@code what} is so, or for too long.
     *
     * @param waitedFor asked for when it is to be said
     * @param pause between two looks, for at most so many milliseconds
     */
    boolean await(Supplier<String> waitedFor, BooleanSupplier what, LongConsumer pause) {
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
