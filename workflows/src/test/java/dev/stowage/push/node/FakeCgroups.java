package dev.stowage.push.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Cgroups in a plain folder, with the rules of the kernel that a push meets: a cgroup has the files
 * of the controllers that its parent enables, and what is switched off loses its values.
 */
public final class FakeCgroups extends CgroupFiles {
    private static final Map<String, List<String>> FILES =
            Map.of(
                    "cpu", List.of("cpu.max", "cpu.weight"),
                    "memory", List.of("memory.low", "memory.max"),
                    "cpuset", List.of("cpuset.cpus", "cpuset.mems"),
                    "io", List.of("io.max", "io.weight"));

    private final Path root;

    public FakeCgroups(Path root, String controllers) {
        this.root = root;
        put(root.resolve("cgroup.controllers"), controllers);
        put(root.resolve(CgroupTree.CONTROLLERS), "");
    }

    public @Override void make(Path folder) {
        super.make(folder);
        put(folder.resolve(CgroupTree.CONTROLLERS), "");
        populate(folder);
    }

    public @Override void remove(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (Files.isDirectory(file)) {
                    throw new IllegalStateException(folder + " has children");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        delete(folder);
    }

    public @Override void write(Path file, String value) {
        if (!file.endsWith(CgroupTree.CONTROLLERS)) {
            if (!Files.exists(file)) {
                throw refused(file.toString(), new java.nio.file.NoSuchFileException("" + file));
            }
            put(file, value);
            return;
        }
        TreeSet<String> enabled = new TreeSet<>(words(file));
        for (String change : value.split(" ", -1)) {
            if (!words(file.resolveSibling("cgroup.controllers")).contains(change.substring(1))) {
                throw refused(value, new IOException("No such file or directory"));
            }
            if (change.startsWith("+")) {
                enabled.add(change.substring(1));
            } else {
                enabled.remove(change.substring(1));
            }
        }
        put(file, String.join(" ", enabled));
        try (Stream<Path> children = Files.list(file.getParent())) {
            children.filter(Files::isDirectory).forEach(this::populate);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void populate(Path folder) {
        List<String> enabled = words(folder.resolveSibling(CgroupTree.CONTROLLERS));
        put(folder.resolve("cgroup.controllers"), String.join(" ", enabled));
        FILES.forEach(
                (controller, files) ->
                        files.forEach(
                                file -> {
                                    Path path = folder.resolve(file);
                                    if (!enabled.contains(controller)) {
                                        delete(path);
                                    } else if (!Files.exists(path)) {
                                        put(path, SliceLimits.DEFAULTS.getOrDefault(file, ""));
                                    }
                                }));
    }

    private List<String> words(Path file) {
        return read(file).map(text -> List.of(text.split(" ", -1))).orElse(List.of()).stream()
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static void put(Path file, String text) {
        try {
            Files.writeString(file, text + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path path) {
        try {
            if (Files.isDirectory(path)) {
                try (Stream<Path> files = Files.list(path)) {
                    files.forEach(FakeCgroups::delete);
                }
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path root() {
        return root;
    }
}
