package dev.stowage.plan.stages;

import dev.stowage.plan.mix.Aim;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.MixSearch;
import dev.stowage.plan.mix.MixSearch.Tried;
import dev.stowage.plan.mix.Price;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The search for the cheapest servers at several dates in a row. What is bought stays to the end;
 * what is there already may be fewer at a later date, and never more. A server that is bought costs
 * the price of the date that it is bought for, each day from there to the end.
 *
 * <p>Mixes of each date are tried in four ways: as if the date stood alone, at the least price that
 * there was until then; from the first date to the last, with what was bought before; from the last
 * to the first, with no more than is needed later; and what is needed later, already earlier. The
 * answer is the cheapest way through all mixes that were tried and hold, found by dynamic
 * programming. No schedule is cheaper than all dates alone together.
 */
public final class StagedSearch {
    /** Mixes of a date that ways go through, the cheapest of those that hold. */
    private static final int MOST_MIXES = 2_000;

    private static final int MOST_ROUNDS = 4;

    /** Looks for the cheapest mix of one date. */
    public interface Explorer {
        /**
         * All that was tried, and the cheapest that holds.
         *
         * @param kinds those of the date, with other prices and numbers
         */
        MixSearch.Found explore(int date, List<Kind> kinds);
    }

    /**
     * What was found; costs are millionths of what a month costs, times days.
     *
     * @param counts by date and kind; ends before the first date at which no mix was found to hold,
     *     and is empty if no way through all the dates was found
     * @param cost of all dates that {@code counts} has
     * @param bound no schedule of all the dates costs less
     * @param bounds the least that a mix of each date costs, millionths a month, at the least price
     *     until then
     * @param tried mixes that were tried, by date
     */
    public record Found(
            List<List<Integer>> counts,
            long cost,
            long bound,
            List<Long> bounds,
            List<Integer> tried) {
        public Found {
            counts = List.copyOf(counts);
            bounds = List.copyOf(bounds);
            tried = List.copyOf(tried);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record Node(int[] counts, long cost, @Nullable Node before) {}

    private final List<Stage> stages;
    private final Explorer explorer;
    private final List<Map<List<Integer>, Boolean>> tried = new ArrayList<>();

    private StagedSearch(List<Stage> stages, Explorer explorer) {
        this.stages = List.copyOf(stages);
        this.explorer = explorer;
        stages.forEach(each -> tried.add(new LinkedHashMap<>()));
    }

    /** Searches. */
    public static Found search(List<Stage> stages, Explorer explorer) {
        return new StagedSearch(stages, explorer).search();
    }

    private Found search() {
        List<Long> bounds = new ArrayList<>();
        List<Tried> alone = new ArrayList<>();
        for (int date = 0; date < stages.size(); date++) {
            MixSearch.Found found = explore(date, alone(date));
            Tried best = found.best();
            if (best == null) {
                break;
            }
            bounds.add(found.boundMicros());
            alone.add(best);
        }
        int dates = alone.size();
        Optional<Node> way = Optional.empty();
        if (dates > 0) {
            forward(dates);
            backward(dates, alone.get(dates - 1).numbers());
            way = cheapest(dates);
            long before = Long.MAX_VALUE;
            for (int round = 0;
                    way.isPresent() && way.get().cost() < before && round < MOST_ROUNDS;
                    round++) {
                before = way.get().cost();
                pullAhead(counts(way.get()));
                way = cheapest(dates);
            }
        }
        long bound = 0;
        for (int date = 0; date < dates; date++) {
            bound =
                    Math.addExact(
                            bound, Math.multiplyExact(bounds.get(date), stages.get(date).days()));
        }
        return new Found(
                way.map(StagedSearch::counts)
                        .map(all -> all.stream().map(StagedSearch::list).toList())
                        .orElse(List.of()),
                way.map(Node::cost).orElse(0L),
                bound,
                bounds,
                tried.stream().map(Map::size).toList());
    }

    /** Days from a date to the end. */
    private long daysFrom(int date) {
        return stages.subList(date, stages.size()).stream().mapToLong(Stage::days).sum();
    }

    private MixSearch.Found explore(int date, List<Kind> kinds) {
        MixSearch.Found found = explorer.explore(date, kinds);
        found.tried().forEach(each -> tried.get(date).put(each.counts(), each.outcome().holds()));
        return found;
    }

    /** The kinds of a date at the least price of an order for it or for an earlier one. */
    private List<Kind> alone(int date) {
        List<Kind> here = stages.get(date).kinds();
        return IntStream.range(0, here.size())
                .mapToObj(
                        k -> {
                            Kind kind = here.get(k);
                            long least = kind.weight();
                            for (int earlier = 0; earlier < date && !kind.isOwned(); earlier++) {
                                Kind other = stages.get(earlier).kinds().get(k);
                                least = other.most() > 0 ? Math.min(least, other.weight()) : least;
                            }
                            return priced(kind, least, kind.least(), kind.most());
                        })
                .toList();
    }

    private static Kind priced(Kind kind, long weight, int least, int most) {
        return new Kind(kind.server(), Price.ofUsd(weight), Aim.COST, least, most, kind.isOwned());
    }

    /** Each date with what was bought before, the cheapest for that date. */
    private void forward(int dates) {
        int[] before = null;
        for (int date = 0; date < dates; date++) {
            List<Kind> kinds = after(before, stages.get(date).kinds());
            Tried best = kinds.isEmpty() ? null : explore(date, kinds).best();
            if (best == null) {
                return;
            }
            before = best.numbers();
        }
    }

    /**
     * With at least what was bought, and no more of those that were there; empty if there is no
     * such.
     */
    private static List<Kind> after(int @Nullable [] before, List<Kind> kinds) {
        List<Kind> after = new ArrayList<>();
        for (int k = 0; k < kinds.size(); k++) {
            Kind kind = kinds.get(k);
            int least =
                    before == null || kind.isOwned()
                            ? kind.least()
                            : Math.max(before[k], kind.least());
            int most =
                    before == null || !kind.isOwned()
                            ? kind.most()
                            : Math.min(before[k], kind.most());
            if (most < least) {
                return List.of();
            }
            after.add(priced(kind, kind.weight(), least, most));
        }
        return after;
    }

    /** Each date with no more than is bought later, at what it costs to have that already now. */
    private void backward(int dates, int[] last) {
        int[] next = last;
        for (int date = dates - 2; date >= 0; date--) {
            List<Kind> here = stages.get(date).kinds();
            List<Kind> kinds = new ArrayList<>();
            for (int k = 0; k < here.size(); k++) {
                Kind kind = here.get(k);
                if (kind.isOwned()) {
                    kinds.add(
                            priced(
                                    kind,
                                    kind.weight(),
                                    Math.min(kind.most(), Math.max(kind.least(), next[k])),
                                    kind.most()));
                } else {
                    long later =
                            Math.multiplyExact(
                                    stages.get(date + 1).kinds().get(k).weight(),
                                    daysFrom(date + 1));
                    long now = Math.multiplyExact(kind.weight(), daysFrom(date));
                    kinds.add(
                            priced(
                                    kind,
                                    Math.max(0, now - later) / stages.get(date).days(),
                                    0,
                                    Math.min(kind.most(), next[k])));
                }
            }
            Tried best = explore(date, kinds).best();
            if (best == null) {
                return;
            }
            next = best.numbers();
        }
    }

    /** What a way has at a later date, all of it or one kind of it, already at an earlier one. */
    private void pullAhead(List<int[]> way) {
        for (int date = 0; date < way.size() - 1; date++) {
            List<Kind> kinds = stages.get(date).kinds();
            for (int later = date + 1; later < way.size(); later++) {
                int[] all = way.get(date).clone();
                for (int k = 0; k < kinds.size(); k++) {
                    if (!kinds.get(k).isOwned() && way.get(later)[k] <= kinds.get(k).most()) {
                        int[] one = way.get(date).clone();
                        one[k] = way.get(later)[k];
                        all[k] = one[k];
                        tryOut(date, one);
                    }
                }
                tryOut(date, all);
                int[] fewer = all.clone(); // what is bought early may let others go early
                for (int k = 0; k < kinds.size(); k++) {
                    if (kinds.get(k).isOwned()) {
                        fewer[k] =
                                Math.max(kinds.get(k).least(), Math.min(all[k], way.get(later)[k]));
                    }
                }
                tryOut(date, fewer);
            }
        }
    }

    private void tryOut(int date, int[] counts) {
        if (!tried.get(date).containsKey(list(counts))) {
            List<Kind> kinds = stages.get(date).kinds();
            explore(
                    date,
                    IntStream.range(0, counts.length)
                            .mapToObj(
                                    k ->
                                            priced(
                                                    kinds.get(k),
                                                    kinds.get(k).weight(),
                                                    counts[k],
                                                    counts[k]))
                            .toList());
        }
    }

    /** The cheapest way through mixes that were tried and hold. */
    private Optional<Node> cheapest(int dates) {
        List<Node> before = List.of();
        for (int date = 0; date < dates; date++) {
            List<Node> here = new ArrayList<>();
            for (int[] counts : holding(date)) {
                Node best = null;
                if (date == 0) {
                    best = new Node(counts, step(0, null, counts), null);
                }
                for (Node each : before) {
                    long step = step(date, each.counts(), counts);
                    if (step >= 0 && (best == null || each.cost() + step < best.cost())) {
                        best = new Node(counts, each.cost() + step, each);
                    }
                }
                if (best != null) {
                    here.add(best);
                }
            }
            before = here;
        }
        return before.stream().min(Comparator.comparingLong(Node::cost));
    }

    private List<int[]> holding(int date) {
        List<Kind> kinds = stages.get(date).kinds();
        return tried.get(date).entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(each -> each.getKey().stream().mapToInt(Integer::intValue).toArray())
                .sorted(Comparator.comparingLong(counts -> MixSearch.cost(kinds, counts)))
                .limit(MOST_MIXES)
                .toList();
    }

    /** What a date adds to the cost of all; negative if the mix can't come after the one before. */
    private long step(int date, int @Nullable [] before, int[] counts) {
        List<Kind> kinds = stages.get(date).kinds();
        long cost = 0;
        for (int k = 0; k < counts.length; k++) {
            Kind kind = kinds.get(k);
            int earlier = before == null ? (kind.isOwned() ? counts[k] : 0) : before[k];
            if (kind.isOwned() ? counts[k] > earlier : counts[k] < earlier) {
                return -1;
            }
            long servers = kind.isOwned() ? counts[k] : counts[k] - earlier;
            long days = kind.isOwned() ? stages.get(date).days() : daysFrom(date);
            cost =
                    Math.addExact(
                            cost,
                            Math.multiplyExact(Math.multiplyExact(servers, kind.weight()), days));
        }
        return cost;
    }

    private static List<int[]> counts(Node last) {
        List<int[]> counts = new ArrayList<>();
        for (Node each = last; each != null; each = each.before()) {
            counts.add(0, each.counts());
        }
        return counts;
    }

    private static List<Integer> list(int[] counts) {
        return IntStream.of(counts).boxed().toList();
    }
}
