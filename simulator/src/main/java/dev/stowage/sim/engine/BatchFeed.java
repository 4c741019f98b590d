package dev.stowage.sim.engine;

import dev.stowage.model.TaskBatch;
import java.util.Map;

/** Batches of a workload, one after the other. */
public interface BatchFeed extends AutoCloseable {
    /**
     * The next batch, valid until the next call; of size 0 when there are no more tasks.
     *
     * @throws dev.stowage.basis.InputException if the input is damaged
     */
    TaskBatch next();

    /** Tasks that were not delivered, by reason; complete after an empty batch. */
    Map<String, Long> leftOut();

    @Override
    void close();
}
