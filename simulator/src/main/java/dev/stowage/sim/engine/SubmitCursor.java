package dev.stowage.sim.engine;

import dev.stowage.model.TaskBatch;

/** The place in the workload: the next task that will be submitted. */
public final class SubmitCursor {
    /** Sees the tasks that are left out. */
    public interface Visitor {
        /** The task in a row. */
        void visit(TaskBatch batch, int row);
    }

    private final BatchFeed feed;
    private TaskBatch batch;
    private int row;
    private long nextMicros;

    public SubmitCursor(BatchFeed feed) {
        this.feed = feed;
        batch = feed.next();
        nextMicros = batch.size == 0 ? LadderQueue.NONE : batch.submitMicros[0];
    }

    /**
     * Submit time of the next task, which the engine checks against its clock; {@link
     * LadderQueue#NONE} if there is none.
     */
    public long nextMicros() {
        return nextMicros;
    }

    /** The batch that holds the next task. */
    public TaskBatch batch() {
        return batch;
    }

    /** The row of the next task in {@link #batch}. */
    public int row() {
        return row;
    }

    /** Leaves out the first tasks of the workload; called before any was taken. */
    public void skip(long tasks, Visitor visitor) {
        for (long left = tasks; left > 0; left--) {
            if (nextMicros == LadderQueue.NONE) {
                throw new IllegalStateException("tasks = " + tasks + ", but the workload is over");
            }
            visitor.visit(batch, row);
            advance();
        }
    }

    /** Goes on to the next task; true if that took a new batch. */
    public boolean advance() {
        row++;
        boolean isNewBatch = row == batch.size;
        if (isNewBatch) {
            batch = feed.next();
            row = 0;
        }
        nextMicros = batch.size == 0 ? LadderQueue.NONE : batch.submitMicros[row];
        return isNewBatch;
    }
}
