package dev.stowage.sim.metrics;

import dev.stowage.basis.Checkpointed;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Values themselves, as long as there are at most {@value #MOST}; once there are more, none of them
 * is kept.
 */
final class FirstValues implements Checkpointed {
    static final int MOST = 1 << 17;

    private long[] values = new long[16];
    private int count;

    /** False once there were too many. */
    boolean isComplete() {
        return count >= 0;
    }

    void add(long value) {
        if (count < 0) {
            return;
        }
        if (count == MOST) {
            drop();
            return;
        }
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    void add(FirstValues other) {
        if (!other.isComplete() || !isComplete() || count + other.count > MOST) {
            drop();
            return;
        }
        if (count + other.count > values.length) {
            values = Arrays.copyOf(values, Math.max(2 * values.length, count + other.count));
        }
        System.arraycopy(other.values, 0, values, count, other.count);
        count += other.count;
    }

    private void drop() {
        values = new long[0];
        count = -1;
    }

    /**
     * One of the values between two bounds, in ascending order.
     *
     * @param rank from 1 to how many of them there are
     */
    long between(long least, long most, long rank) {
        long[] here =
                Arrays.stream(values, 0, count)
                        .filter(value -> least <= value && value <= most)
                        .sorted()
                        .toArray();
        return here[(int) rank - 1];
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeLong(values[i]);
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        int kept = in.readInt();
        drop();
        if (kept >= 0) {
            values = new long[Math.max(16, kept)];
            for (count = 0; count < kept; count++) {
                values[count] = in.readLong();
            }
        }
    }
}
