package dev.stowage.ingest.lifecycle;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.StableOrder;
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
 * <p>Hot: 72 bytes a row beside its key, which lie side by side. Not thread-safe.
 */
public final class Lifecycles {
    /** The facts that count events of one kind, key and time beyond the first. */
    public static final List<String> REPEATED =
            List.of("repeatedSubmits", "repeatedSchedules", "repeatedEnds");

    private static final int WAITING = 0;
    private static final int RUNNING = 1;
    private static final int ENDED = 2;

    // The longs of a row.
    private static final int SUBMIT = 0;
    private static final int FIRST_SCHEDULE = 1;
    private static final int SCHEDULE = 2;
    private static final int END = 3;
    private static final int DURATION = 4;
    private static final int LAST = 5; // the time of the last event
    private static final int STATE = 6;
    private static final int EVICTIONS_AND_FAILURES = 7;
    private static final int KILLS_AND_RESUBMISSIONS = 8;
    private static final int WIDTH = 9;

    // Of STATE: the number of attempts in its upper half, and below it these.
    private static final long PHASE = 0x3;
    private static final long SUBMIT_CENSORED = 0x4;
    private static final long SCHEDULE_CENSORED = 0x8;
    private static final int LAST_END_SHIFT = 8;
    private static final long LAST_END = 0xffL << LAST_END_SHIFT;

    private static final int UPPER_SHIFT = 32;
    private static final long UPPER_ONE = 1L << UPPER_SHIFT;

    private final KeyIndex keys = new KeyIndex();
    private final LongRows rows = new LongRows(WIDTH);

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
            rows.add(row);
        }
        long[] page = rows.page(row);
        int at = rows.at(row);
        if (row == before) {
            begin(page, at, event, timeMicros, isBeforeStart);
        } else if (timeMicros < page[at + LAST]) {
            return -1;
        } else if (event == LifecycleEvent.SUBMIT) {
            resubmit(page, at, timeMicros);
        }
        page[at + LAST] = timeMicros;
        switch (event) {
            case SUBMIT, QUEUE, ENABLE -> {}
            case SCHEDULE -> schedule(page, at, timeMicros, isBeforeStart);
            case UPDATE_PENDING, UPDATE_RUNNING -> updates++;
            case EVICT, FAIL, FINISH, KILL, LOST -> end(page, at, event, timeMicros);
        }
        return row;
    }

    private void begin(
            long[] page, int at, LifecycleEvent event, long timeMicros, boolean isBeforeStart) {
        page[at + SUBMIT] = timeMicros;
        page[at + FIRST_SCHEDULE] = ABSENT;
        page[at + SCHEDULE] = ABSENT;
        page[at + END] = ABSENT;
        page[at + DURATION] = ABSENT;
        boolean isUnseen = event != LifecycleEvent.SUBMIT;
        long state = WAITING | (isBeforeStart || isUnseen ? SUBMIT_CENSORED : 0L);
        if (isUnseen) {
            firstNotSubmit++;
        }
        boolean mustHaveRun =
                event == LifecycleEvent.UPDATE_RUNNING
                        || (event.isEnd() && event != LifecycleEvent.KILL);
        page[at + STATE] = mustHaveRun ? state | RUNNING | SCHEDULE_CENSORED : state;
    }

    private void resubmit(long[] page, int at, long timeMicros) {
        long state = page[at + STATE];
        if (phase(state) == ENDED) {
            page[at + STATE] = (state & ~PHASE) | WAITING;
            page[at + KILLS_AND_RESUBMISSIONS]++;
            resubmittedAfter[lastEnd(state)]++;
        } else if (page[at + SUBMIT] == timeMicros
                || (phase(state) == WAITING && page[at + LAST] == timeMicros)) {
            repeatedSubmits++;
        } else {
            submitsWhileAlive++;
        }
    }

    private void schedule(long[] page, int at, long timeMicros, boolean isBeforeStart) {
        long state = page[at + STATE];
        if (phase(state) == RUNNING && page[at + SCHEDULE] == timeMicros) {
            repeatedSchedules++; // the same row again, and no attempt
            return;
        }
        if (phase(state) == RUNNING) {
            schedulesWhileRunning++;
        } else if (phase(state) == ENDED) {
            schedulesWithoutSubmit++;
        }
        page[at + STATE] =
                ((state & ~(PHASE | SCHEDULE_CENSORED))
                                | RUNNING
                                | (isBeforeStart ? SCHEDULE_CENSORED : 0))
                        + UPPER_ONE;
        page[at + SCHEDULE] = timeMicros;
        page[at + DURATION] = ABSENT;
        if (page[at + FIRST_SCHEDULE] == ABSENT) {
            page[at + FIRST_SCHEDULE] = timeMicros;
        }
    }

    private void end(long[] page, int at, LifecycleEvent event, long timeMicros) {
        long state = page[at + STATE];
        if (phase(state) == ENDED) {
            if (page[at + END] == timeMicros && lastEnd(state) == event.code()) {
                repeatedEnds++;
            } else {
                endsWhileEnded++;
            }
            return;
        }
        if (phase(state) == WAITING) {
            endedWhileWaiting[event.code()]++;
        } else if (page[at + SCHEDULE] != ABSENT) {
            page[at + DURATION] = timeMicros - page[at + SCHEDULE];
        }
        page[at + END] = timeMicros;
        page[at + STATE] =
                (state & ~(PHASE | LAST_END)) | ENDED | ((long) event.code() << LAST_END_SHIFT);
        switch (event) {
            case EVICT -> page[at + EVICTIONS_AND_FAILURES] += UPPER_ONE;
            case FAIL -> page[at + EVICTIONS_AND_FAILURES]++;
            case KILL -> page[at + KILLS_AND_RESUBMISSIONS] += UPPER_ONE;
            default -> {}
        }
    }

    private static int phase(long state) {
        return (int) (state & PHASE);
    }

    /** The code of the last end. */
    private static int lastEnd(long state) {
        return (int) ((state & LAST_END) >>> LAST_END_SHIFT);
    }

    private int upper(int row, int column) {
        return (int) (rows.get(row, column) >>> UPPER_SHIFT);
    }

    private int lower(int row, int column) {
        return (int) rows.get(row, column);
    }

    public long job(int row) {
        return keys.job(row);
    }

    public int index(int row) {
        return keys.index(row);
    }

    /** First submit, or the first event where none was seen. */
    public long submitMicros(int row) {
        return rows.get(row, SUBMIT);
    }

    /** First schedule, or absent. */
    public long firstScheduleMicros(int row) {
        return rows.get(row, FIRST_SCHEDULE);
    }

    /** Last schedule, or absent. */
    public long scheduleMicros(int row) {
        return rows.get(row, SCHEDULE);
    }

    /** Last end; absent while alive. */
    public long endMicros(int row) {
        return isAlive(row) ? ABSENT : rows.get(row, END);
    }

    /** Length of the last attempt that was scheduled; absent if there was none, or while alive. */
    public long durationMicros(int row) {
        return isAlive(row) ? ABSENT : rows.get(row, DURATION);
    }

    /** How the series of attempts ended, or what it does at the end of the trace. */
    public TaskOutcome outcome(int row) {
        long state = rows.get(row, STATE);
        if (phase(state) != ENDED) {
            return phase(state) == RUNNING ? TaskOutcome.RUNNING : TaskOutcome.PENDING;
        }
        return switch (LifecycleEvent.of(lastEnd(state))) {
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
        return phase(rows.get(row, STATE)) != ENDED;
    }

    /** True if it was submitted before the start, or its submit was not seen. */
    public boolean isSubmitCensored(int row) {
        return (rows.get(row, STATE) & SUBMIT_CENSORED) != 0;
    }

    /** True if the last schedule lies before the start. */
    public boolean isScheduleCensored(int row) {
        return (rows.get(row, STATE) & SCHEDULE_CENSORED) != 0;
    }

    /** Times scheduled. */
    public int attempts(int row) {
        return upper(row, STATE);
    }

    public int evictions(int row) {
        return upper(row, EVICTIONS_AND_FAILURES);
    }

    public int failures(int row) {
        return lower(row, EVICTIONS_AND_FAILURES);
    }

    public int kills(int row) {
        return upper(row, KILLS_AND_RESUBMISSIONS);
    }

    /** Submits after an end. */
    public int resubmissions(int row) {
        return lower(row, KILLS_AND_RESUBMISSIONS);
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

    /**
     * The rows by their submits, those of one instant in the order in which they were first seen.
     */
    public int[] bySubmit() {
        long[] submits = new long[size()];
        Arrays.setAll(submits, this::submitMicros);
        return StableOrder.of(submits, submits.length);
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
}
