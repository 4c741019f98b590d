package dev.stowage.workflow.pack;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.snapshot.TraceSnapshot;
import dev.stowage.ingest.snapshot.TraceUse;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code pack} was given.
 *
 * @param path where it lies
 * @param request what is to be packed
 * @param recording what was recorded of it; empty if it is no trace
 */
public record PackInput(Path path, PackRequest request, Optional<Recorded> recording) {
    /**
     * A trace.
     *
     * @param trace that the items come from
     * @param tasks of the items, in order
     */
    public record Recorded(CanonicalTrace trace, List<TraceSnapshot.Task> tasks) {}

    /** An input that is no trace. */
    public static PackInput of(Path path, PackRequest request) {
        return new PackInput(path, request, Optional.empty());
    }

    /**
     * The use that the trace has measured.
     *
     * @throws InputException if the input is no trace, or one without usage
     */
    MeasuredUse use(Progress progress) {
        Recorded recorded =
                recording.orElseThrow(
                        () ->
                                InputException.of(
                                        path,
                                        "no trace, so no measured use",
                                        "measured use for --right-size",
                                        "Give a CSV with --usage; docs/right-sizing.md says how to"
                                                + " get one from a monitoring system."));
        Map<String, Integer> numbers = new HashMap<>();
        for (PlacementPlan.Service service : request.services()) {
            numbers.put(service.name(), numbers.size());
        }
        int[] services =
                request.serviceOf().stream().mapToInt(s -> numbers.getOrDefault(s, -1)).toArray();
        return new TraceUse(recorded.trace(), recorded.tasks(), services, progress);
    }
}
