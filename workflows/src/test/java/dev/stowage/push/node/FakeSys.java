package dev.stowage.push.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A {@code /sys} in a plain folder that refuses what the kernel refuses: files that are not there,
 * CPUs that are not online, masks with gaps, too short, empty or beyond the cache, more groups than
 * the cache has classes, a frequency that is no number. Two groups never have the same CPU.
 */
final class FakeSys extends CgroupFiles {
    static final int CLASSES = 8;

    private final Path resctrl;
    private final FakeCgroups cgroups;
    private final int cpus;
    private final int ways;

    /** Cores of two threads, numbered as this kind of server does, or in pairs. */
    FakeSys(Path root, int cores, int ways, boolean arePaired) {

        this.cpus = 2 * cores;
        this.ways = ways;
        try {
            cgroups =
                    new FakeCgroups(
                            Files.createDirectories(root.resolve("sys/fs/cgroup")),
                            "cpuset cpu io memory hugetlb pids");
            cgroups.write(root.resolve("sys/fs/cgroup/cgroup.subtree_control"), "+pids");
            resctrl = Files.createDirectories(root.resolve("sys/fs/resctrl"));
            Path info = Files.createDirectories(resctrl.resolve("info/L3"));
            put(info.resolve("cbm_mask"), full());
            put(info.resolve("min_cbm_bits"), "1");
            put(info.resolve("num_closids"), String.valueOf(CLASSES));
            populate(resctrl);
            put(resctrl.resolve("cpus_list"), "0-" + (cpus - 1));
            for (int cpu = 0; cpu < cpus; cpu++) {
                Path folder = root.resolve("sys/devices/system/cpu/cpu" + cpu);
                put(
                        Files.createDirectories(folder.resolve("topology"))
                                .resolve("thread_siblings_list"),
                        arePaired
                                ? cpu / 2 * 2 + "-" + (cpu / 2 * 2 + 1)
                                : cpu % cores + "," + (cpu % cores + cores));
                put(
                        Files.createDirectories(folder.resolve("cpufreq"))
                                .resolve("scaling_max_freq"),
                        "3600000");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String full() {
        return Long.toHexString((1L << ways) - 1);
    }

    private void populate(Path group) {
        put(
                group.resolve("schemata"),
                "    L3:0=" + full() + ";1=" + full() + "\n    MB:0=100;1=100");
        put(group.resolve("cpus_list"), "");
    }

    @Override
    public void make(Path folder) {
        if (!folder.startsWith(resctrl)) {
            cgroups.make(folder);
            return;
        }
        if (!resctrl.equals(folder.getParent())) {
            throw refused(folder.toString(), new IOException("Operation not permitted"));
        }
        if (groups().size() + 1 >= CLASSES) {
            throw refused(folder.toString(), new IOException("No space left on device"));
        }
        super.make(folder);
        populate(folder);
    }

    @Override
    void write(Path file, String value) {
        String name = file.getFileName().toString();
        if (!Files.exists(file)) {
            throw refused(file.toString(), new IOException("Permission denied: no file " + name));
        }
        switch (name) {
            case "schemata" -> schemata(file, value);
            case "cpus_list" -> cpusList(file, value);
            case "scaling_max_freq" -> put(file, String.valueOf(Long.parseLong(value)));
            default -> {
                if (name.equals("cpuset.cpus")) {
                    online(file, value);
                }
                cgroups.write(file, value);
            }
        }
    }

    private void online(Path file, String value) {
        TreeSet<Integer> wanted = ServerCpus.parse(value);
        if (!wanted.isEmpty() && wanted.last() >= cpus) {
            throw refused(value + " for " + file, new IOException("Invalid argument"));
        }
    }

    private void schemata(Path file, String value) {
        String text = read(file).orElseThrow();
        for (String line : value.split("\n", -1)) {
            String[] parts = line.strip().split(":", 2);
            for (String each : parts[1].split(";", -1)) {
                String[] pair = each.split("=", 2);
                if (parts[0].equals("L3")) {
                    mask(value, Long.parseUnsignedLong(pair[1], 16));
                }
                text =
                        text.replaceFirst(
                                "(" + parts[0] + ":(?:[^\\n]*;)?" + pair[0] + "=)[0-9a-f]+",
                                "$1" + pair[1]);
            }
        }
        put(file, text);
    }

    private void mask(String value, long mask) {
        long low = mask >>> Math.min(63, Long.numberOfTrailingZeros(mask));
        if (mask == 0 || (low & (low + 1)) != 0 || mask >>> ways != 0) {
            throw refused(value, new IOException("Invalid argument: mask"));
        }
    }

    private void cpusList(Path file, String value) {
        online(file, value);
        TreeSet<Integer> taken = ServerCpus.parse(value);
        put(file, value);
        for (Path group : groups()) {
            if (!group.equals(file.getParent())) {
                SortedSet<Integer> left = cpusOf(group);
                left.removeAll(taken);
                put(group.resolve("cpus_list"), ServerCpus.list(left));
            }
        }
        giveTheRestToTheRoot();
    }

    private void giveTheRestToTheRoot() {
        TreeSet<Integer> rest = ServerCpus.parse("0-" + (cpus - 1));
        groups().forEach(each -> rest.removeAll(cpusOf(each)));
        put(resctrl.resolve("cpus_list"), ServerCpus.list(rest));
    }

    SortedSet<Integer> cpusOf(Path group) {
        return ServerCpus.parse(read(group.resolve("cpus_list")).orElseThrow());
    }

    /** Groups but for the root, by name. */
    List<Path> groups() {
        try (Stream<Path> files = Files.list(resctrl)) {
            return new ArrayList<>(
                    files.filter(Files::isDirectory)
                            .filter(each -> !each.endsWith("info"))
                            .sorted()
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void remove(Path folder) {
        if (!folder.startsWith(resctrl)) {
            cgroups.remove(folder);
            return;
        }
        try {
            Files.deleteIfExists(folder.resolve("schemata"));
            Files.deleteIfExists(folder.resolve("cpus_list"));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        giveTheRestToTheRoot();
    }

    private static void put(Path file, String text) {
        try {
            Files.writeString(file, text + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
