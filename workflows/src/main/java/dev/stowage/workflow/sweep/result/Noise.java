package dev.stowage.workflow.sweep.result;

import dev.stowage.stats.output.Difference;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Whether a change is more than the noise of random draws. Cells that differ in their seed alone
 * are replications; each is paired with the cell of the same seed in the earlier sweep, which drew
 * the same random numbers.
 */
public final class Noise {
    /** What is known of it. */
    public enum Kind {
        /**
         * Nothing was drawn and no seed gave another answer, or both answers are proven: all of it
         * comes of the inputs.
         */
        NONE("no draws"),
        /** Over seeds in pairs the sign test says so, at 95 %. */
        BEYOND("more than noise"),
        /** It does not. */
        WITHIN("may be noise"),
        /** Both sides drew the same numbers; too few other draws were tried to say more. */
        ONE_DRAW("same draws, others not tried"),
        /** As {@link #ONE_DRAW}, of more than one seed. */
        FEW_SEEDS("same draws, fewer than six seeds"),
        /** The seed itself changed. */
        OTHER_DRAWS("other draws, not told from noise");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** A few words. */
        public String text() {
            return text;
        }
    }

    static final String SEED = "seed";
    private static final double LEVEL = 0.95;

    /** So many signs in a row come by chance less often than once in twenty: 2 / 2^6. */
    private static final int ALIKE = 6;

    private final BiPredicate<String, Map<String, String>> proven;
    private final Map<String, List<Pair>> bySettings = new LinkedHashMap<>();
    private final Map<String, Kind> judged = new HashMap<>();

    private record Pair(Map<String, String> before, CellResult now, Draws draws) {
        double difference(String figure) {
            return now.value(figure) - Changes.Change.number(before.getOrDefault(figure, ""));
        }
    }

    /** What two joined cells drew. */
    enum Draws {
        NONE,
        SAME,
        OTHER
    }

    /**
     * Of answers.
     *
     * @param proven whether a figure is proven in an answer, which is given by its figures
     */
    Noise(BiPredicate<String, Map<String, String>> proven) {
        this.proven = proven;
    }

    /** Two cells that are joined. */
    void add(Map<String, String> before, CellResult now, Draws draws) {
        bySettings
                .computeIfAbsent(key(now.cell()), absent -> new ArrayList<>())
                .add(new Pair(before, now, draws));
    }

    /** All settings but the seed, whether it varies by itself or with others. */
    private static String key(Cell cell) {
        return Cell.canonical(cell.settings().without(SEED));
    }

    /** What is known of the change of a figure; all joined cells are there. */
    Kind of(CellResult now, String figure) {
        String key = key(now.cell());
        List<Pair> pairs = bySettings.getOrDefault(key, List.of());
        Kind kind = judged.computeIfAbsent(key + "\n" + figure, absent -> of(pairs, figure));
        return kind == Kind.BEYOND && isAgainstTrend(pairs, now, figure) ? Kind.WITHIN : kind;
    }

    /** True if other seeds mostly changed the other way: it is that way that is no noise. */
    private static boolean isAgainstTrend(List<Pair> pairs, CellResult now, String figure) {
        double trend = 0;
        double own = 0;
        for (Pair each : pairs) {
            double sign = Math.signum(each.difference(figure));
            trend += Double.isFinite(sign) ? sign : 0;
            own = each.now().equals(now) ? sign : own;
        }
        return own * trend < 0;
    }

    /** True if another seed gave another answer: then draws matter, whatever the answer says. */
    private static boolean isMovedBySeeds(List<Pair> pairs) {
        return pairs.stream().map(Pair::before).distinct().count() > 1
                || pairs.stream().map(each -> each.now().figures()).distinct().count() > 1;
    }

    private boolean isProven(Pair pair, String figure) {
        return proven.test(figure, pair.before()) && proven.test(figure, pair.now().figures());
    }

    private Kind of(List<Pair> pairs, String figure) {
        if (pairs.stream().allMatch(each -> isProven(each, figure))) {
            return Kind.NONE;
        }
        if (pairs.stream().allMatch(each -> each.draws() == Draws.NONE) && !isMovedBySeeds(pairs)) {
            return Kind.NONE;
        }
        if (pairs.stream().anyMatch(each -> each.draws() == Draws.OTHER)) {
            return Kind.OTHER_DRAWS;
        }
        List<double[]> known = new ArrayList<>();
        for (Pair each : pairs) {
            double was = Changes.Change.number(each.before().getOrDefault(figure, ""));
            double is = each.now().value(figure);
            if (Double.isFinite(was) && Double.isFinite(is)) {
                known.add(new double[] {is, was});
            }
        }
        if (known.size() < 2) {
            return pairs.size() < 2 ? Kind.ONE_DRAW : Kind.FEW_SEEDS;
        }
        Difference difference =
                Difference.paired(
                        known.stream().mapToDouble(each -> each[0]).toArray(),
                        known.stream().mapToDouble(each -> each[1]).toArray(),
                        LEVEL);
        if (difference.isSignificant()) {
            return Kind.BEYOND;
        }
        boolean isOneSided =
                difference.more() + difference.less() > 0
                        && Math.min(difference.more(), difference.less()) == 0;
        return isOneSided && known.size() < ALIKE ? Kind.FEW_SEEDS : Kind.WITHIN;
    }
}
