package dev.stowage.sim.cluster;

import dev.stowage.policy.placement.FreeRange;
import dev.stowage.policy.placement.ServerScore;

/** The loads by which a cluster itself is asked for a server. */
enum LoadScore implements ServerScore {
    /** Allocated share of the CPU. */
    CPU {
        @Override
        public double score(long freeMicroCores, long freeBytes, long capacity, long bytes) {
            return FreeRange.allocatedShare(freeMicroCores, capacity);
        }

        @Override
        public double upperBound(FreeRange range) {
            return range.highestCpuShare();
        }
    },

    /** Allocated share of the memory. */
    MEMORY {
        @Override
        public double score(long freeMicroCores, long freeBytes, long capacity, long bytes) {
            return FreeRange.allocatedShare(freeBytes, bytes);
        }

        @Override
        public double upperBound(FreeRange range) {
            return range.highestMemoryShare();
        }
    },

    /** The dominant share, negated: the least loaded server has the highest. */
    LEAST {
        @Override
        public double score(long freeMicroCores, long freeBytes, long capacity, long bytes) {
            return -Math.max(
                    FreeRange.allocatedShare(freeMicroCores, capacity),
                    FreeRange.allocatedShare(freeBytes, bytes));
        }

        @Override
        public double upperBound(FreeRange range) {
            return -Math.max(range.lowestCpuShare(), range.lowestMemoryShare());
        }
    }
}
