package dev.stowage.policy.portfolio;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.VmList;
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
    private final Mixes onDemand;
    private final CostTable all;
    private final Optional<CoverItem> spot;
    private final Optional<SpotRisk> risk;
    private final List<OptionalInt> rented = new ArrayList<>();

    /**
     * @param onDemand of the place
     * @param spot type at what an hour costs with its interruptions; empty for none
     */
    BesideCost(
            LevelHours levels, Mixes onDemand, Optional<CoverItem> spot, Optional<SpotRisk> risk) {
        this.levels = levels;
        this.onDemand = onDemand;
        this.spot = spot;
        this.risk = risk;
        this.all = new CostTable(levels, (cpu, memory) -> best(cpu, memory).nanoUsd());
    }

    /** Nano USD an hour, and how many spot VMs have to work. */
    private record Choice(long nanoUsd, int working) {}

    CostTable table() {
        return spot.isEmpty() ? onDemand.table() : all;
    }

    LevelHours levels() {
        return levels;
    }

    /** How many spot VMs are rented so that so many work. */
    private int rented(int working) {
        return rentable(working).orElseThrow();
    }

    private Choice best(int cpu, int memory) {
        Choice best = new Choice(onDemand.table().nanoUsd(cpu, memory), NO_SPOT);
        if (spot.isEmpty()) {
            return best;
        }
        CoverItem item = spot.get();
        long most = item.countFor(levels.resources(cpu, memory));
        for (int k = 1; k <= most && rentable(k).isPresent(); k++) {
            long held = rented(k) * item.nanoUsdPerHour();
            if (held >= best.nanoUsd()) {
                break;
            }
            long beside = onDemand.table().nanoUsd(leftCpu(cpu, k), leftMemory(memory, k));
            if (held + beside < best.nanoUsd()) {
                best = new Choice(held + beside, k);
            }
        }
        return best;
    }

    /** What is missing beside so many spot VMs that work. */
    private int leftCpu(int units, int working) {
        return (int) Math.max(0, units - levels.cpuUnits(held(working)));
    }

    private int leftMemory(int units, int working) {
        return (int) Math.max(0, units - levels.memoryUnits(held(working)));
    }

    private Resources held(int working) {
        return VmList.of(spot.orElseThrow(), working).provides();
    }

    /** What is rented where so many units are missing, spot VMs with their spares. */
    VmList vms(int cpu, int memory) {
        int working = best(cpu, memory).working();
        if (working == NO_SPOT) {
            return onDemand.mix(cpu, memory);
        }
        List<Cover.Line> vms =
                new ArrayList<>(
                        onDemand.mix(leftCpu(cpu, working), leftMemory(memory, working)).lines());
        vms.add(new Cover.Line(spot.orElseThrow(), rented(working)));
        return new VmList(vms);
    }

    private OptionalInt rentable(int working) {
        while (rented.size() <= working) {
            int next = rented.size();
            rented.add(risk.map(each -> each.rented(next)).orElse(OptionalInt.empty()));
        }
        return rented.get(working);
    }
}
