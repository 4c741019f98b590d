package dev.stowage.ingest.lifecycle;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.model.TaskOutcome;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The lifecycles of tasks (or jobs), paired from their events: one row per key, one series of
 * attempts.
 *
 * <p>The first submit counts as the submit; schedule is the last one; the duration is that of the
 * last attempt that was scheduled. An event that the state of a row does not allow (an end after
 * the end, a submit while alive) changes no state and is tallied; so is everything else a person
 * may want to know of, see {@link #facts}. Events of one key must come in order of time; keys may
 * mix.
 *
 * <p>Hot: primitive columns, some 70 bytes a row. Not thread-safe.
 */
public final class Lifecycles {
    /** The facts that count events of one kind, key and time beyond the first. */
    public static final List<String> REPEATED =
            List.of("repeatedSubmits", "repeatedSchedules", "repeatedEnds");

    private static final byte WAITING = 0;
    private static final byte RUNNING = 1;
    private static final byte ENDED = 2;
    private static final byte SUBMIT_CENSORED = 1;
    private static final byte SCHEDULE_CENSORED = 2;
    private static final int FIRST_CAPACITY = 1 << 10;

    private final KeyIndex keys = new KeyIndex();
    private long[] submit = new long[FIRST_CAPACITY];
    private long[] firstSchedule = new long[FIRST_CAPACITY];
    private long[] schedule = new long[FIRST_CAPACITY];
    private long[] end = new long[FIRST_CAPACITY];
    private long[] duration = new long[FIRST_CAPACITY];
    private long[] last = new long[FIRST_CAPACITY];
    private byte[] state = new byte[FIRST_CAPACITY];
    private byte[] lastEnd = new byte[FIRST_CAPACITY];
    private byte[] flags = new byte[FIRST_CAPACITY];
    private int[] attempts = new int[FIRST_CAPACITY];
    private int[] evictions = new int[FIRST_CAPACITY];
    private int[] failures = new int[FIRST_CAPACITY];
    private int[] kills = new int[FIRST_CAPACITY];
    private int[] resubmissions = new int[FIRST_CAPACITY];

    private final long[] resubmittedAfter = new long[LifecycleEvent.values().length];
    private final long[] endedWhileWaiting = new long[LifecycleEvent.values().length];
    private long firstNotSubmit;
    private long submitsWhileAlive;
    private long schedulesWhileRunning;
    private long repeatedSubmits;
    private long repeatedSchedules;
    private long repeatedEnds;
    private long schedulesWithoutSubmit;
    private long endsWhileEnded;
    private long updates;

    /** Number of rows. */
    public int size() {
        return keys.size();
    }

    /** The row of a key, or -1. */
    public int find(long job, int index) {
        return keys.find(job, index);
    }

    /**
     * Takes an event.
     *
     * @param timeMicros on the canonical clock
     * @param isBeforeStart true if the source only says that it happened before the trace starts
     * @return the row of the key; -1 if the time goes back within the key: then nothing happened
     */
    public int accept(
            long job, int index, LifecycleEvent event, long timeMicros, boolean isBeforeStart) {
        int before = keys.size();
        int row = keys.findOrAdd(job, index);
        if (row == before) {
            begin(row, event, timeMicros, isBeforeStart);
        } else if (timeMicros < last[row]) {
            return -1;
        } else if (event == LifecycleEvent.SUBMIT) {
            resubmit(row, timeMicros);
        }
        last[row] = timeMicros;
        switch (event) {
            case SUBMIT, QUEUE, ENABLE -> {}
            case SCHEDULE -> schedule(row, timeMicros, isBeforeStart);
            case UPDATE_PENDING, UPDATE_RUNNING -> updates++;
            case EVICT, FAIL, FINISH, KILL, LOST -> end(row, event, timeMicros);
        }
        return row;
    }

    private void begin(int row, LifecycleEvent event, long timeMicros, boolean isBeforeStart) {
        if (row == submit.length) {
            grow();
        }
        submit[row] = timeMicros;
        firstSchedule[row] = ABSENT;
        schedule[row] = ABSENT;
        end[row] = ABSENT;
        duration[row] = ABSENT;
        state[row] = WAITING;
        boolean isUnseen = event != LifecycleEvent.SUBMIT;
        flags[row] = isBeforeStart || isUnseen ? SUBMIT_CENSORED : 0;
        if (isUnseen) {
            firstNotSubmit++;
        }
        boolean mustHaveRun =
                event == LifecycleEvent.UPDATE_RUNNING
                        || (event.isEnd() && event != LifecycleEvent.KILL);
        if (mustHaveRun) {
            state[row] = RUNNING;
            flags[row] |= SCHEDULE_CENSORED;
        }
    }

    private void resubmit(int row, long timeMicros) {
        if (state[row] == ENDED) {
            state[row] = WAITING;
            resubmissions[row]++;
            resubmittedAfter[lastEnd[row]]++;
        } else if (submit[row] == timeMicros
                || (state[row] == WAITING && last[row] == timeMicros)) {
            repeatedSubmits++;
        } else {
            submitsWhileAlive++;
        }
    }

    private void schedule(int row, long timeMicros, boolean isBeforeStart) {
        if (state[row] == RUNNING && schedule[row] == timeMicros) {
            repeatedSchedules++; // the same row again, and no attempt
            return;
        }
        if (state[row] == RUNNING) {
            schedulesWhileRunning++;
        } else if (state[row] == ENDED) {
            schedulesWithoutSubmit++;
        }
        state[row] = RUNNING;
        schedule[row] = timeMicros;
        duration[row] = ABSENT;
        attempts[row]++;
        if (firstSchedule[row] == ABSENT) {
            firstSchedule[row] = timeMicros;
        }
        flags[row] =
                (byte)
                        (isBeforeStart
                                ? flags[row] | SCHEDULE_CENSORED
                                : flags[row] & ~SCHEDULE_CENSORED);
    }

    private void end(int row, LifecycleEvent event, long timeMicros) {
        if (state[row] == ENDED) {
            if (end[row] == timeMicros && lastEnd[row] == event.code()) {
                repeatedEnds++;
            } else {
                endsWhileEnded++;
            }
            return;
        }
        if (state[row] == WAITING) {
            endedWhileWaiting[event.code()]++;
        } else if (schedule[row] != ABSENT) {
            duration[row] = timeMicros - schedule[row];
        }
        end[row] = timeMicros;
        state[row] = ENDED;
        lastEnd[row] = (byte) event.code();
        switch (event) {
            case EVICT -> evictions[row]++;
            case FAIL -> failures[row]++;
            case KILL -> kills[row]++;
            default -> {}
        }
    }

    public long job(int row) {
        return keys.job(row);
    }

    public int index(int row) {
        return keys.index(row);
    }

    /** First submit, or the first event where none was seen. */
    public long submitMicros(int row) {
        return submit[row];
    }

    /** First schedule, or absent. */
    public long firstScheduleMicros(int row) {
        return firstSchedule[row];
    }

    /** Last schedule, or absent. */
    public long scheduleMicros(int row) {
        return schedule[row];
    }

    /** Last end; absent while alive. */
    public long endMicros(int row) {
        return isAlive(row) ? ABSENT : end[row];
    }

    /** Length of the last attempt that was scheduled; absent if there was none, or while alive. */
    public long durationMicros(int row) {
        return isAlive(row) ? ABSENT : duration[row];
    }

    /** How the series of attempts ended, or what it does at the end of the trace. */
    public TaskOutcome outcome(int row) {
        if (state[row] != ENDED) {
            return state[row] == RUNNING ? TaskOutcome.RUNNING : TaskOutcome.PENDING;
        }
        return switch (LifecycleEvent.of(lastEnd[row])) {
            case EVICT -> TaskOutcome.EVICTED;
            case FAIL -> TaskOutcome.FAILED;
            case FINISH -> TaskOutcome.FINISHED;
            case KILL -> TaskOutcome.KILLED;
            case LOST -> TaskOutcome.LOST;
            default -> throw new IllegalStateException("row " + row + " ended without an end");
        };
    }

    /** True if it runs or waits at the end of the trace. */
    public boolean isAlive(int row) {
        return state[row] != ENDED;
    }

    /** True if it was submitted before the start, or its submit was not seen. */
    public boolean isSubmitCensored(int row) {
        return (flags[row] & SUBMIT_CENSORED) != 0;
    }

    /** True if the last schedule lies before the start. */
    public boolean isScheduleCensored(int row) {
        return (flags[row] & SCHEDULE_CENSORED) != 0;
    }

    /** Times scheduled. */
    public int attempts(int row) {
        return attempts[row];
    }

    public int evictions(int row) {
        return evictions[row];
    }

    public int failures(int row) {
        return failures[row];
    }

    public int kills(int row) {
        return kills[row];
    }

    /** Submits after an end. */
    public int resubmissions(int row) {
        return resubmissions[row];
    }

    /** Writes what is known of a task's life into a row of the canonical table. */
    public void fill(TaskRow task, int row) {
        task.jobId = job(row);
        task.taskIndex = index(row);
        task.submitMicros = submitMicros(row);
        task.scheduleMicros = scheduleMicros(row);
        task.endMicros = endMicros(row);
        task.durationMicros = durationMicros(row);
        task.outcome = outcome(row);
        task.attempts = attempts(row);
        task.evictions = evictions(row);
        task.failures = failures(row);
        task.kills = kills(row);
        task.isSubmitCensored = isSubmitCensored(row);
        task.isScheduleCensored = isScheduleCensored(row);
        task.isEndCensored = isAlive(row);
    }

    /** The submit times of all rows, for sorting; only {@code [0, size)} count. */
    public long[] submitColumn() {
        return submit;
    }

    /** What happened, as counts by name, in a fixed order; {@code prefix} begins each name. */
    public Map<String, Long> facts(String prefix) {
        Map<String, Long> facts = new LinkedHashMap<>();
        for (LifecycleEvent event : LifecycleEvent.values()) {
            if (event.isEnd()) {
                String name = capitalised(event);
                facts.put(prefix + "resubmittedAfter" + name, resubmittedAfter[event.code()]);
            }
        }
        for (LifecycleEvent event : LifecycleEvent.values()) {
            if (event.isEnd()) {
                String name = capitalised(event);
                facts.put(prefix + "endedWhileWaitingBy" + name, endedWhileWaiting[event.code()]);
            }
        }
        facts.put(prefix + "firstEventNotSubmit", firstNotSubmit);
        facts.put(prefix + "submitsWhileAlive", submitsWhileAlive);
        facts.put(prefix + "schedulesWhileRunning", schedulesWhileRunning);
        facts.put(prefix + "schedulesWithoutSubmit", schedulesWithoutSubmit);
        facts.put(prefix + "endsAfterTheEnd", endsWhileEnded);
        facts.put(prefix + REPEATED.get(0), repeatedSubmits);
        facts.put(prefix + REPEATED.get(1), repeatedSchedules);
        facts.put(prefix + REPEATED.get(2), repeatedEnds);
        facts.put(prefix + "updates", updates);
        return facts;
    }

    private static String capitalised(LifecycleEvent event) {
        return event.name().charAt(0) + event.name().substring(1).toLowerCase(Locale.ROOT);
    }

    private void grow() {
        int capacity = Math.addExact(submit.length, submit.length >> 1);
        submit = Arrays.copyOf(submit, capacity);
        firstSchedule = Arrays.copyOf(firstSchedule, capacity);
        schedule = Arrays.copyOf(schedule, capacity);
        end = Arrays.copyOf(end, capacity);
        duration = Arrays.copyOf(duration, capacity);
        last = Arrays.copyOf(last, capacity);
        state = Arrays.copyOf(state, capacity);
        lastEnd = Arrays.copyOf(lastEnd, capacity);
        flags = Arrays.copyOf(flags, capacity);
        attempts = Arrays.copyOf(attempts, capacity);
        evictions = Arrays.copyOf(evictions, capacity);
        failures = Arrays.copyOf(failures, capacity);
        kills = Arrays.copyOf(kills, capacity);
        resubmissions = Arrays.copyOf(resubmissions, capacity);
    }
}
