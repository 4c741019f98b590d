package dev.stowage.sim;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import java.util.Map;

/** A pass over rows that a test knows all of. */
public abstract class RowSource implements TaskSource {
    private final int rows;
    private final int mostAtOnce;
    private int next;

    /** A pass over so many rows, as many at once as a batch takes, but at most so many. */
    protected RowSource(int rows, int mostAtOnce) {
        this.rows = rows;
        this.mostAtOnce = mostAtOnce;
    }

    /** Writes a row into a place of a batch. */
    protected abstract void fill(TaskBatch batch, int place, int row);

    @Override
    public final boolean read(TaskBatch batch) {
        batch.size = 0;
        batch.isPlain = true;
        while (batch.size < Math.min(batch.capacity(), mostAtOnce) && next < rows) {
            fill(batch, batch.size++, next++);
        }
        return batch.size > 0;
    }

    @Override
    public Map<String, Long> leftOut() {
        return Map.of();
    }

    @Override
    public void close() {}
}
