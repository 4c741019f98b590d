package dev.stowage.packing.column;

import dev.stowage.basis.Check;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The fewest servers whose patterns together hold at least so many copies of each type, where all
 * patterns are given: rounding of the linear programme, then a search by depth for one server less,
 * as long as its steps last.
 *
 * <p>The bound is exact arithmetic: with whole weights of the types no server holds more than the
 * heaviest pattern, whatever made the weights.
 *
 * <p>Source of the programme: P. C. Gilmore, R. E. Gomory, A linear programming approach to the
 * cutting-stock problem, Operations Research 9(6), 1961.
 */
public final class PatternCover {
    private static final long MOST_WORK = 200_000_000;
    private static final double WHOLE = 1 << 20;
    private static final double NEARLY = 1e-6;

    private final int[][] patterns;
    private final long[] weights;
    private final long heaviest;
    private long steps;

    /**
     * A cover.
     *
     * @param times how many servers have each pattern; together they hold at least the copies
     * @param count servers
     * @param bound no cover by these patterns has fewer
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    public record Cover(int[] times, int count, int bound) {
        /** True if no cover by these patterns has fewer servers. */
        public boolean isProven() {
            return count == bound;
        }
    }

    private PatternCover(int[][] patterns, long[] weights, long steps) {
        this.patterns = patterns;
        this.weights = weights;
        this.steps = steps;
        heaviest = Arrays.stream(patterns).mapToLong(this::weight).max().orElse(0);
    }

    /**
     * Covers.
     *
     * @param patterns copies of each type that a server holds, one row a pattern
     * @param copies how many there have to be of each type
     * @param steps of the search for one server less
     * @throws IllegalArgumentException if no pattern holds a type of which there are copies
     */
    public static Cover of(int[][] patterns, int[] copies, long steps) {
        Check.notNegative("steps", steps);
        for (int type = 0; type < copies.length; type++) {
            int each = type;
            if (copies[type] > 0 && Arrays.stream(patterns).noneMatch(p -> p[each] > 0)) {
                throw new IllegalArgumentException("no pattern holds type " + type);
            }
        }
        Simplex programme = programme(patterns, copies);
        boolean isSolved = programme.solve(MOST_WORK);
        long[] weights = new long[copies.length];
        for (int type = 0; type < weights.length; type++) {
            weights[type] =
                    isSolved ? (long) Math.floor(WHOLE * Math.max(0, programme.price(type))) : 1;
        }
        PatternCover cover = new PatternCover(patterns, weights, steps);
        return cover.improved(copies, cover.rounded(programme, copies));
    }

    private static Simplex programme(int[][] patterns, int[] copies) {
        double[] sides = Arrays.stream(copies).asDoubleStream().toArray();
        Simplex programme = new Simplex(sides, new boolean[copies.length]);
        int[] rows = new int[copies.length];
        Arrays.setAll(rows, i -> i);
        for (int[] pattern : patterns) {
            programme.addColumn(1, rows, Arrays.stream(pattern).asDoubleStream().toArray());
        }
        return programme;
    }

    /**
     * Whole parts of the programme's answer, again and again, and then the heaviest by the most.
     */
    private int[] rounded(Simplex programme, int[] copies) {
        int[] times = new int[patterns.length];
        int[] left = copies.clone();
        while (!isDone(left)) {
            double[] shares = programme.shares();
            boolean isAny = false;
            for (int i = 0; i < patterns.length && i < shares.length; i++) {
                int whole = (int) Math.floor(shares[i] + NEARLY);
                times[i] += whole;
                take(left, patterns[i], whole);
                isAny |= whole > 0;
            }
            if (!isAny) {
                int best = heaviestIn(left);
                times[best]++;
                take(left, patterns[best], 1);
            }
            for (int type = 0; type < left.length; type++) {
                programme.setSide(type, left[type]);
            }
            if (!programme.solve(MOST_WORK)) {
                break;
            }
        }
        while (!isDone(left)) {
            int best = heaviestIn(left);
            times[best]++;
            take(left, patterns[best], 1);
        }
        return times;
    }

    /** The pattern that holds the most weight of what is left, ties to the most copies. */
    private int heaviestIn(int[] left) {
        int best = 0;
        long most = -1;
        for (int i = 0; i < patterns.length; i++) {
            long sum = 0;
            for (int type = 0; type < left.length; type++) {
                sum += (weights[type] + 1) * Math.min(left[type], patterns[i][type]);
            }
            if (sum > most) {
                most = sum;
                best = i;
            }
        }
        return best;
    }

    private Cover improved(int[] copies, int[] times) {
        int[] best = times;
        int count = Arrays.stream(best).sum();
        int bound = bound(copies);
        while (count > bound) {
            int[] found = new int[patterns.length];
            Set<String> failed = new HashSet<>();
            Boolean isFound = search(copies.clone(), bound, found, failed);
            if (isFound == null) {
                return new Cover(best, count, bound);
            }
            if (isFound) {
                best = found;
                count = Arrays.stream(found).sum();
            } else {
                bound++;
            }
        }
        return new Cover(best, count, bound);
    }

    /** Whether so many servers hold what is left; null if the steps did not last. */
    @SuppressWarnings("NullAway") // three answers
    private Boolean search(int[] left, int servers, int[] found, Set<String> failed) {
        if (isDone(left)) {
            return true;
        }
        if (bound(left) > servers) {
            return false;
        }
        String state = servers + Arrays.toString(left);
        if (failed.contains(state)) {
            return false;
        }
        if (steps-- <= 0) {
            return null;
        }
        int type = rarest(left);
        for (int i = 0; i < patterns.length; i++) {
            if (patterns[i][type] > 0) {
                int[] less = left.clone();
                take(less, patterns[i], 1);
                found[i]++;
                Boolean isFound = search(less, servers - 1, found, failed);
                if (isFound == null || isFound) {
                    return isFound;
                }
                found[i]--;
            }
        }
        failed.add(state);
        return false;
    }

    /** The type left that the fewest patterns hold. */
    private int rarest(int[] left) {
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int type = 0; type < left.length; type++) {
            int each = type;
            long holding = Arrays.stream(patterns).filter(p -> p[each] > 0).count();
            if (left[type] > 0 && holding < least) {
                least = holding;
                best = type;
            }
        }
        return best;
    }

    private int bound(int[] left) {
        long sum = weight(left);
        long byWeight = heaviest == 0 ? 0 : (sum + heaviest - 1) / heaviest;
        return (int) Math.max(byWeight, isDone(left) ? 0 : 1);
    }

    private long weight(int[] copies) {
        long sum = 0;
        for (int type = 0; type < copies.length; type++) {
            sum = Math.addExact(sum, Math.multiplyExact(weights[type], copies[type]));
        }
        return sum;
    }

    private static void take(int[] left, int[] pattern, int times) {
        for (int type = 0; type < left.length; type++) {
            left[type] = Math.max(0, left[type] - times * pattern[type]);
        }
    }

    private static boolean isDone(int[] left) {
        return Arrays.stream(left).allMatch(each -> each == 0);
    }
}
