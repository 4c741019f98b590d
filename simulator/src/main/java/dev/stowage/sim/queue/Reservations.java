package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.IntPool;
import java.util.Arrays;
import java.util.List;

/**
 * The queues of the servers: for each server the jobs that were promised a place on it, first in,
 * first out. A reservation holds as long as its job is open; it is void from then on, whether the
 * job comes back or not, and void ones are dropped when they are met or when they outnumber the
 * servers and those that hold.
 *
 * <p>Hot. Memory: 12 bytes a reservation, 8 a server.
 */
final class Reservations implements PlainState {
    static final int NONE = -1;

    private static final int NEXT = 0;
    private static final int JOB = 1;
    private static final int EPOCH = 2;
    private static final int SLACK = 1024;

    private final IntPool pool = new IntPool(3);
    private final int[] first; // by server
    private final int[] last;
    private int[] held = new int[64]; // by open job: its reservations
    private int[] epoch = new int[64]; // by number of a job: how often it was closed
    private long holding;
    private long voided;

    Reservations(int servers) {
        first = new int[servers];
        last = new int[servers];
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
    }

    /** Adds one at the tail of a server's queue. */
    void add(int server, int job) {
        if (job >= held.length) {
            int length = Math.max(job + 1, Math.multiplyExact(held.length, 2));
            held = Arrays.copyOf(held, length);
            epoch = Arrays.copyOf(epoch, length);
        }
        int added = pool.take();
        pool.set(added, NEXT, NONE);
        pool.set(added, JOB, job);
        pool.set(added, EPOCH, epoch[job]);
        if (first[server] == NONE) {
            first[server] = added;
        } else {
            pool.set(last[server], NEXT, added);
        }
        last[server] = added;
        held[job]++;
        holding++;
    }

    /** Makes all reservations of a job void; its number may be given to another one. */
    void close(int job) {
        if (job >= held.length) {
            return; // it never had one
        }
        voided += held[job];
        holding -= held[job];
        held[job] = 0;
        epoch[job]++;
        sweepIfMostAreVoid();
    }

    /** True if the server has any, void or not. O(1). */
    boolean hasAny(int server) {
        return first[server] != NONE;
    }

    /** The job at the head of a server's queue, or {@link #NONE}; void ones are dropped. */
    int head(int server) {
        while (first[server] != NONE && isVoid(first[server])) {
            drop(server);
            voided--;
        }
        return first[server] == NONE ? NONE : pool.get(first[server], JOB);
    }

    /** Takes the head away, which holds. */
    void removeHead(int server) {
        held[pool.get(first[server], JOB)]--;
        holding--;
        drop(server);
        sweepIfMostAreVoid();
    }

    private void sweepIfMostAreVoid() {
        if (voided > holding + first.length + SLACK) {
            sweep();
        }
    }

    private boolean isVoid(int reservation) {
        return pool.get(reservation, EPOCH) != epoch[pool.get(reservation, JOB)];
    }

    private void drop(int server) {
        int dropped = first[server];
        first[server] = pool.get(dropped, NEXT);
        if (first[server] == NONE) {
            last[server] = NONE;
        }
        pool.give(dropped);
    }

    private void sweep() {
        for (int server = 0; server < first.length; server++) {
            int kept = NONE;
            int each = first[server];
            first[server] = NONE;
            while (each != NONE) {
                int next = pool.get(each, NEXT);
                if (isVoid(each)) {
                    pool.give(each);
                } else {
                    if (kept == NONE) {
                        first[server] = each;
                    } else {
                        pool.set(kept, NEXT, each);
                    }
                    kept = each;
                }
                each = next;
            }
            last[server] = kept;
            if (kept != NONE) {
                pool.set(kept, NEXT, NONE);
            }
        }
        voided = 0;
    }

    /** Those that are kept, void or not. */
    long size() {
        return holding + voided;
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(pool);
    }
}
