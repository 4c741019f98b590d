package dev.stowage.workload.synthesis;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.TaskDemands;
import dev.stowage.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /** Of each group. */
    final long[] gpuMicros;

    final long[] diskBytes;
    final long[] networkBitsPerSecond;
    final @Nullable PlacementConstraints[] constraints; // one object for the same content

    private final Set<TaskColumn> columns = EnumSet.noneOf(TaskColumn.class);

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
        gpuMicros = new long[groups.length];
        diskBytes = new long[groups.length];
        networkBitsPerSecond = new long[groups.length];
        constraints = new PlacementConstraints[groups.length];
        layOutDemands();
        tasksUpTo = new long[groups.length];
        for (int p = 0; p < isBatch.length; p++) {
            long tasks = 0;
            for (int g = firstGroup[p]; g < firstGroup[p + 1]; g++) {
                tasks += groups[g].tasks();
                tasksUpTo[g] = tasks;
            }
        }
    }

    private void layOutDemands() {
        Map<PlacementConstraints, PlacementConstraints> same = new HashMap<>();
        for (int g = 0; g < groups.length; g++) {
            TaskDemands demands = groups[g].demands();
            gpuMicros[g] = Math.round(demands.gpus() * ServerExtras.MICROS_PER_GPU);
            diskBytes[g] = Math.round(demands.diskGib() * Resources.BYTES_PER_GIB);
            networkBitsPerSecond[g] =
                    Math.round(demands.networkGbps() * ServerExtras.BITS_PER_GIGABIT);
            addIf(demands.gpus() > 0, TaskColumn.GPU);
            addIf(demands.diskGib() > 0, TaskColumn.DISK);
            addIf(demands.networkGbps() > 0, TaskColumn.NETWORK);
            if (!demands.constraints().isEmpty()) {
                constraints[g] = same.computeIfAbsent(demands.constraints(), key -> key);
                columns.add(TaskColumn.CONSTRAINTS);
            }
        }
    }

    private void addIf(boolean isAsked, TaskColumn column) {
        if (isAsked) {
            columns.add(column);
        }
    }

    int size() {
        return arrivalMicros.length;
    }

    /** What groups ask for besides CPU and memory. */
    Set<TaskColumn> columns() {
        return Collections.unmodifiableSet(columns);
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
