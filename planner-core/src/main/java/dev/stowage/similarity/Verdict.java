package dev.stowage.similarity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A comparison held to tolerances.
 *
 * @param checks all that was checked
 * @param unchecked what can't be checked, with the reason
 */
public record Verdict(List<Check> checks, List<Unchecked> unchecked) {
    /** Pending times are compared to this at least, s: below, nobody waits. */
    private static final double LEAST_PENDING_SECONDS = 1;

    /**
     * One figure held to its bound.
     *
     * @param what which figure: {@code batch tasksPerJob}
     * @param value its difference
     * @param bound the largest that is tolerated
     */
    public record Check(Tolerance tolerance, String what, double value, double bound) {
        /** True if it is tolerated; never of a value that is not a number. */
        public boolean isMet() {
            return value <= bound;
        }
    }

    /** One figure that can't be checked. */
    public record Unchecked(Tolerance tolerance, String what, String reason) {}

    public Verdict {
        checks = List.copyOf(checks);
        unchecked = List.copyOf(unchecked);
    }

    /** True if all is tolerated, and something was checked of all that was to be. */
    public boolean isMet() {
        return checks.stream().allMatch(Check::isMet)
                && unchecked.stream()
                        .map(Unchecked::tolerance)
                        .allMatch(t -> checks.stream().anyMatch(c -> c.tolerance() == t));
    }

    /**
     * Holds a comparison to bounds.
     *
     * @param replay what a cluster made of both; null if nothing
     */
    public static Verdict of(
            Comparison comparison, @Nullable ReplayPair replay, Map<Tolerance, Double> bounds) {
        Book book = new Book(bounds);
        comparison.marginals().forEach(book::marginal);
        comparison.dispersions().forEach(book::dispersion);
        book.ranks(comparison.ranks());
        book.replay(replay);
        return new Verdict(book.checks, book.unchecked);
    }

    /** Collects. */
    private static final class Book {
        private final Map<Tolerance, Double> bounds;
        private final List<Check> checks = new ArrayList<>();
        private final List<Unchecked> unchecked = new ArrayList<>();

        Book(Map<Tolerance, Double> bounds) {
            this.bounds = bounds;
        }

        private void check(Tolerance tolerance, String what, OptionalDouble value, String reason) {
            Double bound = bounds.get(tolerance);
            if (bound != null && value.isPresent()) {
                checks.add(new Check(tolerance, what, value.getAsDouble(), bound));
            } else if (bound != null) {
                unchecked.add(new Unchecked(tolerance, what, reason));
            }
        }

        /** A class that only one side has jobs of is as far apart as can be. */
        void marginal(Marginal marginal) {
            OptionalDouble value = OptionalDouble.empty();
            if (marginal.isOneSided()) {
                value = OptionalDouble.of(1);
            } else if (marginal.distance() != null && !marginal.isSmall()) {
                value = OptionalDouble.of(marginal.distance().ks());
            }
            check(Tolerance.KS, marginal.name(), value, marginal.note());
        }

        void dispersion(Dispersion dispersion) {
            OptionalDouble apart = dispersion.relativeDifference();
            boolean isKnown = dispersion.isReliable() && apart.isPresent();
            check(
                    Tolerance.DISPERSION,
                    dispersion.scaleSeconds() + " s",
                    isKnown
                            ? OptionalDouble.of(Math.abs(apart.getAsDouble()))
                            : OptionalDouble.empty(),
                    dispersion.isReliable()
                            ? "no arrivals"
                            : "longer than a tenth of the shorter window");
        }

        void ranks(RankMatrices ranks) {
            List<JointParameter> parameters = ranks.parameters();
            for (int i = 0; i < parameters.size(); i++) {
                for (int j = 0; j < i; j++) {
                    double apart = Math.abs(ranks.first()[i][j] - ranks.second()[i][j]);
                    check(
                            Tolerance.RANK,
                            parameters.get(j).key() + " and " + parameters.get(i).key(),
                            Double.isNaN(apart) ? OptionalDouble.empty() : OptionalDouble.of(apart),
                            "constant or absent on a side");
                }
            }
        }

        void replay(@Nullable ReplayPair replay) {
            if (replay == null) {
                String reason = "nothing to replay on both sides";
                check(Tolerance.UTILISATION, "replay", OptionalDouble.empty(), reason);
                check(Tolerance.PENDING, "replay", OptionalDouble.empty(), reason);
                return;
            }
            ReplayFigures one = replay.first();
            ReplayFigures two = replay.second();
            level("mean CPU", ReplayFigures.mean(one.cpu()), ReplayFigures.mean(two.cpu()));
            level("p99 CPU", ReplayFigures.p99(one.cpu()), ReplayFigures.p99(two.cpu()));
            level(
                    "mean memory",
                    ReplayFigures.mean(one.memory()),
                    ReplayFigures.mean(two.memory()));
            level("p99 memory", ReplayFigures.p99(one.memory()), ReplayFigures.p99(two.memory()));
            pending("p50", one.pendingP50(), two.pendingP50());
            pending("p99", one.pendingP99(), two.pendingP99());
        }

        private void level(String what, double one, double two) {
            check(Tolerance.UTILISATION, what, OptionalDouble.of(Math.abs(two - one)), "");
        }

        private void pending(String what, double one, double two) {
            double apart =
                    one == two ? 0 : Math.abs(two - one) / Math.max(LEAST_PENDING_SECONDS, one);
            check(Tolerance.PENDING, what, OptionalDouble.of(apart), "");
        }
    }
}
