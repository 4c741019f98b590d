package dev.stowage.ingest.trace;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.ExtraColumns;
import dev.stowage.ingest.parquet.ColumnCursor;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what tasks of a trace have besides times, CPU, memory, class and priority, as far as it was
 * asked for.
 *
 * <p>Hot: no object a row. A file without such columns costs nothing here.
 */
public final class TraceExtras {
    private static final String CONSTRAINTS = "constraints";
    private static final String MACHINES_FLAG = "different_machines";

    private final Path path;
    private final List<String> names;
    private final boolean isOnlyResources;
    private final boolean hasStages;
    private final @Nullable JobUsers jobUsers;
    private final int[] userOfJobName;
    private final List<String> users = new ArrayList<>();
    private final Map<String, Integer> userNumbers = new HashMap<>();
    private final List<PlacementConstraints> constraints = new ArrayList<>();
    private final Map<PlacementConstraints, PlacementConstraints> sameConstraints = new HashMap<>();
    private final List<int[]> afters = new ArrayList<>();
    private final Map<List<Integer>, int[]> sameAfters = new HashMap<>();
    private final StageCheck stages = new StageCheck();
    private int[] numbers = new int[0];
    private boolean[] flags = new boolean[0];

    /**
     * Prepares to read.
     *
     * @param names as {@link #columnsFor} gives them
     * @param isOnlyResources as {@link #isOnlyResources(Set)} says
     * @param jobUsers users by job; null if nobody asked or the tasks name theirs
     */
    public TraceExtras(
            Path path, List<String> names, boolean isOnlyResources, @Nullable JobUsers jobUsers) {
        this.path = path;
        this.names = names;
        this.isOnlyResources = isOnlyResources;
        this.jobUsers = jobUsers;
        hasStages = names.containsAll(ExtraColumns.of(TaskColumn.STAGES));
        userOfJobName = new int[jobUsers == null ? 0 : jobUsers.size()];
        Arrays.fill(userOfJobName, -1);
    }

    /** True if of constraints only those count that ask for resources by name. */
    public static boolean isOnlyResources(Set<TaskColumn> wanted) {
        return wanted.contains(TaskColumn.RESOURCES) && !wanted.contains(TaskColumn.CONSTRAINTS);
    }

    /** The columns of a task table that say what is wanted, of those that it has. */
    public static List<String> columnsFor(Set<TaskColumn> wanted, Set<String> present) {
        List<String> names = new ArrayList<>();
        if (isOnlyResources(wanted)) {
            names.add(CONSTRAINTS);
        }
        for (TaskColumn column : wanted) {
            names.addAll(ExtraColumns.of(column));
            if (column == TaskColumn.DISK) {
                names.add("disk_bytes");
            } else if (column == TaskColumn.CONSTRAINTS) {
                names.add(MACHINES_FLAG); // after the text, to which it adds
            }
        }
        names.retainAll(present);
        return List.copyOf(names);
    }

    /** True if no column is read: every batch is plain then. */
    boolean isEmpty() {
        return names.isEmpty() && jobUsers == null;
    }

    List<String> users() {
        return Collections.unmodifiableList(users);
    }

    /** Reads the next {@code count} rows; the first of the columns has that number in the file. */
    public void fill(ColumnFileReader file, int firstColumn, TaskBatch batch, int count) {
        for (int row = 0; row < count; row++) {
            batch.clearExtras(row);
        }
        if (numbers.length < count) {
            numbers = new int[batch.capacity()];
            flags = new boolean[batch.capacity()];
        }
        for (int i = 0; i < names.size(); i++) {
            fillColumn(names.get(i), file.column(firstColumn + i), batch, count);
        }
        if (jobUsers != null) {
            for (int row = 0; row < count; row++) {
                batch.userId[row] = userOfJob(jobUsers, batch.jobId[row]);
            }
        }
    }

    private void fillColumn(String name, ColumnCursor column, TaskBatch batch, int count) {
        switch (name) {
            case "user" -> column.numbers(batch.userId, count, this::user);
            case "gpu_micros" -> amounts(name, column, batch.gpuMicros, count, 0);
            case "disk_bytes" -> amounts(name, column, batch.diskBytes, count, 0);
            case "network_bits_per_second" ->
                    amounts(name, column, batch.networkBitsPerSecond, count, 0);
            case "cpu_used_micro_cores" ->
                    amounts(name, column, batch.cpuUsedMicroCores, count, TaskBatch.NONE);
            case "memory_used_bytes" ->
                    amounts(name, column, batch.memoryUsedBytes, count, TaskBatch.NONE);
            case CONSTRAINTS -> constraints(column, batch, count);
            case MACHINES_FLAG -> differentMachines(column, batch, count);
            case "stage" -> column.ints(batch.stage, count, 0);
            case "after_stages" -> afterStages(column, batch, count);
            default -> throw new IllegalStateException("column " + name + " is no extra");
        }
    }

    private void amounts(String name, ColumnCursor column, long[] target, int count, long none) {
        column.longs(target, count, none);
        for (int row = 0; row < count; row++) {
            if (target[row] < 0 && target[row] != none) {
                throw InputException.of(path, name + " " + target[row], "at least 0", null);
            }
        }
    }

    private int userOfJob(JobUsers byJob, long jobId) {
        int name = byJob.find(jobId);
        if (name < 0) {
            return -1;
        }
        if (userOfJobName[name] < 0) {
            userOfJobName[name] = user(byJob.name(name));
        }
        return userOfJobName[name];
    }

    private int user(String name) {
        return userNumbers.computeIfAbsent(
                name,
                fresh -> {
                    users.add(fresh);
                    return users.size() - 1;
                });
    }

    private void constraints(ColumnCursor column, TaskBatch batch, int count) {
        column.numbers(numbers, count, this::constraintNumber);
        for (int row = 0; row < count; row++) {
            if (numbers[row] >= 0 && !constraints.get(numbers[row]).isEmpty()) {
                batch.constraints[row] = constraints.get(numbers[row]);
            }
        }
    }

    private int constraintNumber(String text) {
        try {
            PlacementConstraints parsed = PlacementConstraints.parse(text);
            constraints.add(same(isOnlyResources ? ClusterTerms.resources(parsed) : parsed));
            return constraints.size() - 1;
        } catch (IllegalArgumentException e) {
            throw InputException.of(
                            path,
                            "constraints " + e.getMessage(),
                            "constraints as in arch=x86;kernel!=3;cores>8;different-machines",
                            null)
                    .causedBy(e);
        }
    }

    private PlacementConstraints same(PlacementConstraints value) {
        return sameConstraints.computeIfAbsent(value, key -> key);
    }

    private void differentMachines(ColumnCursor column, TaskBatch batch, int count) {
        column.booleans(flags, count);
        for (int row = 0; row < count; row++) {
            PlacementConstraints known = batch.constraints[row];
            if (flags[row] && known == null) {
                batch.constraints[row] = PlacementConstraints.DIFFERENT_MACHINES;
            } else if (flags[row] && known != null && !known.differentMachines()) {
                batch.constraints[row] = same(known.withDifferentMachines());
            }
        }
    }

    private void afterStages(ColumnCursor column, TaskBatch batch, int count) {
        column.numbers(numbers, count, this::afterNumber);
        for (int row = 0; row < count; row++) {
            if (numbers[row] >= 0) {
                batch.afterStages[row] = afters.get(numbers[row]);
            }
        }
    }

    private int afterNumber(String text) {
        int[] parsed = StageList.parse(text);
        if (parsed == null) {
            throw InputException.of(
                    path, "after_stages \"" + text + "\"", "stages as in 1;2", null);
        }
        afters.add(
                parsed.length == 0
                        ? TaskBatch.NO_STAGES
                        : sameAfters.computeIfAbsent(StageList.boxed(parsed), key -> parsed));
        return afters.size() - 1;
    }

    /** Takes a row into account, whether it is delivered or not. */
    void see(TaskBatch batch, int row) {
        if (hasStages) {
            stages.add(batch, row, path, 0);
        }
    }

    /** No more rows come. */
    void end() {
        stages.end();
    }
}
