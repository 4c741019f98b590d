package dev.stowage.push.node;

import dev.stowage.basis.InputException;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.object.FileObjects;
import dev.stowage.push.object.FileTree;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The limits of the services on one server: as drop-ins of systemd where it runs, as cgroups where
 * it does not. Cgroups have their effect at once; drop-ins from {@code systemctl daemon-reload} on.
 */
public final class NodeTarget implements PushTarget {
    public static final String NAME = "node";

    /** Options that speak of an answer of {@code fleet}. */
    public static final List<String> OF_A_FLEET = FleetTarget.OPTIONS;

    public static final String SLICE = "stowage.slice";
    private static final String SERVER = "server";
    private static final String SLICE_OPTION = "slice";
    private static final String UNITS = "root";
    private static final String FREQUENCY_ONLY = "frequency-only";
    private static final String CGROUPS = "cgroup-root";
    private static final Path RUNNING_SYSTEMD = Path.of("/run/systemd/system");
    private static final List<String> LIMITS = List.of("cpu", "memory", "io");

    private final Supplier<PushPlan> plan;
    private final PushSettings settings;
    private final CgroupTree cgroups;
    private final FileTree units;
    private final boolean isSystemd;
    private final List<String> notices = new ArrayList<>();

    private NodeTarget(
            Supplier<PushPlan> plan, PushSettings settings, Path root, boolean isSystemd) {
        this(plan, settings, root, isSystemd, new CgroupFiles());
    }

    NodeTarget(
            Supplier<PushPlan> plan,
            PushSettings settings,
            Path root,
            boolean isSystemd,
            CgroupFiles files) {
        this.plan = plan;
        this.settings = settings;
        this.isSystemd = isSystemd;
        this.units = new FileTree(root);
        this.cgroups = new CgroupTree(root, files);
    }

    public static PushTarget of(Supplier<PushPlan> plan, PushSettings settings) {
        if (settings.get(FleetTarget.MANAGER).isPresent()) {
            return FleetTarget.of(plan, settings);
        }
        if (settings.get(CGROUPS).isPresent()) {
            return new NodeTarget(plan, settings, absolute(settings.get(CGROUPS, "")), false);
        }
        if (settings.get(UNITS).isPresent()) {
            return new NodeTarget(plan, settings, absolute(settings.get(UNITS, "")), true);
        }
        if (Files.isDirectory(RUNNING_SYSTEMD)) {
            return new NodeTarget(plan, settings, RUNNING_SYSTEMD, true);
        }
        Path mount =
                CgroupFiles.mountPoint()
                        .orElseThrow(
                                () ->
                                        new PushFailure(
                                                "neither systemd nor cgroup v2 is here\n  Write the"
                                                        + " drop-ins for another host into a folder:"
                                                        + " --root DIR",
                                                null));
        return new NodeTarget(plan, settings, mount, false);
    }

    private static Path absolute(String text) {
        return Path.of(text).toAbsolutePath().normalize();
    }

    /** Which limits are wanted, and how. */
    public static NodePlan.NodeOptions options(PushSettings settings) {
        String limits = settings.get("limits", String.join(",", LIMITS));
        List<String> names = List.of(limits.split(",", -1));
        names.forEach(
                each -> {
                    if (!LIMITS.contains(each)) {
                        throw InputException.at(
                                "--limits", each, "some of " + String.join(",", LIMITS), null);
                    }
                });
        return new NodePlan.NodeOptions(names, settings.isOn("pin"));
    }

    /** File of the drop-in of a slice, relative to the folder of units. */
    public static String dropIn(String slice) {
        return slice + ".d/50-stowage.conf";
    }

    @Override
    public SortedMap<String, String> settings() {
        SortedMap<String, String> kept = new TreeMap<>();
        kept.put(isSystemd ? UNITS : CGROUPS, units.root().toString());
        kept.put(SERVER, server());
        kept.put(SLICE_OPTION, settings.get(SLICE_OPTION, SLICE));
        return kept;
    }

    private String server() {
        return settings.get(SERVER).orElseGet(NodeTarget::hostName);
    }

    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            throw new PushFailure("the name of this host is not known\n  Give --server NAME.", e);
        }
    }

    @Override
    public List<PlannedObject> desired() {
        notices.clear();
        PushPlan read = plan.get();
        if (read.settings() != null) {
            boolean isFrequencyOnly = settings.isOn(FREQUENCY_ONLY);
            return settings(new SettingsUnits(read.settings(), isFrequencyOnly, read.file()));
        }
        if (read.fleet() != null) {
            read.fleet().manager(read.file(), null); // says which there are
        }
        if (settings.isOn(FREQUENCY_ONLY)) {
            throw InputException.at(
                    "--frequency-only", read.file().toString(), "a result of stowage tune", null);
        }
        PlacementPlan placement = read.requirePlacement(NAME);
        PlacementPlan.Server server = NodePlan.server(placement, server(), read.file());
        NodePlan node = new NodePlan(placement, server, options(settings));
        List<SliceLimits> slices = node.slices();
        notices.addAll(node.notices());
        if (slices.isEmpty()) {
            notices.add("The plan has nothing on " + server.name() + " that this target limits");
        }
        SliceNames names = new SliceNames(settings.get(SLICE_OPTION, SLICE));
        return isSystemd ? dropIns(slices, names) : cgroups(slices, names);
    }

    private List<PlannedObject> settings(SettingsUnits units) {
        if (!isSystemd) {
            throw new PushFailure(
                    "skipped: settings by hour need systemd, which is not here\n  Write the units for"
                            + " another host into a folder: --root DIR",
                    null);
        }
        notices.addAll(units.notices());
        return units.objects();
    }

    private List<PlannedObject> dropIns(List<SliceLimits> slices, SliceNames names) {
        FileObjects files = new FileObjects();
        slices.forEach(each -> files.add(dropIn(names.of(each.service())), each.unit()));
        notices.add(
                "systemd takes drop-ins in with: systemctl daemon-reload; run a service in its slice"
                        + " with Slice= in its unit");
        return files.objects();
    }

    private List<PlannedObject> cgroups(List<SliceLimits> slices, SliceNames names) {
        TreeSet<String> needed = new TreeSet<>();
        slices.forEach(
                slice ->
                        slice.values()
                                .forEach(
                                        (file, value) -> {
                                            if (!value.isEmpty()) {
                                                needed.add(file.substring(0, file.indexOf('.')));
                                            }
                                        }));
        requireControllers(needed);
        List<PlannedObject> objects = new ArrayList<>();
        TreeSet<String> top = cgroups.controllers("", CgroupTree.CONTROLLERS);
        top.addAll(needed);
        objects.add(PlannedObject.of("./", CgroupTree.state(new TreeMap<>(), top)));
        String parent = names.parent() + "/";
        if (!slices.isEmpty()) {
            objects.add(PlannedObject.own(parent, CgroupTree.state(new TreeMap<>(), needed)));
        }
        for (SliceLimits slice : slices) {
            objects.add(
                    PlannedObject.own(
                            parent + names.of(slice.service()) + "/",
                            CgroupTree.state(slice.values(), List.of())));
        }
        notices.add("A process is put under a limit by writing its number into cgroup.procs");
        return objects;
    }

    private void requireControllers(Set<String> needed) {
        Path root = cgroups.root();
        if (!Files.exists(root.resolve("cgroup.controllers"))) {
            throw new PushFailure(
                    "skipped: no cgroup v2 at "
                            + root
                            + "\n  Give its root with --cgroup-root, or a folder for drop-ins of"
                            + " systemd with --root.",
                    null);
        }
        TreeSet<String> available = cgroups.controllers("", "cgroup.controllers");
        TreeSet<String> missing = new TreeSet<>(needed);
        missing.removeAll(available);
        if (!missing.isEmpty()) {
            throw new PushFailure(
                    "skipped: cgroup v2 at "
                            + root
                            + " has no controller "
                            + String.join(", ", missing)
                            + " (it has: "
                            + (available.isEmpty() ? "none" : String.join(", ", available))
                            + ")\n  Controllers that are mounted as cgroup v1 are not in v2. Leave"
                            + " their limits out with --limits, or write drop-ins for another host"
                            + " with --root DIR.",
                    null);
        }
        if (!Files.isWritable(root.resolve(CgroupTree.CONTROLLERS))) {
            throw new PushFailure(
                    "skipped: "
                            + root.resolve(CgroupTree.CONTROLLERS)
                            + " is not writable here\n  Writing cgroups takes root, or a delegated"
                            + " subtree given with --cgroup-root.",
                    null);
        }
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
    public ObjectState read(String object) {
        return isSystemd ? units.read(object) : cgroups.read(object);
    }

    @Override
    public void apply(PlannedObject object, ObjectState found) {
        if (isSystemd) {
            units.apply(object.name(), object.planned(), found);
        } else {
            cgroups.apply(object.name(), object.planned());
        }
    }

    @Override
    public void restore(String object, ObjectState found, ObjectState current) {
        if (isSystemd) {
            if (object.equals(SettingsUnits.SAVED) && !found.exists()) {
                notices.add(SettingsUnits.AFTER_ROLLBACK);
            }
            units.bring(object, found);
        } else {
            cgroups.bring(object, found);
        }
    }

    @Override
    public void tidy(String object, ObjectState found) {
        if (isSystemd) {
            units.tidy(object);
        }
    }
}
