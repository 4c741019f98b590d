package dev.stowage.ingest.extraction;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The jobs of a trace while parameters are extracted: from its job table, or from its tasks if it
 * has none; some 70 bytes a job.
 */
final class JobRecords {
    private static final int FIRST_CAPACITY = 1 << 10;
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();
    private static final TaskClass[] CLASSES = TaskClass.values();

    private final KeyIndex jobs = new KeyIndex();
    private long[] submit = new long[FIRST_CAPACITY];
    private long[] schedule = new long[FIRST_CAPACITY];
    private long[] end = new long[FIRST_CAPACITY];
    private long[] firstTaskSubmit = new long[FIRST_CAPACITY];
    private long[] lastTaskEnd = new long[FIRST_CAPACITY];
    private int[] tasks = new int[FIRST_CAPACITY];
    private int[] finishedTasks = new int[FIRST_CAPACITY];
    private TaskOutcome[] outcome = new TaskOutcome[FIRST_CAPACITY];
    private TaskClass[] jobClass = new TaskClass[FIRST_CAPACITY];
    private boolean[] isSubmitCensored = new boolean[FIRST_CAPACITY];
    private boolean[] isScheduleCensored = new boolean[FIRST_CAPACITY];
    private boolean[] isEndCensored = new boolean[FIRST_CAPACITY];
    private boolean[] isChosen = new boolean[FIRST_CAPACITY];
    private boolean hasSchedule;

    /** Reads a job table. */
    void read(Path path) {
        try (ColumnFileReader file =
                ColumnFileReader.open(
                        path,
                        CanonicalTable.JOBS.columns(
                                "job_id",
                                "submit_micros",
                                "schedule_micros",
                                "end_micros",
                                "outcome",
                                "class",
                                "submit_censored",
                                "schedule_censored",
                                "end_censored"))) {
            while (file.nextGroup()) {
                readGroup(file);
            }
        }
    }

    private void readGroup(ColumnFileReader file) {
        int rows = file.groupRows();
        long[] ids = new long[rows];
        file.column(0).longs(ids, rows, 0);
        int first = jobs.size();
        for (long id : ids) {
            begin(id);
        }
        if (jobs.size() != first + rows) {
            throw new IllegalStateException("a job stands twice in a job table");
        }
        long[] longs = new long[rows];
        file.column(1).longs(longs, rows, 0);
        System.arraycopy(longs, 0, submit, first, rows);
        file.column(2).longs(longs, rows, ABSENT);
        System.arraycopy(longs, 0, schedule, first, rows);
        for (long value : longs) {
            hasSchedule |= value != ABSENT;
        }
        file.column(3).longs(longs, rows, ABSENT);
        System.arraycopy(longs, 0, end, first, rows);
        byte[] words = new byte[rows];
        file.column(4).words(words, rows, Words.outcomes());
        for (int i = 0; i < rows; i++) {
            outcome[first + i] = OUTCOMES[words[i]];
        }
        file.column(5).words(words, rows, Words.classes());
        for (int i = 0; i < rows; i++) {
            jobClass[first + i] = CLASSES[words[i]];
        }
        boolean[] flags = new boolean[rows];
        file.column(6).booleans(flags, rows);
        System.arraycopy(flags, 0, isSubmitCensored, first, rows);
        file.column(7).booleans(flags, rows);
        System.arraycopy(flags, 0, isScheduleCensored, first, rows);
        file.column(8).booleans(flags, rows);
        System.arraycopy(flags, 0, isEndCensored, first, rows);
    }

    /** Takes a task into account; makes its job if {@code isJobMade} and it is not there yet. */
    void see(TaskColumns table, int row, boolean isJobMade) {
        int job = jobs.find(table.jobId(row), 0);
        if (job < 0) {
            if (!isJobMade) {
                return;
            }
            job = begin(table.jobId(row));
            submit[job] = table.submitMicros(row);
            jobClass[job] = table.taskClass(row);
        }
        tasks[job]++;
        long submitted = table.submitMicros(row);
        firstTaskSubmit[job] = Math.min(firstTaskSubmit[job], submitted);
        if (table.durationMicros(row) != ABSENT) {
            long ended = submitted + table.durationMicros(row);
            lastTaskEnd[job] = Math.max(lastTaskEnd[job], ended);
        }
        if (isJobMade) {
            isEndCensored[job] |= table.isAlive(row);
            isScheduleCensored[job] |= table.isScheduleCensored(row);
            isSubmitCensored[job] |= table.isSubmitCensored(row);
            if (table.outcome(row) != TaskOutcome.FINISHED) {
                outcome[job] = table.outcome(row);
            }
        }
    }

    private int begin(long jobId) {
        int before = jobs.size();
        int job = jobs.findOrAdd(jobId, 0);
        if (job == before) {
            if (job == submit.length) {
                grow();
            }
            schedule[job] = ABSENT;
            end[job] = ABSENT;
            firstTaskSubmit[job] = Long.MAX_VALUE;
            lastTaskEnd[job] = ABSENT;
            outcome[job] = TaskOutcome.FINISHED;
        }
        return job;
    }

    private void grow() {
        int capacity = Math.addExact(submit.length, submit.length >> 1);
        submit = Arrays.copyOf(submit, capacity);
        schedule = Arrays.copyOf(schedule, capacity);
        end = Arrays.copyOf(end, capacity);
        firstTaskSubmit = Arrays.copyOf(firstTaskSubmit, capacity);
        lastTaskEnd = Arrays.copyOf(lastTaskEnd, capacity);
        tasks = Arrays.copyOf(tasks, capacity);
        finishedTasks = Arrays.copyOf(finishedTasks, capacity);
        outcome = Arrays.copyOf(outcome, capacity);
        jobClass = Arrays.copyOf(jobClass, capacity);
        isSubmitCensored = Arrays.copyOf(isSubmitCensored, capacity);
        isScheduleCensored = Arrays.copyOf(isScheduleCensored, capacity);
        isEndCensored = Arrays.copyOf(isEndCensored, capacity);
        isChosen = Arrays.copyOf(isChosen, capacity);
    }

    /** Chooses the jobs that have tasks and whose submit was seen inside a window. */
    void chooseSubmittedWithin(TraceManifest.Window window) {
        for (int job = 0; job < jobs.size(); job++) {
            isChosen[job] =
                    tasks[job] > 0
                            && !isSubmitCensored[job]
                            && submit[job] >= window.from()
                            && submit[job] <= window.to();
        }
    }

    int size() {
        return jobs.size();
    }

    /** Submit of the first task of a job that has tasks. */
    long firstTaskMicros(int job) {
        return firstTaskSubmit[job];
    }

    /** The number of a job in the source. */
    long id(int job) {
        return jobs.job(job);
    }

    void countFinishedTask(int job) {
        finishedTasks[job]++;
    }

    int finishedTasks(int job) {
        return finishedTasks[job];
    }

    /** The number of a job, or -1. */
    int find(long jobId) {
        return jobs.find(jobId, 0);
    }

    boolean isChosen(int job) {
        return isChosen[job];
    }

    long submitMicros(int job) {
        return submit[job];
    }

    /**
     * First schedule to last end, or absent; first submit to last end where no schedule is known.
     */
    long durationMicros(int job) {
        if (hasSchedule) {
            boolean isKnown = schedule[job] != ABSENT && end[job] != ABSENT;
            return isKnown ? end[job] - schedule[job] : ABSENT;
        }
        return lastTaskEnd[job] == ABSENT ? ABSENT : lastTaskEnd[job] - firstTaskSubmit[job];
    }

    /**
     * How long a job has lasted at a time, from its first schedule (first submit where no schedule
     * is known); absent if that lies before the trace or never came.
     */
    long ageMicros(int job, long atMicros) {
        long start = hasSchedule ? schedule[job] : firstTaskSubmit[job];
        boolean isKnown = start != ABSENT && start <= atMicros && !isScheduleCensored[job];
        return isKnown ? atMicros - start : ABSENT;
    }

    /** When a job of a job table ended; absent if nobody saw it. */
    long endMicros(int job) {
        return isEndCensored[job] ? ABSENT : end[job];
    }

    /** True if a job, as far as it is known, ended after a time. */
    boolean isEndAfter(int job, long micros) {
        long ended = hasSchedule ? end[job] : lastTaskEnd[job];
        return ended != ABSENT && ended > micros;
    }

    /** Tasks of a job in the task table. */
    int tasks(int job) {
        return tasks[job];
    }

    /** From the first submit to the last end of its tasks as far as they are known, s. */
    double spanSeconds(int job) {
        return lastTaskEnd[job] == ABSENT
                ? 0
                : Math.max(0, lastTaskEnd[job] - firstTaskSubmit[job]) / (double) MICROS_PER_SECOND;
    }

    TaskOutcome outcome(int job) {
        return outcome[job];
    }

    TaskClass classOf(int job) {
        return jobClass[job];
    }

    boolean isSubmitCensored(int job) {
        return isSubmitCensored[job];
    }

    boolean isScheduleCensored(int job) {
        return isScheduleCensored[job];
    }

    boolean isAlive(int job) {
        return isEndCensored[job];
    }

    /** True if no job has a schedule: a generated workload, or the user's CSV. */
    boolean isWithoutSchedule() {
        return !hasSchedule;
    }
}
