package dev.stowage.ingest.sample;

import dev.stowage.ingest.sample.JobLoads.JobLoad;
import java.util.List;

/** How a sample is chosen that keeps the load. */
public enum SampleBy {
    /** Whole jobs that have together as large a share of the load. */
    LOAD("load"),
    /** The same share of the tasks of every job. */
    TASKS("tasks");

    private final String spelling;

    SampleBy(String spelling) {
        this.spelling = spelling;
    }

    /** As users write it. */
    public String spelling() {
        return spelling;
    }

    TaskChoice choose(List<JobLoad> jobs, double share) {
        return switch (this) {
            case LOAD -> LoadSample.of(jobs, share);
            case TASKS -> TaskSample.of(jobs, share);
        };
    }
}
