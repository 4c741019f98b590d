package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Writes tasks as rows of a CSV, in the columns that the trace has. */
final class CsvTasks {
    private final TaskShape shape;
    private final TextOutput output;
    private final RowText text;
    private final Departures departures;
    private final boolean hasJobs;
    private final boolean hasIndexes;
    private final boolean hasUsers;
    private final boolean hasGpus;
    private final boolean hasNetwork;
    private final boolean hasConstraints;
    private final boolean hasStages;
    private final boolean hasUse;
    private @Nullable String lastConstraints;
    private @Nullable String lastReadBack;

    CsvTasks(TaskRows rows, TaskShape shape, TextOutput output, Departures departures) {
        this.shape = shape;
        this.output = output;
        this.departures = departures;
        text = output.text();
        hasUsers = rows.has("user");
        hasGpus = rows.has("gpu_micros");
        hasNetwork = rows.has("network_bits_per_second");
        hasConstraints = rows.has("constraints");
        hasStages = rows.has("stage");
        hasUse = rows.has("cpu_used_micro_cores");
        hasJobs = hasStages || !shape.isRowTheJob();
        hasIndexes = hasJobs && !shape.isRowTheIndex();
    }

    void writeHeader() {
        StringJoiner header = new StringJoiner(",");
        header.add("submit_s,duration_s,cpu,memory_gib,class,priority");
        addIf(hasJobs, header, "job");
        addIf(hasIndexes, header, "task");
        addIf(hasUsers, header, "user");
        addIf(hasGpus, header, "gpu");
        addIf(shape.withDisk() > 0, header, "disk_gib");
        addIf(hasNetwork, header, "network_gbps");
        addIf(hasConstraints, header, "constraints");
        addIf(hasStages, header, "stage,after");
        addIf(hasUse, header, "cpu_used,memory_used_gib");
        text.put(header.toString());
        output.endLine();
    }

    private static void addIf(boolean isWanted, StringJoiner header, String column) {
        if (isWanted) {
            header.add(column);
        }
    }

    void write(TaskRow task) {
        text.putSeconds(task.submitMicros).put(',').putSeconds(task.durationMicros).put(',');
        text.putQuotient(Math.max(0, task.cpuMicroCores), Resources.MICRO_CORES_PER_CORE).put(',');
        text.putQuotient(Math.max(0, task.memoryBytes), Resources.BYTES_PER_GIB).put(',');
        text.put(task.taskClass == TaskClass.USER_FACING ? "user-facing," : "batch,");
        text.put(Integer.toString(task.priority));
        if (hasJobs) {
            text.put(',').put(task.jobId);
        }
        if (hasIndexes) {
            text.put(',').put((long) task.taskIndex);
        }
        if (hasUsers) {
            writeUser(task.user);
        }
        amount(hasGpus, task.gpuMicros, ServerExtras.MICROS_PER_GPU);
        amount(shape.withDisk() > 0, task.diskBytes, Resources.BYTES_PER_GIB);
        amount(hasNetwork, task.networkBitsPerSecond, ServerExtras.BITS_PER_GIGABIT);
        if (hasConstraints) {
            writeConstraints(task.constraints);
        }
        if (hasStages) {
            writeStages(task);
        }
        if (hasUse) {
            measured(task.cpuUsedMicroCores, Resources.MICRO_CORES_PER_CORE);
            measured(task.memoryUsedBytes, Resources.BYTES_PER_GIB);
        }
        output.endRow();
        compare(task);
    }

    private void writeUser(@Nullable String user) {
        text.put(',');
        boolean isKept =
                user == null
                        || (!user.isEmpty()
                                && user.equals(stripped(user))
                                && user.chars().noneMatch(c -> c == '\n' || c == '\r'));
        departures.countIf("tasks.user", !isKept);
        if (user != null && isKept) {
            putQuoted(user);
        }
    }

    /** As the reader strips it. */
    private static String stripped(String value) {
        return value.replaceAll("^[ \t]+|[ \t]+$", "");
    }

    private void putQuoted(String value) {
        boolean isPlain = value.chars().noneMatch(c -> c == ',' || c == '"');
        text.put(isPlain ? value : '"' + value.replace("\"", "\"\"") + '"');
    }

    /** An amount that is as good as none where it is 0. */
    private void amount(boolean isWritten, long amount, long unit) {
        if (isWritten) {
            text.put(',');
            if (amount > 0) {
                text.putQuotient(amount, unit);
            }
        }
    }

    private void measured(long amount, long unit) {
        text.put(',');
        if (amount != ABSENT) {
            text.putQuotient(amount, unit);
        }
    }

    private void writeConstraints(@Nullable String constraints) {
        text.put(',');
        if (constraints != null) {
            if (!constraints.equals(lastConstraints)) {
                lastConstraints = constraints;
                lastReadBack = readBack(constraints);
            }
            if (lastReadBack != null) {
                putQuoted(lastReadBack);
            }
        }
        String again = constraints == null ? null : lastReadBack;
        departures.countIf("tasks.constraints", !Objects.equals(constraints, again));
    }

    /** What a CSV makes of constraints; null if nothing. */
    private static @Nullable String readBack(String constraints) {
        try {
            PlacementConstraints parsed = PlacementConstraints.parse(constraints);
            return parsed.isEmpty() ? null : parsed.toString();
        } catch (IllegalArgumentException e) {
            return null; // counted
        }
    }

    private void writeStages(TaskRow task) {
        text.put(',');
        if (task.stage > 0) {
            text.put((long) task.stage);
        }
        text.put(',');
        boolean isKept = shape.withoutDuration() == 0;
        if (task.afterStages != null && isKept) {
            text.put(task.afterStages);
        }
        departures.countIf("tasks.after_stages", task.afterStages != null && !isKept);
        departures.countIf("tasks.stage", task.stage == 0);
    }

    /** Counts what the columns do not say. */
    private void compare(TaskRow task) {
        departures.compare("tasks.schedule_micros", task.scheduleMicros, ABSENT);
        departures.compare("tasks.end_micros", task.endMicros, ABSENT);
        departures.countIf("tasks.outcome", task.outcome != TaskOutcome.FINISHED);
        departures.compare("tasks.scheduling_class", task.schedulingClass, ABSENT_INT);
        departures.compare(
                "tasks.cpu_micro_cores", task.cpuMicroCores, Math.max(0, task.cpuMicroCores));
        departures.compare("tasks.memory_bytes", task.memoryBytes, Math.max(0, task.memoryBytes));
        departures.countIf("tasks.disk_bytes", task.diskBytes == 0);
        departures.countIf("tasks.gpu_micros", task.gpuMicros == 0);
        departures.countIf("tasks.network_bits_per_second", task.networkBitsPerSecond == 0);
        departures.compare("tasks.machine_id", task.machineId, ABSENT);
        departures.compare("tasks.attempts", task.attempts, 1);
        departures.compare("tasks.evictions", task.evictions, 0);
        departures.compare("tasks.failures", task.failures, 0);
        departures.compare("tasks.kills", task.kills, 0);
        departures.compare("tasks.submit_censored", task.isSubmitCensored, false);
        departures.compare("tasks.schedule_censored", task.isScheduleCensored, false);
        departures.compare("tasks.end_censored", task.isEndCensored, false);
        departures.compare("tasks.missing_info", task.missingInfo, ABSENT_INT);
        departures.compare("tasks.different_machines", task.differentMachines, ABSENT_INT);
    }
}
