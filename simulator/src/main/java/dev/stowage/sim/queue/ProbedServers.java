package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * The probes of the batch that is being submitted: the tasks of one job that come one after the
 * other in one instant. Knows how many probes each server got, how many are still owed, and which
 * servers hold or lost a reservation that the batch did not use.
 *
 * <p>Hot: O(1) a probe. Memory: 8 bytes a server, 4 a probe of the largest batch.
 */
final class ProbedServers implements PlainState {
    private final int[] batchOf; // by server: the batch that probed it last
    private final int[] probes; // by server: of that batch
    private int batch;
    private long jobId;
    private long micros = Long.MIN_VALUE;
    private long sent;
    private long owed;
    private int[] unused = new int[64]; // servers that were probed and started nothing
    private int unusedCount;
    private int lostCount; // of them from the first: the job was closed after it

    ProbedServers(int servers) {
        batchOf = new int[servers];
        probes = new int[servers];
    }

    /** One more task of the batch of this job and instant, of a new one if that is another. */
    void submit(long job, long nowMicros, int d) {
        if (job != jobId || nowMicros != micros) {
            begin();
            jobId = job;
            micros = nowMicros;
        }
        owed += d;
    }

    /** A batch of its own, which nothing joins. */
    void begin() {
        micros = Long.MIN_VALUE;
        batch++;
        sent = 0;
        owed = 0;
        unusedCount = 0;
        lostCount = 0;
    }

    /** True if the batch has another probe; takes it. */
    boolean takeOwed() {
        return owed > 0 && owed-- > 0;
    }

    /** Probes of this batch at a server. */
    int at(int server) {
        return batchOf[server] == batch ? probes[server] : 0;
    }

    /** True if the batch probed the server no more often than its turn is. */
    boolean isFresh(int server) {
        return at(server) <= sent / batchOf.length;
    }

    void note(int server) {
        probes[server] = at(server) + 1;
        batchOf[server] = batch;
        sent++;
    }

    /** A probe that started nothing. */
    void noteUnused(int server) {
        if (unusedCount == unused.length) {
            unused = Arrays.copyOf(unused, Math.multiplyExact(unusedCount, 2));
        }
        unused[unusedCount++] = server;
    }

    /**
     * The reservations of a job are void; if it is this batch's, its next tasks need them again.
     */
    void closed(long job) {
        if (job == jobId && micros != Long.MIN_VALUE) {
            lostCount = unusedCount;
        }
    }

    /** A server whose reservation was lost, once each; {@link TaskSlots#NONE} if there is none. */
    int takeLost() {
        return lostCount == 0 ? TaskSlots.NONE : unused[--lostCount];
    }
}
