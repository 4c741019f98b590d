package dev.stowage.cli.plan;

import dev.stowage.push.PushReport;
import dev.stowage.push.object.PushTarget;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A push that is interrupted ends what it has begun, if that takes no more than a minute. */
final class PushInterruption {
    private static final long PATIENCE_SECONDS = 60;
    private static final String HOW_ON = "go on with --continue, or go back with --rollback";

    private final PushTarget target;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String outcome = HOW_ON;

    PushInterruption(PushTarget target) {
        this.target = target;
    }

    /** Pushes, and keeps how that ended. */
    PushReport during(Supplier<PushReport> push) {
        try {
            PushReport report = push.get();
            outcome = "the push was done by then";
            return report;
        } catch (RuntimeException e) {
            outcome = String.valueOf(e.getMessage());
            throw e;
        } finally {
            ended.countDown();
        }
    }

    /** Stops the push; how it stands, and how to go on. */
    String stop() {
        try {
            if (target.stop() && !ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return "what had begun was not done in " + PATIENCE_SECONDS + " s; " + HOW_ON;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return outcome;
    }
}
