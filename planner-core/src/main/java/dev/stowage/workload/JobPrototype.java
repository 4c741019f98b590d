package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.util.List;

/**
 * A job of the trace, as a pattern for jobs like it.
 *
 * @param taskClass its class
 * @param atSeconds when it was submitted, seconds since the start of the window of arrivals; 0 if
 *     it is standing
 * @param isStanding true if it was there when the trace began
 * @param isWaiting true if it was, and none of its tasks ran yet
 * @param weight how many jobs of the trace it stands for, at least 1
 * @param session number of the jobs that keep their places in time together: a session of one user,
 *     or a heavy job by itself; {@link #NO_SESSION} for the others
 * @param groups its tasks, at least one group
 */
public record JobPrototype(
        TaskClass taskClass,
        double atSeconds,
        boolean isStanding,
        boolean isWaiting,
        double weight,
        int session,
        List<TaskGroup> groups) {
    /** Session of a job that stands alone. */
    public static final int NO_SESSION = -1;

    public JobPrototype {
        Check.notNegative("atSeconds", atSeconds);
        Check.inRange("weight", weight, 1, Double.MAX_VALUE);
        if (isWaiting && !isStanding) {
            throw new IllegalArgumentException("isWaiting without isStanding");
        }
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("groups is empty, expected at least one");
        }
    }

    /** One that did not wait when the trace began. */
    public JobPrototype(
            TaskClass taskClass,
            double atSeconds,
            boolean isStanding,
            double weight,
            int session,
            List<TaskGroup> groups) {
        this(taskClass, atSeconds, isStanding, false, weight, session, groups);
    }

    /** True if it belongs to a session. */
    public boolean isOfSession() {
        return session != NO_SESSION;
    }

    /** The same in a session. */
    public JobPrototype inSession(int number) {
        return new JobPrototype(
                taskClass, atSeconds, isStanding, isWaiting, weight, number, groups);
    }

    /** Number of tasks. */
    long tasks() {
        return groups.stream().mapToLong(TaskGroup::tasks).sum();
    }

    /** True if all its tasks finish. */
    public boolean isFinished() {
        return groups.stream().allMatch(group -> group.outcome() == TaskOutcome.FINISHED);
    }

    /** From its submit to the last end of its tasks, s, if all of them end. */
    public double spanSeconds() {
        double span = 0;
        for (TaskGroup group : groups) {
            double last = group.arrivalSeconds().at(1) + group.durationSeconds().at(1);
            span = Math.max(span, last);
        }
        return span;
    }

    /** Mean duration of the tasks that end, s; NaN if none does. */
    public double meanSeconds() {
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
