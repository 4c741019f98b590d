package dev.stowage.ingest.csv;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskColumn;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A column that the header of a user's CSV may name, in any order. */
enum CsvColumn {
    /** Submit time, s. */
    SUBMIT_S(true, Expected.SECONDS),
    /** Run time, s. */
    DURATION_S(true, Expected.SECONDS),
    /** CPU request, cores. */
    CPU(true, Expected.CORES),
    /** Memory request, GiB. */
    MEMORY_GIB(true, Expected.GIB),
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
    GPU(TaskColumn.GPU, Expected.GPUS),
    /** Disk request, GiB. */
    DISK_GIB(TaskColumn.DISK, Expected.GIB),
    /** Network request, gigabits a second. */
    NETWORK_GBPS(TaskColumn.NETWORK, Expected.GIGABITS),
    /** Where it may run. */
    CONSTRAINTS(
            TaskColumn.CONSTRAINTS,
            "constraints as in arch=x86;kernel!=3;cores>8;different-machines;different-domains"),
    /** Group of tasks within the job. */
    STAGE(TaskColumn.STAGES, "a whole number from 0 to 2147483647"),
    /** Stages that must have ended before. */
    AFTER(TaskColumn.STAGES, "stages of the job joined by semicolons, as in 1;2"),
    /** Measured mean CPU use, cores. */
    CPU_USED(TaskColumn.USAGE, Expected.CORES),
    /** Measured maximum memory use, GiB. */
    MEMORY_USED_GIB(TaskColumn.USAGE, Expected.GIB);

    /** Ranges in words. */
    private static final class Expected {
        static final String SECONDS = amount("seconds", CsvTaskSource.MAX_MICROS / 1_000_000);
        static final String CORES = upTo("cores", Resources.MICRO_CORES_PER_CORE);
        static final String GIB = upTo("GiB", Resources.BYTES_PER_GIB);
        static final String GPUS = upTo("GPUs", ServerExtras.MICROS_PER_GPU);
        static final String GIGABITS = upTo("gigabits a second", ServerExtras.BITS_PER_GIGABIT);

        private static String upTo(String unit, long parts) {
            return amount(unit, CsvTaskSource.MAX_AMOUNT / parts);
        }

        private static String amount(String unit, long most) {
            return unit + " from 0 to " + most + ", as a decimal number";
        }
    }

    private static final Pattern MOMENT = Pattern.compile("\\d{4}[-/]\\d\\d.*");

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

    /** What it must be instead of {@code found}. */
    String expectedFor(String found) {
        boolean isMoment = expected.equals(Expected.SECONDS) && MOMENT.matcher(found).matches();
        return isMoment
                ? expected
                        + "; moments are read with a mapping (unit: iso-8601, docs/trace-formats.md)"
                : expected;
    }
}
