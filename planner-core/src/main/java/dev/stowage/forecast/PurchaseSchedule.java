package dev.stowage.forecast;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * Which servers to order when: each order arrives as late as it may, and holds until the next one
 * can arrive. No order could be smaller by one.
 *
 * @param orders in order of time
 * @param uncoveredFrom first bucket that no order can still reach; -1 if there is none
 * @param uncoveredUntil first bucket after those
 */
public record PurchaseSchedule(List<Order> orders, int uncoveredFrom, int uncoveredUntil) {
    public PurchaseSchedule {
        orders = List.copyOf(orders);
    }

    /**
     * An order.
     *
     * @param orderBy bucket by whose begin it has to be placed; negative if that is past
     * @param arrives bucket from which its servers are there
     * @param neededFrom bucket from which they are needed; before {@code arrives} if it is too late
     * @param count servers
     * @param total servers bought so far, with these
     * @param resource that asks for them
     */
    public record Order(
            int orderBy, int arrives, int neededFrom, int count, int total, int resource) {}

    /**
     * Plans.
     *
     * @param leadBuckets from an order to its servers, at least 0
     * @param everyBuckets least distance of two arrivals, at least 1
     */
    public static PurchaseSchedule of(ServerNeeds needs, int leadBuckets, int everyBuckets) {
        Check.notNegative("leadBuckets", leadBuckets);
        Check.positive("everyBuckets", everyBuckets);
        int[] all = needs.all();
        List<Order> orders = new ArrayList<>();
        int total = 0;
        int uncoveredFrom = -1;
        int uncoveredUntil = -1;
        int at = firstAbove(all, 0, total);
        while (at < all.length) {
            int arrives = Math.min(all.length, Math.max(at, leadBuckets));
            if (arrives > at) {
                uncoveredFrom = at;
                uncoveredUntil = arrives;
            }
            int until = (int) Math.min(all.length, (long) arrives + everyBuckets);
            int most = mostIn(all, arrives, until);
            if (arrives < all.length && all[most] > total) {
                orders.add(
                        new Order(
                                at - leadBuckets,
                                arrives,
                                at,
                                all[most] - total,
                                all[most],
                                needs.asking(most)));
                total = all[most];
                at = firstAbove(all, until, total);
            } else {
                at = firstAbove(all, Math.max(arrives, at + 1), total);
            }
        }
        return new PurchaseSchedule(orders, uncoveredFrom, uncoveredUntil);
    }

    private static int firstAbove(int[] needs, int from, int total) {
        int at = from;
        while (at < needs.length && needs[at] <= total) {
            at++;
        }
        return at;
    }

    /** The first of the largest. */
    private static int mostIn(int[] needs, int from, int until) {
        int most = Math.min(from, needs.length - 1);
        for (int i = from; i < until; i++) {
            most = needs[i] > needs[most] ? i : most;
        }
        return most;
    }

    /** Servers that are there in a bucket beside those of today. */
    public int servers(int bucket) {
        int total = 0;
        for (Order order : orders) {
            total = order.arrives() <= bucket ? order.total() : total;
        }
        return total;
    }

    /** Servers bought in all. */
    public int total() {
        return orders.isEmpty() ? 0 : orders.get(orders.size() - 1).total();
    }
}
