package dev.stowage.workload.fit;

import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.TaskDemands;
import dev.stowage.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What arrivals and the joint structure are fitted to: the arrival of every job (8 bytes each), and
 * some whole jobs with their tasks, group by group. Not safe for use by several threads.
 */
public final class JobSamples {
    /** Session of a job that stands alone. */
    public static final int NO_SESSION = JobPrototype.NO_SESSION;

    private static final int MOST_GROUPS = 48;

    private final Map<TaskClass, Times> arrivals = new EnumMap<>(TaskClass.class);
    private final List<Job> jobs = new ArrayList<>();

    /** An open list of numbers. */
    private static final class Times {
        private double[] values = new double[1024];
        private int size;

        void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, Math.addExact(size, size >> 1));
            }
            values[size++] = value;
        }
    }

    /**
     * What tasks of a group share.
     *
     * @param outcome how they ended; {@code RUNNING} if they outlived the trace, {@code PENDING} if
     *     they never ran
     * @param priority larger is more important
     * @param cpuCores request of each, 0 if unknown
     * @param memoryGib request of each, 0 if unknown
     * @param demands what else each asks for
     */
    public record Shape(
            TaskOutcome outcome,
            int priority,
            double cpuCores,
            double memoryGib,
            TaskDemands demands) {
        private double distance(Shape other) {
            TaskDemands others = other.demands;
            return apart(cpuCores, other.cpuCores)
                    + apart(memoryGib, other.memoryGib)
                    + apart(demands.gpus(), others.gpus())
                    + apart(demands.diskGib(), others.diskGib())
                    + apart(demands.networkGbps(), others.networkGbps())
                    + (demands.constraints().equals(others.constraints()) ? 0 : 100)
                    + (outcome == other.outcome && priority == other.priority ? 0 : 100);
        }

        private static double apart(double one, double other) {
            return Math.abs(Math.log((one + 1e-6) / (other + 1e-6)));
        }
    }

    /** One job that was chosen; its tasks are added in any order. */
    public static final class Job {
        private final TaskClass taskClass;
        private final double atSeconds;
        private final boolean isStanding;
        private final boolean isWaiting;
        private final double weight;
        private final int session;
        private final Map<Shape, GroupTally> groups = new LinkedHashMap<>();
        private long tasks;

        private Job(
                TaskClass taskClass,
                double atSeconds,
                boolean isStanding,
                boolean isWaiting,
                double weight,
                int session) {
            this.taskClass = taskClass;
            this.atSeconds = atSeconds;
            this.isStanding = isStanding;
            this.isWaiting = isWaiting;
            this.weight = weight;
            this.session = session;
        }

        /**
         * Adds a task.
         *
         * @param shape what it has in common with others
         * @param durationSeconds from start to end; anything if nobody saw its end
         * @param arrivalSeconds since the submit of the job
         */
        public void add(Shape shape, double durationSeconds, double arrivalSeconds) {
            GroupTally tally = groups.get(shape);
            if (tally == null && groups.size() >= MOST_GROUPS) {
                tally = groups.get(nearest(shape));
            }
            if (tally == null) {
                tally = new GroupTally(shape, tasks);
                groups.put(shape, tally);
            }
            boolean isEndless = !shape.outcome().isTerminal();
            double duration = isEndless ? 0 : Math.max(0, durationSeconds);
            tally.add(tasks++, duration, Math.max(0, arrivalSeconds));
        }

        private Shape nearest(Shape shape) {
            return groups.keySet().stream()
                    .min(Comparator.comparingDouble(shape::distance))
                    .orElseThrow();
        }

        private JobPrototype prototype() {
            List<TaskGroup> made =
                    groups.values().stream()
                            .flatMap(GroupTally::groups)
                            .sorted(Comparator.comparingLong(GroupTally.Placed::firstTask))
                            .map(GroupTally.Placed::group)
                            .toList();
            return new JobPrototype(
                    taskClass, atSeconds, isStanding, isWaiting, weight, session, made);
        }
    }

    /** Adds the arrival of a job, seconds since the start of the window of the job table. */
    public void addArrival(TaskClass taskClass, double seconds) {
        arrivals.computeIfAbsent(taskClass, key -> new Times()).add(seconds);
    }

    /**
     * Adds a job whose tasks follow.
     *
     * @param taskClass its class
     * @param atSeconds its submit since the start of the window of arrivals, at least 0
     * @param isStanding true if it was there when the trace began
     * @param weight how many jobs it stands for, at least 1
     * @param session number of the session of one user that it belongs to, at least 0; {@link
     *     #NO_SESSION} if it stands alone
     */
    public Job addJob(
            TaskClass taskClass, double atSeconds, boolean isStanding, double weight, int session) {
        double at = isStanding ? 0 : atSeconds;
        return added(new Job(taskClass, at, isStanding, false, weight, session));
    }

    /**
     * Adds a job that was there when the trace began, and none of whose tasks ran yet; tasks
     * follow.
     */
    public Job addWaitingJob(TaskClass taskClass, double weight) {
        return added(new Job(taskClass, 0, true, true, weight, NO_SESSION));
    }

    private Job added(Job job) {
        jobs.add(job);
        return job;
    }

    /** Arrivals by class, in the order they were added. */
    Map<TaskClass, double[]> arrivals() {
        Map<TaskClass, double[]> times = new EnumMap<>(TaskClass.class);
        arrivals.forEach((c, list) -> times.put(c, Arrays.copyOf(list.values, list.size)));
        return times;
    }

    /** The jobs that have tasks, standing ones first, then by submit. */
    public List<JobPrototype> prototypes() {
        return jobs.stream()
                .filter(job -> !job.groups.isEmpty())
                .map(Job::prototype)
                .sorted(
                        Comparator.comparing((JobPrototype job) -> !job.isStanding())
                                .thenComparingDouble(JobPrototype::atSeconds))
                .toList();
    }
}
