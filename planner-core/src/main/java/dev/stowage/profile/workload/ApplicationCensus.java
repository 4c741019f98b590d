package dev.stowage.profile.workload;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How many tasks run which application. */
public final class ApplicationCensus {
    private final TaskApplications applications;
    private final long[] tasks; // by application
    private final Set<Long> named = new HashSet<>(); // jobs of a mapping that have tasks
    private long unnamed;

    /** Of no task yet. */
    public ApplicationCensus(TaskApplications applications) {
        this.applications = applications;
        tasks = new long[applications.names().size()];
    }

    /** Counts a task; its application, or {@link TaskApplications#NONE}. */
    public int add(long jobId) {
        int application = applications.of(jobId);
        if (application == TaskApplications.NONE) {
            unnamed++;
        } else {
            tasks[application]++;
            if (applications instanceof TaskApplications.ByJob) {
                named.add(jobId);
            }
        }
        return application;
    }

    /** Tasks by application, those of none too. */
    public Map<String, Long> tasks() {
        Map<String, Long> byName = new LinkedHashMap<>();
        for (int i = 0; i < tasks.length; i++) {
            byName.put(applications.names().get(i), tasks[i]);
        }
        return byName;
    }

    /** Tasks of jobs of which nothing says what they run. */
    public long unnamed() {
        return unnamed;
    }

    /** Jobs of a mapping that had no task, in order. */
    public List<Long> absentJobs() {
        return applications instanceof TaskApplications.ByJob byJob
                ? byJob.without(named)
                : List.of();
    }
}
