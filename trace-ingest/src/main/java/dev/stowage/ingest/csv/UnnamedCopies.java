package dev.stowage.ingest.csv;

import dev.stowage.ingest.canonical.StableOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Finds rows that are there again among those that name no replica, as in exports that were put
 * together twice.
 *
 * <p>One row that equals another may as well be of a second replica that used the same. So rows are
 * copies only where all rows of a service come so many times: in {@value #LEAST} measured times one
 * after another, each with two different rows at least, and with {@value #LEAST} different rows in
 * all. What other services have at these times is there as many times, and is copied too.
 */
final class UnnamedCopies {
    private static final int LEAST = 20;
    private static final int SERVICE = 0;
    private static final int START = 1;
    private static final int END = 2;
    private static final int AMOUNTS = 3; // the first of them

    private final IntToLongFunction[] keys;
    private final int[] rows; // sorted by all keys
    private final long[] alike; // by service
    private final List<Slot> slots = new ArrayList<>();
    private final Map<Time, Integer> timesAt = new HashMap<>();
    private final BitSet copies = new BitSet();

    /** When something was measured. */
    private record Time(long start, long end) {}

    /**
     * Rows of one service and time, of which each is there a multiple of {@code times}.
     *
     * @param number of the slot among all
     * @param different rows
     */
    private record Slot(int number, int from, int to, int times, int different) {}

    /**
     * Looks for them.
     *
     * @param rows numbers of the rows to look at
     * @param keys of a row: its service, start, end, and all that was measured
     */
    UnnamedCopies(int[] rows, int services, IntToLongFunction... keys) {
        this.keys = keys;
        alike = new long[services];
        IntToLongFunction[] ofPlace = new IntToLongFunction[keys.length];
        for (int k = 0; k < keys.length; k++) {
            IntToLongFunction key = keys[k];
            ofPlace[k] = place -> key.applyAsLong(rows[place]);
        }
        int[] order = StableOrder.of(rows.length, ofPlace);
        this.rows = IntStream.of(order).map(place -> rows[place]).toArray();
        findSlots();
        findRuns();
        slots.forEach(this::takeOnce);
    }

    /** Numbers of the rows that are there again. */
    BitSet copies() {
        return copies;
    }

    /** Rows of a service that equal another of the same time, and are not known to be copies. */
    long alike(int service) {
        return alike[service];
    }

    private void findSlots() {
        int number = 0;
        for (int from = 0; from < rows.length; ) {
            int to = from;
            int times = 0;
            int different = 0;
            while (to < rows.length && isSame(from, to, SERVICE, AMOUNTS)) {
                int end = endOfEqual(to);
                times = gcd(times, end - to);
                different++;
                alike[(int) key(from, SERVICE)] += end - to - 1;
                to = end;
            }
            if (times > 1) {
                slots.add(new Slot(number, from, to, times, different));
            }
            number++;
            from = to;
        }
    }

    private void findRuns() {
        List<Slot> run = new ArrayList<>();
        int times = 0;
        for (Slot slot : slots) {
            boolean isNext =
                    !run.isEmpty()
                            && run.get(run.size() - 1).number() + 1 == slot.number()
                            && isSame(run.get(0).from(), slot.from(), SERVICE, START)
                            && gcd(times, slot.times()) > 1;
            if (!isNext) {
                close(run, times);
                run.clear();
                times = 0;
            }
            run.add(slot);
            times = gcd(times, slot.times());
        }
        close(run, times);
    }

    private void close(List<Slot> run, int times) {
        if (run.stream().filter(slot -> slot.different() > 1).count() < LEAST) {
            return;
        }
        Set<List<Long>> different = new HashSet<>();
        for (Slot slot : run) {
            for (int at = slot.from(); at < slot.to() && different.size() < LEAST; at++) {
                different.add(amounts(at));
            }
        }
        if (different.size() >= LEAST) {
            run.forEach(slot -> timesAt.merge(time(slot), times, Math::max));
        }
    }

    private void takeOnce(Slot slot) {
        int times = timesAt.getOrDefault(time(slot), 1);
        if (slot.times() % times > 0) {
            return;
        }
        for (int from = slot.from(); from < slot.to(); ) {
            int to = endOfEqual(from);
            for (int at = from + (to - from) / times; at < to; at++) {
                copies.set(rows[at]);
                alike[(int) key(at, SERVICE)]--;
            }
            from = to;
        }
    }

    private Time time(Slot slot) {
        return new Time(key(slot.from(), START), key(slot.from(), END));
    }

    private List<Long> amounts(int at) {
        return IntStream.range(AMOUNTS, keys.length).mapToObj(k -> key(at, k)).toList();
    }

    private int endOfEqual(int from) {
        int to = from;
        while (to < rows.length && isSame(from, to, SERVICE, keys.length)) {
            to++;
        }
        return to;
    }

    private boolean isSame(int one, int other, int firstKey, int endKey) {
        return IntStream.range(firstKey, endKey).allMatch(k -> key(one, k) == key(other, k));
    }

    private long key(int at, int key) {
        return keys[key].applyAsLong(rows[at]);
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
