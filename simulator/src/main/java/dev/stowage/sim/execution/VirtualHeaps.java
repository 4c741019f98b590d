package dev.stowage.sim.execution;

import dev.stowage.basis.PlainState;
import java.util.Arrays;

/**
 * For each server a binary heap of what happens there when its virtual time comes to a certain
 * point: (microseconds, fraction, key), least time first. What becomes void stays in until it is on
 * top or until more than half of the heap is void; the owner says which entries those are.
 *
 * <p>Hot: an entry is three neighbouring longs; no allocation once the arrays have grown. Guarded
 * by {@code ContendedBenchmark}.
 */
final class VirtualHeaps implements PlainState {
    /** Tells entries that still count. */
    interface Validity {
        boolean isValid(long key);
    }

    private static final long[] EMPTY = {};
    private static final int WIDTH = 3;
    private static final int MICROS = 0;
    private static final int FRACTION = 1;
    private static final int KEY = 2;

    /** Fewer void entries than this are not worth a pass. */
    private static final int FEW = 16;

    private final Validity validity;
    private final long[][] heaps;
    private final int[] sizes;
    private final int[] voids;

    VirtualHeaps(int servers, Validity validity) {
        this.validity = validity;
        heaps = new long[servers][];
        Arrays.fill(heaps, EMPTY);
        sizes = new int[servers];
        voids = new int[servers];
    }

    /** Adds an entry; O(log n), O(1) if it is a late one. */
    void add(int server, long micros, long fraction, long key) {
        long[] heap = heaps[server];
        int hole = sizes[server]++;
        if ((hole + 1) * WIDTH > heap.length) {
            heap = Arrays.copyOf(heap, Math.max(4, hole + (hole >> 1)) * WIDTH + WIDTH);
            heaps[server] = heap;
        }
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (!isBefore(micros, fraction, heap, parent)) {
                break;
            }
            move(heap, parent, hole);
            hole = parent;
        }
        put(heap, hole, micros, fraction, key);
    }

    /** So many entries of the server have just ceased to count; amortised O(log n). */
    void addVoid(int server, int entries) {
        voids[server] += entries;
        if (voids[server] > FEW && voids[server] * 2 > sizes[server]) {
            sweep(server);
        }
    }

    /** True if an entry that counts is left; drops void ones on top. */
    boolean hasNext(int server) {
        while (sizes[server] > 0) {
            if (voids[server] == 0 || validity.isValid(heaps[server][KEY])) {
                return true;
            }
            voids[server]--;
            removeTop(server);
        }
        return false;
    }

    /** Of the first entry; after {@link #hasNext}. */
    long micros(int server) {
        return heaps[server][MICROS];
    }

    long fraction(int server) {
        return heaps[server][FRACTION];
    }

    long key(int server) {
        return heaps[server][KEY];
    }

    /** Takes the first entry out. */
    void removeTop(int server) {
        long[] heap = heaps[server];
        int last = --sizes[server];
        if (last > 0) {
            int from = last * WIDTH;
            sink(heap, 0, last, heap[from], heap[from + FRACTION], heap[from + KEY]);
        }
    }

    private void sweep(int server) {
        long[] heap = heaps[server];
        int kept = 0;
        for (int i = 0; i < sizes[server]; i++) {
            if (validity.isValid(heap[i * WIDTH + KEY])) {
                move(heap, i, kept++);
            }
        }
        sizes[server] = kept;
        voids[server] = 0;
        for (int i = (kept >> 1) - 1; i >= 0; i--) {
            int at = i * WIDTH;
            sink(heap, i, kept, heap[at], heap[at + FRACTION], heap[at + KEY]);
        }
    }

    private static void sink(
            long[] heap, int from, int size, long micros, long fraction, long key) {
        int hole = from;
        int child = 2 * hole + 1;
        while (child < size) {
            if (child + 1 < size
                    && isBefore(
                            heap[(child + 1) * WIDTH],
                            heap[(child + 1) * WIDTH + FRACTION],
                            heap,
                            child)) {
                child++;
            }
            if (!isBefore(heap[child * WIDTH], heap[child * WIDTH + FRACTION], micros, fraction)) {
                break;
            }
            move(heap, child, hole);
            hole = child;
            child = 2 * hole + 1;
        }
        put(heap, hole, micros, fraction, key);
    }

    private static boolean isBefore(long micros, long fraction, long[] heap, int entry) {
        int at = entry * WIDTH;
        return isBefore(micros, fraction, heap[at], heap[at + FRACTION]);
    }

    private static boolean isBefore(
            long micros, long fraction, long otherMicros, long otherFraction) {
        return micros < otherMicros || (micros == otherMicros && fraction < otherFraction);
    }

    private static void move(long[] heap, int from, int to) {
        System.arraycopy(heap, from * WIDTH, heap, to * WIDTH, WIDTH);
    }

    private static void put(long[] heap, int entry, long micros, long fraction, long key) {
        int at = entry * WIDTH;
        heap[at] = micros;
        heap[at + FRACTION] = fraction;
        heap[at + KEY] = key;
    }
}
