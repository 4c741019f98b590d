package dev.stowage.sim.cluster;

import dev.stowage.basis.PlainState;

/**
 * The totals of a cluster and of the queue in front of it, now. The cluster keeps those of the
 * servers, the engine those of the queue; recorders read them.
 *
 * <p>Hot: plain fields, because they change with every event.
 */
public final class Levels implements PlainState {
    /** CPU allocated to tasks, millionths of a core. */
    public long cpuAllocatedMicroCores;

    /** Memory allocated to tasks, bytes. */
    public long memoryAllocatedBytes;

    /** CPU of the servers that are up, millionths of a core. */
    public long cpuCapacityMicroCores;

    /** Memory of the servers that are up, bytes. */
    public long memoryCapacityBytes;

    /** CPU request of the queued tasks, millionths of a core. */
    public long cpuQueuedMicroCores;

    /** Memory request of the queued tasks, bytes. */
    public long memoryQueuedBytes;

    /** Tasks on servers. */
    public long tasksRunning;

    /** Tasks in the queue. */
    public long tasksPending;

    /** Servers with at least one task. */
    public long serversInUse;

    /** Servers that are up. */
    public long serversUp;

    /** Power of all servers that are up if none had a task, nW. */
    public long idleNanoWatts;

    /**
     * Power that the tasks add, nW; kept only if the servers differ in power or CPU (else it
     * follows from the allocated CPU, or from the CPU in use where tasks contend).
     */
    public long dynamicNanoWatts;

    /** True if the two below are kept: where tasks contend. */
    public boolean isUseKept;

    /** CPU that the running tasks get and use, millionths of a core. */
    public long cpuUsedMicroCores;

    /** Memory that the running tasks use, bytes. */
    public long memoryUsedBytes;

    /** True if some server has GPUs, disk or network that is counted: the next two are kept. */
    public boolean hasExtras;

    /** True if some server has GPUs. */
    public boolean hasGpus;

    /** GPUs, disk and network allocated to tasks: in millionths of one, bytes, bits per second. */
    public final long[] extraAllocated = new long[3];

    /** The same of the servers that are up. */
    public final long[] extraCapacity = new long[3];

    /** Nothing anywhere. */
    public Levels() {}
}
