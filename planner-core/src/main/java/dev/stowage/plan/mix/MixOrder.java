package dev.stowage.plan.mix;

import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * All mixes that cost less than a limit and have enough of each resource, the cheapest first; of
 * one cost in the order of their numbers. O(mixes of all kinds but the last) memory.
 */
final class MixOrder {
    /** Beyond so many beginnings it is no order but gives up. */
    private static final long MOST_PREFIXES = 1_000_000;

    @SuppressWarnings("ArrayRecordComponent") // hot, and of this class
    private record Entry(long cost, int[] counts) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int order = Long.compare(cost, other.cost);
            for (int i = 0; order == 0 && i < counts.length; i++) {
                order = Integer.compare(counts[i], other.counts[i]);
            }
            return order;
        }
    }

    private final List<Kind> kinds;
    private final MixNeeds needs;
    private final int leastServers;
    private final long limit;
    private final PriorityQueue<Entry> queue = new PriorityQueue<>();
    private boolean isComplete = true;

    /** Mixes of cost below {@code limit}. */
    MixOrder(List<Kind> kinds, MixNeeds needs, int leastServers, long limit) {
        this.kinds = kinds;
        this.needs = needs;
        this.leastServers = leastServers;
        this.limit = limit;
        int[] counts = kinds.stream().mapToInt(Kind::least).toArray();
        begin(0, counts);
    }

    /** False if there are too many to be put in order. */
    boolean isComplete() {
        return isComplete;
    }

    private void begin(int place, int[] counts) {
        if (!isComplete || MixSearch.cost(kinds, counts) >= limit) {
            return;
        }
        int last = kinds.size() - 1;
        if (place == last) {
            Kind kind = kinds.get(last);
            int[] first = counts.clone();
            int others = Arrays.stream(counts).sum() - counts[last];
            int fewest = Math.max(needs.least(counts, last), leastServers - others);
            first[last] = Math.max(kind.least(), fewest);
            add(first);
            isComplete = queue.size() <= MOST_PREFIXES;
            return;
        }
        Kind kind = kinds.get(place);
        for (int count = kind.least(); count <= kind.most(); count++) {
            int[] next = counts.clone();
            next[place] = count;
            if (MixSearch.cost(kinds, next) >= limit || !isComplete) {
                return;
            }
            begin(place + 1, next);
        }
    }

    private void add(int[] counts) {
        int last = kinds.size() - 1;
        long cost = MixSearch.cost(kinds, counts);
        if (counts[last] <= kinds.get(last).most() && cost < limit) {
            queue.add(new Entry(cost, counts));
        }
    }

    /** The next one; null after the last. */
    int @Nullable [] next() {
        Entry entry = queue.poll();
        if (entry == null) {
            return null;
        }
        int[] more = entry.counts.clone();
        more[more.length - 1]++;
        add(more);
        return entry.counts;
    }
}
