package dev.stowage.push.node;

import dev.stowage.push.object.ObjectState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Cgroups as objects that a push changes: names are relative to a root and end with a slash. Fields
 * are the limits that are not the kernel's defaults, and the controllers that children have.
 *
 * @param defaults value of each file that is looked at in a cgroup that nobody has limited
 */
public record CgroupTree(Path root, CgroupFiles files, Map<String, String> defaults) {
    public static final String CONTROLLERS = "cgroup.subtree_control";
    static final String IO_MAX = "io.max";
    private static final String KIND = "kind";
    private static final String CGROUP = "cgroup";

    /** Those of services. */
    public CgroupTree(Path root, CgroupFiles files) {
        this(root, files, SliceLimits.DEFAULTS);
    }

    /** A cgroup with these limits and controllers of its children. */
    static ObjectState state(Map<String, String> limits, Iterable<String> controllers) {
        SortedMap<String, String> fields = new TreeMap<>(limits);
        fields.put(KIND, CGROUP);
        fields.put(CONTROLLERS, String.join(" ", controllers));
        return ObjectState.of(fields, "");
    }

    ObjectState read(String name) {
        Path folder = root.resolve(name);
        if (!Files.isDirectory(folder)) {
            return ObjectState.ABSENT;
        }
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put(KIND, CGROUP);
        String controllers = String.join(" ", controllers(name, CONTROLLERS));
        if (!controllers.isEmpty()) {
            fields.put(CONTROLLERS, controllers);
        }
        defaults.forEach(
                (file, normal) ->
                        files.read(folder.resolve(file))
                                .filter(value -> !value.equals(normal))
                                .ifPresent(value -> fields.put(file, value)));
        return ObjectState.of(fields, "");
    }

    /** Names in a list of controllers, ascending. */
    TreeSet<String> controllers(String name, String file) {
        TreeSet<String> names = new TreeSet<>();
        files.read(root.resolve(name).resolve(file))
                .ifPresent(
                        text -> {
                            for (String each : text.split("\\s+", -1)) {
                                if (!each.isEmpty()) {
                                    names.add(each);
                                }
                            }
                        });
        return names;
    }

    /** Makes a cgroup what {@code state} says; fields that it does not name are set to defaults. */
    void bring(String name, ObjectState state) {
        Path folder = root.resolve(name);
        if (!state.exists()) {
            files.remove(folder);
            return;
        }
        if (!Files.isDirectory(folder)) {
            files.make(folder);
        }
        ObjectState now = read(name);
        for (Map.Entry<String, String> limit : defaults.entrySet()) {
            String wanted = state.field(limit.getKey());
            if (!wanted.equals(now.field(limit.getKey()))) {
                files.write(
                        folder.resolve(limit.getKey()),
                        wanted.isEmpty() ? unlimited(limit, now) : wanted);
            }
        }
        enable(folder, name, state);
    }

    /** Makes a cgroup what is planned; fields that {@code planned} does not name stay. */
    void apply(String name, ObjectState planned) {
        ObjectState now = read(name);
        SortedMap<String, String> fields = new TreeMap<>(now.fields());
        fields.putAll(planned.fields());
        bring(name, planned.exists() ? ObjectState.of(fields, planned.content()) : planned);
    }

    /** The value of no limit; {@code io.max} wants it by device. */
    private static String unlimited(Map.Entry<String, String> limit, ObjectState now) {
        return limit.getKey().equals(IO_MAX)
                ? now.field(IO_MAX).replaceFirst(" .*", " rbps=max wbps=max riops=max wiops=max")
                : limit.getValue();
    }

    private void enable(Path folder, String name, ObjectState state) {
        TreeSet<String> now = controllers(name, CONTROLLERS);
        TreeSet<String> wanted = new TreeSet<>();
        for (String each : state.field(CONTROLLERS).split(" ", -1)) {
            if (!each.isEmpty()) {
                wanted.add(each);
            }
        }
        StringBuilder change = new StringBuilder();
        wanted.stream().filter(each -> !now.contains(each)).forEach(c -> change.append(" +" + c));
        now.stream().filter(each -> !wanted.contains(each)).forEach(c -> change.append(" -" + c));
        if (change.length() > 0) {
            files.write(folder.resolve(CONTROLLERS), change.substring(1));
        }
    }
}
