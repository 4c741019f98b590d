package dev.stowage.sim.engine;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import java.util.Map;

/** Reads a batch when it is asked for one, on the caller's thread. */
public final class DirectFeed implements BatchFeed {
    private final TaskSource source;
    private final TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);

    public DirectFeed(TaskSource source) {
        this.source = source;
    }

    @Override
    public TaskBatch next() {
        boolean hasMore = source.read(batch);
        while (hasMore && batch.size == 0) {
            hasMore = source.read(batch);
        }
        if (!hasMore) {
            batch.size = 0;
        }
        return batch;
    }

    @Override
    public Map<String, Long> leftOut() {
        return source.leftOut();
    }

    @Override
    public void close() {
        source.close();
    }
}
