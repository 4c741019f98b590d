package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.model.Workload;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.workload.OfferedServers;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.scenario.Scenario;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.workflow.profile.ProfiledTasks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Profiles for admission {@code quman-user}. */
final class ProfileFlags {
    @Option(
            names = "--profiles",
            order = 20,
            paramLabel = "FILE",
            description =
                    "For --admission quman-user and quman-provider: profiles of applications, as `stowage profile`"
                            + " writes them; thesis = those that come with stowage.")
    private @Nullable String profiles;

    @Option(
            names = "--applications",
            order = 21,
            paramLabel = "FILE.csv",
            description =
                    "Which application each job runs: a CSV of job,application, or of"
                            + " application,share from which each job draws one (shares of all"
                            + " jobs, which sum to 1 at most).")
    private @Nullable Path applications;

    @Option(
            names = "--recorded-on",
            order = 22,
            paramLabel = "WHAT",
            defaultValue = "request",
            description =
                    "What recorded durations are durations on: request = what the task asked for,"
                            + " server = the whole server of the profiles (default:"
                            + " ${DEFAULT-VALUE}).")
    private String recordedOn = "request";

    /** True if profiles are given. */
    boolean isGiven() {
        return profiles != null;
    }

    /**
     * Refuses what does not go together.
     *
     * @param admissions those of all runs
     * @param isScheduled true if tasks go to schedulers that take profiles
     */
    void check(CommonOptions common, List<PolicySpec> admissions, boolean isScheduled) {
        boolean isProfiled =
                isScheduled
                        || recordedOn.equals("server")
                        || admissions.stream().anyMatch(AdmissionPolicies::isByProfiles);
        if (!recordedOn.equals("request") && !recordedOn.equals("server")) {
            throw common.usage(
                    "--recorded-on: found \"" + recordedOn + "\", expected request or server");
        }
        if (isProfiled && (profiles == null || applications == null)) {
            throw common.usage(
                    asking(isScheduled)
                            + ": found without --profiles and --applications, expected both");
        }
        if (!isProfiled && (profiles != null || applications != null)) {
            throw common.usage(
                    "--profiles and --applications: found with --admission "
                            + admissions.get(0)
                            + ", expected --admission "
                            + AdmissionPolicies.QUMAN_USER
                            + " or "
                            + AdmissionPolicies.QUMAN_PROVIDER
                            + ", --scheduler or --recorded-on server");
        }
    }

    private String asking(boolean isScheduled) {
        if (isScheduled) {
            return "--scheduler";
        }
        return recordedOn.equals("server")
                ? "--recorded-on server"
                : "--admission " + AdmissionPolicies.QUMAN_USER;
    }

    /**
     * What was given; empty if nothing was.
     *
     * @param isolation file of what applications do to each other
     */
    Optional<ProfiledTasks> tasks(Optional<Path> isolation) {
        return profiles == null || applications == null
                ? Optional.empty()
                : Optional.of(
                        ProfiledTasks.read(
                                new Scenario.Profiles(
                                        profiles,
                                        applications,
                                        RecordedOn.of(recordedOn),
                                        isolation)));
    }

    /** The same run of tasks that have slices, if profiles are given. */
    SimulationSpec applyTo(SimulationSpec spec, Optional<Path> isolation) {
        return tasks(isolation)
                .filter(tasks -> tasks.changes(spec.admission(), spec.servers()))
                .map(tasks -> sliced(spec, tasks))
                .orElse(spec);
    }

    private static SimulationSpec sliced(SimulationSpec spec, ProfiledTasks tasks) {
        SlicedWorkload sliced =
                tasks.of(
                        spec.workload(),
                        new ProfiledTasks.Draw(spec.seed(), 0),
                        spec.admission(),
                        OfferedServers.of(spec.servers()));
        List<String> notes = new ArrayList<>(tasks.notes(sliced.requests()));
        notes.addAll(tasks.isolationNotes(spec.servers()));
        Workload noted = sliced.withNotes(notes);
        return spec.with(draft -> draft.workload = noted);
    }
}
