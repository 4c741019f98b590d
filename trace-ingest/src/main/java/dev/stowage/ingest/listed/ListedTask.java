package dev.stowage.ingest.listed;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as a source lists it, to be filled. Times are in microseconds of the clock of the source;
 * what is absent is {@link dev.stowage.ingest.canonical.CanonicalTable#ABSENT}.
 */
public final class ListedTask {
    /** Rows of the source that tell of it. */
    final ListedTable table;

    /** How many. */
    public long rows = 1;

    public String job;
    public @Nullable String logicalName;
    public long submitMicros;
    public long scheduleMicros = ABSENT;
    public long endMicros = ABSENT;

    /** What it takes if it is not known when it began and ended. */
    public long durationMicros = ABSENT;

    public TaskOutcome outcome = TaskOutcome.FINISHED;
    public TaskClass taskClass = TaskClass.BATCH;
    public int priority;
    public long cpuMicroCores = ABSENT;
    public long memoryBytes = ABSENT;
    public long diskBytes = ABSENT;
    public long gpuMicros = ABSENT;
    public int attempts = 1;
    public int evictions;
    public boolean isSubmitCensored;
    public boolean isScheduleCensored;
    public @Nullable String user;
    public @Nullable String machine;
    public PlacementConstraints constraints = PlacementConstraints.NONE;

    /** Its ID among the tasks of its job that {@link #after} may name; null if nothing waits. */
    public @Nullable String id;

    /** A second ID by which it may be named. */
    public @Nullable String otherId;

    /** IDs of tasks of its job that must have ended before it starts. */
    public List<String> after = List.of();

    public long cpuUsedMicroCores = ABSENT;
    public long memoryUsedBytes = ABSENT;

    // set when all are sorted
    long jobId;
    int index;
    int stage;
    String afterStages = "";
    boolean isWritten;

    /** A task of a job, told by a row of a table. */
    public ListedTask(ListedTable table, String job, long submitMicros) {
        this.table = table;
        this.job = job;
        this.submitMicros = submitMicros;
    }
}
