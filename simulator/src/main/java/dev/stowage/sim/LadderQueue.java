package dev.stowage.sim;

import java.util.Arrays;

/**
 * A priority queue of (time, key) pairs of primitives, least first, ties by key: a ladder queue.
 *
 * <p>Far events lie unsorted in the <em>top</em>. When the near ones run out, the top is spread
 * over the buckets of a <em>rung</em>; a bucket that is due is spread over a finer rung if it is
 * large, else sorted into the <em>bottom</em>, from which events are taken. Events of one time are
 * never spread: they are sorted by key at once. An event that belongs in front of most of a long
 * bottom goes to a small binary heap beside it. So a step costs O(1) amortised when times are
 * spread, and O(log n) whatever they are.
 *
 * <p>Hot: nodes live in one array and lists are relinked, not copied; no allocation once the arrays
 * have grown. Widths are powers of two, so that a bucket is found by a shift. Guarded by {@code
 * EventQueueBenchmark}. Not thread-safe.
 *
 * <p>Source: Tang, Goh, Thng, "Ladder queue: an O(1) priority queue structure for large-scale
 * discrete event simulation", ACM TOMACS 15(3), 2005; the heap in front and the treatment of ties
 * are ours.
 */
final class LadderQueue {
    /** No event: later than any. */
    static final long NONE = Long.MAX_VALUE;

    private static final int NIL = -1;

    // a node: time, key, number of the next node; one cache miss instead of three
    private static final int NODE_BITS = 2;
    private static final int TIME = 0;
    private static final int KEY = 1;
    private static final int NEXT = 2;

    /** Buckets of at most this many events are sorted, larger ones are spread. */
    private static final int SORT_LIMIT = 48;

    /** Farthest that one insertion moves the events of the bottom; beyond, the heap takes it. */
    private static final int SHIFT_LIMIT = 64;

    private static final int MAX_BUCKETS = 1 << 16;

    /**
     * Equal intervals of time, each with a list of events; those before {@code current} are done.
     */
    private static final class Rung {
        int[] heads = new int[64];
        int buckets;
        int shift;
        long start;
        int current;
        long currentStart;
        int events;
    }

    private int size;

    private long[] nodes = new long[1024 << NODE_BITS];
    private int usedNodes;
    private int freeNode = NIL;

    private int topList = NIL;
    private int topEvents;
    private long topLow = Long.MAX_VALUE;
    private long topHigh = Long.MIN_VALUE;
    private long topStart = Long.MIN_VALUE; // events from here on go to the top

    private Rung[] rungs = {new Rung(), new Rung(), new Rung(), new Rung()};
    private int rungCount;

    private long[] bottomTime = new long[256];
    private long[] bottomKey = new long[256];
    private int bottomHead;
    private int bottomTail;

    private long[] heapTime = new long[64];
    private long[] heapKey = new long[64];
    private int heapSize;

    int size() {
        return size;
    }

    /** Adds an event; {@code time} must be below {@link #NONE}. */
    void add(long time, long key) {
        if (size++ == 0) {
            rungCount = 0;
            topStart = Long.MIN_VALUE;
        }
        if (time >= topStart) {
            topList = node(time, key, topList);
            topEvents++;
            topLow = Math.min(topLow, time);
            topHigh = Math.max(topHigh, time);
            return;
        }
        for (int i = 0; i < rungCount; i++) {
            Rung rung = rungs[i];
            if (time >= rung.currentStart) {
                int bucket = (int) ((time - rung.start) >> rung.shift);
                rung.heads[bucket] = node(time, key, rung.heads[bucket]);
                rung.events++;
                return;
            }
        }
        addToBottom(time, key);
    }

    /** Time of the least event, or {@link #NONE} if there is none. */
    long peekTime() {
        if (bottomHead == bottomTail) {
            if (heapSize > 0) {
                return heapTime[0];
            }
            if (size == 0) {
                return NONE;
            }
            refill();
        } else if (heapSize > 0) {
            return Math.min(heapTime[0], bottomTime[bottomHead]);
        }
        return bottomTime[bottomHead];
    }

    /** Key of the least event; the queue must not be empty. */
    long peekKey() {
        peekTime();
        return isHeapNext() ? heapKey[0] : bottomKey[bottomHead];
    }

    /** Removes the least event and returns its key; the queue must not be empty. */
    long poll() {
        if (bottomHead == bottomTail && heapSize == 0) {
            if (size == 0) {
                throw new IllegalStateException("the event queue is empty");
            }
            refill();
        }
        size--;
        if (isHeapNext()) {
            return pollHeap();
        }
        long key = bottomKey[bottomHead++];
        if (bottomHead == bottomTail) {
            bottomHead = 0;
            bottomTail = 0;
        }
        return key;
    }

    private boolean isHeapNext() {
        if (heapSize == 0) {
            return false;
        }
        return bottomHead == bottomTail
                || isLess(heapTime[0], heapKey[0], bottomTime[bottomHead], bottomKey[bottomHead]);
    }

    private static boolean isLess(long time, long key, long otherTime, long otherKey) {
        return time < otherTime || (time == otherTime && key < otherKey);
    }

    // --- nodes ---

    private int node(long time, long key, int next) {
        int node = freeNode;
        if (node == NIL) {
            node = usedNodes++;
            if (node << NODE_BITS == nodes.length) {
                nodes = Arrays.copyOf(nodes, Math.multiplyExact(grown(node), 1 << NODE_BITS));
            }
        } else {
            freeNode = next(node);
        }
        int at = node << NODE_BITS;
        nodes[at + TIME] = time;
        nodes[at + KEY] = key;
        nodes[at + NEXT] = next;
        return node;
    }

    private long time(int node) {
        return nodes[(node << NODE_BITS) + TIME];
    }

    private long key(int node) {
        return nodes[(node << NODE_BITS) + KEY];
    }

    private int next(int node) {
        return (int) nodes[(node << NODE_BITS) + NEXT];
    }

    private void setNext(int node, int next) {
        nodes[(node << NODE_BITS) + NEXT] = next;
    }

    private static int grown(int length) {
        return Math.addExact(length, (length >> 1) + 16);
    }

    // --- from the top over the rungs to the bottom ---

    /** Fills the empty bottom with the next events; there is at least one. */
    private void refill() {
        boolean isFilled = false;
        while (!isFilled) {
            if (rungCount == 0) {
                int list = topList;
                int events = topEvents;
                long low = topLow;
                long high = topHigh;
                topList = NIL;
                topEvents = 0;
                topLow = Long.MAX_VALUE;
                topHigh = Long.MIN_VALUE;
                topStart = high + 1;
                isFilled = lower(list, events, low, high, topStart);
            } else if (rungs[rungCount - 1].events == 0) {
                rungCount--;
            } else {
                isFilled = lowerNextBucket(rungs[rungCount - 1]);
            }
        }
    }

    private boolean lowerNextBucket(Rung rung) {
        int bucket = rung.current;
        while (rung.heads[bucket] == NIL) {
            bucket++;
        }
        int list = rung.heads[bucket];
        rung.heads[bucket] = NIL;
        rung.current = bucket + 1;
        rung.currentStart = rung.start + ((bucket + 1L) << rung.shift);
        int events = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int node = list; node != NIL; node = next(node)) {
            long time = time(node);
            low = Math.min(low, time);
            high = Math.max(high, time);
            events++;
        }
        rung.events -= events;
        return lower(list, events, low, high, rung.currentStart);
    }

    /** Moves a list with times in [low, high], high below end; true if it went to the bottom. */
    private boolean lower(int list, int events, long low, long high, long end) {
        if (events <= SORT_LIMIT) {
            sortIntoBottom(list, events);
            return true;
        }
        if (low == high) {
            tiesIntoBottom(list, events, low);
            return true;
        }
        spread(list, events, low, end);
        return false;
    }

    private void spread(int list, int events, long start, long end) {
        if (rungCount == rungs.length) {
            rungs = Arrays.copyOf(rungs, rungCount + 1);
            rungs[rungCount] = new Rung();
        }
        Rung rung = rungs[rungCount++];
        long last = end - 1 - start;
        int most = Math.min(events, MAX_BUCKETS);
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(last / most));
        rung.shift = shift;
        rung.start = start;
        rung.current = 0;
        rung.currentStart = start;
        rung.buckets = (int) (last >> shift) + 1;
        rung.events = events;
        if (rung.heads.length < rung.buckets) {
            rung.heads = new int[Integer.highestOneBit(rung.buckets) * 2];
        }
        int[] heads = rung.heads;
        Arrays.fill(heads, 0, rung.buckets, NIL);
        int node = list;
        while (node != NIL) {
            int next = next(node);
            int bucket = (int) ((time(node) - start) >> shift);
            setNext(node, heads[bucket]);
            heads[bucket] = node;
            node = next;
        }
    }

    // --- bottom ---

    private void sortIntoBottom(int list, int events) {
        bottomHead = 0;
        bottomTail = events;
        long[] times = bottomTime;
        long[] keys = bottomKey;
        int count = 0;
        int node = list;
        while (true) {
            long time = time(node);
            long key = key(node);
            int i = count++;
            while (i > 0 && isLess(time, key, times[i - 1], keys[i - 1])) {
                times[i] = times[i - 1];
                keys[i] = keys[i - 1];
                i--;
            }
            times[i] = time;
            keys[i] = key;
            int next = next(node);
            if (next == NIL) {
                break;
            }
            node = next;
        }
        setNext(node, freeNode);
        freeNode = list;
    }

    private void tiesIntoBottom(int list, int events, long time) {
        if (bottomTime.length < events) {
            bottomTime = new long[grown(events)];
            bottomKey = new long[grown(events)];
        }
        bottomHead = 0;
        bottomTail = events;
        int count = 0;
        for (int node = list; ; node = next(node)) {
            bottomKey[count++] = key(node);
            if (next(node) == NIL) {
                setNext(node, freeNode);
                freeNode = list;
                break;
            }
        }
        Arrays.sort(bottomKey, 0, events);
        Arrays.fill(bottomTime, 0, events, time);
    }

    private void addToBottom(long time, long key) {
        int place = bottomTail;
        int farthest = Math.max(bottomHead, bottomTail - SHIFT_LIMIT);
        while (place > farthest && isLess(time, key, bottomTime[place - 1], bottomKey[place - 1])) {
            place--;
        }
        if (place == farthest
                && place > bottomHead
                && isLess(time, key, bottomTime[place - 1], bottomKey[place - 1])) {
            addToHeap(time, key);
            return;
        }
        if (bottomTail == bottomTime.length) {
            place -= makeRoomInBottom();
        }
        int moved = bottomTail - place;
        System.arraycopy(bottomTime, place, bottomTime, place + 1, moved);
        System.arraycopy(bottomKey, place, bottomKey, place + 1, moved);
        bottomTime[place] = time;
        bottomKey[place] = key;
        bottomTail++;
    }

    /** Makes room at the end and returns by how many places the events moved to the front. */
    private int makeRoomInBottom() {
        int moved = 0;
        if (bottomHead > bottomTime.length / 2) {
            moved = bottomHead;
            System.arraycopy(bottomTime, moved, bottomTime, 0, bottomTail - moved);
            System.arraycopy(bottomKey, moved, bottomKey, 0, bottomTail - moved);
            bottomHead = 0;
            bottomTail -= moved;
        } else {
            bottomTime = Arrays.copyOf(bottomTime, grown(bottomTail));
            bottomKey = Arrays.copyOf(bottomKey, grown(bottomTail));
        }
        return moved;
    }

    // --- heap in front of the bottom ---

    private void addToHeap(long time, long key) {
        if (heapSize == heapTime.length) {
            heapTime = Arrays.copyOf(heapTime, grown(heapSize));
            heapKey = Arrays.copyOf(heapKey, grown(heapSize));
        }
        int i = heapSize++;
        while (i > 0) {
            int parent = (i - 1) >>> 1;
            if (!isLess(time, key, heapTime[parent], heapKey[parent])) {
                break;
            }
            heapTime[i] = heapTime[parent];
            heapKey[i] = heapKey[parent];
            i = parent;
        }
        heapTime[i] = time;
        heapKey[i] = key;
    }

    private long pollHeap() {
        long least = heapKey[0];
        int last = --heapSize;
        long time = heapTime[last];
        long key = heapKey[last];
        int i = 0;
        int child = 1;
        while (child < last) {
            if (child + 1 < last
                    && isLess(
                            heapTime[child + 1],
                            heapKey[child + 1],
                            heapTime[child],
                            heapKey[child])) {
                child++;
            }
            if (!isLess(heapTime[child], heapKey[child], time, key)) {
                break;
            }
            heapTime[i] = heapTime[child];
            heapKey[i] = heapKey[child];
            i = child;
            child = 2 * i + 1;
        }
        heapTime[i] = time;
        heapKey[i] = key;
        return least;
    }
}
