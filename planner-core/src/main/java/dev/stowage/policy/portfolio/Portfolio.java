package dev.stowage.policy.portfolio;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.VmList;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What to commit to at one place, and what to rent beside it at each level of a demand. */
public final class Portfolio {
    private static final double NANO_MICRO_HOURS = 1e9 * 3.6e9;

    private final Market market;
    private final List<CommitmentPlan.Line> lines;
    private final Optional<Shared> shared;
    private final Optional<CoverItem> spot;
    private final BesideCost besideCost;
    private final Proof proof;
    private final Resources committed;
    private final Map<Long, VmList> known = new HashMap<>();

    /**
     * How good it is.
     *
     * @param usd what the demand costs
     * @param boundUsd nothing at this place costs less
     * @param isExact true if the bound is that of whole VMs, and the cost within 0.02 % of it
     * @param isCut true if the search stopped at its limit
     */
    public record Proof(double usd, double boundUsd, boolean isExact, boolean isCut) {}

    /** A plan that types share, and what an hour of it costs, nano USD. */
    record Shared(SharedPlan plan, long nanoUsdPerHour) {}

    Portfolio(
            Market market,
            List<CommitmentPlan.Line> lines,
            Optional<Shared> shared,
            Optional<CoverItem> spot,
            BesideCost besideCost,
            Proof proof) {
        this.market = market;
        this.lines = List.copyOf(lines);
        this.shared = shared;
        this.spot = spot;
        this.besideCost = besideCost;
        this.proof = proof;
        this.committed =
                new VmList(lines.stream().map(l -> new Cover.Line(l.item(), l.count())).toList())
                        .provides();
    }

    Portfolio proven(Proof other) {
        return new Portfolio(market, lines, shared, spot, besideCost, other);
    }

    /** This for another demand of no higher peak: what it costs there, without a proof. */
    public Portfolio over(ServiceDemand demand) {
        return proven(new Proof(usd(demand), 0, false, false));
    }

    public Market market() {
        return market;
    }

    /** VMs to commit to. */
    public List<CommitmentPlan.Line> lines() {
        return lines;
    }

    /** A plan that the types share; empty if none is bought. */
    public Optional<SharedPlan> shared() {
        return shared.map(Shared::plan);
    }

    /** The type that is rented on spot, at what its hour costs with interruptions. */
    public Optional<CoverItem> spot() {
        return spot;
    }

    public Proof proof() {
        return proof;
    }

    /** What the commitments cost an hour, used or not, nano USD. */
    public long committedNanoUsd() {
        return lines.stream().mapToLong(l -> l.count() * l.item().nanoUsdPerHour()).sum()
                + shared.map(Shared::nanoUsdPerHour).orElse(0L);
    }

    /**
     * What is rented beside committed VMs while so much is needed, spot VMs with their spares at
     * what their hour costs with interruptions, others at list price: a shared plan pays for some.
     */
    public VmList beside(Resources need) {
        int cpu = missingCpu(need);
        int memory = missingMemory(need);
        return known.computeIfAbsent(
                cpu * (1L << Integer.SIZE) + memory, each -> besideCost.vms(cpu, memory));
    }

    private int missingCpu(Resources need) {
        long unit = besideCost.levels().unit.cpuMicroCores();
        long needed = -Math.floorDiv(-need.cpuMicroCores(), unit);
        return (int) Math.max(0, needed - committed.cpuMicroCores() / unit);
    }

    private int missingMemory(Resources need) {
        long unit = besideCost.levels().unit.memoryBytes();
        long needed = -Math.floorDiv(-need.memoryBytes(), unit);
        return (int) Math.max(0, needed - committed.memoryBytes() / unit);
    }

    /**
     * What an hour costs while so much is needed, commitments and interruptions included, nano USD.
     * What a shared plan pays for costs nothing beside it.
     *
     * @param need at most the peak that the portfolio was made for
     */
    public long nanoUsdPerHour(Resources need) {
        long beside = besideCost.table().nanoUsd(missingCpu(need), missingMemory(need));
        return committedNanoUsd() + beside;
    }

    /** What is rented beside the commitments, over time. */
    public List<CommitmentPlan.Beside> beside(ServiceDemand demand) {
        return CommitmentPlan.beside(demand, this::beside);
    }

    /** What another demand of no higher peak costs with these commitments, USD. */
    public double usd(ServiceDemand demand) {
        double nano = 0;
        for (int i = 0; i < demand.levels(); i++) {
            boolean isLast = i + 1 == demand.levels();
            long end = isLast ? demand.endMicros() : demand.startMicros(i + 1);
            nano += (double) nanoUsdPerHour(demand.at(i)) * (end - demand.startMicros(i));
        }
        return nano / NANO_MICRO_HOURS;
    }
}
