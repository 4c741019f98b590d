package dev.stowage.sim.cluster;

/**
 * The columns of a cluster that its indexes read, shared, by server number.
 *
 * @param freeMicroCores -1 if the server is down
 * @param freeBytes -1 if the server is down
 * @param capacityMicroCores what tasks may be given, 0 if the server is down
 * @param capacityBytes what tasks may be given, 0 if the server is down
 */
@SuppressWarnings("ArrayRecordComponent") // columns are shared on purpose and never compared
record ServerColumns(
        long[] freeMicroCores, long[] freeBytes, long[] capacityMicroCores, long[] capacityBytes) {}
