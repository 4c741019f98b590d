package dev.stowage.workflow.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.sim.checkpoint.Checkpointing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The folder beside an output in which a run keeps its checkpoint, and when it is due: from time to
 * time and when the process is interrupted. It stays until the output is complete.
 */
final class CheckpointFolder implements AutoCloseable {
    private static final String CHECKPOINT = "checkpoint";
    private static final int LAST_SECONDS = 60; // for a last checkpoint when interrupted

    private final Path folder;
    private final boolean isResumed;
    private final Thread clock;
    private final CountDownLatch lastIsWritten = new CountDownLatch(1);
    private volatile boolean isDue;
    private volatile boolean isLast;

    private CheckpointFolder(Path folder, boolean isResumed, long everyMicros) {
        this.folder = folder;
        this.isResumed = isResumed;
        clock = new Thread(() -> tick(everyMicros), "checkpoint-clock");
        clock.setDaemon(true);
        clock.start();
    }

    /**
     * The folder of a run that writes {@code output}.
     *
     * @throws InputException if a run is to begin anew where an interrupted one could go on
     */
    static CheckpointFolder open(
            Path output, boolean isResumed, boolean isForced, long everyMicros) {
        Path absolute = output.toAbsolutePath().normalize();
        Path folder = absolute.resolveSibling(absolute.getFileName() + ".checkpoint");
        boolean isThere = Files.exists(folder.resolve(CHECKPOINT));
        if (isThere && !isResumed && !isForced) {
            throw InputException.of(
                    folder,
                    "the checkpoint of an interrupted run",
                    "none",
                    "Go on with --resume, or begin anew with --force.");
        }
        try {
            if (Files.isDirectory(folder) && !isResumed) {
                delete(folder);
            }
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new CheckpointFolder(folder, isResumed, everyMicros);
    }

    /** A file in the folder. */
    Path resolve(String name) {
        return folder.resolve(name);
    }

    /** What to tell the run. */
    Checkpointing options(Map<String, String> identity) {
        return new Checkpointing(
                folder.resolve(CHECKPOINT), isResumed, identity, () -> isDue, this::written);
    }

    private void tick(long everyMicros) {
        try {
            while (true) {
                TimeUnit.MICROSECONDS.sleep(everyMicros);
                isDue = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run is over
        }
    }

    private void written() {
        isDue = false;
        if (isLast) {
            lastIsWritten.countDown();
            throw new CancellationException("interrupted");
        }
    }

    /**
     * On another thread than that of the run: asks the run for a checkpoint, waits for it and ends
     * the run.
     *
     * @return how to go on
     */
    String writeLast() {
        isLast = true;
        isDue = true;
        try {
            if (lastIsWritten.await(LAST_SECONDS, TimeUnit.SECONDS)) {
                return "the same command with --resume goes on";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "--resume goes on from the last checkpoint, if there is one";
    }

    /** The output is complete: nothing is left to resume. */
    void remove() {
        try {
            delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** No more checkpoints. */
    @Override
    public void close() {
        clock.interrupt();
        lastIsWritten.countDown(); // nobody need wait any more
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> content = Files.list(folder)) {
            for (Path file : content.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
