package dev.stowage.model;

import dev.stowage.basis.InputException;
import java.util.List;
import java.util.Map;

/**
 * One pass over the tasks of a {@link Workload} in order of submit time (ties in order of the
 * source).
 */
public interface TaskSource extends AutoCloseable {
    /**
     * Fills {@code batch} from row 0 and sets its size and {@link TaskBatch#isPlain}; false, and
     * size 0, when there are no more tasks.
     *
     * @throws InputException if the input is damaged or not sorted by submit time
     */
    boolean read(TaskBatch batch);

    /**
     * Tasks of the source that are not delivered, by reason (for example {@code neverScheduled}:
     * the trace has no duration for them). Complete after {@link #read} has returned false; in a
     * fixed order.
     */
    Map<String, Long> leftOut();

    /**
     * Names of the users met so far; {@link TaskBatch#userId} is the place in this list. Empty if
     * the source has no users.
     */
    default List<String> users() {
        return List.of();
    }

    /** Releases files; never throws a checked exception. */
    @Override
    void close();
}
