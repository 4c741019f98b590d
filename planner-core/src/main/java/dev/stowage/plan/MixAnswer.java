package dev.stowage.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.plan.mix.Aim;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.MixSearch;
import dev.stowage.plan.mix.MixSearch.Tried;
import dev.stowage.plan.mix.Price;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which servers of several kinds, what they cost, and how far that is from the least possible.
 *
 * @param kinds every kind with how many of it, in the order of the scenario: those that are there,
 *     then those that can be bought
 * @param retired servers that are there and must go, in words
 * @param orders what is to be ordered until when; empty without a schedule
 * @param minimised of what the mix is to have the least: {@code cost} (USD a month), {@code power}
 *     (W) or {@code carbon} (kg CO2 a month); a mix is cheaper than another if it has less of it
 * @param value how much of it the mix has, to the hundredth
 * @param bound each mix that is cheaper than that was excluded by a bound, or tried
 * @param monthlyUsd what the mix costs a month, to the cent
 * @param watts its power with what the building takes, W; null where energy does not count
 * @param monthlyKgCO2 the CO2 that counts, a month, kg; null where energy does not count
 * @param gap (value - bound) / bound; null if the bound is 0 and the value is not, or where the mix
 *     does not hold
 * @param cheapest true if the mix holds and each cheaper one was excluded or tried, and none of
 *     them held: servers are numbered by kind, in this order; where runs are random, one that did
 *     not hold in the runs that were made may be enough too
 * @param budget what a budget has to do with it; null without one
 * @param tried mixes that were simulated
 * @param excluded mixes that the bound excluded while the cheaper ones were gone through
 * @param front of the mixes that were tried, those that no other is both cheaper and further from
 *     its bounds than
 * @param changes which change of one price would make another mix that holds the cheaper one
 * @param roles what each planned kind is for, in the first run
 */
public record MixAnswer(
        List<Part> kinds,
        List<String> retired,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Order> orders,
        String minimised,
        BigDecimal value,
        BigDecimal bound,
        BigDecimal monthlyUsd,
        @Nullable BigDecimal watts,
        @Nullable BigDecimal monthlyKgCO2,
        @Nullable Double gap,
        boolean cheapest,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Budget budget,
        int tried,
        int excluded,
        List<Point> front,
        List<Change> changes,
        List<KindRole> roles) {
    private static final int SHOWN = 20;

    /**
     * One kind of a mix.
     *
     * @param owned true if these are there already
     * @param count planned
     * @param most there are, or may be bought
     * @param monthlyUsd of one of them, to the cent
     * @param watts of one of them, with what the building takes; null where energy does not count
     * @param monthlyKgCO2 of one of them; null where energy does not count
     * @param allMonthlyUsd of those that are planned, rounded once
     */
    public record Part(
            String type,
            boolean owned,
            int count,
            int most,
            BigDecimal monthlyUsd,
            @Nullable BigDecimal watts,
            @Nullable BigDecimal monthlyKgCO2,
            BigDecimal allMonthlyUsd) {
        static Part of(Kind kind, int count) {
            Price price = kind.price();
            boolean isEnergy = price.microWatts() > 0;
            return new Part(
                    kind.name(),
                    kind.isOwned(),
                    count,
                    kind.most(),
                    Price.hundredths(price.monthlyMicroUsd()),
                    isEnergy ? Price.hundredths(price.microWatts()) : null,
                    isEnergy ? Price.hundredths(price.monthlyMicroKilograms()) : null,
                    Price.hundredths(Math.multiplyExact(price.monthlyMicroUsd(), count)));
        }
    }

    /**
     * What is to be ordered.
     *
     * @param by the last day of an order that is there in time, as in 2027-01-31
     */
    public record Order(String type, int count, String by) {}

    /**
     * What may be spent a month, USD. The answer is then the best mix that was found for it.
     *
     * @param monthlyUsd what may be spent
     * @param cheapestMonthlyUsd what the cheapest mix costs that was found to hold; null if none
     * @param leastMonthlyUsd no mix below holds; null if no mix of these servers does
     */
    public record Budget(
            BigDecimal monthlyUsd,
            @Nullable BigDecimal cheapestMonthlyUsd,
            @Nullable BigDecimal leastMonthlyUsd) {
        static Budget of(BigDecimal monthlyUsd, MixSearch.Found found) {
            Tried best = found.best();
            return new Budget(
                    monthlyUsd,
                    best == null ? null : Price.hundredths(best.cost()),
                    found.boundMicros() == Long.MAX_VALUE
                            ? null
                            : BigDecimal.valueOf(found.boundMicros(), 6)
                                    .setScale(2, RoundingMode.DOWN));
        }
    }

    /**
     * A mix that was tried.
     *
     * @param counts by kind
     * @param value how much it has of what is to be as little as may be
     * @param strain largest share of a bound that a metric takes up in the first replication
     * @param met true if enough replications hold
     */
    public record Point(List<Integer> counts, BigDecimal value, double strain, boolean met) {}

    /**
     * A change of one price, or of what else one server has of what is to be as little as may be.
     *
     * @param type whose price changes
     * @param owned true if of those that are there
     * @param share of the price, above 0 for dearer: from there on the other mix is the cheaper one
     * @param counts that mix, by kind
     */
    public record Change(String type, boolean owned, double share, List<Integer> counts) {}

    public MixAnswer {
        kinds = List.copyOf(kinds);
        retired = List.copyOf(retired);
        orders = List.copyOf(orders);
        front = List.copyOf(front);
        changes = List.copyOf(changes);
        roles = List.copyOf(roles);
    }

    /** The same with what each planned kind is for. */
    public MixAnswer withRoles(List<KindRole> ofKinds) {
        return new MixAnswer(
                kinds,
                retired,
                orders,
                minimised,
                value,
                bound,
                monthlyUsd,
                watts,
                monthlyKgCO2,
                gap,
                cheapest,
                budget,
                tried,
                excluded,
                front,
                changes,
                ofKinds);
    }

    /**
     * Of what a search found. Its answer may be dearer than the best that it saw, and miss; then
     * nothing is said of how far it is from the cheapest.
     *
     * @param budgetUsd what may be spent a month, if that is limited
     * @param orderBy the last day of an order that is there in time, by type
     */
    public static MixAnswer of(
            List<Kind> kinds,
            MixPlanner.Result result,
            List<String> retired,
            Optional<BigDecimal> budgetUsd,
            Map<String, LocalDate> orderBy) {
        MixSearch.Found found = result.mixes();
        int[] counts = result.counts();
        long cost = MixSearch.cost(kinds, counts);
        boolean isHolding = result.search().met();
        long proven = found.boundMicros();
        long bound = isHolding || proven == Long.MAX_VALUE ? Math.min(cost, proven) : proven;
        boolean isEnergy = kinds.stream().anyMatch(kind -> kind.price().microWatts() > 0);
        return new MixAnswer(
                IntStream.range(0, counts.length)
                        .mapToObj(i -> Part.of(kinds.get(i), counts[i]))
                        .toList(),
                retired,
                IntStream.range(0, counts.length)
                        .filter(i -> counts[i] > 0 && !kinds.get(i).isOwned())
                        .filter(i -> orderBy.containsKey(kinds.get(i).name()))
                        .mapToObj(
                                i ->
                                        new Order(
                                                kinds.get(i).name(),
                                                counts[i],
                                                String.valueOf(orderBy.get(kinds.get(i).name()))))
                        .toList(),
                kinds.stream().map(Kind::aim).findFirst().orElse(Aim.COST).text(),
                Price.hundredths(cost),
                BigDecimal.valueOf(bound, 6).setScale(2, RoundingMode.DOWN),
                Price.hundredths(sum(kinds, counts, Price::monthlyMicroUsd)),
                isEnergy ? Price.hundredths(sum(kinds, counts, Price::microWatts)) : null,
                isEnergy
                        ? Price.hundredths(sum(kinds, counts, Price::monthlyMicroKilograms))
                        : null,
                isHolding ? gap(cost, bound) : null,
                isHolding && cost == bound,
                budgetUsd.map(budget -> Budget.of(budget, found)).orElse(null),
                found.tried().size(),
                found.excluded(),
                front(found.tried()),
                changes(kinds, found.tried(), counts),
                List.of());
    }

    /**
     * The same where servers were bought before: with a bound of all mixes of the day, whatever was
     * bought.
     *
     * @param cost of this mix, millionths
     * @param boundMicros no mix that is cheaper than that holds, millionths
     * @param mixes that were tried
     */
    public MixAnswer boundedBy(long cost, long boundMicros, int mixes) {
        long bounded = gap == null ? boundMicros : Math.min(cost, boundMicros);
        return new MixAnswer(
                kinds,
                retired,
                orders,
                minimised,
                value,
                BigDecimal.valueOf(bounded, 6).setScale(2, RoundingMode.DOWN),
                monthlyUsd,
                watts,
                monthlyKgCO2,
                gap == null ? null : gap(cost, bounded),
                gap != null && cost == bounded,
                budget,
                mixes,
                0,
                front,
                changes,
                roles);
    }

    private static @Nullable Double gap(long cost, long bound) {
        return bound > 0 ? Double.valueOf((double) (cost - bound) / bound) : cost == 0 ? 0.0 : null;
    }

    private static long sum(List<Kind> kinds, int[] counts, ToLongFunction<Price> amount) {
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            long each = amount.applyAsLong(kinds.get(i).price());
            sum = Math.addExact(sum, Math.multiplyExact(each, counts[i]));
        }
        return sum;
    }

    private static List<Point> front(List<Tried> tried) {
        List<Tried> byCost =
                tried.stream()
                        .sorted(
                                Comparator.comparingLong(Tried::cost)
                                        .thenComparingDouble(each -> each.outcome().strain()))
                        .toList();
        List<Point> front = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        for (Tried each : byCost) {
            if (each.outcome().strain() < least) {
                least = each.outcome().strain();
                front.add(
                        new Point(
                                each.counts(),
                                Price.hundredths(each.cost()),
                                least,
                                each.outcome().holds()));
            }
        }
        return front.subList(Math.max(0, front.size() - SHOWN), front.size());
    }

    /** For each kind the smallest change of its price, up and down, among the mixes tried. */
    private static List<Change> changes(List<Kind> kinds, List<Tried> tried, int[] counts) {
        List<Change> changes = new ArrayList<>();
        long cost = MixSearch.cost(kinds, counts);
        for (int i = 0; i < counts.length; i++) {
            long price = kinds.get(i).weight();
            Change dearer = null;
            Change cheaper = null;
            for (Tried other : tried) {
                int more = other.counts().get(i) - counts[i];
                if (!other.outcome().holds() || more == 0 || price == 0 || other.cost() <= cost) {
                    continue;
                }
                double share = (double) (other.cost() - cost) / -more / price;
                Change change =
                        new Change(
                                kinds.get(i).name(), kinds.get(i).isOwned(), share, other.counts());
                if (more < 0 && (dearer == null || share < dearer.share())) {
                    dearer = change;
                }
                if (more > 0 && share > -1 && (cheaper == null || share > cheaper.share())) {
                    cheaper = change;
                }
            }
            if (dearer != null) {
                changes.add(dearer);
            }
            if (cheaper != null) {
                changes.add(cheaper);
            }
        }
        return changes;
    }
}
