package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.push.PushTargets;
import dev.stowage.push.node.NodeTarget;
import dev.stowage.push.object.PushSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the targets of a push, each of which takes some. */
final class PushFlags {
    @Option(
            names = {"-o", "--output"},
            order = 20,
            paramLabel = "DIR",
            description =
                    "files, terraform: folder to write (default: pushed, terraform). node with"
                            + " --manager: folder for the files of every server.")
    private @Nullable String output;

    @Option(
            names = "--format",
            order = 20,
            paramLabel = "NAME",
            description =
                    "files: plain, or kustomize: components of patches for workloads whose manifests"
                            + " are in a repository (default: plain).")
    private @Nullable String format;

    @Option(
            names = "--provider",
            order = 21,
            paramLabel = "NAME",
            description =
                    "terraform: only VMs of this one; of plan.json its cheapest option (default: all"
                            + " of a placement, the cheapest option).")
    private @Nullable String provider;

    @Option(
            names = "--server",
            order = 22,
            paramLabel = "NAME",
            description = "node: server of the plan that this is (default: the host's name).")
    private @Nullable String server;

    @Option(
            names = "--slice",
            order = 23,
            paramLabel = "NAME",
            description =
                    "node, files: slice above those of the services (default: stowage.slice).")
    private @Nullable String slice;

    @Option(
            names = "--limits",
            order = 24,
            paramLabel = "NAMES",
            description = "node, files: which limits to set (default: cpu,memory,io).")
    private @Nullable String limits;

    @Option(
            names = "--pin",
            order = 25,
            description = "node, files: give services of whole cores CPUs of their own.")
    private boolean isPinned;

    @Option(
            names = "--frequency-only",
            order = 38,
            description =
                    "node: of tuned pairs set the frequency alone, and leave the delay of interrupts"
                            + " to Linux; that may miss the target, or let requests pile up.")
    private boolean isFrequencyOnly;

    @Option(
            names = "--root",
            order = 26,
            paramLabel = "DIR",
            description =
                    "node: write drop-ins of systemd into this folder (default:"
                            + " /run/systemd/system, which a reboot empties). With --manager: set up"
                            + " --server in this tree, which has sys in it.")
    private @Nullable String root;

    @Option(
            names = "--cgroup-root",
            order = 27,
            paramLabel = "DIR",
            description =
                    "node: write cgroups below this one instead (default where systemd does not run:"
                            + " where cgroup v2 is mounted).")
    private @Nullable String cgroupRoot;

    @Option(
            names = "--manager",
            order = 27,
            paramLabel = "NAME",
            description =
                    "node: of an answer of stowage fleet, what this manager's servers start with:"
                            + " all as files with -o, or one with --root and --server.")
    private @Nullable String manager;

    @Option(
            names = "--disk",
            order = 27,
            paramLabel = "MAJOR:MINOR",
            description = "node with --manager: device that io.max limits (default: none).")
    private @Nullable String disk;

    @Option(
            names = "--live",
            order = 27,
            description = "node with --manager: --root may be this machine itself.")
    private boolean isLive;

    @Option(
            names = "--placement",
            order = 28,
            paramLabel = "HOW",
            description =
                    "kubernetes, files: write into the templates of pods where the plan wants them,"
                            + " which makes all pods anew: node affinity, preferred or required;"
                            + " topology spread, spread; or none (default: none).")
    private @Nullable String placement;

    @Option(
            names = "--kubeconfig",
            order = 29,
            paramLabel = "FILE",
            description = "kubernetes: file with clusters and credentials (default: as kubectl).")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            order = 30,
            paramLabel = "NAME",
            description = "kubernetes: context of the kubeconfig (default: its current one).")
    private @Nullable String context;

    @Option(
            names = "--drain",
            order = 31,
            description =
                    "kubernetes: carry out the plan's moves: close the nodes that it empties, then"
                            + " step by step evict pods as disruption budgets allow, and wait until"
                            + " those in their place are ready; evictions can't be undone.")
    private boolean isDrained;

    @Option(
            names = "--only",
            order = 33,
            paramLabel = "NAMES",
            description =
                    "kubernetes: only these namespaces, workloads or labels that all pods of a"
                            + " workload have: shop,data/StatefulSet/db,team=web; * is any text.")
    private @Nullable String only;

    @Option(
            names = "--except",
            order = 34,
            paramLabel = "NAMES",
            description = "kubernetes: all but these.")
    private @Nullable String except;

    @Option(
            names = "--max-unavailable",
            order = 35,
            paramLabel = "N",
            description =
                    "kubernetes: pods of one workload that may be away at a time (default: 1);"
                            + " disruption budgets hold besides.")
    private @Nullable Integer maxUnavailable;

    @Option(
            names = "--max-restarts",
            order = 35,
            paramLabel = "N",
            description =
                    "kubernetes: pods that this run may make anew, at most; then it stops, and"
                            + " --continue makes the rest, N at a time (default: as many as the"
                            + " plan moves).")
    private @Nullable Integer maxRestarts;

    @Option(
            names = "--window",
            order = 35,
            paramLabel = "TIMES",
            description =
                    "kubernetes: begin nothing outside these times of the day, and wait for them:"
                            + " \"22:00-05:00 Europe/Vienna\"; \"always\" with --continue takes a"
                            + " window away (default: always).")
    private @Nullable String window;

    @Option(
            names = "--timeout",
            order = 36,
            paramLabel = "TIME",
            description =
                    "kubernetes: how long to wait while nothing gets on: for a budget, for room, for"
                            + " a pod to be ready, for a rollout; 0 waits for nothing (default:"
                            + " 10m).")
    private @Nullable String timeout;

    @Option(
            names = "--priorities",
            order = 37,
            description =
                    "kubernetes, files: give workloads without a priority class of their own one with"
                            + " the priority of the plan.")
    private boolean isPrioritised;

    @Option(
            names = "--force-conflicts",
            order = 32,
            description = "kubernetes: take over fields that another field manager owns.")
    private boolean areConflictsForced;

    /** The options given, if the target takes them all. */
    PushSettings settings(PushTargets.Entry target, CommonOptions common) {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, "output", output);
        put(given, "format", format);
        put(given, "provider", provider);
        put(given, "server", server);
        put(given, "slice", slice);
        put(given, "limits", limits);
        put(given, "pin", isPinned ? "true" : null);
        put(given, "frequency-only", isFrequencyOnly ? "true" : null);
        put(given, "root", root);
        put(given, "cgroup-root", cgroupRoot);
        put(given, "manager", manager);
        put(given, "disk", disk);
        put(given, "live", isLive ? "true" : null);
        put(given, "placement", placement);
        put(
                given,
                "kubeconfig",
                kubeconfig == null ? null : kubeconfig.toAbsolutePath().toString());
        put(given, "context", context);
        put(given, "drain", isDrained ? "true" : null);
        put(given, "only", only);
        put(given, "except", except);
        if (maxUnavailable != null && maxUnavailable < 1) {
            throw common.usage(
                    "--max-unavailable: found " + maxUnavailable + ", expected at least 1");
        }
        put(given, "max-unavailable", maxUnavailable == null ? null : maxUnavailable.toString());
        if (maxRestarts != null && maxRestarts < 1) {
            throw common.usage("--max-restarts: found " + maxRestarts + ", expected at least 1");
        }
        put(given, "max-restarts", maxRestarts == null ? null : maxRestarts.toString());
        put(given, "window", window);
        put(given, "timeout", timeout);
        put(given, "priorities", isPrioritised ? "true" : null);
        put(given, "force-conflicts", areConflictsForced ? "true" : null);
        for (String option : given.keySet()) {
            if (!target.options().contains(option)) {
                throw common.usage(
                        "--"
                                + option
                                + ": found with --target "
                                + target.name()
                                + ", which takes "
                                + target.options().stream()
                                        .sorted()
                                        .map(each -> "--" + each)
                                        .collect(Collectors.joining(", ")));
            }
        }
        if (target.name().equals(NodeTarget.NAME) && manager == null) {
            NodeTarget.OF_A_FLEET.stream()
                    .filter(given::containsKey)
                    .findFirst()
                    .ifPresent(
                            option -> {
                                throw common.usage(
                                        "--"
                                                + option
                                                + ": found with --target node alone, expected it"
                                                + " with --manager NAME, for an answer of stowage"
                                                + " fleet");
                            });
        }
        return PushSettings.of(given);
    }

    private static void put(Map<String, String> given, String name, @Nullable String value) {
        if (value != null) {
            given.put(name, value);
        }
    }
}
