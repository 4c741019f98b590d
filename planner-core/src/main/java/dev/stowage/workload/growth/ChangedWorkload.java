package dev.stowage.workload.growth;

import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Another workload with other jobs or other times; in all else the same. */
abstract class ChangedWorkload implements Workload {
    final Workload base;

    ChangedWorkload(Workload base) {
        this.base = base;
    }

    @Override
    public String name() {
        return base.name();
    }

    @Override
    public Set<TaskColumn> columns() {
        return base.columns();
    }

    @Override
    public List<String> notes() {
        return base.notes();
    }

    @Override
    public boolean isZeroUnknown() {
        return base.isZeroUnknown();
    }

    /** One pass over the tasks of the other. */
    abstract static class Tasks implements TaskSource {
        final TaskSource from;

        Tasks(TaskSource from) {
            this.from = from;
        }

        @Override
        public Map<String, Long> leftOut() {
            return from.leftOut();
        }

        @Override
        public List<String> users() {
            return from.users();
        }

        @Override
        public void close() {
            from.close();
        }
    }
}
