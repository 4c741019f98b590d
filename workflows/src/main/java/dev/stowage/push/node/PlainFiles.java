package dev.stowage.push.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A tree of plain files in the place of the kernel's: an image that is prepared, or a test. Files
 * are made where the kernel would have them, and go with their folder; {@code +} and {@code -} of
 * controllers are carried out.
 */
final class PlainFiles extends CgroupFiles {
    @Override
    void write(Path file, String value) {
        try {
            String text = file.endsWith(CgroupTree.CONTROLLERS) ? controllers(file, value) : value;
            Files.write(file, (text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static String controllers(Path file, String changes) throws IOException {
        List<String> before =
                Files.exists(file)
                        ? Arrays.asList(Files.readString(file).strip().split("\\s+", -1))
                        : List.of();
        Set<String> names = new LinkedHashSet<>(before);
        names.remove("");
        for (String change : changes.split(" ", -1)) {
            if (change.startsWith("+")) {
                names.add(change.substring(1));
            } else {
                names.remove(change.substring(1));
            }
        }
        return String.join(" ", names);
    }

    /** A folder with anything else in it is not removed. */
    private static boolean isOurs(Path file) {
        String name = file.getFileName().toString();
        return name.equals(CgroupTree.CONTROLLERS)
                || SysTree.LIMITS.containsKey(name)
                || ResctrlTree.FILES.contains(name);
    }

    @Override
    void remove(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                return;
            }
            try (Stream<Path> files = Files.list(folder)) {
                for (Path each : files.filter(PlainFiles::isOurs).toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw unwritable(folder, e);
        }
    }
}
