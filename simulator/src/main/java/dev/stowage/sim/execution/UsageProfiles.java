package dev.stowage.sim.execution;

import dev.stowage.basis.PlainState;
import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The measured use of tasks over time, read as a run goes on: measurements are kept from {@link
 * #AHEAD_MICROS} before their recorded time until their task has left the run. Those of a task that
 * the run does not know by the recorded time of the first one (rejected, or gone already) are
 * dropped. So memory follows the tasks that are present, not the trace.
 *
 * <p>A measurement counts from its start, relative to the first one of its task, to the start of
 * the next one; the last one for good.
 *
 * <p>Hot: chains of rows in one array, an open hash table of tasks; no allocation once the arrays
 * have grown.
 */
public final class UsageProfiles implements AutoCloseable, PlainState {
    /** No profile, no row. */
    static final int NONE = -1;

    /** How far the recorded times that are read run ahead of the clock. */
    static final long AHEAD_MICROS = 3_600_000_000L;

    // a measurement: recorded start, CPU, memory, next of the task
    private static final int ROW_BITS = 2;
    private static final int START = 0;
    private static final int CPU = 1;
    private static final int MEMORY = 2;
    private static final int NEXT = 3;

    // a profile: job, index within the job, first and last row, whether its task is present
    private static final int PROFILE_BITS = 3;
    private static final int JOB = 0;
    private static final int INDEX = 1;
    private static final int FIRST = 2;
    private static final int LAST = 3;
    private static final int STATE = 4;
    private static final long FREE = 0;
    private static final long EXPECTED = 1;
    private static final long PRESENT = 2;

    private final transient UsageSource source; // read on to the same place
    private final long aheadMicros;
    private final transient UsageBatch batch = new UsageBatch(UsageBatch.DEFAULT_CAPACITY);
    private transient int nextInBatch;
    private long taken; // rows of the source
    private boolean isAtEnd;
    private long readTo = Long.MIN_VALUE;

    private long[] rows = new long[1024 << ROW_BITS];
    private int usedRows;
    private int freeRow = NONE;
    private long[] profiles = new long[256 << PROFILE_BITS];
    private int usedProfiles;
    private int freeProfile = NONE; // linked by FIRST
    private int[] table = new int[1024]; // profile + 1, 0 = empty; linear probing
    private int inTable;
    private int[] expected = new int[256]; // profiles without a task, oldest first: a ring
    private int expectedFrom;
    private int expectedCount;

    public UsageProfiles(UsageSource source) {
        this(source, AHEAD_MICROS);
    }

    public UsageProfiles(UsageSource source, long aheadMicros) {
        this.source = source;
        this.aheadMicros = aheadMicros;
    }

    /** The profile of a task that has come in; it may have no rows yet. */
    int claim(long jobId, int taskIndex) {
        int profile = find(jobId, taskIndex);
        if (profile == NONE) {
            profile = add(jobId, taskIndex);
        }
        profiles[(profile << PROFILE_BITS) + STATE] = PRESENT;
        return profile;
    }

    /** The task has left for good. */
    void release(int profile) {
        int at = profile << PROFILE_BITS;
        removeFromTable(profile);
        int first = (int) profiles[at + FIRST];
        if (first != NONE) {
            rows[((int) profiles[at + LAST] << ROW_BITS) + NEXT] = freeRow;
            freeRow = first;
        }
        profiles[at + STATE] = FREE;
        profiles[at + FIRST] = freeProfile;
        freeProfile = profile;
    }

    /** Reads what is to be known at {@code nowMicros}. */
    void advance(long nowMicros) {
        dropForgotten(nowMicros);
        readTo = Math.max(readTo, nowMicros + aheadMicros);
        while (!isAtEnd) {
            if (nextInBatch == batch.size) {
                isAtEnd = !source.read(batch);
                nextInBatch = 0;
            } else if (batch.startMicros[nextInBatch] > readTo) {
                return;
            } else {
                taken++;
                take(nextInBatch++, nowMicros);
            }
        }
    }

    /** True if there is nothing left to read. */
    boolean isAtEnd() {
        return isAtEnd;
    }

    /** All measurements that start by this recorded time have been read. */
    long readToMicros() {
        return readTo;
    }

    /** The first measurement of a profile, or {@link #NONE}. */
    int first(int profile) {
        return (int) profiles[(profile << PROFILE_BITS) + FIRST];
    }

    /** The next measurement of the same profile, or {@link #NONE}. */
    int next(int row) {
        return (int) rows[(row << ROW_BITS) + NEXT];
    }

    /** Recorded start. */
    long startMicros(int row) {
        return rows[(row << ROW_BITS) + START];
    }

    /** As {@link UsageBatch#cpuMicroCores}. */
    long cpuMicroCores(int row) {
        return rows[(row << ROW_BITS) + CPU];
    }

    /** As {@link UsageBatch#memoryBytes}. */
    long memoryBytes(int row) {
        return rows[(row << ROW_BITS) + MEMORY];
    }

    /** Profiles that are kept. */
    int size() {
        return inTable;
    }

    private void take(int at, long now) {
        int profile = find(batch.jobId[at], batch.taskIndex[at]);
        if (profile == NONE) {
            if (batch.startMicros[at] < now) {
                return; // its task has left
            }
            profile = add(batch.jobId[at], batch.taskIndex[at]);
            expect(profile);
        }
        int row = newRow();
        int place = row << ROW_BITS;
        rows[place + START] = batch.startMicros[at];
        rows[place + CPU] = batch.cpuMicroCores[at];
        rows[place + MEMORY] = batch.memoryBytes[at];
        rows[place + NEXT] = NONE;
        int of = profile << PROFILE_BITS;
        if (profiles[of + FIRST] == NONE) {
            profiles[of + FIRST] = row;
        } else {
            rows[((int) profiles[of + LAST] << ROW_BITS) + NEXT] = row;
        }
        profiles[of + LAST] = row;
    }

    private int newRow() {
        int row = freeRow;
        if (row != NONE) {
            freeRow = next(row);
            return row;
        }
        if (usedRows << ROW_BITS == rows.length) {
            rows = Arrays.copyOf(rows, Math.multiplyExact(rows.length, 2));
        }
        return usedRows++;
    }

    private int add(long jobId, int taskIndex) {
        int profile = freeProfile;
        if (profile == NONE) {
            if (usedProfiles << PROFILE_BITS == profiles.length) {
                profiles = Arrays.copyOf(profiles, Math.multiplyExact(profiles.length, 2));
            }
            profile = usedProfiles++;
        } else {
            freeProfile = first(profile);
        }
        int at = profile << PROFILE_BITS;
        profiles[at + JOB] = jobId;
        profiles[at + INDEX] = taskIndex;
        profiles[at + FIRST] = NONE;
        profiles[at + LAST] = NONE;
        profiles[at + STATE] = EXPECTED;
        addToTable(profile);
        return profile;
    }

    // --- profiles whose task has not come in ---

    private void expect(int profile) {
        if (expectedCount == expected.length) {
            int[] larger = new int[2 * expectedCount];
            for (int i = 0; i < expectedCount; i++) {
                larger[i] = expected[(expectedFrom + i) & (expectedCount - 1)];
            }
            expected = larger;
            expectedFrom = 0;
        }
        expected[(expectedFrom + expectedCount++) & (expected.length - 1)] = profile;
    }

    private void dropForgotten(long now) {
        while (expectedCount > 0) {
            int profile = expected[expectedFrom];
            if (profiles[(profile << PROFILE_BITS) + STATE] == EXPECTED) {
                if (startMicros(first(profile)) >= now) {
                    return;
                }
                release(profile);
            }
            expectedFrom = (expectedFrom + 1) & (expected.length - 1);
            expectedCount--;
        }
    }

    // --- the table ---

    private int home(long jobId, long taskIndex) {
        long hash = (jobId * 0x9e3779b97f4a7c15L ^ taskIndex) * 0xbf58476d1ce4e5b9L;
        return (int) (hash >>> 33) & (table.length - 1);
    }

    private int homeOf(int profile) {
        int at = profile << PROFILE_BITS;
        return home(profiles[at + JOB], profiles[at + INDEX]);
    }

    private int find(long jobId, int taskIndex) {
        int place = home(jobId, taskIndex);
        while (table[place] != 0) {
            int at = (table[place] - 1) << PROFILE_BITS;
            if (profiles[at + JOB] == jobId && profiles[at + INDEX] == taskIndex) {
                return table[place] - 1;
            }
            place = (place + 1) & (table.length - 1);
        }
        return NONE;
    }

    private void addToTable(int profile) {
        if (++inTable * 2 > table.length) {
            int[] old = table;
            table = new int[Math.multiplyExact(old.length, 2)];
            for (int entry : old) {
                if (entry != 0) {
                    put(entry - 1);
                }
            }
        }
        put(profile);
    }

    private void put(int profile) {
        int place = homeOf(profile);
        while (table[place] != 0) {
            place = (place + 1) & (table.length - 1);
        }
        table[place] = profile + 1;
    }

    private void removeFromTable(int profile) {
        inTable--;
        int mask = table.length - 1;
        int hole = homeOf(profile);
        while (table[hole] != profile + 1) {
            hole = (hole + 1) & mask;
        }
        for (int place = (hole + 1) & mask; table[place] != 0; place = (place + 1) & mask) {
            int distance = (place - homeOf(table[place] - 1)) & mask;
            if (distance >= ((place - hole) & mask)) {
                table[hole] = table[place];
                hole = place;
            }
        }
        table[hole] = 0;
    }

    @Override
    public void readState(DataInput in) throws IOException {
        PlainState.super.readState(in);
        long left = taken;
        while (left > 0) {
            if (!source.read(batch)) {
                throw new IOException("measurements = " + taken + ", but there are fewer");
            }
            nextInBatch = (int) Math.min(left, batch.size);
            left -= nextInBatch;
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
