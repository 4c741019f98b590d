package dev.stowage.cli;

import dev.stowage.cli.report.PlacementReport;
import dev.stowage.cli.scenario.PackingFile;
import dev.stowage.ingest.CanonicalTrace;
import dev.stowage.ingest.TraceSnapshot;
import dev.stowage.json.Json;
import dev.stowage.model.InputException;
import dev.stowage.model.ServerFleet;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackRequest;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.PlacementFile;
import dev.stowage.packing.PlacementPlan;
import dev.stowage.packing.PlacementRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage pack}: where everything goes, and how to get there from what runs now. */
@Command(
        name = "pack",
        customSynopsis = "stowage pack INPUT [-o NAME.plan] [OPTIONS]",
        description = {
            "Place tasks, services or VMs on as few (or as cheap) servers as possible, and say how"
                    + " to get there from what runs now.",
            "",
            "INPUT is a trace, of which one moment is packed, a YAML file of services, servers"
                    + " and rules (docs/placement.md), or an earlier plan. Writes placement.json and report.html. Exits"
                    + " with 1 if something has no place."
        },
        footer = {
            "  stowage pack shop.yaml",
            "  stowage pack june.trace --at 2h --headroom 10%%",
            "  stowage pack live.trace --max-moves 20 --solve-time 30s",
            "  stowage pack june.trace --at 2h --servers 40x48c256g --steps 100000"
        })
final class PackCommand implements Callable<Integer> {
    private static final String REPORT = "report.html";
    private static final double MICROS_PER_SECOND = 1e6;
    private static final String KUBERNETES = "kubernetes";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String DISTANCES_NOT_KEPT = "tasks.withDistancesNotKept";
    private static final List<String> SNAPSHOT_ONLY =
            List.of("--at", "--servers", "--add", "--domain", "--waiting", "--ignore-constraints");

    @Parameters(
            paramLabel = "INPUT",
            description = "A trace, a YAML file of what to pack, or an earlier plan.")
    private Path input = Path.of("");

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
                    "Place the tasks that wait at that moment too (of a Kubernetes snapshot:"
                            + " always).")
    private boolean isWithWaiting;

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

    @Mixin private PackFlags flags = new PackFlags();
    @Mixin private CatalogFlags catalogs = new CatalogFlags();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        PackingOptions options = flags.options(common);
        PackRequest request = request();
        String defaultName = InputNames.base(input) + ".plan";
        try (OutputTarget target = output.directory(defaultName, PlacementFile.NAME)) {
            PlacementPlan plan = new PackRun(request, options).place(common.progress());
            Json.write(plan, target.temporary().resolve(PlacementFile.NAME));
            write(target.temporary().resolve(REPORT), PlacementReport.html(plan));
            target.commit();
            if (common.isJson()) {
                common.out().print(Json.text(plan));
            } else {
                new PackText(plan, common.style()).print(common.out());
            }
            common.note("Written: " + target.path());
            common.note("Report: " + target.path().resolve(REPORT));
            return (plan.result().unplaced() == 0 ? ExitCode.DONE : ExitCode.NO).code();
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PackRequest request() {
        if (InputNames.isYaml(input)) {
            refuse("a YAML file", SNAPSHOT_ONLY);
            refuse("a YAML file, which says it", List.of("--headroom", "--downtime"));
            return PackingFile.read(input, InputNames.base(input), catalogs.catalogue(common));
        }
        double downtimeSeconds =
                common.argument(() -> Quantities.micros("--downtime", downtime))
                        / MICROS_PER_SECOND;
        if (CanonicalTrace.isTrace(input)) {
            return snapshot(downtimeSeconds);
        }
        if (Files.exists(input.resolve(PlacementFile.NAME)) || input.endsWith(PlacementFile.NAME)) {
            refuse("an earlier placement", SNAPSHOT_ONLY);
            PlacementPlan plan = PlacementFile.read(input);
            HeadRoom headRoom = common.isGiven("--headroom") ? headRoom(plan.resources()) : null;
            return PlacementRequests.of(input, plan, headRoom, downtimeSeconds);
        }
        throw InputException.of(
                input,
                Files.exists(input) ? "something else" : "nothing there",
                "a trace made by stowage ingest, a .yaml file, or a plan with a placement",
                "See docs/placement.md.");
    }

    private void refuse(String what, List<String> options) {
        for (String option : options) {
            if (common.isGiven(option)) {
                throw common.usage(option + ": not for " + what);
            }
        }
    }

    private HeadRoom headRoom(List<PackingResource> known) {
        return common.argument(() -> HeadRoomText.parse("--headroom", headroom, known));
    }

    private PackRequest snapshot(double downtimeSeconds) {
        CanonicalTrace trace = CanonicalTrace.open(input);
        TraceSnapshot snapshot = TraceSnapshot.of(trace, moment(trace));
        if (snapshot.tasks().isEmpty()) {
            throw InputException.of(
                    input,
                    "no task that runs at " + Figures.micros(snapshot.atMicros()),
                    "a moment at which tasks run",
                    "Choose another with --at; stowage inspect shows the times of the trace.");
        }
        boolean isOnMachines = servers.equals(ServersSpec.TRACE);
        SnapshotPacking.Choices choices =
                new SnapshotPacking.Choices(
                        isOnMachines ? Optional.empty() : Optional.of(fleet(servers)),
                        Optional.ofNullable(add).map(this::fleet),
                        domain(trace, snapshot),
                        isKubernetes(trace),
                        isWithWaiting || isKubernetes(trace),
                        !isUnconstrained,
                        downtimeSeconds);
        PackRequest request = new SnapshotPacking(snapshot, choices, this::headRoom).request();
        long notKept = trace.manifest().facts().getOrDefault(DISTANCES_NOT_KEPT, 0L);
        return notKept == 0 || isUnconstrained
                ? request
                : request.withNote(
                        Figures.count(notKept)
                                + " pods of the snapshot must be near or far from pods of other"
                                + " workloads, or spread evenly, which is not looked at here.");
    }

    /** Of Kubernetes the zone, if nothing else is said and all nodes have one. */
    private @Nullable String domain(CanonicalTrace trace, TraceSnapshot snapshot) {
        boolean hasZones =
                isKubernetes(trace)
                        && snapshot.machines().stream()
                                .allMatch(machine -> machine.attributes().containsKey(ZONE));
        return domain == null && hasZones ? ZONE : domain;
    }

    private ServerFleet.Static fleet(String text) {
        return ServersSpec.read(text, common).fleet();
    }

    private long moment(CanonicalTrace trace) {
        long first = isKubernetes(trace) ? Long.MAX_VALUE : 0;
        return common.time("--at", at).orElse(first);
    }

    private static boolean isKubernetes(CanonicalTrace trace) {
        return trace.manifest().provenance().format().equals(KUBERNETES);
    }
}
