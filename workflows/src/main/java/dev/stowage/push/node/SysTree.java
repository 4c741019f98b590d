package dev.stowage.push.node;

import dev.stowage.basis.InputException;
import dev.stowage.push.node.StartSettings.Group;
import dev.stowage.push.node.StartSettings.Member;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parts of {@code /sys} that a start changes, below a root: cgroups, groups of resctrl, limits
 * of frequencies. Names of objects are relative to the root.
 */
final class SysTree {
    /** Value of each file of a cgroup that nobody has limited. */
    static final Map<String, String> LIMITS = limits();

    static final String CGROUP = "sys/fs/cgroup/";
    static final String RESCTRL = "sys/fs/resctrl/";
    private static final String CPU = "sys/devices/system/cpu/cpu";
    private static final String FREQUENCY = "/cpufreq/scaling_max_freq";
    private static final String KHZ = "kHz";
    private static final String CACHE = "info/L3/";

    private final Path root;
    private final CgroupFiles files;
    private final CgroupTree cgroups;
    private final List<String> notices = new ArrayList<>();

    SysTree(Path root, CgroupFiles files) {
        this.root = root;
        this.files = files;
        cgroups = new CgroupTree(root.resolve(CGROUP), files, LIMITS);
    }

    private static Map<String, String> limits() {
        Map<String, String> limits = new HashMap<>(SliceLimits.DEFAULTS);
        limits.put(CgroupTree.IO_MAX, "");
        limits.put(StartSettings.MEMS, "");
        return Map.copyOf(limits);
    }

    /** What there is to say of the last objects. */
    List<String> notices() {
        return notices;
    }

    /** Path of the limit of a CPU's frequency. */
    static String frequency(int cpu) {
        return CPU + cpu + FREQUENCY;
    }

    /** Controllers that the limits of some groups need. */
    static SortedSet<String> controllers(List<Group> groups) {
        SortedSet<String> needed = new TreeSet<>();
        for (Group group : groups) {
            group.limits()
                    .keySet()
                    .forEach(each -> needed.add(each.substring(0, each.indexOf('.'))));
        }
        return needed;
    }

    /**
     * What a start wants, parents first.
     *
     * @throws InputException if the server lacks something that the start divides
     */
    List<PlannedObject> objects(StartSettings start, String slice) {
        notices.clear();
        List<PlannedObject> objects = new ArrayList<>();
        cgroups(start, slice, objects);
        resctrl(start, objects);
        frequencies(start, objects);
        return objects;
    }

    private void cgroups(StartSettings start, String slice, List<PlannedObject> objects) {
        SortedSet<String> needed = controllers(start.groups());
        TreeSet<String> missing = new TreeSet<>(needed);
        TreeSet<String> available = cgroups.controllers("", "cgroup.controllers");
        missing.removeAll(available);
        if (!missing.isEmpty()) {
            throw InputException.of(
                    root.resolve(CGROUP + "cgroup.controllers"),
                    available.isEmpty() ? "no controllers" : String.join(", ", available),
                    String.join(", ", needed),
                    "Mount cgroup v2 there with these controllers, or give another tree with"
                            + " --root.");
        }
        TreeSet<String> top = cgroups.controllers("", CgroupTree.CONTROLLERS);
        top.addAll(needed);
        objects.add(PlannedObject.of(CGROUP, CgroupTree.state(Map.of(), top)));
        objects.add(
                PlannedObject.own(CGROUP + slice + "/", CgroupTree.state(new TreeMap<>(), needed)));
        for (Group group : start.groups()) {
            objects.add(
                    PlannedObject.own(
                            CGROUP + group.cgroup(), CgroupTree.state(group.limits(), List.of())));
            for (Member member : group.members()) {
                objects.add(
                        PlannedObject.own(
                                CGROUP + member.cgroup(), CgroupTree.state(Map.of(), List.of())));
            }
        }
    }

    private void resctrl(StartSettings start, List<PlannedObject> objects) {
        ResctrlTree tree = resctrl();
        BigInteger full = number(CACHE + "cbm_mask", 16);
        int least = number(CACHE + "min_cbm_bits", 10).intValue();
        int ways = start.groups().stream().mapToInt(each -> each.units().cacheWays()).sum();
        if (full.bitLength() < ways) {
            throw InputException.of(
                    root.resolve(RESCTRL + CACHE + "cbm_mask"),
                    full.bitLength() + " ways",
                    "the " + ways + " ways that the fleet was planned with",
                    "Plan with a node that is like this server (node: in the scenario).");
        }
        long own = start.groups().stream().filter(each -> !each.isPool()).count();
        long most = number(CACHE + "num_closids", 10).longValue();
        if (own + 1 > most) {
            throw InputException.of(
                    root.resolve(RESCTRL + CACHE + "num_closids"),
                    most + " groups",
                    (own + 1) + ", one a replica and the one of all others",
                    "Plan with fewer replicas on a server (mostPerServer).");
        }
        boolean hasPool = false;
        for (Group group : start.groups()) {
            if (group.units().cacheWays() < least) {
                throw InputException.of(
                        root.resolve(RESCTRL + CACHE + "min_cbm_bits"),
                        least + " ways at least",
                        "at most the "
                                + group.units().cacheWays()
                                + " of "
                                + (group.replica() == null ? "the pool" : group.replica()),
                        "Plan with a node that is like this server (node: in the scenario).");
            }
            if (group.isPool()) {
                hasPool = true;
                objects.add(PlannedObject.of(RESCTRL, tree.state(group.mask(), "")));
            } else {
                objects.add(
                        PlannedObject.own(
                                RESCTRL + group.resctrl() + "/",
                                tree.state(group.mask(), ServerCpus.list(group.cpus()))));
            }
        }
        if (!hasPool) {
            notices.add(
                    "The pool has no core at the start: whoever is in no group, as the operating"
                            + " system, keeps all ways, so that no replica has its ways to itself"
                            + " against that");
        }
    }

    private ResctrlTree resctrl() {
        return new ResctrlTree(
                root.resolve(RESCTRL), files, number(CACHE + "cbm_mask", 16).toString(16));
    }

    private BigInteger number(String name, int radix) {
        Path file = root.resolve(RESCTRL + name);
        String text =
                files.read(file)
                        .orElseThrow(
                                () ->
                                        InputException.of(
                                                file,
                                                "no such file",
                                                "resctrl with a last-level cache that can be"
                                                        + " divided",
                                                "Mount it: mount -t resctrl resctrl"
                                                        + " /sys/fs/resctrl. The processor has to"
                                                        + " know cache allocation."));
        try {
            return new BigInteger(text.strip(), radix);
        } catch (NumberFormatException e) {
            throw InputException.of(file, text, "a number", "Is it a tree of /sys?").causedBy(e);
        }
    }

    private void frequencies(StartSettings start, List<PlannedObject> objects) {
        int left = 0;
        for (Group group : start.groups()) {
            if (group.maxKhz() == null) {
                continue;
            }
            for (int cpu : group.cpus()) {
                if (Files.exists(root.resolve(frequency(cpu)))) {
                    objects.add(
                            PlannedObject.of(
                                    frequency(cpu),
                                    ObjectState.of(
                                            Map.of(KHZ, String.valueOf(group.maxKhz())), "")));
                } else {
                    left++;
                }
            }
        }
        if (left > 0) {
            notices.add(
                    left
                            + " CPUs have no "
                            + FREQUENCY.substring(1)
                            + " here, and keep their frequency; the plan counts on a limit");
        }
    }

    /** Changes what is planned of an object, and nothing else of it. */
    void apply(String name, ObjectState planned) {
        if (name.startsWith(CGROUP)) {
            cgroups.apply(below(name, CGROUP), planned);
        } else {
            bring(name, planned);
        }
    }

    ObjectState read(String name) {
        if (name.startsWith(CGROUP)) {
            return cgroups.read(below(name, CGROUP));
        }
        if (name.startsWith(RESCTRL)) {
            return resctrl().read(below(name, RESCTRL));
        }
        SortedMap<String, String> fields = new TreeMap<>();
        files.read(root.resolve(name)).ifPresent(text -> fields.put(KHZ, text.strip()));
        return fields.isEmpty() ? ObjectState.ABSENT : ObjectState.of(fields, "");
    }

    void bring(String name, ObjectState state) {
        if (name.startsWith(CGROUP)) {
            cgroups.bring(below(name, CGROUP), state);
        } else if (name.startsWith(RESCTRL)) {
            resctrl().bring(below(name, RESCTRL), state);
        } else {
            files.write(root.resolve(name), state.field(KHZ));
        }
    }

    /** Fails if a file that is there and has to change may not be written. */
    void rehearse(String name) {
        Path path = root.resolve(name);
        List<Path> written =
                name.equals(CGROUP)
                        ? List.of(path.resolve(CgroupTree.CONTROLLERS))
                        : name.equals(RESCTRL)
                                ? List.of(path.resolve("schemata"))
                                : name.endsWith("/") ? List.of() : List.of(path);
        for (Path each : written) {
            if (!files.isWritable(each)) {
                throw CgroupFiles.unwritable(each, null);
            }
        }
    }

    private static String below(String name, String mount) {
        return name.equals(mount) ? "./" : name.substring(mount.length());
    }
}
