package dev.stowage.workflow.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.words.Figures;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The demand of a service and where it is from.
 *
 * @param name of the shape, or of the file without its endings
 * @param kind {@code shape}, {@code csv} or {@code tasks}
 * @param demand what is needed
 * @param made how it was made, for the result
 * @param notes what a reader should know of it, one sentence each
 */
public record CloudDemand(
        String name,
        String kind,
        ServiceDemand demand,
        Map<String, Object> made,
        List<String> notes) {
    private static final long MOST_DECISIONS = 20_000_000;
    private static final Resources MOST = Resources.ofCoresAndGib(10_000_000, 100_000_000);

    /** A demand of which there is nothing to note. */
    public CloudDemand(String name, String kind, ServiceDemand demand, Map<String, Object> made) {
        this(name, kind, demand, made, List.of());
    }

    /** This with another demand. */
    CloudDemand with(ServiceDemand other) {
        return new CloudDemand(name, kind, other, made, notes);
    }

    /** This with so much more of everything. */
    public CloudDemand withHeadRoom(double share) {
        if (share == 0) {
            return this;
        }
        Map<String, Object> more = new LinkedHashMap<>(made);
        more.put("headRoom", share);
        return new CloudDemand(name, kind, demand.withMore(share), more, notes);
    }

    /**
     * Refuses what can't be simulated.
     *
     * @throws InputException if nothing is ever needed, too much, or for too long
     */
    public void check(String place, long decisionSeconds) {
        Resources peak = demand.peak();
        if (peak.equals(Resources.NONE)) {
            throw InputException.at(place, "a demand of nothing", "some CPU or memory", null);
        }
        if (!MOST.covers(peak)) {
            throw InputException.at(
                    place,
                    "a demand of " + Figures.size(peak),
                    "at most " + Figures.size(MOST),
                    "cpu is in cores and memory_gib in GiB.");
        }
        long decisions = demand.endMicros() / (decisionSeconds * 1_000_000L);
        if (decisions > MOST_DECISIONS) {
            throw InputException.at(
                    place,
                    Figures.count(decisions) + " decisions of " + decisionSeconds + " s",
                    "at most " + Figures.count(MOST_DECISIONS),
                    "Decide less often with --decision.");
        }
    }
}
