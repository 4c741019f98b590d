package dev.stowage.workload;

import dev.stowage.model.Check;
import dev.stowage.model.TaskClass;
import java.util.List;

/**
 * A job of the trace, as a pattern for jobs like it.
 *
 * @param taskClass its class
 * @param atSeconds when it was submitted, seconds since the start of the window of arrivals; 0 if
 *     it is standing
 * @param isStanding true if it was there when the trace began
 * @param weight how many jobs of the trace it stands for, at least 1
 * @param groups its tasks, at least one group
 */
record JobPrototype(
        TaskClass taskClass,
        double atSeconds,
        boolean isStanding,
        double weight,
        List<TaskGroup> groups) {
    JobPrototype {
        Check.notNegative("atSeconds", atSeconds);
        Check.inRange("weight", weight, 1, Double.MAX_VALUE);
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("groups is empty, expected at least one");
        }
    }

    /** Number of tasks. */
    long tasks() {
        return groups.stream().mapToLong(TaskGroup::tasks).sum();
    }

    /** Mean duration of the tasks that end, s; NaN if none does. */
    double meanSeconds() {
        double sum = 0;
        double tasks = 0;
        for (TaskGroup group : groups) {
            if (!group.isEndless()) {
                sum += group.tasks() * group.durationSeconds().mean();
                tasks += group.tasks();
            }
        }
        return sum / tasks;
    }
}
