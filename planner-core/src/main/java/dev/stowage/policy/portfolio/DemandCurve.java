package dev.stowage.policy.portfolio;

import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.HashMap;
import java.util.Map;

/** A demand and its load-duration curves, which all places share. Not safe for several threads. */
public final class DemandCurve {
    private final ServiceDemand demand;
    private final Map<Resources, LevelHours> atMost = new HashMap<>();
    private final Map<Integer, LevelHours> atLeast = new HashMap<>();

    public DemandCurve(ServiceDemand demand) {
        this.demand = demand;
    }

    ServiceDemand demand() {
        return demand;
    }

    /** Needs rounded up to whole units. */
    LevelHours atMost(Resources unit) {
        return atMost.computeIfAbsent(unit, each -> LevelHours.atMost(demand, each));
    }

    /** Needs rounded down to steps, so many up to the peak. */
    LevelHours atLeast(int steps) {
        Resources peak = demand.peak();
        return atLeast.computeIfAbsent(
                steps,
                each ->
                        LevelHours.atLeast(
                                demand,
                                new Resources(
                                        peak.cpuMicroCores() / steps + 1,
                                        peak.memoryBytes() / steps + 1)));
    }
}
