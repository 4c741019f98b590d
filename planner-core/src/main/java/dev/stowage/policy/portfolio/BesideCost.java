package dev.stowage.policy.portfolio;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What it costs to hold what is missing beside commitments: the cheapest mix on demand, or spot VMs
 * of one type with as many spares as their risk asks for and a mix beside them.
 */
final class BesideCost {
    /** Rents any number that is needed of a type that is never short; none where there is none. */
    private static final int NO_SPOT = 0;

    private final LevelHours levels;
    private final CostTable onDemand;
    private final CostTable all;
    private final Optional<CoverItem> spot;
    private final Optional<SpotRisk> risk;
    private final List<OptionalInt> rented = new ArrayList<>();

    /**
     * @param onDemand of the place
     * @param spot type at what an hour costs with its interruptions; empty for none
     */
    BesideCost(
            LevelHours levels,
            CostTable onDemand,
            Optional<CoverItem> spot,
            Optional<SpotRisk> risk) {
        this.levels = levels;
        this.onDemand = onDemand;
        this.spot = spot;
        this.risk = risk;
        this.all = new CostTable(levels, need -> best(need).nanoUsd());
    }

    /** The least prices of what a place rents on demand. */
    static CostTable onDemand(LevelHours levels, Market market) {
        return new CostTable(levels, need -> market.cheapestMix(need).nanoUsdPerHour());
    }

    /** Nano USD an hour, and how many spot VMs have to work. */
    private record Choice(long nanoUsd, int working) {}

    CostTable table() {
        return spot.isEmpty() ? onDemand : all;
    }

    /** How many spot VMs have to work for a need. */
    int working(Resources need) {
        return best(need).working();
    }

    /** How many spot VMs are rented so that so many work. */
    int rented(int working) {
        return rentable(working).orElseThrow();
    }

    private Choice best(Resources need) {
        Resources unit = levels.unit;
        int cpu = (int) -Math.floorDiv(-need.cpuMicroCores(), unit.cpuMicroCores());
        int memory = (int) -Math.floorDiv(-need.memoryBytes(), unit.memoryBytes());
        Choice best = new Choice(onDemand.nanoUsd(cpu, memory), NO_SPOT);
        if (spot.isEmpty()) {
            return best;
        }
        CoverItem item = spot.get();
        long most = item.countFor(CostTable.units(unit, cpu, memory));
        for (int k = 1; k <= most && rentable(k).isPresent(); k++) {
            long held = rented(k) * item.nanoUsdPerHour();
            if (held >= best.nanoUsd()) {
                break;
            }
            long beside = onDemand.nanoUsd(left(cpu, k, true), left(memory, k, false));
            if (held + beside < best.nanoUsd()) {
                best = new Choice(held + beside, k);
            }
        }
        return best;
    }

    private int left(int units, int working, boolean isCpu) {
        Resources each = spot.orElseThrow().provides();
        long held =
                isCpu
                        ? working * each.cpuMicroCores() / levels.unit.cpuMicroCores()
                        : working * each.memoryBytes() / levels.unit.memoryBytes();
        return (int) Math.max(0, units - held);
    }

    private OptionalInt rentable(int working) {
        while (rented.size() <= working) {
            int next = rented.size();
            rented.add(risk.map(each -> each.rented(next)).orElse(OptionalInt.empty()));
        }
        return rented.get(working);
    }
}
