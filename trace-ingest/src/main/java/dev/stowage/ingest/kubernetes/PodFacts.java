package dev.stowage.ingest.kubernetes;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is counted of pods. */
final class PodFacts {
    static final List<String> NAMES =
            List.of(
                    "tasks.pending",
                    "tasks.running",
                    "tasks.succeeded",
                    "tasks.failed",
                    "tasks.unknown",
                    "tasks.evicted",
                    "tasks.ofDaemonSets",
                    "tasks.staying",
                    "tasks.withNodeSelectorOrAffinity",
                    "tasks.withPreferences",
                    PodTie.VOLUME.fact(),
                    PodTie.HOST_PORT.fact(),
                    PodTie.CLAIM.fact(),
                    "tasks.cpuRequestAbsent",
                    "tasks.memoryRequestAbsent",
                    "tasks.endUnknown");

    private PodFacts() {}

    /** Adds a pod. */
    static void count(Pod pod, Map<String, Long> facts) {
        add(facts, "tasks." + pod.phase().name().toLowerCase(Locale.ROOT), true);
        add(facts, "tasks.evicted", pod.isEvicted());
        add(facts, "tasks.ofDaemonSets", pod.isOfDaemonSet());
        add(facts, "tasks.staying", pod.staying() != null && !pod.isOfNode());
        add(facts, "tasks.withNodeSelectorOrAffinity", pod.placement().selectsNodes());
        add(facts, "tasks.withPreferences", pod.placement().hasPreferences());
        add(facts, "tasks.cpuRequestAbsent", pod.requests().cpuMicroCores() == ABSENT);
        add(facts, "tasks.memoryRequestAbsent", pod.requests().memoryBytes() == ABSENT);
        for (PodTie tie : PodTie.values()) {
            add(facts, tie.fact(), pod.ties().contains(tie));
        }
        boolean isEnded = pod.phase() == Pod.Phase.SUCCEEDED || pod.phase() == Pod.Phase.FAILED;
        add(facts, "tasks.endUnknown", isEnded && pod.endedMicros() == ABSENT);
    }

    private static void add(Map<String, Long> facts, String name, boolean isSo) {
        if (isSo) {
            facts.merge(name, 1L, Long::sum);
        }
    }
}
