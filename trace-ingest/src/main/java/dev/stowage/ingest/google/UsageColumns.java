package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.source.RowChunk;

/** Where a usage table has the columns of the canonical one. */
enum UsageColumns {
    /** They are the same, in the same order. */
    OF_2011(MachineIds.ANY, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
    /** Page cache is one, there is no disk; the sample rate counts samples of a second each. */
    OF_2019(
            MachineIds.ABOVE_ZERO,
            0,
            1,
            2,
            3,
            4,
            8,
            9,
            14,
            -1,
            15,
            11,
            -1,
            -1,
            10,
            -1,
            16,
            17,
            18,
            -1,
            12);

    private static final int MACHINE = 4;
    private static final int COLLECTION_TYPE = 7; // of 2019

    private enum MachineIds {
        ANY,
        ABOVE_ZERO
    }

    private final MachineIds machines;

    @SuppressWarnings("ImmutableEnumChecker") // never changed
    private final int[] fields; // by column of the canonical table; -1 = none

    UsageColumns(MachineIds machines, int... fields) {
        this.machines = machines;
        this.fields = fields;
    }

    /** The value of a column of the canonical table. */
    long value(int column, RowChunk chunk, int row) {
        long value = fields[column] < 0 ? ABSENT : chunk.value(fields[column], row);
        boolean isNoMachine = column == MACHINE && machines == MachineIds.ABOVE_ZERO && value <= 0;
        return isNoMachine ? ABSENT : value;
    }

    /** True if the row measures an instance of an alloc set. */
    boolean isOfAllocSet(RowChunk chunk, int row) {
        return this == OF_2019 && chunk.value(COLLECTION_TYPE, row) == Google2019Codes.ALLOC_SET;
    }
}
