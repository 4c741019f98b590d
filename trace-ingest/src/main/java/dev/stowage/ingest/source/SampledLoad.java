package dev.stowage.ingest.source;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.schema.SourceSchema;
import java.util.Locale;

/** How much of the load of a table a sample of its jobs keeps. */
final class SampledLoad {
    private static final int ROWS = 0;
    private static final int CPU = 1;
    private static final int CPU_TIME = 2;

    private final double[] all = new double[3];
    private final double[] kept = new double[3];

    void add(RowChunk chunk, SourceSchema.Load load, int row, boolean isKept) {
        double cpu = amount(chunk, load.cpu(), row, 0);
        double count = amount(chunk, load.count(), row, 1);
        double from = amount(chunk, load.from(), row, 0);
        double time = Math.max(0, amount(chunk, load.to(), row, from) - from);
        add(all, cpu * count, time);
        if (isKept) {
            add(kept, cpu * count, time);
        }
    }

    private static void add(double[] sums, double cpu, double time) {
        sums[ROWS]++;
        sums[CPU] += cpu;
        sums[CPU_TIME] += cpu * time;
    }

    private static double amount(RowChunk chunk, int field, int row, double otherwise) {
        long value = field < 0 ? CanonicalTable.ABSENT : chunk.value(field, row);
        return value == CanonicalTable.ABSENT ? otherwise : value;
    }

    boolean isEmpty() {
        return all[ROWS] == 0;
    }

    /** The shares, as a person would say them. */
    @Override
    public String toString() {
        return share(ROWS)
                + " of the rows, "
                + share(CPU)
                + " of the CPU asked for, "
                + share(CPU_TIME)
                + " of the core-seconds";
    }

    private String share(int what) {
        return all[what] == 0
                ? "none"
                : String.format(Locale.ROOT, "%.3g %%", 100 * kept[what] / all[what]);
    }
}
