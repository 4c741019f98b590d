package dev.stowage.ingest.log;

import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code tasks.parquet} of a run: what became of each task, in the order in which it was known. */
public final class TaskLogFile implements TaskLog, Closeable {
    private static final List<Column> COLUMNS =
            List.of(
                    Column.required("job_id", Column.Type.INT64, "as in the workload"),
                    Column.required("task_index", Column.Type.INT32, "as in the workload"),
                    Column.required(
                            "fate",
                            Column.Type.STRING,
                            "REJECTED, FINISHED, KILLED, RUNNING or PENDING"),
                    Column.required("submit_micros", Column.Type.INT64, "when submitted"),
                    Column.optional("first_start_micros", Column.Type.INT64, "first start"),
                    Column.optional("last_start_micros", Column.Type.INT64, "last start"),
                    Column.optional("end_micros", Column.Type.INT64, "when it ended"),
                    Column.optional("server", Column.Type.INT32, "server of its last start"),
                    Column.required("evictions", Column.Type.INT32, "times evicted"),
                    Column.optional("user_id", Column.Type.INT32, "user, by first appearance"),
                    Column.required("class", Column.Type.STRING, "BATCH or USER_FACING"),
                    Column.required("priority", Column.Type.INT32, "larger is more important"),
                    Column.optional(
                            "duration_micros", Column.Type.INT64, "run time in the workload"),
                    Column.optional("wait_micros", Column.Type.INT64, "from submit to first start"),
                    Column.optional(
                            "slowdown",
                            Column.Type.DOUBLE,
                            "(end - submit) / duration of a finished task"));

    /** Beside those, where the workload has a calendar. */
    private static final List<Column> MOMENTS =
            List.of(
                    Column.moment("submit_time", "submit_micros as a moment"),
                    Column.moment("first_start_time", "first_start_micros as a moment"),
                    Column.moment("last_start_time", "last_start_micros as a moment"),
                    Column.moment("end_time", "end_micros as a moment"));

    private final ColumnFileWriter file;
    private final Optional<Instant> epoch;
    private final Map<Fate, byte[]> fates = new EnumMap<>(Fate.class);

    private final List<byte[]> classes = new ArrayList<>(); // by number

    private TaskLogFile(ColumnFileWriter file, Optional<Instant> epoch) {
        this.file = file;
        this.epoch = epoch;
        for (Fate fate : Fate.values()) {
            fates.put(fate, fate.name().getBytes(StandardCharsets.US_ASCII));
        }
        for (TaskClass each : TaskClass.values()) {
            classes.add(each.name().getBytes(StandardCharsets.US_ASCII));
        }
    }

    /**
     * Begins a new file.
     *
     * @param epoch the moment of time 0; with it each time is there as a moment too
     */
    public static TaskLogFile create(Path path, Optional<Instant> epoch) {
        List<Column> columns = new ArrayList<>(COLUMNS);
        if (epoch.isPresent()) {
            columns.addAll(MOMENTS);
        }
        return new TaskLogFile(ColumnFileWriter.create(path, "tasks", columns), epoch);
    }

    @Override
    public void task(TaskEntry entry) {
        file.putLong(entry.jobId);
        file.putInt(entry.taskIndex);
        file.putString(bytesOf(entry.fate));
        file.putLong(entry.submitMicros);
        file.putLongOrNull(entry.firstStartMicros, NONE);
        file.putLongOrNull(entry.lastStartMicros, NONE);
        file.putLongOrNull(entry.endMicros, NONE);
        file.putIntOrNull(entry.server, (int) NONE);
        file.putInt(entry.evictions);
        file.putIntOrNull(entry.userId, (int) NONE);
        file.putString(classes.get(entry.taskClass));
        file.putInt(entry.priority);
        file.putLongOrNull(entry.durationMicros, NONE);
        file.putLongOrNull(entry.isStarted() ? entry.waitMicros() : NONE, NONE);
        if (entry.fate == Fate.FINISHED && entry.durationMicros > 0) {
            file.putDouble((double) (entry.endMicros - entry.submitMicros) / entry.durationMicros);
        } else {
            file.putNull();
        }
        epoch.ifPresent(start -> putMoments(entry, start));
        file.endRow();
    }

    private void putMoments(TaskEntry entry, Instant start) {
        file.putMoment(entry.submitMicros, start, NONE);
        file.putMoment(entry.firstStartMicros, start, NONE);
        file.putMoment(entry.lastStartMicros, start, NONE);
        file.putMoment(entry.endMicros, start, NONE);
    }

    private byte[] bytesOf(Fate fate) {
        byte[] bytes = fates.get(fate);
        if (bytes == null) {
            throw new IllegalStateException("no bytes for " + fate);
        }
        return bytes;
    }

    /** Writes what is buffered. */
    @Override
    public void close() {
        file.close();
    }
}
