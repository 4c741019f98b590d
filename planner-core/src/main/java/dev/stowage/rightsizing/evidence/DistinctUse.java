package dev.stowage.rightsizing.evidence;

import java.util.Arrays;

/**
 * Measurements in which each replica is measured at most once at a time, by resource: of those that
 * overlap the one that began first stays. The others are counted as left out. Exports that are put
 * together twice, and pairs of monitoring servers, give such rows.
 */
public final class DistinctUse implements MeasuredUse {
    static final String AGAIN = "of a time in which their replica was measured already";

    private final MeasuredUse all;

    /** Of measurements that may overlap. */
    public DistinctUse(MeasuredUse all) {
        this.all = all;
    }

    @Override
    public boolean isByItem() {
        return all.isByItem();
    }

    @Override
    public UseRows visit(UseVisitor visitor) {
        Filter filter = new Filter(visitor);
        UseRows rows = all.visit(filter);
        return rows.without(filter.again, AGAIN);
    }

    private static final class Filter implements UseVisitor {
        private final UseVisitor visitor;
        private long[] cpuUntil = new long[64]; // by replica
        private long[] memoryUntil = new long[64];
        private long again;

        Filter(UseVisitor visitor) {
            this.visitor = visitor;
            Arrays.fill(cpuUntil, Long.MIN_VALUE);
            Arrays.fill(memoryUntil, Long.MIN_VALUE);
        }

        @Override
        public void measured(UseRow row) {
            int replica = row.replica;
            if (replica >= cpuUntil.length) {
                int length = Math.max(2 * cpuUntil.length, replica + 1);
                cpuUntil = grown(cpuUntil, length);
                memoryUntil = grown(memoryUntil, length);
            }
            if (row.cpuMicroCores >= 0) {
                if (row.startMicros < cpuUntil[replica]) {
                    row.cpuMicroCores = UseRow.UNKNOWN;
                } else {
                    cpuUntil[replica] = row.endMicros;
                }
            }
            if (row.memoryBytes >= 0) {
                if (row.startMicros < memoryUntil[replica]) {
                    row.memoryBytes = UseRow.UNKNOWN;
                } else {
                    memoryUntil[replica] = row.endMicros;
                }
            }
            if (!row.isAmount() && row.outOfMemoryKills == 0) {
                again++;
            } else {
                visitor.measured(row);
            }
        }

        private static long[] grown(long[] values, int length) {
            long[] more = Arrays.copyOf(values, length);
            Arrays.fill(more, values.length, length, Long.MIN_VALUE);
            return more;
        }
    }
}
