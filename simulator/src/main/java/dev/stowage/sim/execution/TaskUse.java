package dev.stowage.sim.execution;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.UsageBatch;
import dev.stowage.sim.engine.LadderQueue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks that are present use of CPU and memory, by slot: what was measured over time, as
 * far as a task's progress has come; else one measured or modelled value; else what the task asked
 * for. A task that is slowed down goes through its measurements as slowly.
 *
 * <p>Hot: see {@link ContendedExecution}.
 */
public final class TaskUse implements PlainState {
    /** No further change. */
    static final long NEVER = LadderQueue.NONE;

    private static final int ROW_BITS = 3;
    private static final int CPU = 0; // now
    private static final int MEMORY = 1;
    private static final int CONSTANT_CPU = 2; // where nothing was measured over time
    private static final int CONSTANT_MEMORY = 3;
    private static final int PROFILE = 4;
    private static final int MEASUREMENT = 5; // the one that counts now
    private static final int CHANGE = 6; // progress at which to look again

    private final @Nullable UsageProfiles profiles;
    private long[] rows = new long[1024 << ROW_BITS];
    private long unknown;

    /** One value for each task, or measurements over time where {@code profiles} has some. */
    public TaskUse(@Nullable UsageProfiles profiles) {
        this.profiles = profiles;
    }

    /** Tasks of which neither use was known when they came in. */
    long unknown() {
        return unknown;
    }

    /** Takes what is known of a task that was given a slot. */
    void admitted(int slot, TaskBatch batch, int row) {
        int at = slot << ROW_BITS;
        if (at >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(at + (1 << ROW_BITS), rows.length * 2));
        }
        boolean isPlain = batch.isPlain;
        long cpu = isPlain ? TaskBatch.NONE : batch.cpuUsedMicroCores[row];
        long memory = isPlain ? TaskBatch.NONE : batch.memoryUsedBytes[row];
        if (cpu == TaskBatch.NONE && memory == TaskBatch.NONE) {
            unknown++;
        }
        rows[at + CONSTANT_CPU] = cpu == TaskBatch.NONE ? batch.cpuMicroCores[row] : cpu;
        rows[at + CONSTANT_MEMORY] = memory == TaskBatch.NONE ? batch.memoryBytes[row] : memory;
        rows[at + CPU] = rows[at + CONSTANT_CPU];
        rows[at + MEMORY] = rows[at + CONSTANT_MEMORY];
        if (profiles != null) {
            rows[at + PROFILE] = profiles.claim(batch.jobId[row], batch.taskIndex[row]);
        }
    }

    /** The task has left for good. */
    void left(int slot) {
        if (profiles != null) {
            profiles.release((int) rows[(slot << ROW_BITS) + PROFILE]);
        }
    }

    /**
     * An attempt begins that has so much of its duration behind it; returns how much will be behind
     * it when its use may change, or {@link #NEVER}.
     */
    long begin(int slot, long progressMicros, long nowMicros) {
        if (profiles == null) {
            return NEVER;
        }
        rows[(slot << ROW_BITS) + MEASUREMENT] = UsageProfiles.NONE;
        return look(profiles, slot, progressMicros, nowMicros);
    }

    /** Its use may change now; returns when next, as {@link #begin}. */
    long step(int slot, long nowMicros) {
        return profiles == null
                ? NEVER
                : look(profiles, slot, rows[(slot << ROW_BITS) + CHANGE], nowMicros);
    }

    private long look(UsageProfiles known, int slot, long progress, long now) {
        known.advance(now);
        int at = slot << ROW_BITS;
        int first = known.first((int) rows[at + PROFILE]);
        if (first == UsageProfiles.NONE) {
            return again(known, at, progress + UsageProfiles.AHEAD_MICROS);
        }
        long base = known.startMicros(first);
        int row = (int) rows[at + MEASUREMENT];
        row = row == UsageProfiles.NONE ? first : row;
        int next = known.next(row);
        while (next != UsageProfiles.NONE && known.startMicros(next) - base <= progress) {
            row = next;
            next = known.next(row);
        }
        rows[at + MEASUREMENT] = row;
        long cpu = known.cpuMicroCores(row);
        long memory = known.memoryBytes(row);
        rows[at + CPU] = cpu == UsageBatch.UNKNOWN ? rows[at + CONSTANT_CPU] : cpu;
        rows[at + MEMORY] = memory == UsageBatch.UNKNOWN ? rows[at + CONSTANT_MEMORY] : memory;
        if (next == UsageProfiles.NONE) {
            long unread = known.readToMicros() + 1 - base;
            return again(known, at, Math.max(unread, progress + UsageProfiles.AHEAD_MICROS));
        }
        rows[at + CHANGE] = known.startMicros(next) - base;
        return rows[at + CHANGE];
    }

    /** More may have been read by then. */
    private long again(UsageProfiles known, int at, long progress) {
        if (known.isAtEnd()) {
            return NEVER;
        }
        rows[at + CHANGE] = progress;
        return progress;
    }

    /** CPU that the task uses now at full speed, millionths of a core. */
    long cpuMicroCores(int slot) {
        return rows[(slot << ROW_BITS) + CPU];
    }

    /** Memory that the task uses now, bytes. */
    long memoryBytes(int slot) {
        return rows[(slot << ROW_BITS) + MEMORY];
    }

    @Override
    public List<Checkpointed> owned() {
        return profiles == null ? List.of() : List.of(profiles);
    }
}
