package dev.stowage.ingest.extraction;

import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.JobUsers;
import dev.stowage.model.TaskColumn;
import dev.stowage.workload.TraceProvenance;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where parameters are extracted from. */
interface ExtractionSource {
    /** Reads the job table; false if there is none, and jobs are what their tasks show. */
    boolean readJobs(JobRecords jobs);

    /** Shows all tasks, group by group, in a pass of its own. */
    void forEachGroup(Consumer<TaskColumns> visitor);

    /** What the tasks cover, known after a pass; null if there are none. */
    TraceManifest.@Nullable Window taskWindow();

    /** The first instant that is covered of jobs; 0 if there are none. */
    long jobsStartMicros();

    /** The last instant that is covered of jobs; 0 if there are none. */
    long jobsEndMicros();

    /** The users of the jobs; null if it does not tell them. */
    @Nullable JobUsers users();

    /**
     * Where it all comes from, known after a pass.
     *
     * @param asked what its tasks ask for, as {@link TraceProvenance#asked}
     */
    TraceProvenance provenance(Map<TaskColumn, Long> asked, List<String> notes);
}
