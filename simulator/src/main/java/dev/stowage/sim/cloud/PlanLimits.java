package dev.stowage.sim.cloud;

import dev.stowage.basis.Check;
import dev.stowage.policy.deployment.Market;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a plan has to be like to be carried out.
 *
 * @param home place where the service and its data are; a plan elsewhere first moves them. Empty if
 *     they are nowhere yet
 * @param headRoom share of the demand that there is on top of it at least, at least 0
 * @param maxShortageDepth largest share of the demand that may be missing while there may be too
 *     little, in [0, 1]
 * @param minHoldSeconds a VM is kept, and the configuration not changed, for at least so long
 * @param maxTypes VM types of a plan at most, at least 1
 * @param maxChangesPerDay changes of configuration in any 24 h at most, at least 0
 * @param within share by which the simplest plan may cost more than the best, at least 0
 */
public record PlanLimits(
        Optional<Market> home,
        double headRoom,
        double maxShortageDepth,
        long minHoldSeconds,
        int maxTypes,
        int maxChangesPerDay,
        double within) {
    /** No limits; the simplest plan within 2 % of the best. */
    public static final PlanLimits NONE =
            new PlanLimits(Optional.empty(), 0, 1, 0, Integer.MAX_VALUE, Integer.MAX_VALUE, 0.02);

    static final long DAY_SECONDS = 86_400;

    public PlanLimits {
        Check.notNegative("headRoom", headRoom);
        Check.inRange("maxShortageDepth", maxShortageDepth, 0, 1);
        Check.notNegative("minHoldSeconds", minHoldSeconds);
        Check.positive("maxTypes", maxTypes);
        Check.notNegative("maxChangesPerDay", maxChangesPerDay);
        Check.notNegative("within", within);
    }

    /** Limits that can be changed. */
    public static final class Draft {
        public Optional<Market> home = Optional.empty();
        public double headRoom;
        public double maxShortageDepth = 1;
        public long minHoldSeconds;
        public int maxTypes = Integer.MAX_VALUE;
        public int maxChangesPerDay = Integer.MAX_VALUE;
        public double within = NONE.within;
    }

    /** None but these. */
    public static PlanLimits of(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return new PlanLimits(
                draft.home,
                draft.headRoom,
                draft.maxShortageDepth,
                draft.minHoldSeconds,
                draft.maxTypes,
                draft.maxChangesPerDay,
                draft.within);
    }

    /** True if a place is home, or if there is no home. */
    boolean isHome(Market market) {
        return home.map(
                        at ->
                                at.provider().equals(market.provider())
                                        && at.region().equals(market.region()))
                .orElse(true);
    }

    /** True if a plan that pays as little as any may break these, so that a bound is below. */
    boolean bindPlans() {
        return home.isPresent()
                || minHoldSeconds > 0
                || maxTypes < Integer.MAX_VALUE
                || maxChangesPerDay < Integer.MAX_VALUE;
    }
}
