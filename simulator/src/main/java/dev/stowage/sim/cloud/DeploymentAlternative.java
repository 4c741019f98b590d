package dev.stowage.sim.cloud;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One policy on one choice of places.
 *
 * @param policy in the spelling that round-trips: {@code lookahead[ahead=0]}
 * @param scope among which places it chose
 * @param run what it did; empty if it can't hold the demand
 * @param refusal why it can't; empty if it can
 * @param gapToBound how far its cost is above the lower bound over all places, as a share of the
 *     bound; empty without bound or run
 */
public record DeploymentAlternative(
        String policy,
        MarketScope scope,
        Optional<DeploymentRun> run,
        Optional<Refusal> refusal,
        OptionalDouble gapToBound) {
    /**
     * Why a policy can't hold a demand.
     *
     * @param place when: {@code demand at 1200 s}
     * @param need how much, and what is the most that there is, in words
     * @param able policies of the registry that can, on the same places; may be empty
     */
    public record Refusal(String place, String need, List<String> able) {
        public Refusal {
            able = List.copyOf(able);
        }
    }

    /** Name of the policy without parameters. */
    public String policyName() {
        int bracket = policy.indexOf('[');
        return bracket < 0 ? policy : policy.substring(0, bracket);
    }

    /** Policy and places in words: {@code fixed on aws}. */
    public String name() {
        return policyName() + (scope.isAny() ? " on any provider" : " on " + scope.name());
    }

    /** Policy and places: {@code fixed, aws}. */
    public String label() {
        return policy + ", " + scope.name();
    }

    /** Time with less than the demand; as long as can be if it can't hold it. */
    public long shortSeconds() {
        return run.map(each -> each.counts().underProvisionedSeconds()).orElse(Long.MAX_VALUE);
    }

    /** True if there is less than the demand for no longer, and by no more, than allowed. */
    public boolean holds(DeploymentSpec spec) {
        return run.isPresent()
                && shortSeconds() <= spec.maxShortageSeconds()
                && run.get().counts().mostMissing() <= spec.limits().maxShortageDepth();
    }

    /** True if it holds the demand with no more types and changes than allowed. */
    public boolean fits(DeploymentSpec spec) {
        return holds(spec)
                && types() <= spec.limits().maxTypes()
                && mostChangesInADay() <= spec.limits().maxChangesPerDay();
    }

    /** VM types that it rents; 0 if it can't hold the demand. */
    public int types() {
        return run.map(DeploymentRun::types).orElse(0);
    }

    /** The most changes of configuration in any 24 h. */
    public int mostChangesInADay() {
        return run.map(each -> each.counts().mostChangesInADay()).orElse(0);
    }

    /**
     * Those that fit first, by cost; then those that hold the demand; then the others by how long
     * they don't.
     */
    static Comparator<DeploymentAlternative> order(DeploymentSpec spec) {
        return Comparator.comparing((DeploymentAlternative each) -> !each.fits(spec))
                .thenComparingLong(each -> each.holds(spec) ? 0 : Math.max(1, each.shortSeconds()))
                .thenComparingDouble(DeploymentAlternative::usd);
    }

    /** Total cost, USD; infinite if it can't hold the demand. */
    public double usd() {
        return run.map(DeploymentRun::usd).orElse(Double.POSITIVE_INFINITY);
    }

    DeploymentAlternative withGap(OptionalDouble gap) {
        return new DeploymentAlternative(policy, scope, run, refusal, gap);
    }
}
