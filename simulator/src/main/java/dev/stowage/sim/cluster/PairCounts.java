package dev.stowage.sim.cluster;

/**
 * How many tasks of a job are at a place (a server or a failure domain), for the pairs that have
 * any. Open addressing with linear probing in primitive arrays; at most half full. O(1).
 */
final class PairCounts {
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private long[] jobs = new long[16];
    private int[] places = new int[16];
    private int[] counts = new int[16]; // 0 = free
    private int used;

    /** Number of tasks of the job there. */
    int count(long job, int place) {
        return counts[find(job, place)];
    }

    /** One more task of the job there. */
    void add(long job, int place) {
        int at = find(job, place);
        if (counts[at] == 0) {
            if (2 * (used + 1) > counts.length) {
                grow();
                at = find(job, place);
            }
            used++;
            jobs[at] = job;
            places[at] = place;
        }
        counts[at]++;
    }

    /** One task of the job less there. */
    void remove(long job, int place) {
        int at = find(job, place);
        if (counts[at] == 0) {
            throw new IllegalStateException("no task of job " + job + " at " + place);
        }
        if (--counts[at] == 0) {
            used--;
            close(at);
        }
    }

    /** The pair's entry or, if there is none, the free one where it would be. */
    private int find(long job, int place) {
        int mask = counts.length - 1;
        int at = home(job, place);
        while (counts[at] != 0 && (jobs[at] != job || places[at] != place)) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private int home(long job, int place) {
        long hash = (job * MIX ^ place) * MIX;
        return (int) (hash >>> 32) & (counts.length - 1);
    }

    /** Moves entries back that would not be found beyond a free one. */
    private void close(int freed) {
        int mask = counts.length - 1;
        int free = freed;
        for (int at = (free + 1) & mask; counts[at] != 0; at = (at + 1) & mask) {
            int home = home(jobs[at], places[at]);
            if (((at - home) & mask) >= ((at - free) & mask)) {
                jobs[free] = jobs[at];
                places[free] = places[at];
                counts[free] = counts[at];
                counts[at] = 0;
                free = at;
            }
        }
    }

    private void grow() {
        long[] oldJobs = jobs;
        int[] oldPlaces = places;
        int[] oldCounts = counts;
        jobs = new long[oldCounts.length * 2];
        places = new int[oldCounts.length * 2];
        counts = new int[oldCounts.length * 2];
        for (int i = 0; i < oldCounts.length; i++) {
            if (oldCounts[i] != 0) {
                int at = find(oldJobs[i], oldPlaces[i]);
                jobs[at] = oldJobs[i];
                places[at] = oldPlaces[i];
                counts[at] = oldCounts[i];
            }
        }
    }
}
