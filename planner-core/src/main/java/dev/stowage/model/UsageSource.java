package dev.stowage.model;

import dev.stowage.basis.InputException;

/** One pass over the measured use of the tasks of a {@link Workload}, in order of start time. */
public interface UsageSource extends AutoCloseable {
    /**
     * Fills {@code batch} from row 0 and sets its size; false, and size 0, when there are no more
     * measurements.
     *
     * @throws InputException if the input is damaged or not sorted by start time
     */
    boolean read(UsageBatch batch);

    /** Releases files; never throws a checked exception. */
    @Override
    void close();
}
