package dev.stowage.ingest.spill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Encoded rows in memory, in blocks, with their keys.
 *
 * <p>Hot: 28 bytes a row beside its encoding, and 8 while they are sorted.
 */
final class RowMemory {
    /** Bytes of a block; larger rows have one of their own. */
    static final int BLOCK = 1 << 18;

    private static final int FIRST_CAPACITY = 1 << 10;
    private static final int BYTES_PER_ROW = 36; // while they are sorted, too

    private final int width;
    private final List<byte[]> blocks = new ArrayList<>();
    private long[] keys = new long[FIRST_CAPACITY];
    private long[] ties = new long[FIRST_CAPACITY];
    private int[] blockOf = new int[FIRST_CAPACITY];
    private int[] start = new int[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int size;
    private int used = BLOCK; // of the last block
    private long blockBytes;
    private boolean isSorted = true;

    RowMemory(int width) {
        this.width = width;
    }

    int size() {
        return size;
    }

    /** What the rows would take with one more of that length. */
    long bytesWith(int length) {
        return blockBytes
                + (long) BYTES_PER_ROW * (size + 1)
                + (used + length > lastLength() ? Math.max(length, BLOCK) : 0);
    }

    private int lastLength() {
        return blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1).length;
    }

    void add(long key, long tie, byte[] bytes, int length) {
        if (used + length > lastLength()) {
            blocks.add(new byte[Math.max(length, BLOCK)]);
            blockBytes += Math.max(length, BLOCK);
            used = 0;
        }
        if (size == keys.length) {
            grow();
        }
        System.arraycopy(bytes, 0, blocks.get(blocks.size() - 1), used, length);
        if (size > 0) {
            isSorted &= keys[size - 1] < key || (keys[size - 1] == key && ties[size - 1] <= tie);
        }
        keys[size] = key;
        ties[size] = tie;
        blockOf[size] = blocks.size() - 1;
        lengths[size] = length;
        start[size++] = used;
        used += length;
    }

    private void grow() {
        int capacity = Math.addExact(size, size >> 1);
        keys = Arrays.copyOf(keys, capacity);
        ties = Arrays.copyOf(ties, capacity);
        blockOf = Arrays.copyOf(blockOf, capacity);
        start = Arrays.copyOf(start, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
    }

    /** Forgets the rows. */
    void clear() {
        blocks.clear();
        blockBytes = 0;
        used = BLOCK;
        size = 0;
        isSorted = true;
    }

    /** The rows in order; nothing may be added while they are read. */
    Cursor sorted() {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        if (!isSorted) {
            sort(order.clone(), order, 0, size);
        }
        return new Cursor(order);
    }

    /** Merge sort of {@code [from, to)}; {@code source} and {@code target} hold the same there. */
    private void sort(int[] source, int[] target, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(target, source, from, middle);
        sort(target, source, middle, to);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft =
                    right >= to || (left < middle && isNotAfter(source[left], source[right]));
            target[i] = takeLeft ? source[left++] : source[right++];
        }
    }

    private boolean isNotAfter(int a, int b) {
        return keys[a] < keys[b] || (keys[a] == keys[b] && ties[a] <= ties[b]);
    }

    /** Reads the rows in an order. */
    final class Cursor extends DecodedCursor {
        private final int[] order;
        private int at = -1;

        Cursor(int[] order) {
            super(width);
            this.order = order;
        }

        @Override
        boolean advance() {
            return ++at < order.length;
        }

        @Override
        public long key() {
            return keys[order[at]];
        }

        @Override
        public long tie() {
            return ties[order[at]];
        }

        @Override
        public byte[] encoded() {
            return blocks.get(blockOf[order[at]]);
        }

        @Override
        public int encodedStart() {
            return start[order[at]];
        }

        @Override
        public int encodedLength() {
            return lengths[order[at]];
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}
