package dev.stowage.plan.mix;

import dev.stowage.plan.bound.PooledMix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The search for the cheapest mix of kinds of servers that holds: the one that takes the least of
 * what the kinds are to have the least of, be that money, power or carbon. First one kind after the
 * other is filled up until a mix holds, from each kind in turn; then servers of one kind are
 * exchanged for others as long as that is cheaper; then all cheaper mixes are gone through, the
 * cheapest first: those that the bound excludes are passed over, the others are tried. Where that
 * comes to its end no cheaper mix holds. Where the work ends before, the cost of the first mix that
 * was neither excluded nor tried is what the answer may be above the best.
 */
public final class MixSearch {
    /** Says of a mix whether it holds, and how closely. */
    public interface Trial {
        /** The result; the same whenever it is asked. */
        Outcome of(int[] counts);
    }

    /**
     * What a trial found.
     *
     * @param strain largest share of a bound that a metric takes up in the first replication
     */
    public record Outcome(boolean holds, double strain) {}

    /** A mix that was tried. */
    public record Tried(List<Integer> counts, long cost, Outcome outcome) {
        public Tried {
            counts = List.copyOf(counts);
        }

        /** By kind. */
        public int[] numbers() {
            return counts.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /**
     * What was found.
     *
     * @param best the cheapest that holds; null if none does
     * @param boundMicros no mix that is cheaper than that holds: each of them was excluded or tried
     * @param tried mixes that were tried, in order
     * @param excluded mixes that the bound excluded while all cheaper ones were gone through
     * @param bought of the mixes that were tried and that a budget buys, the one furthest below its
     *     bounds; null without a budget, or where it buys no server
     */
    public record Found(
            @Nullable Tried best,
            long boundMicros,
            List<Tried> tried,
            int excluded,
            @Nullable Tried bought) {
        public Found {
            tried = List.copyOf(tried);
        }
    }

    /** Servers of a kind beside the answer that are tried, at most. */
    private static final int MOST_AROUND = 4;

    /** Work of bounds: tasks that are pooled. */
    private static final long POOLED_TASKS = 2_000_000_000L;

    /** Mixes of which none was found to hold that are all gone through. */
    private static final double MOST_WITHOUT_ANSWER = 1e5;

    private final List<Kind> kinds;
    private final PooledMix bound;
    private final Trial trial;
    private final int leastServers;
    private final int mostTrials;
    private final MixNeeds needs;
    private final Map<List<Integer>, Tried> tried = new LinkedHashMap<>();
    private @Nullable Tried best;

    private MixSearch(
            List<Kind> kinds, PooledMix bound, int leastServers, Trial trial, int mostTrials) {
        this.kinds = List.copyOf(kinds);
        this.bound = bound;
        this.trial = trial;
        this.leastServers = leastServers;
        this.mostTrials = mostTrials;
        needs =
                new MixNeeds(
                        IntStream.range(0, kinds.size())
                                .mapToObj(
                                        kind ->
                                                IntStream.range(0, bound.resources())
                                                        .mapToLong(d -> bound.capacity(kind, d))
                                                        .toArray())
                                .toList(),
                        IntStream.range(0, bound.resources()).mapToLong(bound::least).toArray());
    }

    /**
     * Searches.
     *
     * @param bound of the same kinds in the same order
     * @param leastServers no mix of fewer holds
     * @param mostTrials after so many no further cheaper mix is tried
     */
    public static Found search(
            List<Kind> kinds, PooledMix bound, int leastServers, Trial trial, int mostTrials) {
        return new MixSearch(kinds, bound, leastServers, trial, mostTrials).search();
    }

    /**
     * Searches, and then for the best that a budget buys, with half as many trials more.
     *
     * @param budget of what there is to be the least of, millionths
     */
    public static Found search(
            List<Kind> kinds,
            PooledMix bound,
            int leastServers,
            Trial trial,
            int mostTrials,
            long budget) {
        MixSearch search = new MixSearch(kinds, bound, leastServers, trial, mostTrials);
        Found found = search.search();
        Tried known =
                search.tried.values().stream()
                        .filter(mix -> mix.cost() <= budget && sum(mix) > 0)
                        .min(BudgetSearch.BEST)
                        .orElse(null);
        int most = search.tried.size() + Math.max(1, mostTrials / 2);
        Tried bought =
                new BudgetSearch(search, budget, known, counts -> search.tried(counts, most))
                        .search();
        return new Found(
                found.best(),
                found.boundMicros(),
                new ArrayList<>(search.tried.values()),
                found.excluded(),
                bought);
    }

    List<Kind> kinds() {
        return kinds;
    }

    /** The servers of every mix, by kind. */
    int[] least() {
        return kinds.stream().mapToInt(Kind::least).toArray();
    }

    /** What comes of a mix; null if it has no server, or too many were tried. */
    private @Nullable Tried tried(int[] counts, int most) {
        boolean isKnown = tried.containsKey(Arrays.stream(counts).boxed().toList());
        boolean mayBe = Arrays.stream(counts).sum() > 0 && (isKnown || tried.size() < most);
        return mayBe ? tried(counts) : null;
    }

    /** What a mix takes of that of which there is to be the least, millionths. */
    public static long cost(List<Kind> kinds, int[] counts) {
        long cost = 0;
        for (int i = 0; i < counts.length; i++) {
            cost = Math.addExact(cost, Math.multiplyExact(kinds.get(i).weight(), counts[i]));
        }
        return cost;
    }

    private Found search() {
        for (int first = 0; first < kinds.size(); first++) {
            fill(first);
        }
        if (best != null) {
            improve();
        }
        Found found = throughAllCheaper();
        around();
        return new Found(
                best, found.boundMicros(), new ArrayList<>(tried.values()), found.excluded(), null);
    }

    /** Tries some dearer mixes, to know what more money buys and what a change of prices would. */
    private void around() {
        Tried answer = best;
        if (answer == null) {
            return;
        }
        for (int kind = 0; kind < kinds.size(); kind++) {
            for (int more = 1; more <= MOST_AROUND; more *= 2) {
                int count = answer.counts().get(kind) + more;
                if (count <= kinds.get(kind).most() && tried.size() < mostTrials) {
                    tried(with(answer.numbers(), kind, count));
                }
            }
        }
    }

    private boolean holds(int[] counts) {
        return Arrays.stream(counts).sum() >= leastServers
                && bound.mayHold(counts)
                && tried(counts).outcome().holds();
    }

    private Tried tried(int[] counts) {
        List<Integer> key = Arrays.stream(counts).boxed().toList();
        Tried known = tried.get(key);
        if (known == null) {
            known = new Tried(key, cost(kinds, counts), trial.of(counts));
            tried.put(key, known);
            if (known.outcome().holds() && isBetter(known)) {
                best = known;
            }
        }
        return known;
    }

    private boolean isBetter(Tried one) {
        Tried other = best;
        return other == null
                || one.cost() < other.cost()
                || (one.cost() == other.cost() && sum(one) < sum(other));
    }

    private static int sum(Tried mix) {
        return mix.counts().stream().mapToInt(Integer::intValue).sum();
    }

    /** Kind after kind, beginning with {@code first}, then those with the cheapest CPU. */
    private void fill(int first) {
        int[] counts = kinds.stream().mapToInt(Kind::least).toArray();
        List<Integer> order =
                IntStream.range(0, kinds.size())
                        .boxed()
                        .sorted(
                                Comparator.comparing((Integer kind) -> kind != first)
                                        .thenComparingDouble(this::costOfCore))
                        .toList();
        for (int kind : order) {
            if (grow(counts, kind)) {
                return;
            }
        }
    }

    private double costOfCore(int kind) {
        return (double) kinds.get(kind).weight()
                / kinds.get(kind).server().capacity().cpuMicroCores();
    }

    /** Adds servers of a kind until the mix holds; all of them if that does not help. */
    private boolean grow(int[] counts, int kind) {
        int most = kinds.get(kind).most();
        int low = counts[kind] - 1;
        int high = Math.min(most, Math.max(counts[kind], needs.least(counts, kind)));
        int step = Math.max(1, high / 32);
        while (!holds(with(counts, kind, high))) {
            if (high == most) {
                counts[kind] = most;
                return false;
            }
            low = high;
            high = (int) Math.min(most, (long) high + step);
            step *= 2;
        }
        counts[kind] = bisect(counts, kind, low, high);
        return true;
    }

    private int bisect(int[] counts, int kind, int fails, int isHolding) {
        int low = fails;
        int high = isHolding;
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (holds(with(counts, kind, middle))) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private static int[] with(int[] counts, int kind, int count) {
        int[] changed = counts.clone();
        changed[kind] = count;
        return changed;
    }

    /** Exchanges servers of one kind for cheaper ones of another, in ever smaller parts. */
    private void improve() {
        boolean isBetter = true;
        while (isBetter && tried.size() < mostTrials) {
            isBetter = false;
            for (int less = 0; less < kinds.size(); less++) {
                for (int more = 0; more < kinds.size(); more++) {
                    isBetter |= less != more && exchange(less, more);
                }
            }
        }
    }

    private boolean exchange(int less, int more) {
        Tried from = best;
        if (from == null) {
            return false;
        }
        int spare = from.counts().get(less) - kinds.get(less).least();
        for (int part = spare; part >= 1 && tried.size() < mostTrials; part /= 2) {
            int[] counts = with(from.numbers(), less, from.counts().get(less) - part);
            int most = affordable(counts, more, from.cost());
            int least = counts[more];
            if (most >= least && holds(with(counts, more, most))) {
                bisect(counts, more, least - 1, most);
                return true;
            }
        }
        return false;
    }

    /** The most servers of a kind in a mix that costs less than {@code limit}. */
    int affordable(int[] counts, int kind, long limit) {
        long left = limit - 1 - cost(kinds, counts);
        long each = kinds.get(kind).weight();
        long more = left < 0 ? -1 : each == 0 ? Integer.MAX_VALUE : left / each;
        return (int) Math.min(kinds.get(kind).most(), counts[kind] + more);
    }

    private Found throughAllCheaper() {
        Tried answer = best;
        long limit = answer == null ? Long.MAX_VALUE : answer.cost();
        if (answer == null && space() > MOST_WITHOUT_ANSWER) {
            return found(leastCost(), 0);
        }
        MixOrder order = new MixOrder(kinds, needs, leastServers, limit);
        if (!order.isComplete()) {
            return found(leastCost(), 0);
        }
        long mostPooled = Math.max(1000, POOLED_TASKS / Math.max(1, bound.tasks()));
        int excluded = 0;
        int[] next = order.next();
        while (next != null) {
            if (!bound.mayHold(next)) {
                excluded++;
                if (excluded > mostPooled) {
                    return found(cost(kinds, next), excluded);
                }
            } else {
                boolean isKnown = tried.containsKey(Arrays.stream(next).boxed().toList());
                if (!isKnown && tried.size() >= mostTrials) {
                    return found(cost(kinds, next), excluded);
                }
                if (holds(next)) {
                    return found(cost(kinds, next), excluded);
                }
            }
            next = order.next();
        }
        return found(limit, excluded);
    }

    /** How many mixes there are. */
    private double space() {
        return kinds.stream()
                .mapToDouble(kind -> kind.most() - kind.least() + 1)
                .reduce(1, (a, b) -> a * b);
    }

    /** What every mix costs at least, by the cheapest of what it must have of each resource. */
    private long leastCost() {
        double most = 0;
        int[] least = kinds.stream().mapToInt(Kind::least).toArray();
        for (int d = 0; d < needs.least().length; d++) {
            int resource = d;
            double cheapest =
                    IntStream.range(0, kinds.size())
                            .filter(kind -> needs.capacities().get(kind)[resource] > 0)
                            .mapToDouble(
                                    kind ->
                                            (double) kinds.get(kind).weight()
                                                    / needs.capacities().get(kind)[resource])
                            .min()
                            .orElse(0);
            most = Math.max(most, cheapest * needs.least()[d]);
        }
        return Math.max(cost(kinds, least), (long) Math.floor(most * (1 - 1e-9)));
    }

    private Found found(long boundMicros, int excluded) {
        return new Found(best, boundMicros, new ArrayList<>(tried.values()), excluded, null);
    }
}
