package dev.stowage.ingest.log;

import dev.stowage.ingest.quarantine.TextFile;
import dev.stowage.run.ServerLog;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code servers/N.csv}: what happened on one server, a line for each stay of a task when it ends
 * and for each change of capacity. For people, hence text.
 */
public final class ServerTimelineFile implements ServerLog, Closeable {
    private static final String HEADER =
            "start_micros,end_micros,job_id,task_index,cpu_micro_cores,memory_bytes,ended,"
                    + "free_cpu_after_start,free_memory_after_start,"
                    + "free_cpu_after_end,free_memory_after_end\n";

    private final TreeMap<Integer, Writer> files = new TreeMap<>();

    private ServerTimelineFile() {}

    /** Begins a file for each server in a new folder. */
    public static ServerTimelineFile create(Path folder, Set<Integer> servers) {
        ServerTimelineFile made = new ServerTimelineFile();
        try {
            Files.createDirectory(folder);
            for (int server : servers) {
                Writer writer = TextFile.create(folder.resolve(server + ".csv"));
                made.files.put(server, writer);
                writer.write(HEADER);
            }
        } catch (IOException e) {
            made.close();
            throw new UncheckedIOException(e);
        }
        return made;
    }

    @Override
    public void stay(Stay stay) {
        Writer writer = files.get(stay.server());
        if (writer == null) {
            throw new IllegalStateException("server = " + stay.server() + ", not followed");
        }
        boolean isTask = stay.jobId() != NONE;
        String line =
                stay.startMicros()
                        + ","
                        + (stay.endMicros() == NONE ? "" : stay.endMicros())
                        + ","
                        + (isTask ? stay.jobId() + "," + stay.taskIndex() : ",")
                        + ","
                        + stay.cpuMicroCores()
                        + ","
                        + stay.memoryBytes()
                        + ","
                        + stay.ended()
                        + ","
                        + text(stay.afterStart())
                        + ","
                        + text(stay.afterEnd())
                        + "\n";
        try {
            writer.write(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Free free) {
        return free.cpuMicroCores() + "," + free.memoryBytes();
    }

    /** Writes what is buffered. */
    @Override
    public void close() {
        IOException failure = null;
        for (Writer writer : files.values()) {
            try {
                writer.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw new UncheckedIOException(failure);
        }
    }
}
