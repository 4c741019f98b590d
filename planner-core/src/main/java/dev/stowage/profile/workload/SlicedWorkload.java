package dev.stowage.profile.workload;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.Performance;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
     * @param target performance index, above 0 and at most 1
     * @param margin added to it when slices are chosen, for errors of profiles
     * @param recordedOn what recorded durations are durations on
     */
    public record Promise(double target, double margin, RecordedOn recordedOn) {
        public Promise {
            Check.positive("target", target);
            Check.inRange("target", target, 0, 1);
            Check.notNegative("margin", margin);
        }
    }

    /** How {@link #counts} calls tasks that keep their request. */
    public static final String UNPROFILED = "unprofiled";

    /** How {@link #counts} calls tasks of known applications whose request says nothing. */
    public static final String WITHOUT_REQUEST = "without request";

    private final Workload workload;
    private final TaskApplications applications;
    private final Promise promise;
    private final SlicedServer server;
    private final boolean hasDisk;
    private final RecordedPerformance recorded;
    private final @Nullable Performance[] performance; // by application
    private final Slice[] slices;
    private final double[] pi;

    /**
     * @throws InputException if no slice of the server meets the target of an application
     */
    public SlicedWorkload(
            Workload workload,
            ProfileLibrary profiles,
            TaskApplications applications,
            Promise promise) {
        this.workload = workload;
        this.applications = applications;
        this.promise = promise;
        hasDisk = workload.columns().contains(TaskColumn.DISK) && profiles.server().hasSsd();
        server = hasDisk ? profiles.server() : withoutSsd(profiles.server());
        recorded = new RecordedPerformance(server, hasDisk, promise.recordedOn());
        int count = applications.names().size();
        performance = new Performance[count];
        slices = new Slice[count];
        pi = new double[count];
        for (int i = 0; i < count; i++) {
            Optional<ApplicationProfile> profile =
                    profiles.find(applications.names().get(i), ApplicationProfile.ANY_INPUT);
            if (profile.isPresent()) {
                settle(i, profile.get());
            }
        }
    }

    /** The same server of one step of SSD cache: nobody can have less than all. */
    private static SlicedServer withoutSsd(SlicedServer server) {
        return new SlicedServer(
                server.name(),
                server.cores(),
                server.memoryGib(),
                server.ssdGib(),
                server.coreStep(),
                server.memoryStepGib(),
                server.hasSsd() ? server.ssdGib() : server.ssdStepGib());
    }

    private void settle(int application, ApplicationProfile profile) {
        double target = Math.min(1, promise.target() + promise.margin());
        List<Slice> least = LeastSlices.of(profile.performance(), server, target);
        if (least.isEmpty()) {
            double most = profile.performance().at(Slice.WHOLE);
            throw InputException.at(
                    "profile of " + profile.name(),
                    "a performance index of at most "
                            + Math.floor(most * 1000) / 1000
                            + " on "
                            + server.name(),
                    "a slice with at least " + target,
                    "Ask for less, or profile it on a larger server.");
        }
        performance[application] = profile.performance();
        slices[application] = least.get(0);
        pi[application] = profile.performance().at(least.get(0));
    }

    /** What each application is given, by name, in words; those without a profile are left out. */
    public Map<String, String> slices() {
        Map<String, String> text = new LinkedHashMap<>();
        for (int i = 0; i < slices.length; i++) {
            Performance known = performance[i];
            if (known != null) {
                String unvaried = known.evidence().unvariedOf(server);
                text.put(
                        applications.names().get(i),
                        server.describe(slices[i])
                                + (unvaried.isEmpty()
                                        ? ""
                                        : " (all of the " + unvaried + ": no run varied it)"));
            }
        }
        return text;
    }

    /** Applications that have no profile. */
    public List<String> unprofiled() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < slices.length; i++) {
            if (performance[i] == null) {
                names.add(applications.names().get(i));
            }
        }
        return names;
    }

    @Override
    public String name() {
        return workload.name() + ", slices for PI " + promise.target();
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
        return workload.notes();
    }

    @Override
    public boolean isZeroUnknown() {
        return workload.isZeroUnknown();
    }

    @Override
    public long standingJobs() {
        return workload.standingJobs();
    }

    private final class Source implements TaskSource {
        private final TaskSource source;

        Source(TaskSource source) {
            this.source = source;
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
                Performance known =
                        application == TaskApplications.NONE ? null : performance[application];
                if (known != null) {
                    slice(batch, row, application, known);
                }
            }
            return hasRows;
        }

        private void slice(TaskBatch batch, int row, int application, Performance known) {
            Slice slice = slices[application];
            long duration = batch.durationMicros[row];
            if (duration != TaskBatch.NONE) {
                double performed = recorded.of(batch, row, known);
                batch.durationMicros[row] =
                        (long) Math.ceil(duration * performed / pi[application]);
            }
            batch.cpuMicroCores[row] = Math.round(slice.cpu() * recorded.cpuMicroCores());
            batch.memoryBytes[row] = Math.round(slice.memory() * recorded.memoryBytes());
            if (hasDisk) {
                batch.diskBytes[row] = Math.round(slice.ssd() * recorded.ssdBytes());
            }
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

    /** Tasks of this workload by application, and those that keep their request: one pass. */
    public Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>();
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int row = 0; row < batch.size; row++) {
                    int application = applications.of(batch.jobId[row]);
                    boolean isKnown =
                            application != TaskApplications.NONE
                                    && performance[application] != null;
                    counts.merge(
                            isKnown ? applications.names().get(application) : UNPROFILED,
                            1L,
                            Long::sum);
                    if (isKnown && recorded.isUnknown(batch, row)) {
                        counts.merge(WITHOUT_REQUEST, 1L, Long::sum);
                    }
                }
            }
        }
        Map<String, Long> sorted = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }
}
