package dev.stowage.push.kubernetes;

import dev.stowage.push.kubernetes.pace.Patience;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Since when the scheduler has refused each of several pods. Each has a clock of its own: of many
 * pods some are refused at any moment, and each of them waits for its next trial only.
 */
final class Refusals {
    /** Longer than the scheduler waits between two tries for a pod: 10 s by default. */
    private static final Duration STUCK = Duration.ofSeconds(15);

    /** Of the whole patience, where that is short: what is done then takes as long again. */
    private static final int PARTS = 4;

    private final Duration most;
    private final LongSupplier nanos;
    private final Map<String, Long> since = new HashMap<>(); // by UID
    private long now;

    /**
     * None yet.
     *
     * @param patience of the push
     * @param nanos a clock, as {@link System#nanoTime}
     */
    Refusals(Patience patience, LongSupplier nanos) {
        Duration part = patience.timeout().dividedBy(PARTS);
        this.most = part.compareTo(STUCK) < 0 ? part : STUCK;
        this.nanos = nanos;
    }

    /** Takes all these pods as they are now; others are forgotten. */
    void update(Collection<LivePod> pods) {
        now = nanos.getAsLong();
        List<String> refused =
                pods.stream()
                        .filter(pod -> pod.isWaiting() && !pod.trouble().isEmpty())
                        .map(LivePod::uid)
                        .toList();
        since.keySet().retainAll(refused);
        refused.forEach(uid -> since.putIfAbsent(uid, now));
    }

    /** Counts anew for a pod, as something was done for it. */
    void again(LivePod pod) {
        since.put(pod.uid(), now);
    }

    /** True if no node had suited a pod for longer than the scheduler waits between two tries. */
    boolean isStuck(LivePod pod) {
        Long begin = since.get(pod.uid());
        return begin != null && now - begin > most.toNanos();
    }
}
