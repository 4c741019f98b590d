package dev.stowage.cli.plan;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.ingest.snapshot.TraceSnapshot;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.HeadRoomText;
import dev.stowage.option.Quantities;
import dev.stowage.option.ServersSpec;
import dev.stowage.output.InputNames;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementRequests;
import dev.stowage.push.kubernetes.WorkloadChoice;
import dev.stowage.scenario.PackingFile;
import dev.stowage.terminal.ShellWord;
import dev.stowage.words.Figures;
import dev.stowage.workflow.pack.PackInput;
import dev.stowage.workflow.pack.SnapshotPacking;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What of an input is packed, and on which servers. */
final class PackInputFlags {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final String KUBERNETES = "kubernetes";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String DISTANCES_NOT_KEPT = "tasks.withDistancesNotKept";
    private static final List<String> SNAPSHOT_ONLY =
            List.of(
                    "--at",
                    "--servers",
                    "--add",
                    "--domain",
                    "--waiting",
                    "--only",
                    "--except",
                    "--ignore-constraints");

    @Option(
            names = "--at",
            order = 1,
            paramLabel = "TIME",
            description =
                    "Moment of the trace (default: its start; of a Kubernetes snapshot, its end).")
    private @Nullable String at;

    @Option(
            names = "--servers",
            order = 2,
            paramLabel = "SPEC",
            defaultValue = ServersSpec.TRACE,
            description =
                    "Servers to pack on: 40x48c256g, a YAML file of groups, or trace, its machines"
                            + " with what runs on them (default: ${DEFAULT-VALUE}).")
    private String servers = "";

    @Option(
            names = "--add",
            order = 3,
            paramLabel = "SPEC",
            description = "Servers that may be used besides: 4x64c512g.")
    private @Nullable String add;

    @Option(
            names = "--headroom",
            order = 4,
            paramLabel = "SHARE",
            defaultValue = "0%",
            description =
                    "Share of each server that stays free: 10%%, or cpu=10%%,memory=5%% (default:"
                            + " ${DEFAULT-VALUE}).")
    private String headroom = "";

    @Option(
            names = "--domain",
            order = 5,
            paramLabel = "ATTRIBUTE",
            description =
                    "Attribute of machines that names their failure domain (default: each is its"
                            + " own; of Kubernetes the zone, if all nodes have one).")
    private @Nullable String domain;

    @Option(
            names = "--waiting",
            order = 6,
            description =
                    "Place all tasks that wait at that moment too (of a Kubernetes snapshot,"
                            + " without it: those for which a node has room now).")
    private boolean isWithWaiting;

    @Option(
            names = "--only",
            order = 6,
            paramLabel = "NAMES",
            description =
                    "Move only these services; the others stay where they run. Of Kubernetes"
                            + " namespaces or workloads: shop,data/StatefulSet/db; * is any text.")
    private @Nullable String only;

    @Option(
            names = "--except",
            order = 6,
            paramLabel = "NAMES",
            description = "Move all services but these.")
    private @Nullable String except;

    @Option(
            names = "--ignore-constraints",
            order = 6,
            description = "Place tasks anywhere, whatever the trace says about them.")
    private boolean isUnconstrained;

    @Option(
            names = "--downtime",
            order = 7,
            paramLabel = "TIME",
            defaultValue = "30s",
            description =
                    "How long a task is away when it moves, an assumption (default:"
                            + " ${DEFAULT-VALUE}).")
    private String downtime = "";

    /**
     * What an input holds.
     *
     * @throws InputException if it is nothing that can be packed
     */
    PackInput read(Path input, CatalogFlags catalogs, CommonOptions common) {
        if (InputNames.isYaml(input)) {
            refuse("a YAML file", SNAPSHOT_ONLY, common);
            refuse("a YAML file, which says it", List.of("--headroom", "--downtime"), common);
            return PackInput.of(
                    input,
                    PackingFile.read(input, InputNames.base(input), catalogs.catalogue(common)));
        }
        double downtimeSeconds =
                common.argument(() -> Quantities.micros("--downtime", downtime))
                        / MICROS_PER_SECOND;
        if (CanonicalTrace.isTrace(input)) {
            return snapshot(input, downtimeSeconds, common);
        }
        if (Files.exists(input.resolve(PlacementFile.NAME)) || input.endsWith(PlacementFile.NAME)) {
            refuse("an earlier placement", SNAPSHOT_ONLY, common);
            PlacementPlan plan = PlacementFile.read(input);
            HeadRoom headRoom =
                    common.isGiven("--headroom") ? headRoom(plan.resources(), common) : null;
            return PackInput.of(
                    input, PlacementRequests.of(input, plan, headRoom, downtimeSeconds));
        }
        throw InputException.of(
                input,
                found(input),
                "a trace made by stowage ingest, a .yaml file, or a plan with a placement",
                remedy(input));
    }

    private static String remedy(Path input) {
        String whatPacks = "docs/placement.md says what can be packed.";
        if (!Files.exists(input)) {
            return whatPacks;
        }
        return isCsv(input)
                ? "Make a trace of it: stowage ingest csv "
                        + input
                        + "; docs/trace-formats.md says which columns it needs."
                : "stowage init "
                        + ShellWord.of(input.toString())
                        + " makes a trace to pack of the files of traces and of snapshots of"
                        + " clusters; "
                        + whatPacks;
    }

    private static boolean isCsv(Path input) {
        return input.toString().matches("(?i).*\\.csv(\\.gz)?") && Files.isRegularFile(input);
    }

    private static String found(Path input) {
        if (!Files.exists(input)) {
            return "nothing there";
        }
        if (Files.isDirectory(input)) {
            return "a folder that is no trace and holds no " + PlacementFile.NAME;
        }
        String name = String.valueOf(input.getFileName());
        int dot = name.lastIndexOf('.');
        return isCsv(input)
                ? "a CSV file"
                : dot > 0 ? "a file *" + name.substring(dot) : "a file of no known kind";
    }

    private static void refuse(String what, List<String> options, CommonOptions common) {
        for (String option : options) {
            if (common.isGiven(option)) {
                throw common.usage(option + ": not for " + what);
            }
        }
    }

    private HeadRoom headRoom(List<PackingResource> known, CommonOptions common) {
        return common.argument(() -> HeadRoomText.parse("--headroom", headroom, known));
    }

    private PackInput snapshot(Path input, double downtimeSeconds, CommonOptions common) {
        boolean isOnMachines = servers.equals(ServersSpec.TRACE);
        CanonicalTrace trace = CanonicalTrace.open(input);
        TraceSnapshot snapshot = TraceSnapshot.of(trace, moment(trace, common), isOnMachines);
        if (snapshot.tasks().isEmpty()) {
            throw InputException.of(
                    input,
                    none(snapshot),
                    "a moment at which tasks run",
                    "Choose another with --at; stowage inspect shows the times of the trace.");
        }
        SnapshotPacking.Choices choices =
                new SnapshotPacking.Choices(
                        isOnMachines ? Optional.empty() : Optional.of(fleet(servers)),
                        Optional.ofNullable(add).map(text -> fleet(text)),
                        domain(trace, snapshot),
                        isKubernetes(trace),
                        waiting(trace, isOnMachines),
                        chosen(trace, common),
                        !isUnconstrained,
                        downtimeSeconds);
        SnapshotPacking packing =
                new SnapshotPacking(snapshot, choices, known -> headRoom(known, common));
        long notKept = trace.manifest().facts().getOrDefault(DISTANCES_NOT_KEPT, 0L);
        PackRequest recorded =
                trace.manifest()
                        .leftOut()
                        .map(packing.request()::withNote)
                        .orElseGet(packing::request);
        PackRequest request =
                notKept == 0 || isUnconstrained
                        ? recorded
                        : recorded.withNote(
                                Figures.count(notKept)
                                        + " pods of the snapshot must be near or far from"
                                        + " pods of other workloads, or spread evenly."
                                        + " They stay where they run; whether others come"
                                        + " near them is not looked at here.");
        return new PackInput(
                input, request, Optional.of(new PackInput.Recorded(trace, packing.tasks())));
    }

    /** That nothing runs, and what the tasks do instead. */
    private static String none(TraceSnapshot snapshot) {
        TraceSnapshot.Counts counts = snapshot.counts();
        Map<String, Long> others = new LinkedHashMap<>();
        others.put("ended before", counts.ended() + counts.neverScheduled());
        others.put("waiting for a machine", counts.waiting());
        others.put("submitted later", counts.notYet());
        others.put("between two attempts", counts.earlierAttempt());
        others.values().removeIf(count -> count == 0);
        String moment =
                snapshot.atMicros() == TraceSnapshot.END_MICROS
                        ? "the end of the trace"
                        : Figures.micros(snapshot.atMicros());
        return "no task that runs at "
                + moment
                + ": of "
                + Figures.count(counts.tasks())
                + (counts.tasks() == 1 ? " task " : " tasks ")
                + others.entrySet().stream()
                        .map(each -> Figures.count(each.getValue()) + " " + each.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** Of a Kubernetes snapshot those that have room, as the scheduler would have placed them. */
    private SnapshotPacking.Waiting waiting(CanonicalTrace trace, boolean isOnMachines) {
        if (isWithWaiting || (isKubernetes(trace) && !isOnMachines)) {
            return SnapshotPacking.Waiting.ALL;
        }
        return isKubernetes(trace)
                ? SnapshotPacking.Waiting.WHERE_ROOM
                : SnapshotPacking.Waiting.NONE;
    }

    /** Of Kubernetes the zone, if nothing else is said and all nodes have one. */
    private @Nullable String domain(CanonicalTrace trace, TraceSnapshot snapshot) {
        boolean hasZones =
                isKubernetes(trace)
                        && snapshot.machines().stream()
                                .allMatch(machine -> machine.attributes().containsKey(ZONE));
        return domain == null && hasZones ? ZONE : domain;
    }

    /** By names: a trace of a cluster has no labels of workloads. */
    private WorkloadChoice chosen(CanonicalTrace trace, CommonOptions common) {
        WorkloadChoice choice =
                WorkloadChoice.of(only == null ? "" : only, except == null ? "" : except);
        if (isKubernetes(trace) && choice.hasLabels()) {
            throw common.usage(
                    "--only, --except: found a label, expected namespaces or workloads; a trace has"
                            + " no labels of pods. stowage push takes labels.");
        }
        return choice;
    }

    private static ServerFleet.Static fleet(String text) {
        return ServersSpec.read(text).fleet();
    }

    private long moment(CanonicalTrace trace, CommonOptions common) {
        long first = isKubernetes(trace) ? TraceSnapshot.END_MICROS : 0;
        return common.time("--at", at).orElse(first);
    }

    private static boolean isKubernetes(CanonicalTrace trace) {
        return trace.manifest().provenance().format().equals(KUBERNETES);
    }
}
