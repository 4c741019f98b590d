package dev.stowage.workflow.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.basis.Seeds;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.isolation.Neighbour;
import dev.stowage.isolation.ResourceWeights;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.plan.FewestClaim;
import dev.stowage.policy.PolicySpec;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.profile.workload.OfferedServers;
import dev.stowage.sim.profiled.ClusterResult;
import dev.stowage.sim.profiled.ClusterRun;
import dev.stowage.sim.profiled.ClusterScheduler;
import dev.stowage.sim.profiled.ClusterSchedulers;
import dev.stowage.sim.profiled.ClusterWork;
import dev.stowage.stats.output.Reliability;
import dev.stowage.words.Figures;
import dev.stowage.workflow.profile.ProfiledTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Schedulers of profiled tasks on the tasks of a workload: one after the other, on the same
 * arrivals.
 */
public final class SchedulerStudy {
    /** Sparrow and Mesos take what a task presses on a server from its least slice for this. */
    private static final double PRESSED = 0.8;

    private final Asked asked;
    private final ProfiledTasks profiled;
    private final List<String> notes = new ArrayList<>();
    private final Map<Integer, ScheduledTasks> drawn = new ConcurrentHashMap<>();
    private boolean hasDisk; // the servers; without, each has the SSD cache of that of the profiles

    /**
     * What is asked.
     *
     * @param servers one group of equal servers
     * @param schedulers at least one
     * @param isolation level of the servers; empty: that which each scheduler was published with
     * @param library levels, and what applications do to each other
     */
    public record Asked(
            WorkloadInput input,
            ServerFleet servers,
            List<PolicySpec> schedulers,
            Optional<String> isolation,
            IsolationLibrary library,
            long seed,
            Progress progress) {
        public Asked {
            schedulers = List.copyOf(schedulers);
        }
    }

    /** Prepares. */
    public SchedulerStudy(Asked asked, ProfiledTasks profiled) {
        this.asked = asked;
        this.profiled = profiled;
    }

    /**
     * Runs all schedulers.
     *
     * @throws InputException if no task has a profile, profiles do not say CPU use, servers are of
     *     several kinds, or no slice of one gives an application its target
     */
    public SchedulersView run() {
        Prepared prepared = prepare();
        List<SchedulersView.Outcome> outcomes = new ArrayList<>();
        asked.progress().start("scheduling", asked.schedulers().size());
        for (PolicySpec spec : asked.schedulers()) {
            ClusterScheduler scheduler = scheduler(spec, prepared);
            outcomes.add(
                    SchedulersView.Outcome.of(
                            spec.toString(),
                            isolation(scheduler),
                            run(prepared, prepared.work(), scheduler, asked.seed())));
            asked.progress().advanceTo(outcomes.size());
        }
        asked.progress().done();
        return new SchedulersView(
                asked.input().workload().name(),
                asked.servers().describe(),
                asked.seed(),
                prepared.tasks().tasks(),
                prepared.tasks().leftOut(),
                outcomes,
                notes);
    }

    /**
     * The fewest servers, at most those that were asked, on which each scheduler holds a goal. A
     * replication draws the applications of jobs anew where they are drawn, and what the scheduler
     * draws.
     *
     * @throws InputException as {@link #run}
     */
    public SchedulersFewest fewest(SchedulerGoal goal, Reliability claim, int threads) {
        Prepared prepared = prepare();
        FewestClaim.Terms terms =
                new FewestClaim.Terms(
                        prepared.servers().count(), claim.leastReplications(0), claim, threads);
        List<SchedulersFewest.Scheduler> found = new ArrayList<>();
        asked.progress().start("searching the number of servers", asked.schedulers().size());
        for (PolicySpec spec : asked.schedulers()) {
            ClusterScheduler scheduler = scheduler(spec, prepared);
            boolean isDrawn =
                    profiled.isDrawn() || ClusterSchedulers.registry().entry(spec).isRandom();
            FewestClaim fewest =
                    FewestClaim.search(
                            (servers, replication) ->
                                    holds(goal, prepared.of(servers), scheduler, replication),
                            isDrawn,
                            terms);
            found.add(
                    new SchedulersFewest.Scheduler(
                            spec.toString(),
                            isolation(scheduler),
                            fewest,
                            fewest.servers() == null
                                    ? null
                                    : firstRun(prepared.of(fewest.servers()), scheduler)));
            asked.progress().advanceTo(found.size());
        }
        asked.progress().done();
        return new SchedulersFewest(
                asked.input().workload().name(),
                Figures.size(group().type().capacity()),
                asked.seed(),
                goal,
                prepared.tasks().tasks(),
                prepared.tasks().leftOut(),
                found,
                notes);
    }

    private SchedulersFewest.FirstRun firstRun(Prepared prepared, ClusterScheduler scheduler) {
        ClusterResult run = run(prepared, prepared.work(), scheduler, asked.seed());
        return new SchedulersFewest.FirstRun(
                run.leastPi(), run.meanWaitSeconds(), run.p99WaitSeconds());
    }

    private static ClusterResult run(
            Prepared prepared, ClusterWork work, ClusterScheduler scheduler, long seed) {
        return ClusterRun.of(work, prepared.servers(), scheduler, prepared.known(), seed);
    }

    private boolean holds(
            SchedulerGoal goal, Prepared prepared, ClusterScheduler scheduler, int replication) {
        long seed =
                replication == 0
                        ? asked.seed()
                        : Seeds.mix(asked.seed(), "schedulers", replication);
        ClusterWork work =
                replication == 0 || !profiled.isDrawn()
                        ? prepared.work()
                        : drawn.computeIfAbsent(replication, each -> draw(seed)).work();
        return work == null // no job drew an application with a profile
                || goal.isMet(run(prepared, work, scheduler, seed));
    }

    private ScheduledTasks draw(long seed) {
        return ScheduledTasks.of(asked.input().workload(), profiled, seed);
    }

    private record Prepared(
            ScheduledTasks tasks,
            ClusterWork work,
            ClusterRun.Servers servers,
            List<ApplicationProfile> applications,
            ClusterRun.Knowledge known) {
        Prepared of(int count) {
            return new Prepared(tasks, work, servers.of(count), applications, known);
        }
    }

    private Prepared prepare() {
        asked.schedulers().stream()
                .filter(each -> each.parameters().containsKey("margin"))
                .forEach(ProfiledTasks::requireShare);
        ClusterRun.Servers servers = servers();
        ScheduledTasks tasks = ScheduledTasks.of(asked.input().workload(), profiled, asked.seed());
        ClusterWork work = tasks.work();
        if (work == null) {
            throw profiled.noTask(tasks.census());
        }
        notes.addAll(profiled.mapNotes(tasks.census(), "are"));
        if (tasks.unknownRequests() > 0) {
            notes.add(
                    Figures.count(tasks.unknownRequests())
                            + " tasks ask for no CPU, no memory or no disk: their durations are"
                            + " taken to be those on the whole server.");
        }
        notes.addAll(profiled.notes(tasks.untold()));
        List<ApplicationProfile> applications =
                profiled.isDrawn()
                        ? profiled.applicationsWithProfile()
                        : work.jobs().stream()
                                .map(ClusterWork.Job::application)
                                .distinct()
                                .toList();
        applications.forEach(SchedulerStudy::requireCpuUse);
        return new Prepared(
                tasks,
                work,
                servers,
                applications,
                new ClusterRun.Knowledge(profiled.library(), isolation(applications), true, 0));
    }

    private ClusterScheduler scheduler(PolicySpec spec, Prepared prepared) {
        ClusterScheduler scheduler =
                ClusterSchedulers.registry().create(spec, new SplittableRandom(asked.seed()));
        requireRoom(scheduler, prepared.servers(), prepared.applications());
        noteSlices(spec, scheduler, prepared.applications());
        return scheduler;
    }

    private String isolation(ClusterScheduler scheduler) {
        return level().orElse(scheduler.isolation());
    }

    /** What is asked, else what the servers have. */
    private Optional<String> level() {
        Optional<String> level = asked.isolation().or(() -> group().type().isolation());
        level.ifPresent(asked.library()::level); // it is known
        return level;
    }

    private ServerFleet.Group group() {
        if (asked.servers() instanceof ServerFleet.Static fleet && fleet.groups().size() == 1) {
            return fleet.groups().get(0);
        }
        throw InputException.at(
                "--servers",
                asked.servers().describe(),
                "servers of one kind, as in 8x16c64g",
                "Profiles are of one type of server.");
    }

    private ClusterRun.Servers servers() {
        ServerFleet.Group group = group();
        ServerType type = group.type();
        SlicedServer profiledOn = profiled.library().server();
        double disk = (double) type.extras().diskBytes() / Resources.BYTES_PER_GIB;
        hasDisk = disk > 0;
        if (!hasDisk && profiledOn.hasSsd()) {
            notes.add(
                    "The servers have no disk, so each is taken to have the SSD cache of that of"
                            + " the profiles, "
                            + Figures.number(profiledOn.ssdGib())
                            + " GiB.");
        }
        return new ClusterRun.Servers(
                group.count(),
                type.capacity().cores(),
                type.capacity().gib(),
                hasDisk ? disk : profiledOn.ssdGib(),
                level().orElse(null));
    }

    private static void requireCpuUse(ApplicationProfile application) {
        if (application.coresAtFull().isEmpty()) {
            throw InputException.at(
                    "profile of " + application.name(),
                    "no CPU use",
                    "coresAtFull: the cores that it uses at full performance",
                    "Profile it from runs with a column cpu_util.");
        }
    }

    /** What is known; an application of which nothing is neither suffers nor disturbs. */
    private IsolationLibrary isolation(List<ApplicationProfile> applications) {
        List<Neighbour> neighbours = new ArrayList<>(asked.library().neighbours());
        TreeSet<String> unknown = new TreeSet<>();
        for (ApplicationProfile each : applications) {
            if (neighbours.stream().noneMatch(known -> known.name().equals(each.name()))) {
                unknown.add(each.name());
                neighbours.add(
                        new Neighbour(
                                each.name(),
                                ResourceWeights.NONE,
                                ResourceWeights.NONE,
                                Map.of(),
                                each.coresAtFull().orElseThrow(),
                                "nothing known"));
            }
        }
        if (!unknown.isEmpty()) {
            notes.add(
                    "Of "
                            + String.join(", ", unknown)
                            + " nobody said what they suffer from others or do to them, so they"
                            + " share CPU and what the level leaves in one pool, and disturb each"
                            + " other in nothing else: real figures are lower.");
        }
        return new IsolationLibrary(
                asked.library().source(),
                asked.library().levels(),
                neighbours,
                asked.library().server());
    }

    /** What nobody could ever place would wait for ever, with all behind it. */
    private void requireRoom(
            ClusterScheduler scheduler,
            ClusterRun.Servers servers,
            List<ApplicationProfile> applications) {
        SlicedServer of = profiled.library().server();
        boolean isAsLarge =
                servers.cores() == of.cores()
                        && servers.memoryGib() == of.memoryGib()
                        && servers.ssdGib() == of.ssdGib();
        if (scheduler instanceof ClusterScheduler.QumanProvider && !isAsLarge) {
            throw InputException.at(
                    "--servers",
                    asked.servers().describe() + " with " + scheduler.label(),
                    "servers like that of the profiles: " + of.describe(Slice.WHOLE),
                    "It shares servers on the grid of the profiles.");
        }
        OfferedServers offered = OfferedServers.of(asked.servers());
        double target = target(scheduler);
        for (ApplicationProfile each : applications) {
            if (target > 0) {
                offered.least(each, of, target, hasDisk);
            }
        }
    }

    /** The slices that a scheduler gives by a target; those of others change or are not slices. */
    private void noteSlices(
            PolicySpec spec, ClusterScheduler scheduler, List<ApplicationProfile> applications) {
        if (!(scheduler instanceof ClusterScheduler.QumanUser
                || scheduler instanceof ClusterScheduler.QuSparrow)) {
            return;
        }
        SlicedServer of = profiled.library().server();
        OfferedServers offered = OfferedServers.of(asked.servers());
        String slices =
                applications.stream()
                        .map(
                                each ->
                                        each.name()
                                                + " "
                                                + each.describe(
                                                        offered.least(
                                                                each,
                                                                of,
                                                                target(scheduler),
                                                                hasDisk),
                                                        of))
                        .collect(Collectors.joining("; "));
        notes.add("Least slices of " + spec + ": " + slices + ".");
    }

    private static double target(ClusterScheduler scheduler) {
        if (scheduler instanceof ClusterScheduler.QumanUser user) {
            return Math.min(1, user.target() + user.margin());
        }
        if (scheduler instanceof ClusterScheduler.QuSparrow quSparrow) {
            return quSparrow.target();
        }
        return scheduler instanceof ClusterScheduler.QumanProvider ? 0 : PRESSED;
    }
}
