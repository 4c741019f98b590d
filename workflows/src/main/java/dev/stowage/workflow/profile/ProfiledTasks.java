package dev.stowage.workflow.profile;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.Workload;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.workload.ApplicationCensus;
import dev.stowage.profile.workload.OfferedServers;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.profile.workload.SlicedWorkload.Given;
import dev.stowage.profile.workload.SlicedWorkload.Promise;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.profile.workload.TaskApplications;
import dev.stowage.profile.workload.UntoldRequests;
import dev.stowage.scenario.ProfilesFile;
import dev.stowage.scenario.Scenario;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a user gave for admission by profiles, read once. */
public final class ProfiledTasks {
    private static final int SHOWN = 5; // named in a note

    private final Scenario.Profiles given;
    private final ProfileLibrary library;
    private final ApplicationMap applications;
    private final IsolationLibrary isolation;

    private ProfiledTasks(
            Scenario.Profiles given,
            ProfileLibrary library,
            ApplicationMap applications,
            IsolationLibrary isolation) {
        this.isolation = isolation;
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
                ApplicationMap.read(given.applications()),
                given.isolation().map(ProfilesFile::isolation).orElseGet(IsolationLibrary::thesis));
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
     * True if tasks run otherwise than they are written: on slices, or on requests whose durations
     * were recorded on a server, or beside others that disturb them.
     */
    public boolean changes(PolicySpec admission, ServerFleet servers) {
        return isSliced(admission)
                || given.recordedOn() == RecordedOn.SERVER
                || !levels(servers).isEmpty();
    }

    private static List<String> levels(ServerFleet servers) {
        return servers instanceof ServerFleet.Static fleet
                ? fleet.groups().stream()
                        .flatMap(group -> group.type().isolation().stream())
                        .distinct()
                        .toList()
                : List.of();
    }

    private static boolean isSliced(PolicySpec admission) {
        return AdmissionPolicies.isByProfiles(admission);
    }

    /**
     * The workload with the slices that an admission policy {@code quman-user} promises; with what
     * tasks ask for, and the durations that follow, under any other.
     *
     * @param draw of applications
     * @param offered the servers that there are
     * @throws InputException if no slice of them gives an application its target
     */
    public SlicedWorkload of(
            Workload workload, Draw draw, PolicySpec admission, OfferedServers offered) {
        return new SlicedWorkload(
                        workload,
                        library,
                        applications.applications(draw.root()),
                        promise(admission),
                        offered)
                .withIsolation(isolation);
    }

    private Promise promise(PolicySpec admission) {
        if (!isSliced(admission)) {
            return new Promise(Promise.Gives.REQUEST, 0, 0, given.recordedOn());
        }
        if (admission.name().equals(AdmissionPolicies.QUMAN_PROVIDER)) {
            return new Promise(Promise.Gives.SHARED, 0, 0, given.recordedOn());
        }
        requireShare(admission);
        double target = admission.parameter("pi") / 100.0;
        return target == 0
                ? new Promise(Promise.Gives.AS_GOOD, 0, 0, given.recordedOn())
                : Promise.of(target, admission.parameter("margin") / 100.0, given.recordedOn());
    }

    /** One draw of applications: the root of all random numbers, and which replication. */
    public record Draw(long seed, int replication) {
        private long root() {
            return replication == 0 ? seed : Seeds.mix(seed, "replication", replication);
        }
    }

    /** What is assumed of tasks that disturb each other on servers, one sentence each. */
    public List<String> isolationNotes(ServerFleet servers) {
        return levels(servers).stream().flatMap(each -> isolationNotes(each).stream()).toList();
    }

    /** The same on servers with a level of isolation. */
    public List<String> isolationNotes(String level) {
        List<String> unknown =
                applicationsWithProfile().stream()
                        .map(ApplicationProfile::name)
                        .filter(
                                name ->
                                        isolation.neighbours().stream()
                                                .noneMatch(each -> each.name().equals(name)))
                        .toList();
        List<String> notes = new ArrayList<>();
        notes.add(
                "Servers keep tasks apart as "
                        + level
                        + " does ("
                        + isolation.source()
                        + "): what they do to each other is estimated, and of more than four on a"
                        + " server nothing was measured.");
        if (!unknown.isEmpty()) {
            notes.add(
                    "Of "
                            + String.join(", ", unknown)
                            + " nobody said what they suffer from others or do to them: they disturb"
                            + " nobody here, and real ones are slower.");
        }
        return notes;
    }

    /** Refuses a target and margin that are more than the whole server gives. */
    public static void requireShare(PolicySpec policy) {
        int together = policy.parameter("pi") + policy.parameter("margin");
        if (together > 100) {
            throw InputException.at(
                    policy.name(),
                    "pi and margin of " + together + " together",
                    "100 at most",
                    "The whole server gives a performance of 100 %.");
        }
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

    /**
     * What each application is given and how many tasks keep their request, one sentence each.
     *
     * @param requests that were looked through
     * @throws InputException if no task of the workload has a profile
     */
    public List<String> notes(SlicedWorkload.Requests requests) {
        ApplicationCensus census = requests.applications();
        if (requests.profiled() == 0) {
            throw noTask(census);
        }
        List<String> notes = new ArrayList<>();
        requests.given()
                .forEach(
                        (name, of) ->
                                notes.add(
                                        name
                                                + ": "
                                                + (isDrawn() ? "in the first draw " : "")
                                                + words(of)
                                                + "."));
        if (requests.silent() > 0) {
            notes.add(
                    Figures.count(requests.silent())
                            + " of these tasks ask for no CPU, no memory or no disk: their durations"
                            + " are taken to be those on the whole server.");
        }
        requests.given().forEach((name, of) -> note(name, of.untold()).ifPresent(notes::add));
        notes.addAll(mapNotes(census, "keep"));
        return notes;
    }

    /**
     * How many requests say more than runs tell, and what is taken of them, a sentence for each
     * application.
     */
    public List<String> notes(Map<String, UntoldRequests> untold) {
        return untold.entrySet().stream()
                .flatMap(each -> note(each.getKey(), each.getValue()).stream())
                .toList();
    }

    private Optional<String> note(String application, UntoldRequests untold) {
        if (untold.tasks() == 0) {
            return Optional.empty();
        }
        boolean hasRuns =
                library.find(application, ApplicationProfile.ANY_INPUT)
                        .filter(profile -> !profile.samples().isEmpty())
                        .isPresent();
        return Optional.of(
                application
                        + ": "
                        + Figures.count(untold.tasks())
                        + (untold.tasks() == 1 ? " task asks" : " tasks ask")
                        + (hasRuns
                                ? " for what no run tells the performance of, as less of a resource"
                                        + " than any run had, or in other proportions: from "
                                : " for what its profile does not tell the performance of: from ")
                        + Figures.hundredths(untold.least())
                        + " by the profile, which may be too much or too little, to "
                        + Figures.hundredthsAbove(untold.most())
                        + (hasRuns
                                ? ", which runs on no less bound but for their noise. "
                                : ", the most that it may be. ")
                        + (given.recordedOn() == RecordedOn.REQUEST
                                ? "Recorded durations are taken to be those at the bound, which is"
                                        + " the longest work. Profile on as little to know it."
                                : "Tasks are taken to run as fast as the profile says. Profile on as"
                                        + " little before you rely on it."));
    }

    private static String words(Given of) {
        List<String> parts = new ArrayList<>();
        if (of.kept() > 0) {
            parts.add(counted(of.kept()) + " with what they ask for");
        }
        if (of.slices().size() > SHOWN) {
            long sliced = of.slices().values().stream().mapToLong(Long::longValue).sum();
            parts.add(
                    counted(sliced)
                            + " with one of "
                            + of.slices().size()
                            + " smaller slices that perform as well by the profile");
        } else {
            of.slices().forEach((slice, tasks) -> parts.add(counted(tasks) + " with " + slice));
        }
        return String.join("; ", parts);
    }

    /**
     * What the file of applications leaves open, one sentence each.
     *
     * @param verb what tasks without a profile do, as in "keep" their requests, or "are" left out
     */
    public List<String> mapNotes(ApplicationCensus census, String verb) {
        List<String> notes = new ArrayList<>();
        census.tasks().entrySet().stream()
                .filter(each -> !isProfiled(each.getKey()) && each.getValue() > 0)
                .forEach(
                        each ->
                                notes.add(
                                        counted(each.getValue())
                                                + " of "
                                                + each.getKey()
                                                + ", which has no profile, "
                                                + fate(verb, each.getValue())));
        if (census.unnamed() > 0) {
            notes.add(
                    counted(census.unnamed())
                            + (isDrawn()
                                    ? " drew no application in the first draw, since shares sum to "
                                            + Figures.number(applications.shareSum())
                                            + ", and "
                                    : " of jobs that the file of applications does not name ")
                            + fate(verb, census.unnamed()));
        }
        List<Long> absent = census.absentJobs();
        if (!absent.isEmpty()) {
            notes.add(
                    Figures.count(absent.size())
                            + (absent.size() == 1 ? " job" : " jobs")
                            + " of the file of applications "
                            + (absent.size() == 1 ? "has" : "have")
                            + " no task in the workload: "
                            + absent.stream()
                                    .limit(SHOWN)
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", "))
                            + (absent.size() > SHOWN ? " and others." : "."));
        }
        return notes;
    }

    private static String fate(String verb, long tasks) {
        boolean isOne = tasks == 1;
        return verb.equals("keep")
                ? (isOne ? "keeps its request." : "keep their requests.")
                : (isOne ? "is left out." : "are left out.");
    }

    /** That no task of a workload runs an application with a profile. */
    public InputException noTask(ApplicationCensus census) {
        return InputException.of(
                given.applications(),
                "no task of the workload with a profile ("
                        + mapNotes(census, "are").stream()
                                .map(note -> note.replaceFirst("\\.$", ""))
                                .collect(Collectors.joining("; "))
                        + ")",
                "jobs that run one of "
                        + library.applications().stream()
                                .map(ApplicationProfile::name)
                                .distinct()
                                .collect(Collectors.joining(", ")),
                "Names are those of the profiles, jobs those of the workload.");
    }

    /** The profiles of the applications that a job may run. */
    public List<ApplicationProfile> applicationsWithProfile() {
        return applications(0).names().stream()
                .flatMap(name -> library.find(name, ApplicationProfile.ANY_INPUT).stream())
                .toList();
    }

    private boolean isProfiled(String name) {
        return library.find(name, ApplicationProfile.ANY_INPUT).isPresent();
    }

    private static String counted(long tasks) {
        return Figures.count(tasks) + (tasks == 1 ? " task" : " tasks");
    }
}
