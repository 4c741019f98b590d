package dev.stowage.plan;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A drawn workload in memory: drawing it anew on each number of servers would cost most. */
record Held(String name, List<TaskBatch> batches) implements Workload {
    static Held of(Workload drawn) {
        List<TaskBatch> batches = new ArrayList<>();
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = drawn.open()) {
            while (source.read(batch)) {
                TaskBatch copy = new TaskBatch(batch.size);
                for (int row = 0; row < batch.size; row++) {
                    copy.append(batch, row);
                }
                batches.add(copy);
            }
        }
        return new Held(drawn.name(), batches);
    }

    @Override
    public TaskSource open() {
        return new Source(batches);
    }

    private static final class Source implements TaskSource {
        private final List<TaskBatch> batches;
        private int next;

        Source(List<TaskBatch> batches) {
            this.batches = batches;
        }

        @Override
        public boolean read(TaskBatch into) {
            into.size = 0;
            into.isPlain = true;
            if (next == batches.size()) {
                return false;
            }
            TaskBatch from = batches.get(next++);
            for (int row = 0; row < from.size; row++) {
                into.append(from, row);
            }
            return true;
        }

        @Override
        public Map<String, Long> leftOut() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
