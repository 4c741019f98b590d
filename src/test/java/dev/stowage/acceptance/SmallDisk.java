package dev.stowage.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A tiny file system in memory; needs the right to mount, else the test is skipped, visibly. */
record SmallDisk(Path path) implements AutoCloseable {
    static SmallDisk mount(Path path, String options) throws IOException, InterruptedException {
        Files.createDirectories(path);
        boolean isMounted;
        try {
            isMounted = run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path.toString());
        } catch (IOException e) {
            isMounted = false;
        }
        Assumptions.assumeTrue(isMounted, "can't mount a small disk: not allowed on this machine");
        return new SmallDisk(path);
    }

    @Override
    public void close() throws IOException {
        try {
            if (!run("umount", path.toString())) {
                run("umount", "--lazy", path.toString());
                throw new IOException(path + " is still in use: a file was left open");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
