package dev.stowage.model;

import java.util.List;
import java.util.Map;

/** The tasks of another source, changed on the way; what that one says of itself stays true. */
public abstract class TasksOf implements TaskSource {
    /** Where the tasks are from; closed with this one. */
    protected final TaskSource source;

    protected TasksOf(TaskSource source) {
        this.source = source;
    }

    @Override
    public Map<String, Long> leftOut() {
        return source.leftOut();
    }

    @Override
    public List<String> users() {
        return source.users();
    }

    @Override
    public void close() {
        source.close();
    }
}
