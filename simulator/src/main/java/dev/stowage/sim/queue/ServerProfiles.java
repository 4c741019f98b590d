package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import java.util.Arrays;

/**
 * The room of each server over the time to come: a step function of CPU and memory, from which what
 * is expected to run there in an interval is taken.
 *
 * <p>Hot: three longs a step (its begin, CPU, memory), in order of time; neighbours that are equal
 * are one, and steps that are over are dropped. A server has at most one step more than twice the
 * intervals on it. A change is O(steps of the server).
 */
final class ServerProfiles implements PlainState {
    private static final long NEVER = RunEstimate.NEVER;
    private static final int WIDTH = 3;
    private static final int CPU = 1;
    private static final int MEMORY = 2;

    private final long[][] steps; // by server
    private final int[] lengths; // by server: longs in use

    ServerProfiles(int servers) {
        steps = new long[servers][WIDTH];
        lengths = new int[servers];
        for (int server = 0; server < servers; server++) {
            clear(server, -1, -1);
        }
    }

    /** Gives a server the same room at all times; below zero if nothing may be there. */
    void clear(int server, long cpuMicroCores, long memoryBytes) {
        long[] row = steps[server];
        row[0] = Long.MIN_VALUE;
        row[CPU] = cpuMicroCores;
        row[MEMORY] = memoryBytes;
        lengths[server] = WIDTH;
    }

    /** Takes room from a server in {@code [from, to)}; nothing if that is empty. */
    void take(int server, long from, long to, long cpuMicroCores, long memoryBytes) {
        add(server, from, to, -cpuMicroCores, -memoryBytes);
    }

    /** Gives room of a server back in {@code [from, to)}. */
    void give(int server, long from, long to, long cpuMicroCores, long memoryBytes) {
        add(server, from, to, cpuMicroCores, memoryBytes);
    }

    private void add(int server, long from, long to, long cpu, long memory) {
        if (to <= from) {
            return;
        }
        int begin = split(server, from);
        int end = to == NEVER ? lengths[server] : split(server, to);
        long[] row = steps[server];
        for (int at = begin; at < end; at += WIDTH) {
            row[at + CPU] += cpu;
            row[at + MEMORY] += memory;
        }
        if (end < lengths[server]) {
            joinToPrevious(server, end);
        }
        joinToPrevious(server, begin);
    }

    /** Where the step that begins at a time is; makes it if need be. */
    private int split(int server, long micros) {
        int at = stepAt(server, micros);
        long[] row = steps[server];
        if (row[at] == micros) {
            return at;
        }
        int length = lengths[server];
        if (length + WIDTH > row.length) {
            row = Arrays.copyOf(row, Math.multiplyExact(row.length, 2));
            steps[server] = row;
        }
        int next = at + WIDTH;
        System.arraycopy(row, at, row, next, length - at);
        row[next] = micros;
        lengths[server] = length + WIDTH;
        return next;
    }

    private void joinToPrevious(int server, int at) {
        long[] row = steps[server];
        if (at > 0
                && row[at + CPU] == row[at - WIDTH + CPU]
                && row[at + MEMORY] == row[at - WIDTH + MEMORY]) {
            System.arraycopy(row, at + WIDTH, row, at, lengths[server] - at - WIDTH);
            lengths[server] -= WIDTH;
        }
    }

    /** The step that covers a time. */
    private int stepAt(int server, long micros) {
        long[] row = steps[server];
        int low = 0;
        int high = lengths[server] / WIDTH;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (row[middle * WIDTH] <= micros) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low * WIDTH;
    }

    /** Forgets the steps of a server that are over. */
    void forgetBefore(int server, long micros) {
        int at = stepAt(server, micros);
        if (at > 0) {
            long[] row = steps[server];
            System.arraycopy(row, at, row, 0, lengths[server] - at);
            row[0] = Long.MIN_VALUE;
            lengths[server] -= at;
        }
    }

    /** True if a server has the room at {@code from} and for so many microseconds after it. */
    boolean hasRoom(int server, long from, long micros, long cpuMicroCores, long memoryBytes) {
        long[] row = steps[server];
        int length = lengths[server];
        long to = RunEstimate.after(from, micros);
        int at = stepAt(server, from);
        do {
            if (row[at + CPU] < cpuMicroCores || row[at + MEMORY] < memoryBytes) {
                return false;
            }
            at += WIDTH;
        } while (at < length && row[at] < to);
        return true;
    }

    /**
     * The first time from {@code from} on, and before {@code before}, at which a server has the
     * room for so many microseconds; {@link RunEstimate#NEVER} if there is none.
     */
    long firstRoom(
            int server, long from, long before, long micros, long cpuMicroCores, long memoryBytes) {
        long[] row = steps[server];
        int length = lengths[server];
        long begin = NEVER;
        for (int at = stepAt(server, from); at < length; at += WIDTH) {
            if (begin != NEVER && row[at] >= RunEstimate.after(begin, micros)) {
                return begin;
            }
            if (row[at + CPU] < cpuMicroCores || row[at + MEMORY] < memoryBytes) {
                begin = NEVER;
            } else if (begin == NEVER) {
                begin = Math.max(row[at], from);
                if (begin >= before) {
                    return NEVER;
                }
            }
        }
        return begin;
    }
}
