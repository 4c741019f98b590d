package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.model.TaskOutcome;

/**
 * The events that reproduce a task or job when they are paired again, and what pairing them gives.
 *
 * <p>A canonical row says how often a task was scheduled, evicted, killed and so on, and when it
 * was scheduled last; not when the earlier attempts were. They are put at its submit, with no
 * length. What a row says that no series of events can (it ran, but was never scheduled) is mended:
 * the fields hold what is read back.
 *
 * <p>Filled anew for every row. The rules of pairing are those of {@link
 * dev.stowage.ingest.lifecycle.Lifecycles}.
 */
final class LifecyclePlan {
    /** Takes the events of a plan. */
    interface Sink {
        /**
         * An event.
         *
         * @param isBeforeStart true if it lies before the start of the trace; its time is 0 then
         */
        void event(LifecycleEvent event, long timeMicros, boolean isBeforeStart);
    }

    long submitMicros;
    long scheduleMicros;
    long endMicros;
    long durationMicros;
    TaskOutcome outcome = TaskOutcome.FINISHED;
    int attempts;
    int evictions;
    int failures;
    int kills;
    int resubmissions;
    boolean isSubmitCensored;
    boolean isScheduleCensored;

    private boolean isJob;
    private LifecycleEvent first = LifecycleEvent.SUBMIT;
    private LifecycleEvent split = LifecycleEvent.FINISH; // an end that another submit follows
    private boolean isSplit;
    private int earlyEvictions;
    private int earlyFailures;
    private int earlyKills;
    private int earlyFinishes;

    /** Plans a task. */
    void of(TaskRow task) {
        isJob = false;
        submitMicros = task.submitMicros;
        scheduleMicros = task.scheduleMicros;
        endMicros = task.endMicros;
        durationMicros = task.durationMicros;
        outcome = task.outcome;
        attempts = task.attempts;
        evictions = task.evictions;
        failures = task.failures;
        kills = task.kills;
        isSubmitCensored = task.isSubmitCensored;
        isScheduleCensored = task.isScheduleCensored;
        plan();
    }

    /** Plans a job, which is only said to be scheduled once, and to be submitted again. */
    void of(JobRow job) {
        isJob = true;
        submitMicros = job.submitMicros;
        scheduleMicros = job.scheduleMicros;
        endMicros = job.endMicros;
        durationMicros = ABSENT;
        outcome = job.outcome;
        attempts = scheduleMicros == ABSENT ? 0 : 1;
        evictions = 0;
        failures = 0;
        kills = job.resubmissions + (outcome == TaskOutcome.KILLED ? 1 : 0);
        isSubmitCensored = job.isSubmitCensored;
        isScheduleCensored = job.isScheduleCensored;
        plan();
    }

    /** True if it runs or waits at the end of the trace. */
    boolean isAlive() {
        return outcome == TaskOutcome.RUNNING || outcome == TaskOutcome.PENDING;
    }

    /** True if the source would only say that it was submitted before the start. */
    boolean isSubmitBeforeStart() {
        return isSubmitCensored && submitMicros == 0;
    }

    private void plan() {
        isSplit = false;
        earlyFinishes = 0;
        durationMicros = isAlive() ? ABSENT : durationMicros;
        planSchedule();
        planEarlyEnds();
        planEnd();
    }

    private void planSchedule() {
        boolean isSeenRunning = isSubmitCensored && isScheduleCensored;
        first =
                isSubmitCensored && submitMicros > 0
                        ? LifecycleEvent.UPDATE_PENDING
                        : LifecycleEvent.SUBMIT;
        boolean isRunningAsSeen = isSeenRunning && evictions + failures + kills == 0;
        boolean mustRun =
                attempts > 0
                        || durationMicros != ABSENT
                        || (outcome == TaskOutcome.RUNNING && !isRunningAsSeen);
        if (scheduleMicros == ABSENT && !mustRun) {
            first = isSeenRunning ? LifecycleEvent.UPDATE_RUNNING : first;
            isScheduleCensored = isSeenRunning;
            return;
        }
        scheduleMicros = Math.max(submitMicros, scheduleMicros); // absent is the smallest number
        attempts = Math.max(1, attempts);
        isScheduleCensored &= scheduleMicros == 0 && isSubmitBeforeStart();
    }

    /** Ends that another submit follows, as many as the last end leaves. */
    private void planEarlyEnds() {
        earlyEvictions = Math.max(0, evictions - (outcome == TaskOutcome.EVICTED ? 1 : 0));
        earlyFailures = Math.max(0, failures - (outcome == TaskOutcome.FAILED ? 1 : 0));
        earlyKills = Math.max(0, kills - (outcome == TaskOutcome.KILLED ? 1 : 0));
        evictions = earlyEvictions + (outcome == TaskOutcome.EVICTED ? 1 : 0);
        failures = earlyFailures + (outcome == TaskOutcome.FAILED ? 1 : 0);
        kills = earlyKills + (outcome == TaskOutcome.KILLED ? 1 : 0);
        boolean hasEarly = earlyEvictions + earlyFailures + earlyKills > 0;
        boolean isRunning = scheduleMicros != ABSENT || first == LifecycleEvent.UPDATE_RUNNING;
        if (outcome == TaskOutcome.PENDING && isRunning) { // it waits again
            if (isJob && !hasEarly) {
                outcome = TaskOutcome.RUNNING;
            } else if (scheduleMicros != ABSENT) {
                takeSplit();
            } else {
                earlyFinishes = hasEarly ? 0 : 1;
            }
        }
    }

    private void planEnd() {
        if (isAlive()) {
            endMicros = ABSENT;
        } else if (scheduleMicros == ABSENT) {
            endMicros = Math.max(submitMicros, endMicros);
        } else {
            if (durationMicros == ABSENT) {
                durationMicros = Math.max(scheduleMicros, endMicros) - scheduleMicros;
            }
            endMicros = Math.max(scheduleMicros + durationMicros, endMicros);
            if (endMicros > scheduleMicros + durationMicros) {
                takeSplit(); // it waited again, and ended then
            }
        }
        resubmissions = rounds() + (isSplit ? 1 : 0);
    }

    /** Attempts and ends before the last schedule; another submit follows each. */
    private int rounds() {
        return Math.max(
                Math.max(0, attempts - 1),
                earlyEvictions + earlyFailures + earlyKills + earlyFinishes);
    }

    /** Takes one of the early ends to stand behind the last schedule. */
    private void takeSplit() {
        isSplit = true;
        if (earlyEvictions > 0) {
            earlyEvictions--;
            split = LifecycleEvent.EVICT;
        } else if (earlyFailures > 0) {
            earlyFailures--;
            split = LifecycleEvent.FAIL;
        } else if (earlyKills > 0) {
            earlyKills--;
            split = LifecycleEvent.KILL;
        } else {
            split = LifecycleEvent.FINISH; // no column counts these
        }
    }

    /** Gives the events at the submit: the submit itself, and the attempts before the last. */
    void emitSubmit(Sink sink) {
        boolean isBefore = isSubmitBeforeStart();
        sink.event(first, submitMicros, isBefore);
        for (int i = 0; i < rounds(); i++) {
            if (i < attempts - 1) {
                sink.event(LifecycleEvent.SCHEDULE, submitMicros, isBefore);
            }
            sink.event(earlyEnd(i), submitMicros, isBefore);
            sink.event(LifecycleEvent.SUBMIT, submitMicros, isBefore);
        }
    }

    private LifecycleEvent earlyEnd(int i) {
        if (i < earlyEvictions) {
            return LifecycleEvent.EVICT;
        }
        if (i < earlyEvictions + earlyFailures) {
            return LifecycleEvent.FAIL;
        }
        boolean isKill = i < earlyEvictions + earlyFailures + earlyKills;
        return isKill ? LifecycleEvent.KILL : LifecycleEvent.FINISH;
    }

    boolean isSplit() {
        return isSplit;
    }

    /** The end that another submit follows, behind the last schedule. */
    LifecycleEvent split() {
        return split;
    }

    /** When that is. */
    long splitMicros() {
        return isAlive() ? scheduleMicros : scheduleMicros + durationMicros;
    }

    /** The last event of what has ended. */
    LifecycleEvent end() {
        return switch (outcome) {
            case FINISHED -> LifecycleEvent.FINISH;
            case FAILED -> LifecycleEvent.FAIL;
            case KILLED -> LifecycleEvent.KILL;
            case LOST -> LifecycleEvent.LOST;
            case EVICTED -> LifecycleEvent.EVICT;
            case RUNNING, PENDING -> throw new IllegalStateException("it has not ended");
        };
    }
}
