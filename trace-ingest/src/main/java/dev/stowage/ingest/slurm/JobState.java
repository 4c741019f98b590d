package dev.stowage.ingest.slurm;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.model.TaskOutcome;

/** The states of a job; {@code CANCELLED by 1000} and cut ones, {@code CANCELLED+}, too. */
enum JobState {
    COMPLETED(TaskOutcome.FINISHED),
    FAILED(TaskOutcome.FAILED),
    NODE_FAIL(TaskOutcome.FAILED),
    BOOT_FAIL(TaskOutcome.FAILED),
    LAUNCH_FAILED(TaskOutcome.FAILED),
    OUT_OF_MEMORY(TaskOutcome.FAILED),
    TIMEOUT(TaskOutcome.KILLED),
    DEADLINE(TaskOutcome.KILLED),
    CANCELLED(TaskOutcome.KILLED),
    REVOKED(TaskOutcome.KILLED),
    PREEMPTED(TaskOutcome.EVICTED),
    REQUEUED(TaskOutcome.EVICTED),
    RUNNING(TaskOutcome.RUNNING),
    SUSPENDED(TaskOutcome.RUNNING),
    STOPPED(TaskOutcome.RUNNING),
    COMPLETING(TaskOutcome.RUNNING),
    CONFIGURING(TaskOutcome.RUNNING),
    RESIZING(TaskOutcome.RUNNING),
    PENDING(TaskOutcome.PENDING);

    private final TaskOutcome outcome;

    JobState(TaskOutcome outcome) {
        this.outcome = outcome;
    }

    /** What became of the job. */
    TaskOutcome outcome() {
        return outcome;
    }

    /** True if a job of that state may have had nodes. */
    boolean isPlaced() {
        return this != PENDING;
    }

    static JobState of(String text) throws BadRecordException {
        int blank = text.indexOf(' ');
        String word = blank < 0 ? text : text.substring(0, blank);
        boolean isCut = word.endsWith("+");
        String begin = isCut ? word.substring(0, word.length() - 1) : word;
        for (JobState state : values()) {
            boolean isMeant =
                    (isCut && begin.length() > 2)
                            ? state.name().startsWith(begin)
                            : state.name().equals(begin);
            if (isMeant) {
                return state;
            }
        }
        throw new BadRecordException(BadRow.UNKNOWN_WORD, "state " + Amount.shown(text));
    }
}
