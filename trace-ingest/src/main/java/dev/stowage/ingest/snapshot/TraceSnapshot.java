package dev.stowage.ingest.snapshot;

import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskClass;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A moment of a trace: the machines that were up, the tasks that ran, each where it was recorded,
 * and those that waited.
 *
 * @param trace what reports call it
 * @param atMicros the moment, microseconds since the start of the trace
 * @param machines in order of their first row
 * @param tasks that ran, in order of the trace
 * @param waiting tasks that were submitted and not yet placed, in order of the trace
 * @param counts what was read, and what of it the snapshot doesn't show
 */
public record TraceSnapshot(
        String trace,
        long atMicros,
        List<Machine> machines,
        List<Task> tasks,
        List<Task> waiting,
        Counts counts) {
    /** After all that the trace has: then every task has ended whose outcome says so. */
    public static final long END_MICROS = Long.MAX_VALUE;

    public TraceSnapshot {
        machines = List.copyOf(machines);
        tasks = List.copyOf(tasks);
        waiting = List.copyOf(waiting);
    }

    /**
     * A machine that is up.
     *
     * @param id as the source numbers it
     * @param name what the source calls it; its number where it has no name
     * @param platform kind of machine; null if unknown
     * @param gpuMicros GPUs, millionths of one
     * @param attributes for constraints, with the platform
     */
    public record Machine(
            long id,
            String name,
            @Nullable String platform,
            long cpuMicroCores,
            long memoryBytes,
            long gpuMicros,
            SortedMap<String, String> attributes) {}

    /**
     * A task that runs or waits.
     *
     * @param jobId its job
     * @param index its number within the job
     * @param job the name of its job; null if the source has none
     * @param service the job's name without what changes from run to run; null if the source has
     *     none
     * @param machine number of its machine in {@link #machines}; -1 if that is not known or not up
     * @param cpuMicroCores request; 0 if absent
     * @param memoryBytes request; 0 if absent
     * @param gpuMicros request; 0 if absent
     * @param diskBytes request; 0 if absent, or if a replay of the trace doesn't count disk
     * @param networkBitsPerSecond request; 0 if absent, or if a replay doesn't count it
     * @param cpuUsedMicroCores measured mean; -1 if unknown
     * @param memoryUsedBytes measured maximum; -1 if unknown
     * @param constraints as in a CSV; empty for none
     * @param isApart true if tasks of its job must not share a machine
     */
    public record Task(
            long jobId,
            int index,
            @Nullable String job,
            @Nullable String service,
            TaskClass taskClass,
            int priority,
            int machine,
            long cpuMicroCores,
            long memoryBytes,
            long gpuMicros,
            long diskBytes,
            long networkBitsPerSecond,
            long cpuUsedMicroCores,
            long memoryUsedBytes,
            String constraints,
            boolean isApart) {}

    /**
     * Counts; {@code tasks = running + waiting + notYet + ended + neverScheduled + earlierAttempt}.
     *
     * @param tasks in the trace
     * @param running at the moment
     * @param waiting submitted and not yet placed
     * @param notYet submitted later
     * @param ended before
     * @param neverScheduled ended before with no attempt at all
     * @param earlierAttempt submitted before and scheduled for the last time after: whether an
     *     earlier attempt ran at the moment is not in the table
     * @param withoutMachine of the running: no machine is recorded
     * @param machineNotUp of the running: the recorded machine is not there at the moment
     * @param cpuAbsent of the running: no CPU request
     * @param memoryAbsent of the running: no memory request
     */
    public record Counts(
            long tasks,
            long running,
            long waiting,
            long notYet,
            long ended,
            long neverScheduled,
            long earlierAttempt,
            long withoutMachine,
            long machineNotUp,
            long cpuAbsent,
            long memoryAbsent) {}

    /** What a trace with machines shows of a moment. */
    public static TraceSnapshot of(CanonicalTrace trace, long atMicros) {
        return of(trace, atMicros, true);
    }

    /**
     * What a trace shows of a moment.
     *
     * @param atMicros microseconds since the start of the trace, at least 0; may be {@link
     *     #END_MICROS}
     * @param needsMachines false if machines don't matter: then the trace may have none
     * @throws dev.stowage.basis.InputException if the trace has no tasks, no machines, or doesn't
     *     say when tasks ran
     */
    public static TraceSnapshot of(CanonicalTrace trace, long atMicros, boolean needsMachines) {
        return new SnapshotReader(trace, atMicros, needsMachines).read();
    }
}
