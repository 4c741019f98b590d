package dev.stowage.ingest.csv;

import dev.stowage.model.TaskColumn;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A column that the header of a user's CSV may name, in any order. */
enum CsvColumn {
    /** Submit time, s. */
    SUBMIT_S(true, "seconds of at least 0, as a decimal number"),
    /** Run time, s. */
    DURATION_S(true, "seconds of at least 0, as a decimal number"),
    /** CPU request, cores. */
    CPU(true, "cores of at least 0, as a decimal number"),
    /** Memory request, GiB. */
    MEMORY_GIB(true, "GiB of at least 0, as a decimal number"),
    /** Job of the task: a number or a name. */
    JOB(false, "the number or name of its job"),
    /** Number of the task within its job. */
    TASK(false, "a whole number from 0 to 2147483647"),
    /** Batch or user-facing. */
    CLASS(false, "batch or user-facing"),
    /** Larger is more important. */
    PRIORITY(false, "a whole number of 32 bits"),
    /** Who submitted it. */
    USER(TaskColumn.USER, "a name"),
    /** GPU request; a fraction is a share of one. */
    GPU(TaskColumn.GPU, "GPUs of at least 0, as a decimal number"),
    /** Disk request, GiB. */
    DISK_GIB(TaskColumn.DISK, "GiB of at least 0, as a decimal number"),
    /** Network request, gigabits a second. */
    NETWORK_GBPS(TaskColumn.NETWORK, "gigabits a second of at least 0, as a decimal number"),
    /** Where it may run. */
    CONSTRAINTS(
            TaskColumn.CONSTRAINTS,
            "constraints as in arch=x86;kernel!=3;cores>8;different-machines;different-domains"),
    /** Group of tasks within the job. */
    STAGE(TaskColumn.STAGES, "a whole number from 0 to 2147483647"),
    /** Stages that must have ended before. */
    AFTER(TaskColumn.STAGES, "stages of the job joined by semicolons, as in 1;2"),
    /** Measured mean CPU use, cores. */
    CPU_USED(TaskColumn.USAGE, "cores of at least 0, as a decimal number"),
    /** Measured maximum memory use, GiB. */
    MEMORY_USED_GIB(TaskColumn.USAGE, "GiB of at least 0, as a decimal number");

    private final boolean isRequired;
    private final @Nullable TaskColumn extra;
    private final String expected;

    CsvColumn(boolean isRequired, String expected) {
        this.isRequired = isRequired;
        this.extra = null;
        this.expected = expected;
    }

    CsvColumn(TaskColumn extra, String expected) {
        this.isRequired = false;
        this.extra = extra;
        this.expected = expected;
    }

    /** Its name in the header. */
    String header() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isRequired() {
        return isRequired;
    }

    /** What it gives a task that a plain batch lacks, if it does. */
    Optional<TaskColumn> extra() {
        return Optional.ofNullable(extra);
    }

    /** What its values must be. */
    String expected() {
        return expected;
    }
}
