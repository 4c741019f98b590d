package dev.stowage.sim.cloud;

import dev.stowage.basis.Check;
import dev.stowage.covering.CoverItem;
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
 * @param egressUsdPerGib what a provider asks for data that leaves it, USD per GiB, at least 0
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
        double egressUsdPerGib,
        double savingsThreshold,
        double interruptionsPerHour,
        boolean hasOwnRates,
        long maxShortageSeconds,
        long seed,
        PlanLimits limits) {
    /** As in the paper: decisions every 30 s, VMs at once, moves free of charge. */
    public static final DeploymentSpec PAPER =
            new DeploymentSpec(30, 3_600, 0, 0, 0, 0, 0, false, 0, 42, PlanLimits.NONE);

    public DeploymentSpec {
        Check.positive("decisionSeconds", decisionSeconds);
        Check.positive("horizonSeconds", horizonSeconds);
        Check.notNegative("bootSeconds", bootSeconds);
        Check.notNegative("stateGib", stateGib);
        Check.notNegative("egressUsdPerGib", egressUsdPerGib);
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
        public double egressUsdPerGib;
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
        draft.egressUsdPerGib = egressUsdPerGib;
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
                draft.egressUsdPerGib,
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

    /** Boot time in whole decisions, in seconds. */
    long bootInDecisions() {
        return -Math.floorDiv(-bootSeconds, decisionSeconds) * decisionSeconds;
    }
}
