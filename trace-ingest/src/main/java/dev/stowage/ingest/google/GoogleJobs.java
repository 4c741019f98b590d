package dev.stowage.ingest.google;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskClass;
import java.nio.file.Path;
import java.util.Map;

/** Jobs from their events, with their tasks counted. */
abstract class GoogleJobs extends TableBuilder {
    private int[] tasks = new int[0];
    private int[] largestPriority = new int[0];

    GoogleJobs(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    /** All rows have been taken; tasks come next. */
    void complete() {
        tasks = new int[jobs().size()];
        largestPriority = new int[jobs().size()];
    }

    /** The jobs by number. */
    abstract Lifecycles jobs();

    /** Their numbers in the order in which they are written. */
    abstract int[] order();

    /** What the class rule looks at, of a job itself; negative if it is not known. */
    abstract int deciding(int job, ClassRule rule);

    /** Fills in what rows said besides events. */
    abstract void fillGiven(JobRow row, int job);

    /** True if the first schedule of a job lies before the start. */
    abstract boolean isFirstScheduleCensored(int job);

    /** Adds what was counted while rows were taken. */
    abstract void addFacts(Map<String, Long> facts);

    /** The number of a job, or -1. */
    final int find(long jobId) {
        return jobs().find(jobId, 0);
    }

    /** True if no machine may run two tasks of the job. */
    boolean isSpreadOverMachines(int job) {
        return false;
    }

    /** Counts a task of a job. */
    final void countTask(int job, int priority) {
        largestPriority[job] =
                tasks[job] == 0 ? priority : Math.max(largestPriority[job], priority);
        tasks[job]++;
    }

    /** Writes {@code jobs.parquet}; all tasks must have been counted. Adds to the facts. */
    final long write(Path directory, ClassRule rule, Map<String, Long> facts) {
        long classUnknown = 0;
        long withoutTasks = 0;
        JobRow row = new JobRow();
        try (ColumnFileWriter file = CanonicalTable.JOBS.create(directory)) {
            for (int job : order()) {
                int own = deciding(job, rule);
                boolean isByTasks = rule.field() == ClassRule.Field.PRIORITY && tasks[job] > 0;
                int deciding = own < 0 && isByTasks ? largestPriority[job] : own;
                classUnknown += deciding < 0 ? 1 : 0;
                withoutTasks += tasks[job] == 0 ? 1 : 0;
                fill(row, job, deciding < 0 ? TaskClass.BATCH : rule.classOf(deciding));
                row.writeTo(file);
            }
            facts.putAll(jobs().facts("jobs."));
            addFacts(facts);
            facts.put("jobs.classUnknown", classUnknown);
            facts.put("jobs.withoutTasks", withoutTasks);
            return file.rows();
        }
    }

    private void fill(JobRow row, int job, TaskClass jobClass) {
        Lifecycles jobs = jobs();
        row.jobId = jobs.job(job);
        row.submitMicros = jobs.submitMicros(job);
        row.scheduleMicros = jobs.firstScheduleMicros(job);
        row.endMicros = jobs.endMicros(job);
        row.outcome = jobs.outcome(job);
        row.jobClass = jobClass;
        row.tasks = tasks[job];
        row.isSubmitCensored = jobs.isSubmitCensored(job);
        row.isScheduleCensored =
                jobs.attempts(job) == 0
                        ? jobs.isScheduleCensored(job)
                        : isFirstScheduleCensored(job);
        row.isEndCensored = jobs.isAlive(job);
        row.resubmissions = jobs.resubmissions(job);
        fillGiven(row, job);
    }
}
