package dev.stowage.sim;

import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog.Fate;

/** What became of a task, as a run logs it and as an oracle has it. */
record LoggedTask(Fate fate, long first, long last, long end, int server, int evictions) {
    static LoggedTask of(TaskEntry entry) {
        return new LoggedTask(
                entry.fate,
                entry.firstStartMicros,
                entry.lastStartMicros,
                entry.endMicros,
                entry.server,
                entry.evictions);
    }

    static LoggedTask of(NaiveSimulation.Task task) {
        return new LoggedTask(
                task.fate, task.firstStart, task.lastStart, task.end, task.server, task.evictions);
    }
}
