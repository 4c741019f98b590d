package dev.stowage.ingest.merge;

import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A trace that is merged with others.
 *
 * @param name unique among them
 * @param trace the trace
 */
record Part(String name, CanonicalTrace trace) {
    /**
     * Names them: as the input is called, with a number behind if that is the name of an earlier
     * one.
     */
    static List<Part> of(List<TraceMerge.Input> inputs) {
        Set<String> names = new HashSet<>();
        List<Part> parts = new ArrayList<>();
        for (TraceMerge.Input input : inputs) {
            String name = input.name();
            for (int number = 2; !names.add(name); number++) {
                name = input.name() + "-" + number;
            }
            parts.add(new Part(name, input.trace()));
        }
        return parts;
    }

    TraceManifest manifest() {
        return trace.manifest();
    }

    /** What it was read from: the trace itself, or the traces that it was merged of. */
    List<TraceManifest> origins() {
        return origins(manifest()).toList();
    }

    private static Stream<TraceManifest> origins(TraceManifest manifest) {
        List<TraceManifest.MergedTrace> merged = manifest.merged();
        return merged == null
                ? Stream.of(manifest)
                : merged.stream().flatMap(each -> origins(each.manifest()));
    }
}
