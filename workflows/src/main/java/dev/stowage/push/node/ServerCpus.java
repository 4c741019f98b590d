package dev.stowage.push.node;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The CPUs of each core of a server, as Linux numbers them.
 *
 * @param cores CPUs of each core, ascending by the first
 * @param isRead true if they were read from a server, false if assumed
 */
record ServerCpus(List<List<Integer>> cores, boolean isRead) {
    private static final String CPUS = "sys/devices/system/cpu";

    ServerCpus {
        cores = cores.stream().map(List::copyOf).toList();
    }

    /** As most x86 servers of one socket number them: first one thread of each core, then next. */
    static ServerCpus assumed(int cores, int threads) {
        return new ServerCpus(
                IntStream.range(0, cores)
                        .mapToObj(
                                core ->
                                        IntStream.range(0, threads)
                                                .mapToObj(thread -> core + thread * cores)
                                                .toList())
                        .toList(),
                false);
    }

    /**
     * Those of node 0 of a tree.
     *
     * @throws InputException if there are fewer than {@code cores} with so many threads
     */
    static ServerCpus read(Path root, int cores, int threads) {
        TreeMap<Integer, List<Integer>> found = new TreeMap<>();
        Path node = root.resolve("sys/devices/system/node/node0/cpulist");
        TreeSet<Integer> allowed = Files.exists(node) ? cpus(node) : new TreeSet<>();
        for (int cpu : numbers(root)) {
            Path siblings = root.resolve(CPUS + "/cpu" + cpu + "/topology/thread_siblings_list");
            if (Files.exists(siblings) && (allowed.isEmpty() || allowed.contains(cpu))) {
                TreeSet<Integer> all = cpus(siblings);
                if (all.size() == threads) {
                    found.putIfAbsent(all.first(), List.copyOf(all));
                }
            }
        }
        if (found.size() < cores) {
            throw InputException.of(
                    root.resolve(CPUS),
                    found.size() + " cores of " + threads + " threads on node 0",
                    "the " + cores + " cores that the fleet was planned with",
                    "Plan with a node that is like this server (node: in the scenario), or give the"
                            + " tree of another with --root.");
        }
        return new ServerCpus(found.values().stream().limit(cores).toList(), true);
    }

    private static List<Integer> numbers(Path root) {
        Path folder = root.resolve(CPUS);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString())
                    .filter(each -> each.matches("cpu[0-9]{1,6}"))
                    .map(each -> Integer.valueOf(each.substring(3)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TreeSet<Integer> cpus(Path file) {
        try {
            return parse(Files.readString(file).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalArgumentException e) {
            throw InputException.of(
                            file, "no list of CPUs", "a list as in 0-3,8", "Is it a tree of /sys?")
                    .causedBy(e);
        }
    }

    /** The numbers of a list of the kernel: {@code 0-3,8}. */
    static TreeSet<Integer> parse(String list) {
        TreeSet<Integer> all = new TreeSet<>();
        for (String part : list.split(",", -1)) {
            if (!part.isEmpty()) {
                String[] ends = part.split("-", 2);
                int last = Integer.parseInt(ends[ends.length - 1]);
                for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
                    all.add(cpu);
                }
            }
        }
        return all;
    }

    /** CPUs of {@code count} cores from {@code first} on. */
    TreeSet<Integer> of(int first, int count) {
        return cores.subList(first, first + count).stream()
                .flatMap(List::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A list as the kernel prints it. */
    static String list(SortedSet<Integer> cpus) {
        List<String> parts = new ArrayList<>();
        Integer begin = null;
        Integer last = null;
        for (Integer cpu : cpus) {
            if (begin == null || last == null) {
                begin = cpu;
            } else if (cpu != last + 1) {
                parts.add(part(begin, last));
                begin = cpu;
            }
            last = cpu;
        }
        if (begin != null && last != null) {
            parts.add(part(begin, last));
        }
        return String.join(",", parts);
    }

    private static String part(int begin, int last) {
        return begin == last ? String.valueOf(begin) : begin + "-" + last;
    }
}
