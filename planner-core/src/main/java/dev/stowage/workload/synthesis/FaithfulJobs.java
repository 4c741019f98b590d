package dev.stowage.workload.synthesis;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskClass;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;

/**
 * Generated jobs: when each arrives, which prototype it follows, and the factor on its durations.
 *
 * <p>Hot: 16 bytes a job, kept for as long as the workload is used; what prototypes say is laid out
 * in columns by number of the group.
 */
final class FaithfulJobs {
    final long[] arrivalMicros;
    final int[] prototype;
    final float[] factor;

    /** First group of each prototype; one more than there are prototypes. */
    final int[] firstGroup;

    final boolean[] isBatch;
    final TaskGroup[] groups;
    final long[] cpuMicroCores;
    final long[] memoryBytes;

    /** Tasks of the groups of the same job up to each group. */
    private final long[] tasksUpTo;

    /** Of each group; empty if none asks for any. */
    final long[] gpuMicros;

    final double[] countScale;
    final double[] durationScale;

    FaithfulJobs(int size, List<JobPrototype> prototypes, SynthOptions options) {
        arrivalMicros = new long[size];
        prototype = new int[size];
        factor = new float[size];
        firstGroup = new int[prototypes.size() + 1];
        isBatch = new boolean[prototypes.size()];
        countScale = new double[prototypes.size()];
        durationScale = new double[prototypes.size()];
        List<TaskGroup> all = new ArrayList<>();
        boolean isByCount = options.scaleBy() == SynthOptions.ScaleBy.COUNT;
        for (int p = 0; p < prototypes.size(); p++) {
            JobPrototype job = prototypes.get(p);
            isBatch[p] = job.taskClass() == TaskClass.BATCH;
            double scale = options.durationScale(job.taskClass());
            countScale[p] = isByCount ? scale : 1;
            durationScale[p] = isByCount ? 1 : scale;
            all.addAll(job.groups());
            firstGroup[p + 1] = all.size();
        }
        groups = all.toArray(TaskGroup[]::new);
        cpuMicroCores = new long[groups.length];
        memoryBytes = new long[groups.length];
        for (int g = 0; g < groups.length; g++) {
            cpuMicroCores[g] = Math.round(groups[g].cpuCores() * Resources.MICRO_CORES_PER_CORE);
            memoryBytes[g] = Math.round(groups[g].memoryGib() * Resources.BYTES_PER_GIB);
        }
        gpuMicros = gpuMicros(all);
        tasksUpTo = new long[groups.length];
        for (int p = 0; p < isBatch.length; p++) {
            long tasks = 0;
            for (int g = firstGroup[p]; g < firstGroup[p + 1]; g++) {
                tasks += groups[g].tasks();
                tasksUpTo[g] = tasks;
            }
        }
    }

    private static long[] gpuMicros(List<TaskGroup> groups) {
        if (groups.stream().allMatch(group -> group.gpus() == 0)) {
            return new long[0];
        }
        return groups.stream()
                .mapToLong(group -> Math.round(group.gpus() * ServerExtras.MICROS_PER_GPU))
                .toArray();
    }

    int size() {
        return arrivalMicros.length;
    }

    boolean hasGpus() {
        return gpuMicros.length > 0;
    }

    /**
     * Tasks of a group of a job: scaled, and those of all groups together rounded up or down by the
     * job's own chance. A job has at least one.
     */
    int tasks(int job, int group, double chance) {
        int p = prototype[job];
        boolean isFirst = group == firstGroup[p];
        double upTo = rounded(p, group, chance);
        double before = isFirst ? 0 : rounded(p, group - 1, chance);
        boolean isNone = isFirst && rounded(p, firstGroup[p + 1] - 1, chance) == 0;
        return isNone ? 1 : (int) Math.min(Integer.MAX_VALUE, upTo - before);
    }

    private double rounded(int p, int group, double chance) {
        return Math.floor(tasksUpTo[group] * countScale[p] + chance);
    }
}
