package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskClass;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs from {@code job_events}. */
final class JobTable extends TableBuilder {
    private static final int TIME = 0;
    private static final int MISSING_INFO = 1;
    private static final int JOB = 2;
    private static final int EVENT = 3;
    private static final int USER = 4;
    private static final int SCHEDULING_CLASS = 5;
    private static final int NAME = 6;
    private static final int LOGICAL_NAME = 7;
    private static final int FIRST_CAPACITY = 1 << 10;

    private final Lifecycles jobs = new Lifecycles();
    private final Map<String, String> texts = new HashMap<>();
    private byte[] schedulingClass = new byte[FIRST_CAPACITY];
    private boolean[] isFirstScheduleCensored = new boolean[FIRST_CAPACITY];
    private @Nullable String[] user = new String[FIRST_CAPACITY];
    private @Nullable String[] name = new String[FIRST_CAPACITY];
    private @Nullable String[] logicalName = new String[FIRST_CAPACITY];
    private int[] tasks = new int[0];
    private int[] largestPriority = new int[0];
    private long rowsWithMissingInfo;
    private long rowsBeforeStart;

    JobTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            if (isWanted(chunk.value(TIME, row))) {
                take(chunk, row);
            }
        }
    }

    private void take(RowChunk chunk, int row) {
        long source = chunk.value(TIME, row);
        long time = clock.canonical(source);
        boolean isBefore = clock.isBeforeStart(source);
        long jobId = chunk.value(JOB, row);
        LifecycleEvent event = LifecycleEvent.of((int) chunk.value(EVENT, row));
        int before = jobs.size();
        int job = jobs.accept(jobId, 0, event, time, isBefore);
        if (job < 0) {
            String found = "time " + source + " of job " + jobId + " after a later one";
            reject(chunk, row, BadRow.TIME_GOES_BACK, found);
            return;
        }
        ledger.used(time);
        if (job == before) {
            begin(job);
        }
        rowsBeforeStart += isBefore ? 1 : 0;
        rowsWithMissingInfo += chunk.value(MISSING_INFO, row) == ABSENT ? 0 : 1;
        if (event == LifecycleEvent.SCHEDULE && jobs.attempts(job) == 1) {
            isFirstScheduleCensored[job] = isBefore;
        }
        if (chunk.value(SCHEDULING_CLASS, row) != ABSENT) {
            schedulingClass[job] = (byte) chunk.value(SCHEDULING_CLASS, row);
        }
        user[job] = text(chunk, USER, row, user[job]);
        name[job] = text(chunk, NAME, row, name[job]);
        logicalName[job] = text(chunk, LOGICAL_NAME, row, logicalName[job]);
    }

    private @Nullable String text(RowChunk chunk, int field, int row, @Nullable String known) {
        if (known != null || chunk.value(field, row) == ABSENT) {
            return known;
        }
        String text = chunk.text(field, row);
        String shared = texts.putIfAbsent(text, text);
        return shared == null ? text : shared;
    }

    private void begin(int job) {
        if (job == schedulingClass.length) {
            int capacity = Math.addExact(job, job >> 1);
            schedulingClass = Arrays.copyOf(schedulingClass, capacity);
            isFirstScheduleCensored = Arrays.copyOf(isFirstScheduleCensored, capacity);
            user = Arrays.copyOf(user, capacity);
            name = Arrays.copyOf(name, capacity);
            logicalName = Arrays.copyOf(logicalName, capacity);
        }
        schedulingClass[job] = -1;
    }

    /** The scheduling class of a job, or absent. */
    int schedulingClass(long jobId) {
        int job = jobs.find(jobId, 0);
        return job < 0 || schedulingClass[job] < 0 ? ABSENT_INT : schedulingClass[job];
    }

    /** Counts a task of a job; false if the table does not have the job. */
    boolean countTask(long jobId, int priority) {
        if (tasks.length < jobs.size()) {
            tasks = new int[jobs.size()];
            largestPriority = new int[jobs.size()];
        }
        int job = jobs.find(jobId, 0);
        if (job < 0) {
            return false;
        }
        largestPriority[job] =
                tasks[job] == 0 ? priority : Math.max(largestPriority[job], priority);
        tasks[job]++;
        return true;
    }

    /** Writes {@code jobs.parquet}; all tasks must have been counted. Adds to the facts. */
    long write(Path directory, ClassRule rule, Map<String, Long> facts) {
        long classUnknown = 0;
        long withoutTasks = 0;
        if (tasks.length < jobs.size()) {
            tasks = new int[jobs.size()];
            largestPriority = new int[jobs.size()];
        }
        JobRow row = new JobRow();
        try (ColumnFileWriter file = CanonicalTable.JOBS.create(directory)) {
            for (int job : StableOrder.of(jobs.submitColumn(), jobs.size())) {
                int deciding =
                        switch (rule.field()) {
                            case SCHEDULING_CLASS -> schedulingClass[job];
                            case PRIORITY -> tasks[job] == 0 ? -1 : largestPriority[job];
                        };
                classUnknown += deciding < 0 ? 1 : 0;
                withoutTasks += tasks[job] == 0 ? 1 : 0;
                fill(row, job, deciding < 0 ? TaskClass.BATCH : rule.classOf(deciding));
                row.writeTo(file);
            }
            facts.putAll(jobs.facts("jobs."));
            facts.put("jobs.rowsBeforeStart", rowsBeforeStart);
            facts.put("jobs.rowsWithMissingInfo", rowsWithMissingInfo);
            facts.put("jobs.classUnknown", classUnknown);
            facts.put("jobs.withoutTasks", withoutTasks);
            return file.rows();
        }
    }

    private void fill(JobRow row, int job, TaskClass jobClass) {
        row.jobId = jobs.job(job);
        row.submitMicros = jobs.submitMicros(job);
        row.scheduleMicros = jobs.firstScheduleMicros(job);
        row.endMicros = jobs.endMicros(job);
        row.outcome = jobs.outcome(job);
        row.jobClass = jobClass;
        row.schedulingClass = schedulingClass[job] < 0 ? ABSENT_INT : schedulingClass[job];
        row.user = user[job];
        row.name = name[job];
        row.logicalName = logicalName[job];
        row.tasks = tasks[job];
        row.isSubmitCensored = jobs.isSubmitCensored(job);
        row.isScheduleCensored =
                jobs.attempts(job) == 0
                        ? jobs.isScheduleCensored(job)
                        : isFirstScheduleCensored[job];
        row.isEndCensored = jobs.isAlive(job);
        row.resubmissions = jobs.resubmissions(job);
    }
}
