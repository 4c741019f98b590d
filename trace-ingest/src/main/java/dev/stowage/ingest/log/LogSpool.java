package dev.stowage.ingest.log;

import dev.stowage.basis.Checkpointed;
import dev.stowage.run.SeriesLog;
import dev.stowage.run.ServerLog;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import dev.stowage.run.TimeSeries;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run with checkpoints tells its logs, kept in one plain file until the run is over: a
 * Parquet file can't be taken back to an earlier row, this can. Then {@link #replay} gives it to
 * the logs proper, which so write the bytes of a run that was never interrupted.
 */
public final class LogSpool implements TaskLog, SeriesLog, ServerLog, Checkpointed, Closeable {
    private static final int TASK = 0;
    private static final int ROWS = 1;
    private static final int STAY = 2;

    private final Path path;
    private final RandomAccessFile file;
    private final TaskEntry entry = new TaskEntry(); // while it is read back
    private DataOutputStream out;

    private LogSpool(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
        out = stream();
    }

    /**
     * Opens a file: an empty one for a run that begins, the one that is there for a run that is
     * resumed.
     */
    public static LogSpool open(Path path, boolean isResumed) {
        try {
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            if (!isResumed) {
                file.setLength(0);
            }
            return new LogSpool(path, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DataOutputStream stream() {
        return new DataOutputStream(
                new BufferedOutputStream(Channels.newOutputStream(file.getChannel()), 1 << 16));
    }

    @Override
    public void task(TaskEntry entry) {
        try {
            out.writeByte(TASK);
            out.writeUTF(entry.fate.name());
            out.writeLong(entry.jobId);
            out.writeInt(entry.taskIndex);
            out.writeLong(entry.submitMicros);
            out.writeLong(entry.firstStartMicros);
            out.writeLong(entry.lastStartMicros);
            out.writeLong(entry.endMicros);
            out.writeInt(entry.server);
            out.writeInt(entry.evictions);
            out.writeInt(entry.userId);
            out.writeInt(entry.taskClass);
            out.writeInt(entry.priority);
            out.writeLong(entry.durationMicros);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void rows(TimeSeries block) {
        try {
            out.writeByte(ROWS);
            out.writeLong(block.stepMicros());
            out.writeInt(block.size());
            for (long time : block.timeMicros()) {
                out.writeLong(time);
            }
            out.writeInt(block.columns().size());
            for (Map.Entry<String, double[]> column : block.columns().entrySet()) {
                out.writeUTF(column.getKey());
                for (double value : column.getValue()) {
                    out.writeDouble(value);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stay(Stay stay) {
        try {
            out.writeByte(STAY);
            out.writeInt(stay.server());
            out.writeLong(stay.jobId());
            out.writeInt(stay.taskIndex());
            out.writeLong(stay.startMicros());
            out.writeLong(stay.endMicros());
            out.writeLong(stay.cpuMicroCores());
            out.writeLong(stay.memoryBytes());
            out.writeUTF(stay.ended().name());
            write(stay.afterStart());
            write(stay.afterEnd());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Free free) throws IOException {
        out.writeLong(free.cpuMicroCores());
        out.writeLong(free.memoryBytes());
    }

    /** Gives all that was told to the logs proper, in order; those that are null get nothing. */
    public void replay(
            @Nullable TaskLog tasks, @Nullable SeriesLog series, @Nullable ServerLog servers) {
        try {
            out.flush();
            try (DataInputStream in =
                    new DataInputStream(
                            new BufferedInputStream(Files.newInputStream(path), 1 << 16))) {
                for (int kind = in.read(); kind >= 0; kind = in.read()) {
                    if (kind == TASK && tasks != null) {
                        readTask(in, tasks);
                    } else if (kind == ROWS && series != null) {
                        series.rows(readRows(in));
                    } else if (kind == STAY && servers != null) {
                        servers.stay(readStay(in));
                    } else {
                        throw new IllegalStateException("kind = " + kind + ", with no log for it");
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readTask(DataInput in, TaskLog to) throws IOException {
        entry.fate = Fate.valueOf(in.readUTF());
        entry.jobId = in.readLong();
        entry.taskIndex = in.readInt();
        entry.submitMicros = in.readLong();
        entry.firstStartMicros = in.readLong();
        entry.lastStartMicros = in.readLong();
        entry.endMicros = in.readLong();
        entry.server = in.readInt();
        entry.evictions = in.readInt();
        entry.userId = in.readInt();
        entry.taskClass = in.readInt();
        entry.priority = in.readInt();
        entry.durationMicros = in.readLong();
        to.task(entry);
    }

    private static TimeSeries readRows(DataInput in) throws IOException {
        long stepMicros = in.readLong();
        long[] times = new long[in.readInt()];
        for (int i = 0; i < times.length; i++) {
            times[i] = in.readLong();
        }
        Map<String, double[]> columns = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            double[] values = new double[times.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = in.readDouble();
            }
            columns.put(name, values);
        }
        return new TimeSeries(stepMicros, times, columns);
    }

    private static Stay readStay(DataInput in) throws IOException {
        int server = in.readInt();
        long jobId = in.readLong();
        int taskIndex = in.readInt();
        long startMicros = in.readLong();
        long endMicros = in.readLong();
        long cpuMicroCores = in.readLong();
        long memoryBytes = in.readLong();
        Ending ended = Ending.valueOf(in.readUTF());
        Free afterStart = readFree(in);
        return new Stay(
                server,
                jobId,
                taskIndex,
                startMicros,
                endMicros,
                cpuMicroCores,
                memoryBytes,
                ended,
                afterStart,
                readFree(in));
    }

    private static Free readFree(DataInput in) throws IOException {
        long cpuMicroCores = in.readLong();
        return new Free(cpuMicroCores, in.readLong());
    }

    /** Its length; all of it is on the disk then. */
    @Override
    public void writeState(DataOutput to) throws IOException {
        out.flush();
        file.getFD().sync();
        to.writeLong(file.length());
    }

    /** Cuts it to the length that it had. */
    @Override
    public void readState(DataInput in) throws IOException {
        long length = in.readLong();
        if (file.length() < length) {
            throw new IOException(path + " is shorter than it was");
        }
        file.setLength(length);
        file.seek(length);
        out = stream();
    }

    @Override
    public void close() {
        try {
            try {
                out.flush();
            } finally {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
