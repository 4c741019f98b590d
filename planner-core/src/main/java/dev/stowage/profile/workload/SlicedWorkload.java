package dev.stowage.profile.workload;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.TasksOf;
import dev.stowage.model.Workload;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.Performance;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workload under user-oriented admission: each task of a profiled application asks for the least
 * slice that meets a target, and runs for as long as that slice makes it. A task of another
 * application stays as it is, and is counted. Slices are amounts: those of the server that the
 * profiles were taken on. SSD cache counts where tasks have {@link TaskColumn#DISK}, and is taken
 * to be whole where they have not.
 *
 * <p>Static slices are settled at submit, so nothing of a run changes but the tasks; that is why
 * this is a workload, and costs a table look-up a task.
 */
public final class SlicedWorkload implements Workload {
    /** What recorded durations are durations on. */
    public enum RecordedOn {
        /** What the task asked for: duration * PI(request) / PI(slice). */
        REQUEST,
        /** The whole server of the profiles: duration / PI(slice). */
        SERVER;

        /** As users write it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** That a user wrote. */
        public static RecordedOn of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * What admission is asked.
     *
     * @param gives by which rule tasks get slices
     * @param target performance index, above 0 and at most 1 where it is the rule, 0 elsewhere
     * @param margin added to it when slices are chosen, for errors of profiles
     * @param recordedOn what recorded durations are durations on
     */
    public record Promise(Gives gives, double target, double margin, RecordedOn recordedOn) {
        /** By which rule tasks get slices. */
        public enum Gives {
            /** The least slice for a target. */
            TARGET,
            /**
             * The least slice as good as the request of a task, to the next hundredth of its
             * performance; the request where that is no smaller.
             */
            AS_GOOD,
            /**
             * A step of each resource, the least that anything has, and the duration on the whole
             * server: what a task gets is settled while it runs.
             */
            SHARED,
            /** Each task its request. */
            REQUEST
        }

        public Promise {
            Check.inRange("target", target, 0, 1);
            Check.notNegative("margin", margin);
            Check.inRange("target and margin", target + margin, 0, 1 + 1e-9);
            if ((gives == Gives.TARGET) != (target > 0)) {
                throw new IllegalArgumentException("target = " + target + " where given " + gives);
            }
        }

        /** The least slice for a target. */
        public static Promise of(double target, double margin, RecordedOn recordedOn) {
            return new Promise(Gives.TARGET, target, margin, recordedOn);
        }
    }

    /**
     * What tasks of profiled applications ask for.
     *
     * @param applications tasks by application
     * @param profiled tasks of applications with a profile
     * @param silent of these, those whose request says nothing
     * @param mean performance index that their requests give
     * @param least that one of them gives
     * @param given what each application is given, by name
     */
    public record Requests(
            ApplicationCensus applications,
            long profiled,
            long silent,
            Range mean,
            Range least,
            Map<String, Given> given) {
        /**
         * Tasks whose slice no run bears out: none on as little reached what is promised, the
         * target, or the least that runs on no less than the request reached.
         */
        public long notBorneOut() {
            return given.values().stream().mapToLong(Given::notBorneOut).sum();
        }
    }

    /** A performance index, from the least to the most that it may be. */
    public record Range(double from, double to) {
        private static final Range WHOLE = new Range(1, 1);

        private Range least(double from, double to) {
            return new Range(Math.min(this.from, from), Math.min(this.to, to));
        }
    }

    /**
     * What tasks of an application are given.
     *
     * @param kept tasks that keep their requests
     * @param slices tasks by the slice that they have, in words
     * @param notBorneOut tasks whose slice no run bears out, as in {@link Requests#notBorneOut}
     * @param untold tasks whose duration follows from a performance that runs do not tell
     */
    public record Given(
            long kept, Map<String, Long> slices, long notBorneOut, UntoldRequests untold) {}

    /** A task that takes longer on its request than this ran on no server. */
    private static final double LONGEST_MICROS = 1e17;

    private final Workload workload;
    private final TaskApplications applications;
    private final Promise promise;
    private final boolean hasDisk;
    private final RecordedPerformance recorded;
    private final SliceTable slices;
    private final List<String> notes;
    private final IsolationLibrary isolation;

    /**
     * With slices of the servers that are there.
     *
     * @throws InputException if no slice of a server meets the target of an application
     */
    public SlicedWorkload(
            Workload workload,
            ProfileLibrary profiles,
            TaskApplications applications,
            Promise promise,
            OfferedServers offered) {
        this.workload = workload;
        this.applications = applications;
        this.promise = promise;
        hasDisk = workload.columns().contains(TaskColumn.DISK) && profiles.server().hasSsd();
        slices = new SliceTable(applications.names(), profiles, promise, hasDisk, offered);
        recorded = new RecordedPerformance(slices.server(), hasDisk, promise.recordedOn());
        notes = List.of();
        isolation = IsolationLibrary.thesis();
    }

    private SlicedWorkload(SlicedWorkload other, List<String> notes, IsolationLibrary isolation) {
        this.isolation = isolation;
        workload = other.workload;
        applications = other.applications;
        promise = other.promise;
        hasDisk = other.hasDisk;
        slices = other.slices;
        recorded = other.recorded;
        this.notes = List.copyOf(notes);
    }

    /** By which rule its tasks get slices. */
    public Promise promise() {
        return promise;
    }

    /** The profile of what a job runs; null if there is none. */
    public @Nullable ApplicationProfile profileOf(long jobId) {
        int application = applications.of(jobId);
        return slices.isProfiled(application) ? slices.profile(application) : null;
    }

    /** What applications do to each other on servers with a level of isolation. */
    public IsolationLibrary isolation() {
        return isolation;
    }

    /** The same tasks under other levels of isolation. */
    public SlicedWorkload withIsolation(IsolationLibrary other) {
        return new SlicedWorkload(this, notes, other);
    }

    /** The server of the profiles; without SSD cache where tasks have no disk. */
    public SlicedServer server() {
        return slices.server();
    }

    /** The same tasks, of which a person should know more. */
    public SlicedWorkload withNotes(List<String> more) {
        return new SlicedWorkload(this, more, isolation);
    }

    @Override
    public String name() {
        return workload.name()
                + switch (promise.gives()) {
                    case TARGET -> ", slices for PI " + promise.target();
                    case AS_GOOD -> ", slices as good as requests";
                    case SHARED -> ", servers shared";
                    case REQUEST -> ", requests as declared";
                };
    }

    @Override
    public TaskSource open() {
        return new Source(workload.open());
    }

    @Override
    public Set<TaskColumn> columns() {
        return workload.columns();
    }

    @Override
    public List<String> notes() {
        return Stream.concat(workload.notes().stream(), notes.stream()).toList();
    }

    @Override
    public boolean isZeroUnknown() {
        return workload.isZeroUnknown();
    }

    @Override
    public long standingJobs() {
        return workload.standingJobs();
    }

    private final class Source extends TasksOf {

        Source(TaskSource source) {
            super(source);
        }

        @Override
        public boolean read(TaskBatch batch) {
            boolean hasRows = source.read(batch);
            if (hasDisk && batch.isPlain) {
                for (int row = 0; row < batch.size; row++) {
                    batch.clearExtras(row);
                }
                batch.isPlain = false;
            }
            for (int row = 0; row < batch.size; row++) {
                int application = applications.of(batch.jobId[row]);
                if (slices.isProfiled(application)) {
                    slice(batch, row, application);
                }
            }
            return hasRows;
        }

        private void slice(TaskBatch batch, int row, int application) {
            Slice slice = slices.of(application, recorded, batch, row);
            long duration = batch.durationMicros[row];
            if (duration != TaskBatch.NONE) {
                batch.durationMicros[row] = duration(batch, row, application, slice);
            }
            if (slice == null) {
                return;
            }
            batch.cpuMicroCores[row] = Math.round(slice.cpu() * recorded.cpuMicroCores());
            batch.memoryBytes[row] = Math.round(slice.memory() * recorded.memoryBytes());
            if (hasDisk) {
                batch.diskBytes[row] = Math.round(slice.ssd() * recorded.ssdBytes());
            }
        }

        /** Of a task on its slice, or on what it asks for if that is null. */
        private long duration(TaskBatch batch, int row, int application, @Nullable Slice slice) {
            boolean isOnServer = promise.recordedOn() == RecordedOn.SERVER;
            if (!isOnServer && slice == null) {
                return batch.durationMicros[row];
            }
            Performance known = slices.performance(application);
            double before = recorded.of(batch, row, known);
            double now =
                    slice == null
                            ? recorded.leastOfRequest(batch, row, known)
                            : slices.performance(application, slice);
            double micros = Math.ceil(batch.durationMicros[row] * (before / now));
            if (!(before > 0 && micros < LONGEST_MICROS)) {
                throw unmeasured(batch.jobId[row], application);
            }
            return (long) micros;
        }

        private InputException unmeasured(long job, int application) {
            String name = applications.names().get(application);
            return InputException.at(
                    "profile of " + name,
                    "no performance on the little that a task of job " + job + " asks for",
                    "a profile that says how fast it is there",
                    "Profile " + name + " with runs on as little, or correct the request.");
        }
    }

    /** Who runs what, and how well requests do: one pass. */
    public Requests requests() {
        ApplicationCensus census = new ApplicationCensus(applications);
        GivenSlices given = new GivenSlices(slices, applications.names());
        long profiled = 0;
        long silent = 0;
        Range least = Range.WHOLE;
        double leastSum = 0;
        double mostSum = 0;
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int row = 0; row < batch.size; row++) {
                    int application = census.add(batch.jobId[row]);
                    if (slices.isProfiled(application)) {
                        Performance known = slices.performance(application);
                        double from = recorded.leastOfRequest(batch, row, known);
                        double to = recorded.mostOfRequest(batch, row, known);
                        Slice slice = slices.of(application, recorded, batch, row);
                        given.add(
                                application,
                                slice,
                                slice == null
                                        || slices.isBorneOut(
                                                application, slice, recorded, batch, row));
                        profiled++;
                        silent += recorded.isUnknown(batch, row) ? 1 : 0;
                        least = least.least(from, to);
                        leastSum += from;
                        mostSum += to;
                        boolean isOnRequest = promise.recordedOn() == RecordedOn.REQUEST;
                        if (isOnRequest == (slice != null)) {
                            given.untold(application, from, to);
                        }
                    }
                }
            }
        }
        Range mean =
                profiled == 0 ? Range.WHOLE : new Range(leastSum / profiled, mostSum / profiled);
        return new Requests(census, profiled, silent, mean, least, given.byName());
    }
}
