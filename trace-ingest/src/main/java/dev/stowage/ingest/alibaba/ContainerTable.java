package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.alibaba.TaskList.Amount;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.text.TextIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Containers from {@code container_event} (2017) or {@code container_meta} (2018), user-facing. A
 * container is a task, placed when it first appears; it was killed when it was removed or stopped.
 */
final class ContainerTable extends TableBuilder {
    /** Which column of the table holds what; {@code app} is negative where there is none. */
    record Columns(
            int time,
            int container,
            int app,
            int machine,
            int status,
            int cpu,
            int memory,
            int disk) {}

    /** Of 2017. */
    static final Columns COLUMNS_2017 = new Columns(0, 2, -1, 3, 1, 4, 5, 6);

    /** Of 2018. */
    static final Columns COLUMNS_2018 = new Columns(2, 0, 3, 1, 4, 5, 7, -1);

    private static final int REMOVED = 1; // the second word of 2017
    private static final int STOPPED = 2; // the third and fourth word of 2018
    private static final int UNKNOWN = 3;

    private final Columns columns;
    private final TraceNames names;
    private final JobBook jobs;
    private final TextIndex containers = new TextIndex();
    private final Lifecycles lives = new Lifecycles();
    private final List<long[]> known = new ArrayList<>(); // job, CPU, memory, disk, machine
    private final List<long[]> used = new ArrayList<>(); // CPU sum, CPU rows, largest memory

    ContainerTable(
            Columns columns,
            TraceNames names,
            JobBook jobs,
            TraceClock clock,
            Quarantine quarantine) {
        super(clock, quarantine);
        this.columns = columns;
        this.names = names;
        this.jobs = jobs;
    }

    /** The number of the container that a field names. */
    long container(RowChunk chunk, int field, int row) {
        return columns.app < 0 ? chunk.value(field, row) : chunk.number(field, row, containers);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            if (isWanted(chunk.value(columns.time, row))) {
                take(chunk, row);
            }
        }
    }

    private void take(RowChunk chunk, int row) {
        long source = chunk.value(columns.time, row);
        long time = clock.canonical(source);
        long id = container(chunk, columns.container, row);
        int life = lives.find(id, 0);
        boolean isEnd = isEnd(chunk, row);
        if (life >= 0 && time < lastTime(life)) {
            reject(chunk, row, BadRow.TIME_GOES_BACK, "a row before the previous one of it");
            return;
        }
        if (life < 0 || (!lives.isAlive(life) && !isEnd && !isUnknown(chunk, row))) {
            boolean isBefore = source <= 0;
            life = lives.accept(id, 0, LifecycleEvent.SUBMIT, time, isBefore);
            lives.accept(id, 0, LifecycleEvent.SCHEDULE, time, isBefore);
        }
        if (isEnd && lives.isAlive(life)) {
            lives.accept(id, 0, LifecycleEvent.KILL, time, false);
        }
        if (life == known.size()) {
            long job = jobs.findOrAdd(jobId(chunk, row, id));
            known.add(new long[] {job, ABSENT, ABSENT, ABSENT, ABSENT, time});
            used.add(new long[] {0, 0, ABSENT});
        }
        long[] now = known.get(life);
        now[1] = or(chunk.value(columns.cpu, row), now[1]);
        now[2] = or(chunk.value(columns.memory, row), now[2]);
        now[3] = columns.disk < 0 ? ABSENT : or(chunk.value(columns.disk, row), now[3]);
        now[4] = or(names.machine(chunk, columns.machine, row), now[4]);
        now[5] = time;
        ledger.used(time);
    }

    private long lastTime(int life) {
        return known.get(life)[5];
    }

    private boolean isEnd(RowChunk chunk, int row) {
        return chunk.value(columns.status, row) == (columns.app < 0 ? REMOVED : STOPPED);
    }

    private boolean isUnknown(RowChunk chunk, int row) {
        return columns.app >= 0 && chunk.value(columns.status, row) == UNKNOWN;
    }

    private long jobId(RowChunk chunk, int row, long container) {
        if (columns.app < 0) {
            return TraceNames.jobOfContainer(container);
        }
        boolean hasApp = chunk.value(columns.app, row) != ABSENT;
        return names.job(chunk, hasApp ? columns.app : columns.container, row);
    }

    private static long or(long value, long known) {
        return value == ABSENT ? known : value;
    }

    /** Takes a measurement in percent, times a million; false if nobody knows the container. */
    boolean measure(long container, long cpuPercent, long memoryPercent) {
        int life = lives.find(container, 0);
        if (life < 0) {
            return false;
        }
        long[] sums = used.get(life);
        if (cpuPercent != ABSENT) {
            sums[0] = Math.addExact(sums[0], cpuPercent);
            sums[1]++;
        }
        sums[2] = Math.max(sums[2], memoryPercent); // absent is the smallest number
        return true;
    }

    /** Appends the containers to a list and adds to the facts. */
    void finish(TaskList list, Map<String, Long> facts) {
        for (int life = 0; life < lives.size(); life++) {
            long[] now = known.get(life);
            int job = (int) now[0];
            int entry = list.add(job, 1, lives.submitMicros(life), lives.outcome(life));
            list.setUserFacing(entry);
            if (lives.isSubmitCensored(life)) {
                list.setSubmitCensored(entry);
            }
            if (lives.isScheduleCensored(life)) {
                list.setScheduleCensored(entry);
            }
            list.set(entry, Amount.SCHEDULE, lives.scheduleMicros(life));
            list.set(entry, Amount.END, lives.endMicros(life));
            list.set(entry, Amount.ATTEMPTS, lives.attempts(life));
            list.set(entry, Amount.KILLS, lives.kills(life));
            list.set(entry, Amount.CPU, now[1]);
            list.set(entry, Amount.MEMORY, now[2]);
            list.set(entry, Amount.DISK, now[3]);
            list.set(entry, Amount.MACHINE, now[4]);
            long[] sums = used.get(life);
            list.set(
                    entry,
                    Amount.CPU_USED,
                    sums[1] == 0 ? ABSENT : part(sums[0] / sums[1], now[1]));
            list.set(entry, Amount.MEMORY_USED, part(sums[2], now[2]));
        }
        facts.put("containers", (long) lives.size());
    }

    /** So many millionths of a per cent of an amount, truncated. */
    private static long part(long percent, long whole) {
        if (percent == ABSENT || whole == ABSENT) {
            return ABSENT;
        }
        return (long) ((double) percent * whole / 1e8);
    }
}
