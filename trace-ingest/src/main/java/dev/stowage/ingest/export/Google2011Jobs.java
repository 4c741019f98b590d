package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** Writes {@code job_events}, as far as the tasks have come. */
final class Google2011Jobs implements Closeable {
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();
    private static final TaskClass[] CLASSES = TaskClass.values();

    private final TableRows rows;
    private final ClassCodes classes;
    private final Departures departures;
    private final LifecyclePlan plan = new LifecyclePlan();
    private final RowText text = new RowText();
    private final EventMerge events;
    private final OpenJobs open;
    private final JobRow job = new JobRow();
    private boolean hasNext;

    Google2011Jobs(
            CanonicalTrace trace, PartFiles parts, ClassCodes classes, Departures departures) {
        rows = TableRows.openAll(trace.path(), CanonicalTable.JOBS);
        this.classes = classes;
        this.departures = departures;
        events = new EventMerge(parts, false);
        open = new OpenJobs(events);
        read();
    }

    private void read() {
        hasNext = rows.next();
        if (!hasNext) {
            return;
        }
        int i = 0;
        job.jobId = rows.value(i++);
        job.submitMicros = rows.value(i++);
        job.scheduleMicros = rows.value(i++);
        job.endMicros = rows.value(i++);
        job.outcome = OUTCOMES[(int) rows.value(i++)];
        job.jobClass = CLASSES[(int) rows.value(i++)];
        long known = rows.value(i++);
        job.schedulingClass = known == ABSENT ? ABSENT_INT : (int) known;
        job.user = rows.text(i++);
        job.name = rows.text(i++);
        job.logicalName = rows.text(i++);
        job.tasks = (int) rows.value(i++);
        job.isSubmitCensored = rows.value(i++) == 1;
        job.isScheduleCensored = rows.value(i++) == 1;
        job.isEndCensored = rows.value(i++) == 1;
        job.resubmissions = (int) rows.value(i);
    }

    /** Begins all jobs that are submitted up to a time. */
    void reach(long submitMicros) {
        while (hasNext && job.submitMicros <= submitMicros) {
            writeNext();
        }
    }

    void see(long jobId, long endMicros) {
        open.see(jobId, endMicros);
    }

    void finish() {
        reach(Long.MAX_VALUE);
        open.close();
        events.drainBefore(Long.MAX_VALUE);
    }

    private void writeNext() {
        boolean isOpen = job.endMicros == ABSENT && !isAlive();
        if (isOpen && job.scheduleMicros == ABSENT) {
            job.scheduleMicros = job.submitMicros;
            departures.count("jobs.schedule_micros");
        }
        plan.of(job);
        events.drainBefore(EventMerge.sourceMicros(plan.submitMicros, plan.isSubmitBeforeStart()));
        text.clear();
        text.put(",,").put(job.jobId).put(',');
        byte[] before = text.from(0);
        text.clear();
        text.put(',');
        int schedulingClass = classes.schedulingClass(job.schedulingClass, job.jobClass);
        putText(job.user, "jobs.user");
        text.put(',');
        if (schedulingClass != ABSENT_INT) {
            text.put((long) schedulingClass);
        }
        text.put(',');
        putText(job.name, "jobs.name");
        text.put(',');
        putText(job.logicalName, "jobs.logical_name");
        compareJob(schedulingClass, isOpen);
        byte[] after = text.from(0);
        events.begin(plan, before, after, ABSENT, isOpen);
        if (isOpen) {
            open.add(job.jobId, plan, job.tasks, before, after);
        }
        read();
    }

    private boolean isAlive() {
        return switch (job.outcome) {
            case RUNNING, PENDING -> true;
            default -> false;
        };
    }

    private void putText(@Nullable String value, String column) {
        if (!PlainText.isKept(value)) {
            departures.count(column);
        } else if (value != null) {
            text.put(value);
        }
    }

    private void compareJob(int schedulingClass, boolean isOpen) {
        departures.compare("jobs.schedule_micros", job.scheduleMicros, plan.scheduleMicros);
        if (isOpen) {
            departures.count("jobs.end_micros");
        } else {
            departures.compare("jobs.end_micros", job.endMicros, plan.endMicros);
        }
        departures.countIf("jobs.outcome", job.outcome != plan.outcome);
        departures.compare("jobs.resubmissions", job.resubmissions, plan.resubmissions);
        departures.compare(
                "jobs.schedule_censored", job.isScheduleCensored, plan.isScheduleCensored);
        departures.compare("jobs.end_censored", job.isEndCensored, plan.isAlive());
        departures.compare("jobs.scheduling_class", job.schedulingClass, schedulingClass);
        if (classes.rule().field() == ClassRule.Field.SCHEDULING_CLASS) {
            boolean isOther = classes.changes(job.jobClass, schedulingClass, 0);
            departures.countIf("jobs.class", isOther);
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
