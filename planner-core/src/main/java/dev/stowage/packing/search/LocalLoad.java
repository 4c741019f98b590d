package dev.stowage.packing.search;

import dev.stowage.packing.model.PackModel;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.optaplanner.core.api.score.stream.uni.UniConstraintCollector;

/** What units take together, by resource. Immutable. */
final class LocalLoad {
    /** Sums what units take. */
    static final UniConstraintCollector<LocalUnit, Sum, LocalLoad> OF_UNITS = new Collector();

    /** A share of one in a sum of squares. */
    static final long ONE = 1_000_000;

    private final long[] amounts;

    private LocalLoad(long[] amounts) {
        this.amounts = amounts;
    }

    /** How much a server has too little, in millionths of what it has, at least 1 if anything. */
    long over(LocalServer server) {
        PackModel model = server.model();
        long sum = 0;
        for (int r = 0; r < amounts.length; r++) {
            int at = server.number() * amounts.length + r;
            long over = amounts[r] - model.usable[at];
            if (over > 0) {
                sum += 1 + (long) Math.min(1e12, over * model.perUsable[at] * ONE);
            }
        }
        return sum;
    }

    /** Sum of the squares of the shares, in millionths: full servers and empty ones are good. */
    long squares(LocalServer server) {
        double sum = 0;
        for (int r = 0; r < amounts.length; r++) {
            double share = share(server, r);
            sum += share * share;
        }
        return (long) (sum * ONE);
    }

    /** How far the resources of a server are from being used alike, in millionths. */
    long imbalance(LocalServer server) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int r = 0; r < amounts.length; r++) {
            double share = share(server, r);
            least = Math.min(least, share);
            most = Math.max(most, share);
        }
        return (long) ((most - least) * ONE);
    }

    private double share(LocalServer server, int resource) {
        int at = server.number() * amounts.length + resource;
        return amounts[resource] * server.model().perUsable[at];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalLoad that && java.util.Arrays.equals(amounts, that.amounts);
    }

    @Override
    public int hashCode() {
        return java.util.Arrays.hashCode(amounts);
    }

    /** A sum that units are added to and taken from. */
    static final class Sum {
        private long[] amounts = {};

        private Runnable add(LocalUnit unit) {
            change(unit.model(), unit.number(), 1);
            return () -> change(unit.model(), unit.number(), -1);
        }

        private void change(PackModel model, int unit, int sign) {
            if (amounts.length == 0) {
                amounts = new long[model.resources];
            }
            for (int r = 0; r < amounts.length; r++) {
                amounts[r] += sign * model.demand[unit * amounts.length + r];
            }
        }
    }

    private static final class Collector
            implements UniConstraintCollector<LocalUnit, Sum, LocalLoad> {
        @Override
        public Supplier<Sum> supplier() {
            return Sum::new;
        }

        @Override
        public BiFunction<Sum, LocalUnit, Runnable> accumulator() {
            return Sum::add;
        }

        @Override
        public Function<Sum, LocalLoad> finisher() {
            return sum -> new LocalLoad(sum.amounts.clone());
        }
    }
}
