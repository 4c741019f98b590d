package dev.stowage.workflow.profile;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.model.Workload;
import dev.stowage.policy.PolicySpec;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.profile.workload.SlicedWorkload.Promise;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.profile.workload.TaskApplications;
import dev.stowage.scenario.ProfilesFile;
import dev.stowage.scenario.Scenario;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a user gave for admission by profiles, read once. */
public final class ProfiledTasks {
    private final Scenario.Profiles given;
    private final ProfileLibrary library;
    private final ApplicationMap applications;

    private ProfiledTasks(
            Scenario.Profiles given, ProfileLibrary library, ApplicationMap applications) {
        this.given = given;
        this.library = library;
        this.applications = applications;
    }

    /**
     * Reads the profiles and what each job runs.
     *
     * @throws InputException at what is wrong in them
     */
    public static ProfiledTasks read(Scenario.Profiles given) {
        return new ProfiledTasks(
                given,
                ProfilesFile.read(given.library()),
                ApplicationMap.read(given.applications()));
    }

    /** True if jobs draw their application, anew in each replication. */
    public boolean isDrawn() {
        return applications.isDrawn();
    }

    /**
     * Refuses applications by the number of a job for jobs without numbers of their own.
     *
     * @param jobs what they are, as in "jobs that are drawn"
     */
    public void requireDrawn(String jobs) {
        if (!isDrawn()) {
            throw InputException.of(
                    given.applications(),
                    "applications by the number of a job, and " + jobs,
                    "a CSV of application,share, from which each job draws one",
                    "Their numbers are not those of a recording.");
        }
    }

    /**
     * The workload with the slices that an admission policy {@code quman-user} promises.
     *
     * @param seed root of the draws of applications
     */
    public SlicedWorkload of(Workload workload, PolicySpec admission, long seed, int replication) {
        long drawn = replication == 0 ? seed : Seeds.mix(seed, "replication", replication);
        return new SlicedWorkload(
                workload,
                library,
                applications.applications(drawn),
                new Promise(
                        admission.parameter("pi") / 100.0,
                        admission.parameter("margin") / 100.0,
                        given.recordedOn()));
    }

    /** The profiles. */
    public ProfileLibrary library() {
        return library;
    }

    /** What durations are durations on. */
    public RecordedOn recordedOn() {
        return given.recordedOn();
    }

    /**
     * What each job runs.
     *
     * @param seed root of the draws, if they draw
     */
    public TaskApplications applications(long seed) {
        return applications.applications(seed);
    }

    /** What each application is given and how many tasks keep their request, one sentence each. */
    public List<String> notes(SlicedWorkload workload) {
        List<String> notes = new ArrayList<>();
        Map<String, Long> counts = workload.counts();
        workload.slices()
                .forEach(
                        (name, slice) ->
                                notes.add(
                                        name
                                                + ": "
                                                + Figures.count(count(counts, name))
                                                + " tasks with "
                                                + slice
                                                + (isDrawn() ? ", in the first draw" : "")
                                                + "."));
        long silent = count(counts, SlicedWorkload.WITHOUT_REQUEST);
        if (silent > 0) {
            notes.add(
                    Figures.count(silent)
                            + " of these tasks ask for no CPU, no memory or no disk: their durations are"
                            + " taken to be those on the whole server.");
        }
        long unprofiled = count(counts, SlicedWorkload.UNPROFILED);
        if (unprofiled > 0) {
            notes.add(
                    Figures.count(unprofiled)
                            + " tasks have no profile and keep their requests"
                            + (workload.unprofiled().isEmpty()
                                    ? "."
                                    : ", those of "
                                            + String.join(", ", workload.unprofiled())
                                            + " among them."));
        }
        return notes;
    }

    private static long count(Map<String, Long> counts, String name) {
        Long count = counts.get(name);
        return count == null ? 0 : count;
    }
}
