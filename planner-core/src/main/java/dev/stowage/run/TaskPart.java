package dev.stowage.run;

import dev.stowage.basis.Check;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.MergedWorkload;
import dev.stowage.model.TaskClass;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A part of the tasks of a run that has figures of its own: those of a class, of a band of
 * priorities, of a user, that ask for a resource, of one of several workloads, or all of these, or
 * all tasks; and by when their jobs are due, if they are.
 *
 * @param taskClass of the tasks
 * @param leastPriority least priority of the tasks
 * @param mostPriority largest one
 * @param user who submitted the tasks, by name
 * @param asks what the tasks ask for some of: {@code gpu}, {@code disk}, {@code network}, or a
 *     resource by its name, as in {@link ClusterTerms#asked}
 * @param workload which of several workloads that share servers the tasks are of, by name
 * @param deadline of the jobs
 */
public record TaskPart(
        Optional<TaskClass> taskClass,
        OptionalInt leastPriority,
        OptionalInt mostPriority,
        Optional<String> user,
        Optional<String> asks,
        Optional<String> workload,
        Optional<Deadline> deadline) {
    private static final long MICROS_PER_HOUR = 3_600_000_000L;

    /** All tasks, due at no time. */
    public static final TaskPart ALL =
            new TaskPart(
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    /**
     * What parts are named after.
     *
     * @param users names of users by their numbers; may be empty if no part is of one
     * @param workloads names of the workloads by their places in a {@link MergedWorkload}; may be
     *     empty if no part is of one
     */
    public record Names(List<String> users, List<String> workloads) {
        /** Nothing is named. */
        public static final Names NONE = new Names(List.of(), List.of());

        public Names {
            users = List.copyOf(users);
            workloads = List.copyOf(workloads);
        }
    }

    /**
     * A time of day, as of the workload's clock, which begins at 0.
     *
     * @param byMicros time of the day, at least 0 and less than {@code everyMicros}
     * @param everyMicros length of the day, above 0
     * @param leadMicros time that a job has at least: one that comes later is due a day later
     */
    public record Deadline(long byMicros, long everyMicros, long leadMicros) {
        public Deadline {
            Check.positive("everyMicros", everyMicros);
            Check.inRange("byMicros", (double) byMicros, 0, (double) everyMicros - 1);
            Check.notNegative("leadMicros", leadMicros);
        }

        /**
         * When a job that comes at a time is due: the first such time of day that is not too soon.
         */
        public long after(long micros) {
            long soonest = micros + leadMicros;
            return soonest + Math.floorMod(byMicros - soonest, everyMicros);
        }
    }

    public TaskPart {
        if (leastPriority.isPresent()
                && mostPriority.isPresent()
                && leastPriority.getAsInt() > mostPriority.getAsInt()) {
            throw new IllegalArgumentException(
                    "priorities from "
                            + leastPriority.getAsInt()
                            + " to "
                            + mostPriority.getAsInt());
        }
    }

    /**
     * True if a task is of it.
     *
     * @param names of users and workloads; of no use where none is asked for
     */
    @SuppressWarnings("EnumOrdinal") // what TaskEntry defines
    public boolean has(TaskEntry task, Names names) {
        return taskClass.map(each -> each.ordinal() == task.taskClass).orElse(true)
                && task.priority >= leastPriority.orElse(Integer.MIN_VALUE)
                && task.priority <= mostPriority.orElse(Integer.MAX_VALUE)
                && user.map(each -> task.userId >= 0 && each.equals(names.users.get(task.userId)))
                        .orElse(true)
                && workload.map(each -> each.equals(workloadOf(task, names.workloads))).orElse(true)
                && asks.map(each -> asksFor(each, task)).orElse(true);
    }

    private static String workloadOf(TaskEntry task, List<String> workloads) {
        return workloads.get(MergedWorkload.memberOf(task.jobId, workloads.size()));
    }

    private static boolean asksFor(String resource, TaskEntry task) {
        return switch (resource) {
            case "gpu" -> task.gpuMicros > 0;
            case "disk" -> task.diskBytes > 0;
            case "network" -> task.networkBitsPerSecond > 0;
            default ->
                    task.constraints != null
                            && ClusterTerms.asked(task.constraints.predicates())
                                    .containsKey(resource);
        };
    }

    /** The same, due at another time or none. */
    public TaskPart due(Optional<Deadline> time) {
        return new TaskPart(taskClass, leastPriority, mostPriority, user, asks, workload, time);
    }

    /**
     * As in the names of its metrics: {@code workload=web}, {@code
     * class=user-facing,priority=5to9,by=6h,every=24h}; empty of all tasks.
     */
    public String text() {
        List<String> parts = new ArrayList<>();
        workload.ifPresent(each -> parts.add("workload=" + coded(each)));
        taskClass.ifPresent(each -> parts.add("class=" + each.label()));
        if (leastPriority.isPresent() && mostPriority.isPresent()) {
            parts.add("priority=" + leastPriority.getAsInt() + "to" + mostPriority.getAsInt());
        } else {
            leastPriority.ifPresent(each -> parts.add("priority>=" + each));
            mostPriority.ifPresent(each -> parts.add("priority<=" + each));
        }
        user.ifPresent(each -> parts.add("user=" + coded(each)));
        asks.ifPresent(each -> parts.add("asks=" + coded(each)));
        deadline.ifPresent(
                due -> {
                    parts.add("by=" + time(due.byMicros()));
                    parts.add("every=" + time(due.everyMicros()));
                    if (due.leadMicros() > 0) {
                        parts.add("lead=" + time(due.leadMicros()));
                    }
                });
        return String.join(",", parts);
    }

    /** Without what separates the parts of names of metrics. */
    private static String coded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /** A time in the largest unit of which it is a whole number. */
    private static String time(long micros) {
        return micros % MICROS_PER_HOUR == 0
                ? micros / MICROS_PER_HOUR + "h"
                : micros % (MICROS_PER_HOUR / 60) == 0
                        ? micros / (MICROS_PER_HOUR / 60) + "min"
                        : micros % (MICROS_PER_HOUR / 3600) == 0
                                ? micros / (MICROS_PER_HOUR / 3600) + "s"
                                : micros + "us";
    }
}
