package dev.stowage.sim.engine;

import dev.stowage.basis.Checkpointed;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * A priority queue of (time, key) pairs of primitives, least first, ties by key: a ladder queue.
 *
 * <p>Far events lie unsorted in the <em>top</em>. When the near ones run out, the near part of the
 * top is spread over the buckets of a <em>rung</em>, narrow enough for about {@link #BUCKET_EVENTS}
 * events each where half of all events are; what lies beyond the last bucket stays in the top. A
 * bucket that is due is spread over a finer rung if it is large, else sorted into the
 * <em>bottom</em>, from which events are taken. Events of one time are never spread: they are
 * sorted by key at once. An event that belongs into the middle of a long bottom goes to a binary
 * heap beside it; when that is long too, both are spread. So a step costs O(1) amortised when times
 * are spread, and O(log n) whatever they are.
 *
 * <p>Hot: no allocation once the arrays have grown. A bucket is a chain of chunks of one array, in
 * which events lie side by side: adding is one write to the end of a chunk, of which there are few
 * enough for the second-level cache, and emptying is sequential reading. A due bucket is sorted by
 * counting, in the first-level cache, with hardly a branch that depends on the data. Widths are
 * powers of two, so that a bucket is found by a shift. Guarded by {@code EventQueueBenchmark}. Not
 * thread-safe.
 *
 * <p>Source: Tang, Goh, Thng, "Ladder queue: an O(1) priority queue structure for large-scale
 * discrete event simulation", ACM TOMACS 15(3), 2005; the layout, the widths by density, the heap
 * in front and the treatment of ties are ours.
 */
public final class LadderQueue implements Checkpointed {
    /** No event: later than any. */
    public static final long NONE = Long.MAX_VALUE;

    /** Takes the events of a queue one by one. */
    interface EventVisitor {
        /** One event. */
        void visit(long time, long key);
    }

    private static final int NIL = -1;

    // a chunk: events side by side, two longs each
    private static final int CHUNK_BITS = 6;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CHUNK_MASK = CHUNK - 1;

    /** Events that a bucket is made for. */
    private static final int BUCKET_EVENTS = 64;

    /** Buckets of at most this many events are sorted, larger ones are spread. */
    private static final int SORT_LIMIT = 512;

    /** Buckets of at most this many events are sorted without counting. */
    private static final int INSERTION_LIMIT = 12;

    private static final int MAX_BUCKETS = 1 << 12;

    /** Farthest that one insertion moves the events of the bottom; beyond, the heap takes it. */
    private static final int SHIFT_LIMIT = 2 * 128;

    private static final int DENSITY_BITS = 8;

    /** Equal intervals of time, each with a chain of chunks; those before current are done. */
    private static final class Rung {
        int[] firsts = new int[64]; // by bucket: first chunk, or NIL
        int[] tails = new int[64]; // by bucket: where the next event goes; start of a chunk: none
        int buckets;
        int shift;
        long start;
        int current;
        long currentStart; // events from here on go to a bucket
    }

    private int size;

    private long[] chunks = new long[64 << CHUNK_BITS];
    private int[] nextChunk = new int[64];
    private int usedChunks;
    private int freeChunk = NIL;

    private int topFirst = NIL;
    private int topTail;
    private long topStart = Long.MIN_VALUE; // events from here on go to the top

    private Rung[] rungs = {new Rung(), new Rung(), new Rung(), new Rung()};
    private int rungCount;

    private long[] bottom = new long[2 * SORT_LIMIT];
    private int refills;
    private int bottomHead;
    private int bottomTail;
    private final int[] counts = new int[4 * SORT_LIMIT];
    private final int[] density = new int[1 << DENSITY_BITS];

    private long[] heap = new long[64];
    private int heapTail;

    int size() {
        return size;
    }

    /** Adds an event; {@code time} is at least 0 and below {@link #NONE}. */
    public void add(long time, long key) {
        if (size++ == 0) {
            rungCount = 0;
            topStart = Long.MIN_VALUE;
        }
        if (time >= topStart) {
            addToTop(time, key);
            return;
        }
        for (int i = 0; i < rungCount; i++) {
            Rung rung = rungs[i];
            if (time >= rung.currentStart) {
                addToBucket(rung, (int) ((time - rung.start) >>> rung.shift), time, key);
                return;
            }
        }
        addToBottom(time, key);
    }

    /** Time of the least event, or {@link #NONE} if there is none. */
    public long peekTime() {
        if (heapTail > 0) {
            return bottomHead == bottomTail ? heap[0] : Math.min(heap[0], bottom[bottomHead]);
        }
        if (bottomHead == bottomTail) {
            if (size == 0) {
                return NONE;
            }
            refill();
        }
        return bottom[bottomHead];
    }

    /** Key of the least event; the queue must not be empty. */
    public long peekKey() {
        peekTime();
        return isHeapNext() ? heap[1] : bottom[bottomHead + 1];
    }

    /** How often events that come next were put in order: {@link #nextKey} has new ones then. */
    public int refills() {
        return refills;
    }

    /** How many of the next events are in order already; others may be added among them. */
    public int nextCount() {
        return (bottomTail - bottomHead) >> 1;
    }

    /** Key of one of {@link #nextCount} events, least first. */
    public long nextKey(int index) {
        return bottom[bottomHead + 2 * index + 1];
    }

    /** Removes the least event and returns its key; the queue must not be empty. */
    public long poll() {
        if (heapTail > 0 && isHeapNext()) {
            size--;
            return pollHeap();
        }
        if (bottomHead == bottomTail) {
            if (size == 0) {
                throw new IllegalStateException("the event queue is empty");
            }
            refill();
        }
        size--;
        long key = bottom[bottomHead + 1];
        bottomHead += 2;
        return key;
    }

    /**
     * Visits all events, least first, and leaves the queue as it is. A queue to which they are
     * added again gives them, and all that is added later, in the same order. Copies the events.
     */
    void forEach(EventVisitor visitor) {
        LadderQueue copy = new LadderQueue();
        for (int at = bottomHead; at < bottomTail; at += 2) {
            copy.add(bottom[at], bottom[at + 1]);
        }
        for (int at = 0; at < heapTail; at += 2) {
            copy.add(heap[at], heap[at + 1]);
        }
        copyChain(topFirst, topTail, copy);
        for (int i = 0; i < rungCount; i++) {
            Rung rung = rungs[i];
            for (int bucket = rung.current; bucket < rung.buckets; bucket++) {
                copyChain(rung.firsts[bucket], rung.tails[bucket], copy);
            }
        }
        for (long time = copy.peekTime(); time != NONE; time = copy.peekTime()) {
            visitor.visit(time, copy.poll());
        }
    }

    private void copyChain(int first, int tail, LadderQueue copy) {
        for (int chunk = first; chunk != NIL; chunk = nextChunk[chunk]) {
            int end = endOf(chunk, tail);
            for (int at = chunk << CHUNK_BITS; at < end; at += 2) {
                copy.add(chunks[at], chunks[at + 1]);
            }
        }
    }

    private boolean isHeapNext() {
        if (heapTail == 0) {
            return false;
        }
        return bottomHead == bottomTail
                || isLess(heap[0], heap[1], bottom[bottomHead], bottom[bottomHead + 1]);
    }

    private static boolean isLess(long time, long key, long otherTime, long otherKey) {
        return time < otherTime || (time == otherTime && key < otherKey);
    }

    private static int grown(int length) {
        return Math.addExact(length, (length >> 1) + 16) & ~1;
    }

    // --- chains of chunks ---

    private void addToTop(long time, long key) {
        int at = topTail;
        if ((at & CHUNK_MASK) == 0) {
            int chunk = newChunk();
            if (topFirst == NIL) {
                topFirst = chunk;
            } else {
                nextChunk[(at - 1) >> CHUNK_BITS] = chunk;
            }
            at = chunk << CHUNK_BITS;
        }
        chunks[at] = time;
        chunks[at + 1] = key;
        topTail = at + 2;
    }

    private void addToBucket(Rung rung, int bucket, long time, long key) {
        int at = rung.tails[bucket];
        if ((at & CHUNK_MASK) == 0) {
            int chunk = newChunk();
            if (rung.firsts[bucket] == NIL) {
                rung.firsts[bucket] = chunk;
            } else {
                nextChunk[(at - 1) >> CHUNK_BITS] = chunk;
            }
            at = chunk << CHUNK_BITS;
        }
        chunks[at] = time;
        chunks[at + 1] = key;
        rung.tails[bucket] = at + 2;
    }

    private int newChunk() {
        int chunk = freeChunk;
        if (chunk == NIL) {
            chunk = usedChunks++;
            if (chunk == nextChunk.length) {
                nextChunk = Arrays.copyOf(nextChunk, grown(chunk));
                chunks = Arrays.copyOf(chunks, Math.multiplyExact(nextChunk.length, CHUNK));
            }
        } else {
            freeChunk = nextChunk[chunk];
        }
        nextChunk[chunk] = NIL;
        return chunk;
    }

    /** Where the events of a chunk end, given where those of its chain do. */
    private int endOf(int chunk, int tail) {
        return nextChunk[chunk] == NIL ? tail : (chunk + 1) << CHUNK_BITS;
    }

    /** Gives a chunk back and returns the next one of its chain. */
    private int free(int chunk) {
        int next = nextChunk[chunk];
        nextChunk[chunk] = freeChunk;
        freeChunk = chunk;
        return next;
    }

    // --- from the top over the rungs to the bottom ---

    /** Fills the empty bottom with the next events; there is at least one. */
    private void refill() {
        refills++;
        boolean isFilled = false;
        while (!isFilled) {
            isFilled = rungCount == 0 ? lowerTop() : lowerNextBucket(rungs[rungCount - 1]);
        }
    }

    private boolean lowerTop() {
        int first = topFirst;
        int tail = topTail;
        topFirst = NIL;
        topTail = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        int events = 0;
        for (int chunk = first; chunk != NIL; chunk = nextChunk[chunk]) {
            int end = endOf(chunk, tail);
            events += (end - (chunk << CHUNK_BITS)) >> 1;
            for (int at = chunk << CHUNK_BITS; at < end; at += 2) {
                low = Math.min(low, chunks[at]);
                high = Math.max(high, chunks[at]);
            }
        }
        if (low == high || events <= BUCKET_EVENTS) {
            topStart = high + 1;
            toBottom(first, tail, events, low, high);
            return true;
        }
        int shift = shiftFor(spanOfHalf(first, low, high), (events >> 1) / BUCKET_EVENTS);
        long buckets = Math.min(MAX_BUCKETS, ((high - low) >>> shift) + 1);
        topStart = low + (buckets << shift);
        if (topStart < low) {
            topStart = NONE; // the last bucket reaches beyond all times
        }
        spread(first, tail, low, (int) buckets, shift);
        return false;
    }

    /** About the time from low by which half of the events are due; looks at one in each chunk. */
    private long spanOfHalf(int first, long low, long high) {
        long span = high - low;
        while (true) {
            int shift = Math.max(0, Long.SIZE - DENSITY_BITS - Long.numberOfLeadingZeros(span));
            Arrays.fill(density, 0);
            int seen = 0;
            int all = 0;
            for (int chunk = first; chunk != NIL; chunk = nextChunk[chunk]) {
                long bin = (chunks[chunk << CHUNK_BITS] - low) >>> shift;
                all++;
                if (bin < density.length) {
                    density[(int) bin]++;
                }
            }
            int bin = 0;
            while (bin < density.length - 1) {
                seen += density[bin];
                if (2 * seen >= all) {
                    break;
                }
                bin++;
            }
            span = ((bin + 1L) << shift) - 1;
            if (bin > 0 || shift == 0) {
                return span;
            }
        }
    }

    /** The narrowest width, as a shift, with which so many buckets cover the span. */
    private static int shiftFor(long span, int buckets) {
        int most = Math.min(Math.max(buckets, 1), MAX_BUCKETS);
        int shift = 0;
        while (span >>> shift >= most) {
            shift++;
        }
        return shift;
    }

    private boolean lowerNextBucket(Rung rung) {
        int bucket = rung.current;
        int buckets = rung.buckets;
        int[] firsts = rung.firsts;
        while (bucket < buckets && firsts[bucket] == NIL) {
            bucket++;
        }
        if (bucket == buckets) {
            rungCount--;
            return false;
        }
        int first = firsts[bucket];
        int tail = rung.tails[bucket];
        firsts[bucket] = NIL;
        rung.tails[bucket] = 0;
        rung.current = bucket + 1;
        long start = rung.start + ((long) bucket << rung.shift);
        rung.currentStart = start + (1L << rung.shift);
        if (rung.currentStart < start) {
            rung.currentStart = NONE;
        }
        int events = 0;
        for (int chunk = first; chunk != NIL; chunk = nextChunk[chunk]) {
            events += (endOf(chunk, tail) - (chunk << CHUNK_BITS)) >> 1;
        }
        if (events <= SORT_LIMIT) {
            sortIntoBottom(first, tail, events, start, rung.shift);
            return true;
        }
        if (isTie(first, tail)) {
            tiesIntoBottom(first, tail, events);
            return true;
        }
        int shift = shiftFor((1L << rung.shift) - 1, events / BUCKET_EVENTS);
        spread(first, tail, start, 1 << (rung.shift - shift), shift);
        return false;
    }

    private boolean isTie(int first, int tail) {
        long time = chunks[first << CHUNK_BITS];
        for (int chunk = first; chunk != NIL; chunk = nextChunk[chunk]) {
            int end = endOf(chunk, tail);
            for (int at = chunk << CHUNK_BITS; at < end; at += 2) {
                if (chunks[at] != time) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Spreads a chain over the buckets of a new rung; what lies beyond goes to the top. */
    private void spread(int first, int tail, long start, int buckets, int shift) {
        if (rungCount == rungs.length) {
            rungs = Arrays.copyOf(rungs, rungCount + 1);
            rungs[rungCount] = new Rung();
        }
        Rung rung = rungs[rungCount++];
        rung.shift = shift;
        rung.start = start;
        rung.current = 0;
        rung.currentStart = start;
        rung.buckets = buckets;
        if (rung.firsts.length < buckets) {
            rung.firsts = new int[Integer.highestOneBit(buckets) * 2];
            rung.tails = new int[rung.firsts.length];
        }
        Arrays.fill(rung.firsts, 0, buckets, NIL);
        Arrays.fill(rung.tails, 0, buckets, 0);
        for (int chunk = first; chunk != NIL; chunk = free(chunk)) {
            int end = endOf(chunk, tail);
            for (int at = chunk << CHUNK_BITS; at < end; at += 2) {
                long time = chunks[at];
                long bucket = (time - start) >>> shift;
                if (bucket < buckets) {
                    addToBucket(rung, (int) bucket, time, chunks[at + 1]);
                } else {
                    addToTop(time, chunks[at + 1]);
                }
            }
        }
    }

    // --- bottom ---

    private void toBottom(int first, int tail, int events, long low, long high) {
        if (low == high) {
            tiesIntoBottom(first, tail, events);
        } else {
            sortIntoBottom(
                    first, tail, events, low, Long.SIZE - Long.numberOfLeadingZeros(high - low));
        }
    }

    /** Sorts a chain of at most {@link #SORT_LIMIT} events in [start, start + 2^shift). */
    private void sortIntoBottom(int first, int tail, int events, long start, int shift) {
        bottomHead = 0;
        bottomTail = 2 * events;
        if (events <= INSERTION_LIMIT) {
            copyIntoBottom(first, tail);
        } else {
            int bits = Math.min(shift, Integer.SIZE + 1 - Integer.numberOfLeadingZeros(events));
            countIntoBottom(first, tail, start, bits, shift - bits);
        }
        long[] sorted = bottom;
        for (int i = 2; i < bottomTail; i += 2) {
            long time = sorted[i];
            long key = sorted[i + 1];
            int to = i;
            while (to > 0 && isLess(time, key, sorted[to - 2], sorted[to - 1])) {
                sorted[to] = sorted[to - 2];
                sorted[to + 1] = sorted[to - 1];
                to -= 2;
            }
            sorted[to] = time;
            sorted[to + 1] = key;
        }
    }

    private void copyIntoBottom(int first, int tail) {
        int to = 0;
        for (int chunk = first; chunk != NIL; chunk = free(chunk)) {
            int from = chunk << CHUNK_BITS;
            int length = endOf(chunk, tail) - from;
            System.arraycopy(chunks, from, bottom, to, length);
            to += length;
        }
    }

    /** Sorts by the leading bits of the time since start; later events stay behind earlier ones. */
    private void countIntoBottom(int first, int tail, long start, int bits, int shift) {
        int[] places = counts;
        long[] from = chunks;
        long[] to = bottom;
        int bins = 1 << bits;
        Arrays.fill(places, 0, bins, 0);
        for (int chunk = first; chunk != NIL; chunk = nextChunk[chunk]) {
            int end = endOf(chunk, tail);
            for (int at = chunk << CHUNK_BITS; at < end; at += 2) {
                places[(int) ((from[at] - start) >>> shift)] += 2;
            }
        }
        int place = 0;
        for (int bin = 0; bin < bins; bin++) {
            int count = places[bin];
            places[bin] = place;
            place += count;
        }
        for (int chunk = first; chunk != NIL; chunk = free(chunk)) {
            int end = endOf(chunk, tail);
            for (int at = chunk << CHUNK_BITS; at < end; at += 2) {
                long time = from[at];
                int bin = (int) ((time - start) >>> shift);
                int i = places[bin];
                places[bin] = i + 2;
                to[i] = time;
                to[i + 1] = from[at + 1];
            }
        }
    }

    private void tiesIntoBottom(int first, int tail, int events) {
        if (bottom.length < 2 * events) {
            bottom = new long[grown(Math.multiplyExact(2, events))];
        }
        copyIntoBottom(first, tail);
        bottomHead = 0;
        bottomTail = 2 * events;
        boolean isSorted = true;
        for (int at = 3; at < bottomTail && isSorted; at += 2) {
            isSorted = bottom[at - 2] <= bottom[at];
        }
        if (!isSorted) {
            long[] keys = new long[events];
            for (int i = 0; i < events; i++) {
                keys[i] = bottom[2 * i + 1];
            }
            Arrays.sort(keys);
            for (int i = 0; i < events; i++) {
                bottom[2 * i + 1] = keys[i];
            }
        }
    }

    private void addToBottom(long time, long key) {
        int low = bottomHead;
        int high = bottomTail;
        while (low < high) { // the place of the event
            int middle = ((low + high) >>> 2) << 1;
            if (isLess(time, key, bottom[middle], bottom[middle + 1])) {
                high = middle;
            } else {
                low = middle + 2;
            }
        }
        int before = low - bottomHead;
        int after = bottomTail - low;
        if (bottomHead > 0 && before <= after && before <= SHIFT_LIMIT) {
            System.arraycopy(bottom, bottomHead, bottom, bottomHead - 2, before);
            bottomHead -= 2;
            low -= 2;
        } else if (after <= SHIFT_LIMIT) {
            if (bottomTail == bottom.length) {
                low -= makeRoomInBottom();
            }
            System.arraycopy(bottom, low, bottom, low + 2, after);
            bottomTail += 2;
        } else {
            addToHeap(time, key);
            if (isHeapTooLong()) {
                raise();
            }
            return;
        }
        bottom[low] = time;
        bottom[low + 1] = key;
    }

    /** True if the heap is as long as what has to be looked at to do without it. */
    private boolean isHeapTooLong() {
        int events = heapTail >> 1;
        int others = rungCount == 0 ? (size - events) >> 3 : (bottomTail - bottomHead) >> 1;
        return events > SORT_LIMIT && events > others;
    }

    /** Moves bottom and heap to the top or, if there are rungs, to a finer one. */
    private void raise() {
        int events = (bottomTail - bottomHead + heapTail) >> 1;
        long low = Math.min(bottom[bottomHead], heap[0]);
        int first = topFirst;
        int tail = topTail;
        if (rungCount == 0) {
            topStart = Long.MIN_VALUE;
        } else {
            topFirst = NIL;
            topTail = 0;
        }
        for (int at = bottomHead; at < bottomTail; at += 2) {
            addToTop(bottom[at], bottom[at + 1]);
        }
        for (int at = 0; at < heapTail; at += 2) {
            addToTop(heap[at], heap[at + 1]);
        }
        bottomHead = 0;
        bottomTail = 0;
        heapTail = 0;
        if (rungCount > 0) {
            int raised = topFirst;
            int raisedTail = topTail;
            topFirst = first;
            topTail = tail;
            long span = rungs[rungCount - 1].currentStart - 1 - low;
            int shift = shiftFor(span, events / BUCKET_EVENTS);
            spread(raised, raisedTail, low, (int) (span >>> shift) + 1, shift);
        }
    }

    /** Makes room at the end and returns by how many places the events moved to the front. */
    private int makeRoomInBottom() {
        int moved = 0;
        if (bottomHead > bottom.length / 2) {
            moved = bottomHead;
            System.arraycopy(bottom, moved, bottom, 0, bottomTail - moved);
            bottomHead = 0;
            bottomTail -= moved;
        } else {
            bottom = Arrays.copyOf(bottom, grown(bottomTail));
        }
        return moved;
    }

    // --- heap in front of the bottom ---

    private void addToHeap(long time, long key) {
        if (heapTail == heap.length) {
            heap = Arrays.copyOf(heap, grown(heapTail));
        }
        int at = heapTail;
        heapTail += 2;
        while (at > 0) {
            int parent = ((at - 2) >>> 2) << 1;
            if (!isLess(time, key, heap[parent], heap[parent + 1])) {
                break;
            }
            heap[at] = heap[parent];
            heap[at + 1] = heap[parent + 1];
            at = parent;
        }
        heap[at] = time;
        heap[at + 1] = key;
    }

    private long pollHeap() {
        long least = heap[1];
        heapTail -= 2;
        int last = heapTail;
        long time = heap[last];
        long key = heap[last + 1];
        int at = 0;
        int child = 2;
        while (child < last) {
            if (child + 2 < last
                    && isLess(heap[child + 2], heap[child + 3], heap[child], heap[child + 1])) {
                child += 2;
            }
            if (!isLess(heap[child], heap[child + 1], time, key)) {
                break;
            }
            heap[at] = heap[child];
            heap[at + 1] = heap[child + 1];
            at = child;
            child = 2 * at + 2;
        }
        heap[at] = time;
        heap[at + 1] = key;
        return least;
    }

    // --- checkpoints ---

    /** Writes the events in order; how they lie is of no consequence. */
    @Override
    public void writeState(DataOutput out) throws IOException {
        long[] events = new long[2 * size];
        int[] at = new int[1];
        forEach(
                (time, key) -> {
                    events[at[0]++] = time;
                    events[at[0]++] = key;
                });
        out.writeInt(size);
        for (long value : events) {
            out.writeLong(value);
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            long time = in.readLong();
            add(time, in.readLong());
        }
    }
}
