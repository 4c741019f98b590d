package dev.stowage.sim.engine;

import dev.stowage.basis.PlainState;
import java.util.Arrays;

/** Small records of ints by number, reused last in, first out; memory follows those in use. */
public final class IntPool implements PlainState {
    private static final int NONE = -1;

    private final int fields;
    private int[] values;
    private int free = NONE; // list through the first field
    private int used;

    public IntPool(int fields) {
        this.fields = fields;
        values = new int[64 * fields];
    }

    /** Takes a record, of undefined content. */
    public int take() {
        if (free != NONE) {
            int record = free;
            free = values[record * fields];
            return record;
        }
        if ((used + 1) * fields > values.length) {
            values = Arrays.copyOf(values, Math.multiplyExact(values.length, 2));
        }
        return used++;
    }

    /** Gives a record back. */
    public void give(int record) {
        values[record * fields] = free;
        free = record;
    }

    public int get(int record, int field) {
        return values[record * fields + field];
    }

    public void set(int record, int field, int value) {
        values[record * fields + field] = value;
    }
}
