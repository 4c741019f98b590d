package dev.stowage.push.kubernetes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Pods of others that were made while nodes are closed for a push, and wait for them. Nothing more
 * is begun until they have had their chance: the nodes open to them, for as long as the scheduler
 * may take to try them again.
 */
final class Bystanders {
    private final Set<String> hopeless = new HashSet<>(); // by UID
    private final Refusals refusals;

    /**
     * None yet.
     *
     * @param before UIDs of pods that waited before any node was closed
     * @param patience of the push
     * @param nanos a clock, as {@link System#nanoTime}
     */
    Bystanders(Set<String> before, Patience patience, LongSupplier nanos) {
        hopeless.addAll(before);
        refusals = new Refusals(patience, nanos);
    }

    /**
     * True if a pod waits that an open node may help.
     *
     * @param ours UIDs of pods that the push waits for itself
     * @param isOpen true if no node is closed for the push now
     */
    boolean areWaiting(List<LivePod> pods, Set<String> ours, boolean isOpen) {
        List<LivePod> others =
                pods.stream()
                        .filter(pod -> pod.isWaiting() && !pod.trouble().isEmpty())
                        .filter(pod -> !ours.contains(pod.uid()) && !hopeless.contains(pod.uid()))
                        .toList();
        refusals.update(isOpen ? others : List.of()); // their time runs while they may pass
        others.stream().filter(refusals::isStuck).map(LivePod::uid).forEach(hopeless::add);
        return others.stream().anyMatch(pod -> !hopeless.contains(pod.uid()));
    }
}
