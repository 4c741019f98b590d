package dev.stowage.policy.deployment;

import dev.stowage.basis.Check;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverPool;
import dev.stowage.covering.DualBound;
import dev.stowage.covering.ExactCover;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.DemandLevels;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which few VM types of one place hold a demand at the least cost, if each level is held by its
 * cheapest mix of them for as long as it lasts. Sizes that are cut to the demand are left out: each
 * of them would be a type.
 *
 * <p>Sets of types are tried in the order of what they cost in fractions of VMs, until that alone
 * costs more than the best. Of a demand with many levels groups of neighbours count.
 */
public final class FewTypes {
    /** Sets of types up to which all are tried; beyond, the best smaller one and one more type. */
    private static final long MOST_SETS = 5_000;

    private final List<Resources> needs = new ArrayList<>();
    private final double[] hours;
    private final boolean isWhole;

    /**
     * The choice.
     *
     * @param place where
     * @param types the types, cheapest first
     * @param nanoUsd what the levels cost with them at the prices of the place
     * @param isProven true if no other set of as many types at any place costs less
     */
    public record Choice(Market place, List<CoverItem> types, double nanoUsd, boolean isProven) {
        public Choice {
            types = List.copyOf(types);
        }

        /** The place with nothing but these types. */
        public Market market() {
            return new Market(place.provider(), place.region(), place.billing(), types, List.of());
        }

        private Choice unproven() {
            return new Choice(place, types, nanoUsd, false);
        }
    }

    public FewTypes(ServiceDemand demand) {
        Map<Resources, Double> all = DemandLevels.hours(demand);
        Map<Resources, Double> levels = DemandLevels.most(all);
        this.isWhole = levels.size() == all.size();
        this.needs.addAll(levels.keySet());
        this.hours = levels.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /**
     * The best of some places; of equal ones the first.
     *
     * @param most how many types there may be at most, at least 1
     * @return empty if no place has types of fixed size
     */
    public Optional<Choice> cheapest(List<Market> places, int most) {
        Check.positive("most", most);
        Choice best = null;
        boolean isProven = isWhole;
        for (Market place : places) {
            List<CoverItem> items = place.pool().items();
            if (items.isEmpty()) {
                continue;
            }
            boolean isAll = sets(items.size(), most) <= MOST_SETS;
            isProven &= isAll;
            Choice found =
                    isAll ? ofAll(place, items, most, best) : oneByOne(place, items, most, best);
            best = found == null ? best : found;
        }
        return Optional.ofNullable(best).map(isProven ? each -> each : Choice::unproven);
    }

    private static long sets(int items, int most) {
        long sets = 1;
        for (int i = 0; i < Math.min(items, most); i++) {
            sets = Math.min(MOST_SETS + 1, sets * (items - i) / (i + 1));
        }
        return sets;
    }

    private @Nullable Choice ofAll(
            Market place, List<CoverItem> items, int most, @Nullable Choice toBeat) {
        List<List<CoverItem>> sets = new ArrayList<>();
        collect(items, 0, Math.min(most, items.size()), List.of(), sets);
        return best(place, sets, toBeat);
    }

    private static void collect(
            List<CoverItem> items,
            int from,
            int wanted,
            List<CoverItem> chosen,
            List<List<CoverItem>> sets) {
        if (wanted == 0) {
            sets.add(chosen);
            return;
        }
        for (int i = from; i + wanted <= items.size(); i++) {
            collect(items, i + 1, wanted - 1, with(chosen, items.get(i)), sets);
        }
    }

    private static List<CoverItem> with(List<CoverItem> chosen, CoverItem item) {
        List<CoverItem> more = new ArrayList<>(chosen);
        more.add(item);
        return more;
    }

    private @Nullable Choice oneByOne(
            Market place, List<CoverItem> items, int most, @Nullable Choice toBeat) {
        List<CoverItem> chosen = List.of();
        Choice found = null;
        for (int k = 1; k <= most; k++) {
            List<CoverItem> before = chosen;
            List<List<CoverItem>> sets =
                    items.stream()
                            .filter(item -> !before.contains(item))
                            .map(item -> with(before, item))
                            .toList();
            found = best(place, sets, null);
            if (found == null) {
                break;
            }
            chosen = found.types();
        }
        return found != null && (toBeat == null || found.nanoUsd() < toBeat.nanoUsd())
                ? found
                : null;
    }

    /** A set of types and what all levels cost in fractions of its VMs. */
    private record Bounded(List<CoverItem> types, DualBound bound, double sum) {}

    private @Nullable Choice best(
            Market place, List<List<CoverItem>> sets, @Nullable Choice toBeat) {
        List<Bounded> bounded = new ArrayList<>();
        sets.forEach(set -> bounded.add(bounded(set)));
        bounded.sort(Comparator.comparingDouble(Bounded::sum));
        double least = toBeat == null ? Double.POSITIVE_INFINITY : toBeat.nanoUsd();
        List<CoverItem> best = null;
        for (Bounded set : bounded) {
            if (set.sum() >= least) {
                break;
            }
            double cost = cost(set, least);
            if (cost < least) {
                least = cost;
                best = set.types();
            }
        }
        return best == null ? null : new Choice(place, used(best), least, true);
    }

    /** Those that some level takes. */
    private List<CoverItem> used(List<CoverItem> types) {
        ExactCover exact = new ExactCover(CoverPool.of(types));
        Set<CoverItem> used = new HashSet<>();
        needs.forEach(need -> exact.cover(need).lines().forEach(line -> used.add(line.item())));
        return types.stream().filter(used::contains).toList();
    }

    private Bounded bounded(List<CoverItem> types) {
        DualBound bound = DualBound.of(types, List.of());
        double sum = 0;
        for (int i = 0; i < hours.length; i++) {
            sum += least(bound, i);
        }
        return new Bounded(types, bound, sum);
    }

    private double least(DualBound bound, int level) {
        Resources need = needs.get(level);
        return hours[level] * bound.nanoUsd(need.cores(), need.gib());
    }

    /** What the levels cost; at least {@code limit} if it is no less than that. */
    private double cost(Bounded set, double limit) {
        ExactCover exact = new ExactCover(CoverPool.of(set.types()));
        double sum = set.sum();
        for (int i = 0; i < hours.length && sum < limit; i++) {
            double price = exact.cover(needs.get(i)).nanoUsdPerHour();
            sum += hours[i] * price - least(set.bound(), i);
        }
        return sum;
    }
}
