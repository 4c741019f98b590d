package dev.stowage.ingest.snapshot;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.applications.ExecutionFeature;
import dev.stowage.applications.FeatureObservations;
import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import org.jspecify.annotations.Nullable;

/** The execution features of a canonical trace: every row of its usage table is a measurement. */
public final class UsageFeatures {
    private static final int REPORT_EVERY = 1 << 16;

    private static final ExecutionFeature[] FEATURES = ExecutionFeature.values();

    private UsageFeatures() {}

    /**
     * Reads them in one pass.
     *
     * @throws InputException if the trace has no usage table
     */
    public static FeatureObservations read(CanonicalTrace trace, Progress progress) {
        requireUsage(
                trace,
                "Ingest the source's usage files too (as task_usage of Google's traces), or"
                        + " give a CSV of measurements, as docs/applications.md describes.");
        FeatureObservations observations = new FeatureObservations();
        try (TableRows rows = TableRows.openAll(trace.path(), CanonicalTable.USAGE)) {
            int[] columns = new int[FEATURES.length];
            for (int i = 0; i < columns.length; i++) {
                String column = column(FEATURES[i]);
                columns[i] = column == null ? -1 : rows.column(column);
            }
            progress.start("Measurements", rows.size());
            double[] values = new double[columns.length];
            for (long row = 1; rows.next(); row++) {
                for (int i = 0; i < columns.length; i++) {
                    values[i] = value(FEATURES[i], rows.value(columns[i]));
                }
                observations.add(values);
                if (row % REPORT_EVERY == 0) {
                    progress.advanceTo(row);
                }
            }
            progress.done();
        }
        return observations;
    }

    /** Throws, with that remedy, if the trace has no usage table. */
    static void requireUsage(CanonicalTrace trace, String remedy) {
        if (!trace.has(CanonicalTable.USAGE)) {
            throw InputException.of(
                    trace.path(),
                    "a trace with the tables "
                            + String.join(", ", trace.manifest().tables().keySet()),
                    "one with usage, which says what tasks did while they ran",
                    remedy);
        }
    }

    private static @Nullable String column(ExecutionFeature feature) {
        return switch (feature) {
            case MEAN_CPU -> "cpu_micro_cores";
            case MAX_CPU -> "max_cpu_micro_cores";
            case MEAN_MEMORY -> "memory_bytes";
            case MAX_MEMORY -> "max_memory_bytes";
            case PAGE_CACHE -> "page_cache_bytes";
            case MEAN_DISK_IO -> "disk_io_time";
            case MAX_DISK_IO -> "max_disk_io_time";
            case DISK_SPACE -> "disk_bytes";
            case CYCLES_PER_INSTRUCTION -> "cycles_per_instruction";
            case MEMORY_ACCESSES_PER_INSTRUCTION -> "memory_accesses_per_instruction";
            case NETWORK_IN, NETWORK_OUT, MEDIAN_CPU, TAIL_CPU -> null;
        };
    }

    private static double value(ExecutionFeature feature, long stored) {
        if (stored == ABSENT) {
            return Double.NaN;
        }
        return switch (feature) {
            case MEAN_CPU, MAX_CPU -> stored / (double) Resources.MICRO_CORES_PER_CORE;
            case MEAN_MEMORY, MAX_MEMORY, PAGE_CACHE, DISK_SPACE ->
                    stored / (double) Resources.BYTES_PER_GIB;
            default -> Double.longBitsToDouble(stored);
        };
    }
}
