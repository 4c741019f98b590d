package dev.stowage.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes the neutral workload with its generator, which lies beside the repository. */
final class NeutralWorkloads {
    private NeutralWorkloads() {}

    /** The first tasks for so many servers; empty if the generator or Python is missing. */
    static Optional<NeutralWorkload> generate(Path folder, int tasks, int servers)
            throws IOException, InterruptedException {
        Path generator = shared().resolve("peers/gen_workload.py");
        Path csv = folder.resolve(servers + "/workload-" + tasks + ".csv");
        if (!Files.isRegularFile(generator)) {
            return Optional.empty();
        }
        boolean isThere =
                Files.exists(csv)
                        || runs(
                                "python3",
                                generator.toString(),
                                csv.getParent().toString(),
                                Integer.toString(tasks),
                                "--speedup",
                                Double.toString(servers / 100.0));
        return isThere ? Optional.of(NeutralWorkload.read(csv, tasks)) : Optional.empty();
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // not installed
        }
    }

    private static Path shared() {
        String named = System.getenv("STOWAGE_SHARED");
        if (named != null) {
            return Path.of(named);
        }
        Path module = Path.of("").toAbsolutePath();
        Path root = Files.exists(module.resolve("planner-core")) ? module : module.getParent();
        return root.resolveSibling("shared");
    }
}
