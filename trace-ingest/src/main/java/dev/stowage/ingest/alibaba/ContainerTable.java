package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.alibaba.TaskList.Amount;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.SourceSchema;
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
    private final int timeField;
    private final int containerField;
    private final int appField; // negative if there is none
    private final int machineField;
    private final int statusField;
    private final int cpuField;
    private final int memoryField;
    private final int diskField; // negative if there is none
    private final int end; // the word for it
    private final int unknown; // the word for it, or -1
    private final TraceNames names;
    private final JobBook jobs;
    private final TextIndex containers = new TextIndex();
    private final Lifecycles lives = new Lifecycles();
    private final List<long[]> known = new ArrayList<>(); // job, CPU, memory, disk, machine
    private final List<long[]> used = new ArrayList<>(); // CPU sum, CPU rows, largest memory

    ContainerTable(
            SourceSchema table,
            TraceNames names,
            JobBook jobs,
            TraceClock clock,
            Quarantine quarantine) {
        super(clock, quarantine);
        timeField = table.column("time");
        containerField = table.column("container");
        appField = table.find("app");
        machineField = table.column("machine");
        statusField = table.column("status");
        cpuField = table.column("cpu");
        memoryField = table.column("memory");
        diskField = table.find("disk");
        List<String> words = table.field("status").words();
        end = Math.max(words.indexOf("Remove"), words.indexOf("stopped"));
        unknown = words.indexOf("unknown");
        this.names = names;
        this.jobs = jobs;
    }

    /** The number of the container that a field names. */
    long container(RowChunk chunk, int field, int row) {
        return appField < 0 ? chunk.value(field, row) : chunk.number(field, row, containers);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            if (isWanted(chunk.value(timeField, row))) {
                take(chunk, row);
            }
        }
    }

    private void take(RowChunk chunk, int row) {
        long source = chunk.value(timeField, row);
        long time = clock.canonical(source);
        long id = container(chunk, containerField, row);
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
        now[1] = or(chunk.value(cpuField, row), now[1]);
        now[2] = or(chunk.value(memoryField, row), now[2]);
        now[3] = diskField < 0 ? ABSENT : or(chunk.value(diskField, row), now[3]);
        now[4] = or(names.machine(chunk, machineField, row), now[4]);
        now[5] = time;
        ledger.used(time);
    }

    private long lastTime(int life) {
        return known.get(life)[5];
    }

    private boolean isEnd(RowChunk chunk, int row) {
        return chunk.value(statusField, row) == end;
    }

    private boolean isUnknown(RowChunk chunk, int row) {
        return chunk.value(statusField, row) == unknown;
    }

    private long jobId(RowChunk chunk, int row, long container) {
        if (appField < 0) {
            return TraceNames.jobOfContainer(container);
        }
        boolean hasApp = chunk.value(appField, row) != ABSENT;
        return names.job(chunk, hasApp ? appField : containerField, row);
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
