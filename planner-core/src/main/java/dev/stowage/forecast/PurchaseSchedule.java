package dev.stowage.forecast;

import dev.stowage.basis.Check;
import dev.stowage.forecast.CheapestMix.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which servers to order when: each order arrives as late as it may, and holds until the next one
 * can arrive. None could be cheaper and hold.
 *
 * @param orders in order of time
 * @param lateFrom first bucket that is not held because no order comes in time; -1 if there is none
 * @param lateUntil first bucket after the last of those
 * @param shortFrom first bucket that all servers that may be bought would not hold; -1 if there is
 *     none
 */
public record PurchaseSchedule(List<Order> orders, int lateFrom, int lateUntil, int shortFrom) {
    public PurchaseSchedule {
        orders = List.copyOf(orders);
    }

    /**
     * An order.
     *
     * @param arrives bucket from which its servers are there
     * @param neededFrom bucket from which they are needed; before {@code arrives} if it is too late
     * @param counts servers of each kind
     * @param resource that asks for them: the one that alone would need the dearer servers; of
     *     equals that of which more is missing
     * @param isCheapest true if it is proven that none is cheaper, or as cheap with fewer servers
     */
    public record Order(
            int arrives, int neededFrom, List<Integer> counts, int resource, boolean isCheapest) {
        public Order {
            counts = List.copyOf(counts);
        }
    }

    /**
     * Plans.
     *
     * @param kinds that can be bought, at least one
     * @param everyBuckets least distance of two arrivals, at least 1; an order that can't hold so
     *     long is followed as soon as it no longer holds
     */
    public static PurchaseSchedule of(
            UsableNeeds needs, List<OfferedKind> kinds, int everyBuckets) {
        Check.positive("everyBuckets", everyBuckets);
        return new Planner(needs, kinds.toArray(OfferedKind[]::new), everyBuckets).plan();
    }

    /** Servers of each kind that were bought before the end of a bucket. */
    int[] counts(int bucket, int kinds) {
        int[] counts = new int[kinds];
        for (Order order : orders) {
            for (int kind = 0; order.arrives() <= bucket && kind < kinds; kind++) {
                counts[kind] += order.counts().get(kind);
            }
        }
        return counts;
    }

    private static final class Planner {
        private final UsableNeeds needs;
        private final OfferedKind[] kinds;
        private final int every;
        private final int[] most;
        private final List<Order> orders = new ArrayList<>();
        private int[] bought;

        Planner(UsableNeeds needs, OfferedKind[] kinds, int every) {
            this.needs = needs;
            this.kinds = kinds;
            this.every = every;
            most = Arrays.stream(kinds).mapToInt(OfferedKind::most).toArray();
            bought = new int[kinds.length];
        }

        PurchaseSchedule plan() {
            int at = firstNotHeld(0);
            while (at < needs.buckets()) {
                int held = order(at);
                at = firstNotHeld(held > at ? held : at + 1);
            }
            return withGaps();
        }

        private int end(int arrives) {
            return (int) Math.min(needs.buckets(), (long) arrives + every);
        }

        private int firstNotHeld(int from) {
            int at = from;
            while (at < needs.buckets() && needs.holds(at, kinds, bought)) {
                at++;
            }
            return at;
        }

        /**
         * Adds the order that arrives first of those that hold anything; returns until when it
         * holds, -1 if there is none.
         */
        private int order(int at) {
            int[] arrivals =
                    IntStream.concat(
                                    IntStream.of(at),
                                    Arrays.stream(kinds).mapToInt(OfferedKind::leadBuckets))
                            .filter(each -> each >= at && each < needs.buckets())
                            .sorted()
                            .distinct()
                            .toArray();
            for (int arrives : arrivals) {
                if (firstNotHeld(arrives) >= end(arrives)) {
                    return -1; // by then nothing is missing
                }
                int[] limits = new int[kinds.length];
                for (int kind = 0; kind < kinds.length; kind++) {
                    limits[kind] = kinds[kind].leadBuckets() <= arrives ? most[kind] : bought[kind];
                }
                int until = lastHeld(arrives, limits);
                if (until > arrives) {
                    Order order = order(at, arrives, needs.within(arrives, until), limits);
                    if (order != null) {
                        orders.add(order);
                    }
                    return order == null ? -1 : until;
                }
            }
            return -1;
        }

        /** The end of the longest stretch that all servers hold, at most until the next order. */
        private int lastHeld(int arrives, int[] limits) {
            int until = arrives;
            while (until < end(arrives) && needs.holds(until, kinds, limits)) {
                until++;
            }
            return until;
        }

        private @Nullable Order order(int at, int arrives, Staircase need, int[] limits) {
            Found found = CheapestMix.of(need, needs.usable(), kinds, bought, limits);
            if (found == null || Arrays.equals(found.counts(), bought)) {
                return null;
            }
            int[] before = bought;
            bought = found.counts();
            return new Order(
                    arrives,
                    at,
                    IntStream.range(0, kinds.length)
                            .map(kind -> bought[kind] - before[kind])
                            .boxed()
                            .toList(),
                    asking(need, before, limits),
                    found.isCheapest());
        }

        /** The resource that needs the dearer servers; of equals that of which more is missing. */
        private int asking(Staircase need, int[] before, int[] limits) {
            long[] cost = new long[2];
            long[] servers = new long[2];
            double[] missing = new double[2];
            for (int resource = 0; resource < 2; resource++) {
                Staircase its = need.alone(resource);
                Found alone = CheapestMix.of(its, needs.usable(), kinds, before, limits);
                if (alone != null) {
                    cost[resource] = CheapestMix.cost(kinds, before, alone.counts());
                    servers[resource] = Arrays.stream(alone.counts()).asLongStream().sum();
                }
                double wanted = resource == 0 ? its.cores()[0] : its.gib()[0];
                missing[resource] = wanted / needs.usable()[resource];
            }
            int order = Long.compare(cost[1], cost[0]);
            order = order == 0 ? Long.compare(servers[1], servers[0]) : order;
            order = order == 0 ? Double.compare(missing[1], missing[0]) : order;
            return order > 0 ? 1 : 0;
        }

        private PurchaseSchedule withGaps() {
            PurchaseSchedule plan = new PurchaseSchedule(orders, -1, -1, -1);
            int lateFrom = -1;
            int lateUntil = -1;
            int shortFrom = -1;
            for (int bucket = 0; bucket < needs.buckets(); bucket++) {
                if (needs.holds(bucket, kinds, plan.counts(bucket, kinds.length))) {
                    continue;
                }
                if (!needs.holds(bucket, kinds, most)) {
                    shortFrom = shortFrom < 0 ? bucket : shortFrom;
                } else {
                    lateFrom = lateFrom < 0 ? bucket : lateFrom;
                    lateUntil = bucket + 1;
                }
            }
            return new PurchaseSchedule(orders, lateFrom, lateUntil, shortFrom);
        }
    }
}
