package dev.stowage.policy.autoscale.kubernetes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many pods bring the use of a resource to its target: {@code ceil(ratio * pods)}, where the
 * ratio is whole per cents of use by the target. Pods that are not ready yet count as idle on the
 * way up, pods without a measurement as idle on the way up and as fully used on the way down; a
 * change within the tolerance, or one that these pods turn round, is none.
 *
 * <p>Source: {@code pkg/controller/podautoscaler/replica_calculator.go}.
 */
final class ReplicaCalculator {
    private static final long MICROS = 1_000_000;

    private final HpaSettings settings;

    ReplicaCalculator(HpaSettings settings) {
        this.settings = settings;
    }

    /** The pods of one call, in the groups of the source. */
    private static final class Groups {
        int ready;
        int unready;
        int missing;
        long readyUse;
        long readyRequests;
        long unreadyRequests;
        long missingRequests;
        long missingGuess; // all of their requests, or the target if that is more
    }

    /** The wanted number of pods, or null if nothing is known of any. */
    @Nullable Integer pods(long nowMicros, int current, List<PodUse> pods) {
        Groups groups = groups(nowMicros, pods);
        if (groups.ready == 0) {
            return null;
        }
        double ratio = ratio(groups.readyUse, groups.readyRequests);
        boolean isUpWithUnready = groups.unready > 0 && ratio > 1;
        if (!isUpWithUnready && groups.missing == 0) {
            return isWithinTolerance(ratio) ? current : (int) Math.ceil(ratio * groups.ready);
        }
        return withGuesses(current, groups, ratio, isUpWithUnready);
    }

    private int withGuesses(int current, Groups groups, double ratio, boolean isUpWithUnready) {
        long use = groups.readyUse;
        long requests = groups.readyRequests;
        int counted = groups.ready;
        if (ratio != 1) {
            counted += groups.missing;
            requests += groups.missingRequests;
            use += ratio < 1 ? groups.missingGuess : 0;
        }
        if (isUpWithUnready) {
            counted += groups.unready;
            requests += groups.unreadyRequests;
        }
        double guessed = ratio(use, requests);
        boolean isTurned = (ratio < 1 && guessed > 1) || (ratio > 1 && guessed < 1);
        if (isWithinTolerance(guessed) || isTurned) {
            return current;
        }
        int pods = (int) Math.ceil(guessed * counted);
        boolean isAgainst = (guessed < 1 && pods > current) || (guessed > 1 && pods < current);
        return isAgainst ? current : pods;
    }

    private double ratio(long use, long requests) {
        return (double) (int) (use * 100 / requests) / settings.targetPercent();
    }

    private boolean isWithinTolerance(double ratio) {
        return 1 - settings.tolerance() <= ratio && ratio <= 1 + settings.tolerance();
    }

    private Groups groups(long nowMicros, List<PodUse> pods) {
        Groups groups = new Groups();
        for (PodUse pod : pods) {
            PodUse.Measured use = pod.use();
            if (pod.phase() == PodUse.Phase.GONE) {
                continue;
            }
            if (pod.phase() == PodUse.Phase.PENDING) {
                groups.unready++;
                groups.unreadyRequests += pod.requestMilli();
            } else if (use == null) {
                groups.missing++;
                groups.missingRequests += pod.requestMilli();
                groups.missingGuess +=
                        pod.requestMilli() * Math.max(100, settings.targetPercent()) / 100;
            } else if (isUnready(nowMicros, pod, use)) {
                groups.unready++;
                groups.unreadyRequests += pod.requestMilli();
            } else {
                groups.ready++;
                groups.readyUse += use.milli();
                groups.readyRequests += pod.requestMilli();
            }
        }
        return groups;
    }

    private boolean isUnready(long nowMicros, PodUse pod, PodUse.Measured use) {
        long started = pod.startMicros();
        if (started + settings.initialisationSeconds() * MICROS > nowMicros) {
            return !pod.isReady() || use.atMicros() < pod.readyChangeMicros() + use.windowMicros();
        }
        return !pod.isReady()
                && started + settings.initialReadinessSeconds() * MICROS > pod.readyChangeMicros();
    }
}
