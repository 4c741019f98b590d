package dev.stowage.sim.cloud;

import dev.stowage.basis.Check;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.TransferMeter;
import dev.stowage.model.cloud.TransferPrices;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a deployment is simulated under.
 *
 * @param decisionSeconds time between two decisions, at least 1; 30 in the paper
 * @param horizonSeconds time over which adding and changing are compared, at least 1; the charging
 *     period in the paper
 * @param bootSeconds from the request of a VM until it works, at least 0; counted in whole
 *     decisions
 * @param stateGib data that a change of place moves, GiB, at least 0
 * @param transfers what that costs by the pair of places
 * @param start first day of the demand, in whose months some of it may be free; empty for months of
 *     730 h
 * @param savingsThreshold share that a change must save at least over the horizon, in [0, 1]
 * @param interruptionsPerHour how often the provider takes back a VM, at least 0; 0 on demand
 * @param hasOwnRates true if that is for types of which the catalogue doesn't say how often they
 *     are taken back, and the others have the rate that it says
 * @param maxShortageSeconds how long there may be less than the demand, at least 0; more of it, and
 *     an alternative doesn't hold the demand
 * @param seed of the interruptions
 * @param limits what a plan has to be like
 */
public record DeploymentSpec(
        long decisionSeconds,
        long horizonSeconds,
        long bootSeconds,
        double stateGib,
        TransferPrices transfers,
        Optional<LocalDate> start,
        double savingsThreshold,
        double interruptionsPerHour,
        boolean hasOwnRates,
        long maxShortageSeconds,
        long seed,
        PlanLimits limits) {
    /** As in the paper: decisions every 30 s, VMs at once, moves free of charge. */
    public static final DeploymentSpec PAPER =
            new DeploymentSpec(
                    30,
                    3_600,
                    0,
                    0,
                    TransferPrices.FREE,
                    Optional.empty(),
                    0,
                    0,
                    false,
                    0,
                    42,
                    PlanLimits.NONE);

    public DeploymentSpec {
        Check.positive("decisionSeconds", decisionSeconds);
        Check.positive("horizonSeconds", horizonSeconds);
        Check.notNegative("bootSeconds", bootSeconds);
        Check.notNegative("stateGib", stateGib);
        Check.inRange("savingsThreshold", savingsThreshold, 0, 1);
        Check.notNegative("interruptionsPerHour", interruptionsPerHour);
        Check.notNegative("maxShortageSeconds", maxShortageSeconds);
    }

    /** A copy of a spec that can be changed. */
    public static final class Draft {
        public long decisionSeconds;
        public long horizonSeconds;
        public long bootSeconds;
        public double stateGib;
        public TransferPrices transfers = TransferPrices.FREE;
        public Optional<LocalDate> start = Optional.empty();
        public double savingsThreshold;
        public double interruptionsPerHour;
        public boolean hasOwnRates;
        public long maxShortageSeconds;
        public long seed;
        public PlanLimits limits = PlanLimits.NONE;
    }

    /** This with some changes. */
    public DeploymentSpec with(Consumer<Draft> change) {
        Draft draft = new Draft();
        draft.decisionSeconds = decisionSeconds;
        draft.horizonSeconds = horizonSeconds;
        draft.bootSeconds = bootSeconds;
        draft.stateGib = stateGib;
        draft.transfers = transfers;
        draft.start = start;
        draft.savingsThreshold = savingsThreshold;
        draft.interruptionsPerHour = interruptionsPerHour;
        draft.hasOwnRates = hasOwnRates;
        draft.maxShortageSeconds = maxShortageSeconds;
        draft.seed = seed;
        draft.limits = limits;
        change.accept(draft);
        return new DeploymentSpec(
                draft.decisionSeconds,
                draft.horizonSeconds,
                draft.bootSeconds,
                draft.stateGib,
                draft.transfers,
                draft.start,
                draft.savingsThreshold,
                draft.interruptionsPerHour,
                draft.hasOwnRates,
                draft.maxShortageSeconds,
                draft.seed,
                draft.limits);
    }

    /** How often a VM is taken back, times an hour. */
    double interruptionsPerHour(CoverItem item) {
        return hasOwnRates
                ? item.offer().spot().stream()
                        .flatMapToDouble(spot -> spot.interruptionsPerHour().stream())
                        .findFirst()
                        .orElse(interruptionsPerHour)
                : interruptionsPerHour;
    }

    /** Counts the data that a run moves. */
    TransferMeter meter() {
        return new TransferMeter(transfers, new BillingMonths(start));
    }

    /** Boot time in whole decisions, in seconds. */
    long bootInDecisions() {
        return -Math.floorDiv(-bootSeconds, decisionSeconds) * decisionSeconds;
    }
}
