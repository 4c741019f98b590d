package dev.stowage.cli.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.isolation.IsolationLevel;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.policy.PolicySpec;
import dev.stowage.scenario.ProfilesFile;
import dev.stowage.sim.profiled.ClusterSchedulers;
import dev.stowage.workflow.simulate.SchedulerGoal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Schedulers of profiled tasks: {@code --scheduler}, {@code --isolation}. */
final class SchedulerFlags {
    private static final String OUTSIDE_BRACKETS = ",(?![^\\[]*\\])";

    /** What means nothing to them. */
    private static final List<String> OTHERS =
            List.of(
                    "--placement",
                    "--admission",
                    "--queue",
                    "--max-queue",
                    "--gang",
                    "--fidelity",
                    "--replications",
                    "--half-width",
                    "--compare",
                    "--until");

    @Option(
            names = "--scheduler",
            order = 23,
            paramLabel = "LIST",
            completionCandidates = Scheduler.class,
            description =
                    "Run tasks as fast as their slices let them, with --profiles and"
                            + " --applications, under each of these on the same arrivals:"
                            + " ${COMPLETION-CANDIDATES}, joined by commas.")
    private String schedulers = "";

    @Option(
            names = "--isolation",
            order = 24,
            paramLabel = "LEVEL",
            description =
                    "What servers keep apart of tasks with profiles: native, cgroups, vanguard or"
                            + " frimics (default: what each scheduler was published with; without"
                            + " --scheduler the attribute isolation of each type of server, or tasks"
                            + " that do not disturb each other).")
    private @Nullable String isolation;

    @Option(
            names = "--isolation-file",
            order = 25,
            paramLabel = "FILE",
            description =
                    "Levels of isolation, and what applications suffer from each other, in YAML"
                            + " (default: those of the thesis, estimated).")
    private @Nullable Path isolationFile;

    @Option(
            names = "--least-performance",
            order = 26,
            paramLabel = "SHARE",
            description =
                    "With --scheduler: find the fewest of the servers on which each task has so much"
                            + " of its performance on the whole server, as in 0.8 or 80%%, every"
                            + " task ends and none is refused.")
    private @Nullable String leastPerformance;

    @Option(
            names = "--p99-wait",
            order = 27,
            paramLabel = "TIME",
            description = "The same, or also, with 99 of 100 waits within this time, as in 60s.")
    private @Nullable String p99Wait;

    /** Names for completion. */
    static final class Scheduler extends Names.Candidates {
        Scheduler() {
            super(ClusterSchedulers.registry().names());
        }
    }

    /** True if schedulers are asked for. */
    boolean isGiven() {
        return !schedulers.isBlank();
    }

    /**
     * Refuses what does not go together.
     *
     * @param areProfiled true if tasks have profiles
     */
    void check(CommonOptions common, boolean areProfiled) {
        common.argument(this::specs);
        common.argument(this::level);
        common.argument(this::goal);
        common.time("--p99-wait", p99Wait);
        if (!isGiven() && (leastPerformance != null || p99Wait != null)) {
            throw common.usage(
                    "--least-performance and --p99-wait: found without --scheduler, expected both");
        }
        if (goal().isPresent() && common.isGiven("--output")) {
            throw common.usage(
                    "-o: found with --least-performance or --p99-wait, expected without: the answer"
                            + " is printed, with --json as JSON");
        }
        if (!isGiven() && !areProfiled && (isolation != null || isolationFile != null)) {
            throw common.usage(
                    "--isolation and --isolation-file: found without --scheduler, and without"
                            + " --profiles, expected one of them");
        }
        OTHERS.stream()
                .filter(option -> isGiven() && common.isGiven(option))
                .findFirst()
                .ifPresent(
                        option -> {
                            throw common.usage(
                                    option
                                            + ": found with --scheduler, expected one or the"
                                            + " other");
                        });
    }

    /** The schedulers, in the order given. */
    List<PolicySpec> specs() {
        List<PolicySpec> specs =
                Arrays.stream(schedulers.split(OUTSIDE_BRACKETS))
                        .filter(text -> !text.isBlank())
                        .map(
                                text ->
                                        OptionNames.policy(
                                                "--scheduler",
                                                text.strip(),
                                                ClusterSchedulers.registry()))
                        .toList();
        if (specs.stream().distinct().count() < specs.size()) {
            throw InputException.at(
                    "--scheduler", "one of them twice", "schedulers that differ", null);
        }
        return specs;
    }

    /** Levels of isolation, and what applications do to each other. */
    IsolationLibrary library() {
        return isolationFile == null
                ? IsolationLibrary.thesis()
                : ProfilesFile.isolation(isolationFile);
    }

    /** The file of levels, if one is given. */
    Optional<Path> file() {
        return Optional.ofNullable(isolationFile);
    }

    /** Servers that all have the level that is given; as they are if none is, or for schedulers. */
    ServerFleet isolated(ServerFleet servers) {
        String level = level().orElse(null);
        if (level == null || isGiven()) {
            return servers;
        }
        if (!(servers instanceof ServerFleet.Static fleet)) {
            throw InputException.at(
                    "--isolation",
                    level + " on servers that come and go",
                    "servers that stay, as in 8x16c64g",
                    null);
        }
        return new ServerFleet.Static(
                fleet.groups().stream()
                        .map(
                                group ->
                                        new ServerFleet.Group(
                                                isolated(group.type(), level),
                                                group.count(),
                                                group.serversPerDomain()))
                        .toList());
    }

    private static ServerType isolated(ServerType type, String level) {
        ServerExtras has = type.extras();
        SortedMap<String, String> attributes = new TreeMap<>(has.attributes());
        attributes.put(ServerExtras.ISOLATION, level);
        return new ServerType(
                type.name(),
                type.capacity(),
                type.power(),
                type.monthlyUsd(),
                new ServerExtras(
                        has.gpuMicros(), has.diskBytes(), has.networkBitsPerSecond(), attributes));
    }

    /** The level of isolation, if one is given. */
    Optional<String> level() {
        return Optional.ofNullable(isolation)
                .map(
                        name ->
                                OptionNames.require(
                                        "--isolation",
                                        name,
                                        library().levels().stream()
                                                .map(IsolationLevel::name)
                                                .toList()));
    }

    /** What is to be held on the fewest servers; empty if servers are as many as they are. */
    Optional<SchedulerGoal> goal() {
        if (leastPerformance == null && p99Wait == null) {
            return Optional.empty();
        }
        return Optional.of(
                new SchedulerGoal(
                        leastPerformance == null
                                ? null
                                : share("--least-performance", leastPerformance),
                        p99Wait == null ? null : Quantities.micros("--p99-wait", p99Wait) / 1e6));
    }

    private static double share(String option, String text) {
        double share = Quantities.share(option, text);
        if (share > 0 && share <= 1) {
            return share;
        }
        throw InputException.at(option, "\"" + text + "\"", "a share above 0 and at most 1", null);
    }
}
