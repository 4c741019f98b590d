package dev.stowage.ingest.snapshot;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a {@link TraceSnapshot}: each table once, keeping what is there at the moment. */
final class SnapshotReader {
    private static final TaskClass[] CLASSES = TaskClass.values();
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();

    private record JobName(@Nullable String name, @Nullable String service) {}

    private final CanonicalTrace trace;
    private final long at;
    private final Set<TaskColumn> counted;
    private final Map<Long, TraceSnapshot.Machine> machines = new LinkedHashMap<>();
    private final Map<Long, Integer> machineNumbers = new HashMap<>();
    private final Map<Long, JobName> jobs = new HashMap<>();
    private final List<TraceSnapshot.Task> tasks = new ArrayList<>();
    private final List<TraceSnapshot.Task> waiting = new ArrayList<>();
    private boolean hasSchedules;
    private long notYet;
    private long ended;
    private long neverScheduled;
    private long earlierAttempt;
    private long withoutMachine;
    private long machineNotUp;
    private long cpuAbsent;
    private long memoryAbsent;

    SnapshotReader(CanonicalTrace trace, long atMicros, boolean needsMachines) {
        trace.require(CanonicalTable.TASKS);
        if (needsMachines) {
            trace.require(CanonicalTable.MACHINES);
        }
        this.trace = trace;
        this.at = atMicros;
        this.counted = trace.replayed();
    }

    TraceSnapshot read() {
        if (trace.has(CanonicalTable.MACHINES)) {
            readMachines();
        }
        for (long id : machines.keySet()) {
            machineNumbers.put(id, machineNumbers.size());
        }
        long read;
        try (TableRows rows = TableRows.openAll(trace.path(), CanonicalTable.TASKS)) {
            if (trace.has(CanonicalTable.JOBS)) {
                readJobs();
            }
            read = rows.size();
            readTasks(rows);
        }
        if (read > 0 && !hasSchedules) {
            throw InputException.of(
                    trace.path(),
                    "no task that was ever scheduled",
                    "a trace that says when and where its tasks ran",
                    "A synthetic workload has to be simulated first: plan with packing: in its"
                            + " scenario does that.");
        }
        return new TraceSnapshot(
                trace.name(),
                at,
                List.copyOf(machines.values()),
                tasks,
                waiting,
                new TraceSnapshot.Counts(
                        read,
                        tasks.size(),
                        waiting.size(),
                        notYet,
                        ended,
                        neverScheduled,
                        earlierAttempt,
                        withoutMachine,
                        machineNotUp,
                        cpuAbsent,
                        memoryAbsent));
    }

    private void readMachines() {
        try (TableRows rows = TableRows.openAll(trace.path(), CanonicalTable.MACHINES)) {
            int time = rows.column("time_micros");
            int id = rows.column("machine_id");
            int event = rows.column("event");
            while (rows.next() && rows.value(time) <= at) {
                if (MachineEvent.REMOVE.name().equals(rows.text(event))) {
                    machines.remove(rows.value(id));
                } else {
                    machines.merge(
                            rows.value(id), machine(rows, rows.value(id)), SnapshotReader::updated);
                }
            }
        }
        machines.values().removeIf(m -> m.cpuMicroCores() <= 0 || m.memoryBytes() <= 0);
    }

    private static TraceSnapshot.Machine machine(TableRows rows, long id) {
        String name = rows.text(rows.column("name"));
        String platform = rows.text(rows.column("platform"));
        String attributes = rows.text(rows.column("attributes"));
        SortedMap<String, String> all = new TreeMap<>();
        if (attributes != null) {
            for (AttributePredicate each : PlacementConstraints.parse(attributes).predicates()) {
                all.put(each.name(), each.value());
            }
        }
        if (platform != null) {
            all.put("platform", platform);
        }
        return new TraceSnapshot.Machine(
                id,
                name == null ? Long.toString(id) : name,
                platform,
                rows.value(rows.column("cpu_micro_cores")),
                rows.value(rows.column("memory_bytes")),
                orZero(rows.value(rows.column("gpu_micros"))),
                all);
    }

    /** A row without a capacity leaves what is known. */
    private static TraceSnapshot.Machine updated(
            TraceSnapshot.Machine before, TraceSnapshot.Machine row) {
        return new TraceSnapshot.Machine(
                before.id(),
                before.name(),
                row.platform() == null ? before.platform() : row.platform(),
                row.cpuMicroCores() == ABSENT ? before.cpuMicroCores() : row.cpuMicroCores(),
                row.memoryBytes() == ABSENT ? before.memoryBytes() : row.memoryBytes(),
                row.gpuMicros() == 0 ? before.gpuMicros() : row.gpuMicros(),
                row.attributes().isEmpty() ? before.attributes() : row.attributes());
    }

    private void readJobs() {
        try (TableRows rows = TableRows.openAll(trace.path(), CanonicalTable.JOBS)) {
            int id = rows.column("job_id");
            int name = rows.column("name");
            int logicalName = rows.column("logical_name");
            while (rows.next()) {
                jobs.put(rows.value(id), new JobName(rows.text(name), rows.text(logicalName)));
            }
        }
    }

    private void readTasks(TableRows rows) {
        int submit = rows.column("submit_micros");
        int schedule = rows.column("schedule_micros");
        int end = rows.column("end_micros");
        int attempts = rows.column("attempts");
        int outcome = rows.column("outcome");
        while (rows.next()) {
            long scheduled = rows.value(schedule);
            hasSchedules |= scheduled != ABSENT;
            boolean isOver = isOver(rows.value(end), OUTCOMES[(int) rows.value(outcome)]);
            if (rows.value(submit) > at) {
                notYet++;
            } else if (isOver) {
                ended += scheduled == ABSENT ? 0 : 1;
                neverScheduled += scheduled == ABSENT ? 1 : 0;
            } else if (scheduled != ABSENT && scheduled <= at) {
                tasks.add(task(rows, true));
            } else if (rows.value(attempts) > 1) {
                earlierAttempt++;
            } else {
                waiting.add(task(rows, false));
            }
        }
    }

    /** An end that is not known lies before the end of all. */
    private boolean isOver(long endMicros, TaskOutcome outcome) {
        return endMicros == ABSENT
                ? at == TraceSnapshot.END_MICROS && outcome.isTerminal()
                : endMicros <= at;
    }

    private TraceSnapshot.Task task(TableRows rows, boolean isRunning) {
        long jobId = rows.value(rows.column("job_id"));
        JobName job = jobs.get(jobId);
        long cpu = rows.value(rows.column("cpu_micro_cores"));
        long memory = rows.value(rows.column("memory_bytes"));
        cpuAbsent += isRunning && cpu == ABSENT ? 1 : 0;
        memoryAbsent += isRunning && memory == ABSENT ? 1 : 0;
        String constraints = rows.text(rows.column("constraints"));
        return new TraceSnapshot.Task(
                jobId,
                (int) rows.value(rows.column("task_index")),
                job == null ? null : job.name(),
                job == null ? null : job.service(),
                CLASSES[(int) rows.value(rows.column("class"))],
                (int) rows.value(rows.column("priority")),
                isRunning ? machineNumber(rows.value(rows.column("machine_id"))) : -1,
                orZero(cpu),
                orZero(memory),
                orZero(rows.value(rows.column("gpu_micros"))),
                replayed(TaskColumn.DISK, rows, "disk_bytes"),
                replayed(TaskColumn.NETWORK, rows, "network_bits_per_second"),
                orUnknown(rows.value(rows.column("cpu_used_micro_cores"))),
                orUnknown(rows.value(rows.column("memory_used_bytes"))),
                constraints == null ? "" : constraints,
                rows.value(rows.column("different_machines")) == 1);
    }

    private int machineNumber(long id) {
        if (id == ABSENT) {
            withoutMachine++;
            return -1;
        }
        Integer number = machineNumbers.get(id);
        if (number == null) {
            machineNotUp++;
            return -1;
        }
        return number;
    }

    /** A request, if a replay of the trace counts it. */
    private long replayed(TaskColumn what, TableRows rows, String column) {
        return counted.contains(what) ? orZero(rows.value(rows.column(column))) : 0;
    }

    private static long orZero(long value) {
        return value == ABSENT ? 0 : value;
    }

    private static long orUnknown(long value) {
        return value == ABSENT ? -1 : value;
    }
}
