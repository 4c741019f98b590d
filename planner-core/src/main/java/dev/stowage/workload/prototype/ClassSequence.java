package dev.stowage.workload.prototype;

import java.util.random.RandomGenerator;

/**
 * The classes of the jobs of a segment, one after the other: as many of each as were given, each
 * like the one before with the probability that makes their correlation come out right.
 */
public final class ClassSequence {
    private final double persistence;
    private final RandomGenerator random;
    private int batch;
    private int userFacing;
    private int last = -1;

    public ClassSequence(double persistence, RandomGenerator random) {
        this.persistence = persistence;
        this.random = random;
    }

    /** Starts a segment. */
    public void begin(int batchJobs, int userFacingJobs) {
        batch = batchJobs;
        userFacing = userFacingJobs;
    }

    /** Ordinal of the class of the next job. */
    public int next() {
        if (batch == 0 || userFacing == 0) {
            last = batch == 0 ? 1 : 0;
        } else if (last < 0 || random.nextDouble() >= persistence) {
            last = random.nextDouble() * (batch + userFacing) < batch ? 0 : 1;
        }
        batch -= 1 - last;
        userFacing -= last;
        return last;
    }
}
