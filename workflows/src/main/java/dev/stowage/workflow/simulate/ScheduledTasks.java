package dev.stowage.workflow.simulate;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.Performance;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.workload.ApplicationCensus;
import dev.stowage.profile.workload.RecordedPerformance;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.profile.workload.TaskApplications;
import dev.stowage.profile.workload.UntoldRequests;
import dev.stowage.sim.profiled.ClusterWork;
import dev.stowage.workflow.profile.ProfiledTasks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a workload as jobs of profiled applications. Tasks of a job that are submitted in
 * one instant are one batch; figures are over the time until the last recorded duration, counted
 * from its submit, is over. What a scheduler of profiled tasks can't take is counted.
 *
 * @param work null if no task is left
 * @param tasks that are in it
 * @param leftOut tasks that are not, by the reason
 * @param census who runs what
 * @param unknownRequests tasks that asked for nothing of a resource
 * @param untold by application, tasks whose work follows from a performance that runs do not tell
 */
record ScheduledTasks(
        @Nullable ClusterWork work,
        long tasks,
        Map<String, Long> leftOut,
        long unknownRequests,
        Map<String, UntoldRequests> untold,
        ApplicationCensus census) {
    private static final double MICROS = 1e6;

    static ScheduledTasks of(Workload workload, ProfiledTasks profiled, long seed) {
        return new Reader(workload, profiled, seed).read();
    }

    private static final class Reader {
        private final Workload workload;
        private final ApplicationCensus census;
        private final List<Optional<ApplicationProfile>> profiles;
        private final RecordedPerformance recorded;
        private final List<ClusterWork.Job> jobs = new ArrayList<>();
        private final Map<String, Long> leftOut = new LinkedHashMap<>();
        private final Map<Long, Batch> open = new LinkedHashMap<>(); // of one instant, by job
        private long openMicros;
        private long originMicros = -1;
        private long lastMicros; // end of what was recorded
        private long tasks;
        private long unknown;
        private final Map<String, UntoldRequests> untold = new TreeMap<>();

        /** Tasks of a job that were submitted together. */
        private record Batch(ApplicationProfile application, List<Double> secondsAlone) {}

        Reader(Workload workload, ProfiledTasks profiled, long seed) {
            this.workload = workload;
            TaskApplications applications = profiled.applications(seed);
            census = new ApplicationCensus(applications);
            ProfileLibrary library = profiled.library();
            profiles =
                    applications.names().stream()
                            .map(name -> library.find(name, ApplicationProfile.ANY_INPUT))
                            .toList();
            recorded =
                    new RecordedPerformance(
                            library.server(),
                            workload.columns().contains(TaskColumn.DISK),
                            profiled.recordedOn());
        }

        ScheduledTasks read() {
            try (TaskSource source = workload.open()) {
                TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
                while (source.read(batch)) {
                    for (int row = 0; row < batch.size; row++) {
                        add(batch, row);
                    }
                }
                source.leftOut()
                        .forEach((reason, count) -> leftOut.merge(reason, count, Long::sum));
            }
            close();
            double end = Math.max(1, (lastMicros - originMicros) / MICROS);
            return new ScheduledTasks(
                    jobs.isEmpty() ? null : new ClusterWork(jobs, end),
                    tasks,
                    leftOut,
                    unknown,
                    untold,
                    census);
        }

        private void add(TaskBatch batch, int row) {
            int application = census.add(batch.jobId[row]);
            Optional<ApplicationProfile> profile =
                    application == TaskApplications.NONE
                            ? Optional.empty()
                            : profiles.get(application);
            long duration = batch.durationMicros[row];
            if (profile.isEmpty()) {
                leftOut.merge(SchedulersView.WITHOUT_PROFILE, 1L, Long::sum);
            } else if (duration == TaskBatch.NONE || duration <= 0) {
                leftOut.merge(
                        duration == TaskBatch.NONE ? "without an end" : "of no duration",
                        1L,
                        Long::sum);
            } else {
                add(batch, row, profile.get());
            }
        }

        private void add(TaskBatch batch, int row, ApplicationProfile profile) {
            long submit = batch.submitMicros[row];
            if (originMicros < 0) {
                originMicros = submit;
                openMicros = submit;
            }
            if (submit != openMicros) {
                close();
                openMicros = submit;
            }
            tasks++;
            lastMicros = Math.max(lastMicros, submit + batch.durationMicros[row]);
            unknown += recorded.isUnknown(batch, row) ? 1 : 0;
            if (recorded.on() == RecordedOn.REQUEST) {
                Performance known = profile.performance();
                double least = recorded.leastOfRequest(batch, row, known);
                double most = recorded.mostOfRequest(batch, row, known);
                untold.merge(
                        profile.name(),
                        UntoldRequests.NONE.with(least, most),
                        (sum, one) -> sum.with(least, most));
            }
            double alone =
                    batch.durationMicros[row]
                            / MICROS
                            * recorded.of(batch, row, profile.performance());
            open.computeIfAbsent(batch.jobId[row], job -> new Batch(profile, new ArrayList<>()))
                    .secondsAlone()
                    .add(alone);
        }

        private void close() {
            double seconds = (openMicros - originMicros) / MICROS;
            open.values()
                    .forEach(
                            each ->
                                    jobs.add(
                                            new ClusterWork.Job(
                                                    seconds,
                                                    each.application(),
                                                    each.secondsAlone())));
            open.clear();
        }
    }
}
