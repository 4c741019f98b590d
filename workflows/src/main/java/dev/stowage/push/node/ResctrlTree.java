package dev.stowage.push.node;

import dev.stowage.push.object.ObjectState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Groups of resctrl as objects that a push changes: names are relative to a root and end with a
 * slash; {@code ./} is the group of whoever is in no other. Fields are the masks and shares that
 * are not all of a cache, by resource and domain ({@code L3:0}), and the group's CPUs.
 *
 * @param full mask of all ways, as {@code info/L3/cbm_mask} has it
 */
record ResctrlTree(Path root, CgroupFiles files, String full) {
    private static final String SCHEMATA = "schemata";
    private static final String CPUS = "cpus_list";
    static final Set<String> FILES = Set.of(SCHEMATA, CPUS);
    private static final String KIND = "kind";
    private static final String GROUP = "resctrl group";
    private static final String CACHE = "L3:0";

    /** A group with a mask of ways, and CPUs; none of the two are said if empty. */
    ObjectState state(String mask, String cpus) {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put(KIND, GROUP);
        if (!isFull(mask)) {
            fields.put(CACHE, plain(mask));
        }
        if (!cpus.isEmpty()) {
            fields.put(CPUS, cpus);
        }
        return ObjectState.of(fields, "");
    }

    ObjectState read(String name) {
        Path folder = root.resolve(name);
        if (!Files.isDirectory(folder)) {
            return ObjectState.ABSENT;
        }
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put(KIND, GROUP);
        String text = files.read(folder.resolve(SCHEMATA)).orElse("");
        values(text)
                .forEach(
                        (place, value) -> {
                            if (place.equals(CACHE) && !isFull(value)) {
                                fields.put(CACHE, plain(value));
                            }
                        });
        if (!isRoot(name)) { // the CPUs of the root are those that no group has
            files.read(folder.resolve(CPUS))
                    .filter(cpus -> !cpus.isEmpty())
                    .ifPresent(cpus -> fields.put(CPUS, cpus));
        }
        return ObjectState.of(fields, text);
    }

    private static boolean isRoot(String name) {
        return name.equals("./");
    }

    private boolean isFull(String mask) {
        return mask.isEmpty() || plain(mask).equals(plain(full));
    }

    /** A mask without zeros in front. */
    private static String plain(String mask) {
        return mask.replaceFirst("^0+(?=.)", "").toLowerCase(Locale.ROOT);
    }

    /** Values by resource and domain: {@code L3:0}, {@code MB:0}. */
    static Map<String, String> values(String schemata) {
        Map<String, String> values = new TreeMap<>();
        for (String line : schemata.split("\n", -1)) {
            String[] parts = line.strip().split(":", 2);
            if (parts.length == 2) {
                for (String each : parts[1].split(";", -1)) {
                    String[] value = each.split("=", 2);
                    if (value.length == 2) {
                        values.put(parts[0].strip() + ":" + value[0].strip(), value[1].strip());
                    }
                }
            }
        }
        return values;
    }

    /** Makes a group what {@code state} says. */
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
        if (!state.field(CACHE).equals(now.field(CACHE))) {
            files.write(folder.resolve(SCHEMATA), schemata(state, now));
        }
        if (!isRoot(name) && !state.field(CPUS).equals(now.field(CPUS))) {
            files.write(folder.resolve(CPUS), state.field(CPUS));
        }
    }

    /** What was there before if the state knows it, else what is there with another mask. */
    private String schemata(ObjectState state, ObjectState now) {
        if (!state.content().isEmpty()) {
            return state.content();
        }
        String mask = state.field(CACHE).isEmpty() ? plain(full) : state.field(CACHE);
        String line = "L3:0=" + mask;
        return now.content().isEmpty()
                ? line
                : now.content().replaceFirst("(?<=L3:0=)[0-9a-fA-F]+", mask);
    }
}
