package dev.stowage.ingest.spill;

import java.util.List;

/** Merges runs that came one after the other: a binary heap of cursors. */
final class RunMerge implements RowCursor, EncodedRow {
    private final RowCursor[] cursors;
    private final int[] heap; // positions in cursors; those that have a row
    private int size;
    private boolean isBegun;

    RunMerge(List<RowCursor> cursors) {
        this.cursors = cursors.toArray(new RowCursor[0]);
        heap = new int[this.cursors.length];
    }

    @Override
    public boolean next() {
        if (!isBegun) {
            isBegun = true;
            for (int run = 0; run < cursors.length; run++) {
                if (cursors[run].next()) {
                    heap[size++] = run;
                }
            }
            for (int i = size / 2 - 1; i >= 0; i--) {
                down(i);
            }
        } else if (size > 0) {
            if (!cursors[heap[0]].next()) {
                heap[0] = heap[--size];
            }
            down(0);
        }
        return size > 0;
    }

    private void down(int from) {
        int hole = from;
        int moved = heap[from];
        while (2 * hole + 1 < size) {
            int child = 2 * hole + 1;
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], moved)) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
        }
        heap[hole] = moved;
    }

    private boolean isBefore(int run, int other) {
        RowCursor a = cursors[run];
        RowCursor b = cursors[other];
        if (a.key() != b.key()) {
            return a.key() < b.key();
        }
        return a.tie() == b.tie() ? run < other : a.tie() < b.tie();
    }

    private RowCursor first() {
        return cursors[heap[0]];
    }

    @Override
    public long key() {
        return first().key();
    }

    @Override
    public long tie() {
        return first().tie();
    }

    @Override
    public long[] row() {
        return first().row();
    }

    @Override
    public byte[] text() {
        return first().text();
    }

    @Override
    public int textStart() {
        return first().textStart();
    }

    @Override
    public int textLength() {
        return first().textLength();
    }

    @Override
    public byte[] encoded() {
        return ((EncodedRow) first()).encoded();
    }

    @Override
    public int encodedStart() {
        return ((EncodedRow) first()).encodedStart();
    }

    @Override
    public int encodedLength() {
        return ((EncodedRow) first()).encodedLength();
    }

    @Override
    public void close() {
        for (RowCursor cursor : cursors) {
            cursor.close();
        }
    }
}
