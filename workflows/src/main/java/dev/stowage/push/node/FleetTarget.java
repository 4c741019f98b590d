package dev.stowage.push.node;

import dev.stowage.basis.InputException;
import dev.stowage.push.node.StartSettings.Group;
import dev.stowage.push.node.StartSettings.Member;
import dev.stowage.push.object.FileObjects;
import dev.stowage.push.object.FileTree;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushReview;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import dev.stowage.workflow.fleet.FleetStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * With what the manager of a fleet starts: files for every server in a folder, or one server's on a
 * tree that has {@code sys} in it. What the manager changes later is an agent's.
 */
final class FleetTarget implements PushTarget {
    static final String MANAGER = "manager";
    private static final String OUTPUT = "output";
    private static final String DISK = "disk";
    private static final String LIVE = "live";

    /** Options that only this form of the target has. */
    static final List<String> OPTIONS = List.of(OUTPUT, DISK, LIVE);

    /** Options of the other form. */
    private static final List<String> NOT_TAKEN =
            List.of("cgroup-root", "limits", "pin", "frequency-only");

    private static final String ROOT = "root";
    private static final String SERVER = "server";
    private static final String SLICE = "slice";
    private static final Pattern DEVICE = Pattern.compile("[0-9]{1,4}:[0-9]{1,7}");

    private final Supplier<PushPlan> plan;
    private final PushSettings settings;
    private final Path root;
    private final FileTree folder;
    private final SysTree tree;
    private final boolean isTree;
    private final List<String> notices = new ArrayList<>();
    private final List<StartSettings> starts = new ArrayList<>();

    FleetTarget(Supplier<PushPlan> plan, PushSettings settings, Path root, CgroupFiles files) {
        this.plan = plan;
        this.settings = settings;
        this.root = root;
        this.isTree = settings.get(ROOT).isPresent();
        this.folder = new FileTree(root);
        this.tree = new SysTree(root, files);
    }

    static PushTarget of(Supplier<PushPlan> plan, PushSettings settings) {
        for (String option : NOT_TAKEN) {
            if (settings.get(option).isPresent()) {
                throw InputException.at(
                        "--" + option,
                        "it with --manager",
                        "neither, or one of the two",
                        "The manager's start says all that is set.");
            }
        }
        Optional<String> into = settings.get(ROOT);
        if (into.isPresent() == settings.get(OUTPUT).isPresent()) {
            throw InputException.at(
                    "--manager",
                    into.isPresent() ? "--root and --output" : "neither --root nor --output",
                    "-o DIR for files of every server, or --root DIR --server NAME for one",
                    null);
        }
        Path root =
                Path.of(into.orElseGet(() -> settings.get(OUTPUT, "")))
                        .toAbsolutePath()
                        .normalize();
        boolean isLive = into.isPresent() && isLive(root);
        if (isLive && !settings.isOn(LIVE)) {
            throw InputException.at(
                    "--root",
                    root.toString(),
                    "a tree that is not this machine's own",
                    "--live says that this machine is meant.");
        }
        return new FleetTarget(plan, settings, root, isLive ? new CgroupFiles() : new PlainFiles());
    }

    private static boolean isLive(Path root) {
        Path sys = root.resolve("sys");
        if (!Files.isDirectory(sys)) {
            throw InputException.of(
                    root,
                    "no sys in it",
                    "a tree as / is, with sys/fs/cgroup, sys/fs/resctrl and sys/devices",
                    null);
        }
        try {
            return sys.toRealPath().equals(Path.of("/sys").toAbsolutePath())
                    || Set.of("sysfs", "cgroup2", "resctrl")
                            .contains(Files.getFileStore(sys).type());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public SortedMap<String, String> settings() {
        SortedMap<String, String> kept = new TreeMap<>(settings.values());
        kept.put(isTree ? ROOT : OUTPUT, root.toString());
        return kept;
    }

    @Override
    public List<PlannedObject> desired() {
        notices.clear();
        starts.clear();
        PushPlan read = plan.get();
        FleetStart fleet = read.fleet();
        if (fleet == null) {
            throw InputException.of(
                    read.file(),
                    "a plan that is no answer of stowage fleet",
                    "fleet.json, for --manager",
                    "Make one: stowage fleet SCENARIO.yaml.");
        }
        FleetStart.StartOf manager = fleet.manager(read.file(), settings.get(MANAGER, ""));
        List<PlannedObject> objects = isTree ? one(fleet, manager) : all(fleet, manager);
        notices.add(
                "This is how "
                        + manager.manager()
                        + " starts; what it changes later is done by an agent, which stowage does"
                        + " not have (docs/fleet.md says what it reads and writes)");
        if (device() == null && fleet.server().diskMBps().value() > 0) {
            notices.add("The disk is not limited: give its device with --disk MAJOR:MINOR");
        }
        notices.add("The network is not limited: cgroup v2 has no controller of it");
        return objects;
    }

    private List<PlannedObject> all(FleetStart fleet, FleetStart.StartOf manager) {
        FileObjects files = new FileObjects();
        ServerCpus cpus = ServerCpus.assumed(cores(fleet), threads(fleet));
        StartFiles writer = new StartFiles(manager.manager(), fleet.node(), fleet.server());
        for (FleetStart.Server each : FleetStart.servers(manager)) {
            if (settings.get(SERVER).map(each.name()::equals).orElse(true)) {
                StartSettings start = start(each, fleet, cpus);
                starts.add(start);
                writer.add(start, cpus.isRead(), files);
            }
        }
        if (starts.isEmpty()) {
            throw noServer(manager);
        }
        notices.add("CPUs are numbered as is assumed: core k has the CPUs k, k + cores, and so on");
        return files.objects();
    }

    private List<PlannedObject> one(FleetStart fleet, FleetStart.StartOf manager) {
        FleetStart.Server server =
                FleetStart.servers(manager).stream()
                        .filter(each -> settings.get(SERVER).map(each.name()::equals).orElse(false))
                        .findFirst()
                        .orElseThrow(() -> noServer(manager));
        ServerCpus cpus = ServerCpus.read(root, cores(fleet), threads(fleet));
        StartSettings start = start(server, fleet, cpus);
        starts.add(start);
        List<PlannedObject> objects = tree.objects(start, settings.get(SLICE, NodeTarget.SLICE));
        notices.addAll(tree.notices());
        return objects;
    }

    private InputException noServer(FleetStart.StartOf manager) {
        int count = FleetStart.servers(manager).size();
        return InputException.at(
                "--server",
                settings.get(SERVER, "nothing"),
                count == 1 ? "server-1" : "one of server-1 to server-" + count,
                null);
    }

    private StartSettings start(FleetStart.Server server, FleetStart fleet, ServerCpus cpus) {
        return StartSettings.of(
                server, fleet.server(), cpus, settings.get(SLICE, NodeTarget.SLICE), device());
    }

    private @Nullable String device() {
        String device = settings.get(DISK, "");
        if (!device.isEmpty() && !DEVICE.matcher(device).matches()) {
            throw InputException.at(
                    "--disk", device, "MAJOR:MINOR of a disk, as in 8:0", "lsblk shows it.");
        }
        return device.isEmpty() ? null : device;
    }

    private static int cores(FleetStart fleet) {
        return (int) fleet.server().cores().value();
    }

    private static int threads(FleetStart fleet) {
        return (int) fleet.server().threadsPerCore().value();
    }

    @Override
    public boolean removesWhatIsNotPlanned() {
        return true;
    }

    @Override
    public List<String> notices() {
        return notices;
    }

    @Override
    public Optional<PushReview> review(Set<String> changed) {
        List<List<Object>> rows = new ArrayList<>();
        for (StartSettings start : starts) {
            for (Group each : start.groups()) {
                List<String> members = each.members().stream().map(Member::replica).toList();
                rows.add(
                        List.of(
                                start.server().name(),
                                each.replica() == null
                                        ? "pool: " + String.join(", ", members)
                                        : each.replica(),
                                ServerCpus.list(each.cpus()),
                                each.mask(),
                                each.units().memoryGb() + " GB",
                                each.maxKhz() == null
                                        ? "no limit"
                                        : each.units().frequencyGhz() + " GHz"));
            }
        }
        return Optional.of(
                new PushReview(
                        List.of(
                                new PushReview.Section(
                                        "start",
                                        "What each replica starts with",
                                        List.of(
                                                "server",
                                                "replica",
                                                "cpus",
                                                "ways",
                                                "memory",
                                                "frequency"),
                                        rows,
                                        "nothing"))));
    }

    @Override
    public ObjectState read(String object) {
        return isTree ? tree.read(object) : folder.read(object);
    }

    @Override
    public void rehearse(PlannedObject object, ObjectState found) {
        if (isTree) {
            tree.rehearse(object.name());
        }
    }

    @Override
    public void apply(PlannedObject object, ObjectState found) {
        if (isTree) {
            tree.apply(object.name(), object.planned());
        } else {
            folder.apply(object.name(), object.planned(), found);
        }
    }

    @Override
    public void restore(String object, ObjectState found, ObjectState current) {
        if (isTree) {
            tree.bring(object, found);
        } else {
            folder.bring(object, found);
        }
    }

    @Override
    public void tidy(String object, ObjectState found) {
        if (!isTree) {
            folder.tidy(object);
        }
    }
}
