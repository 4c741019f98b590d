package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.lifecycle.UnsortedEvents;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.TaskClass;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Jobs from {@code collection_events} of 2019, whose rows come in any order. Alloc sets are ignored
 * by rule.
 *
 * <p>User and names are the first ones given, all else is the last one given. Parents, and what a
 * job starts after, have no place in the canonical trace: they are counted.
 */
final class CollectionTable extends TableBuilder {
    private static final int TIME = 0;
    private static final int TYPE = 1;
    private static final int COLLECTION = 2;
    private static final int SCHEDULING_CLASS = 3;
    private static final int MISSING_TYPE = 4;
    private static final int COLLECTION_TYPE = 5;
    private static final int PRIORITY = 6;
    private static final int ALLOC_COLLECTION = 7;
    private static final int USER = 8;
    private static final int NAME = 9;
    private static final int LOGICAL_NAME = 10;
    private static final int PARENT = 11;
    private static final int START_AFTER = 12;
    private static final int MAX_PER_MACHINE = 13;
    private static final int MAX_PER_SWITCH = 14;
    private static final int VERTICAL_SCALING = 15;
    private static final int SCHEDULER = 16;

    /** What is kept of an event besides time and kind, by the number of its value. */
    private static final int[] KEPT = {
        SCHEDULING_CLASS,
        PRIORITY,
        ALLOC_COLLECTION,
        USER,
        NAME,
        LOGICAL_NAME,
        PARENT,
        START_AFTER,
        MAX_PER_MACHINE,
        MAX_PER_SWITCH,
        VERTICAL_SCALING,
        SCHEDULER
    };

    /** The fields that a job has at its end, by number. */
    private static final int FIELDS = 17;

    private static final int CONSTRAINED_SCALING = 2; // and 3 is fully automatic

    private final UnsortedEvents events = new UnsortedEvents(KEPT.length);
    private final TextIndex texts = new TextIndex();
    private final BackwardSteps backward = new BackwardSteps();
    private final KeyIndex allocSets = new KeyIndex();
    private final long[] rowsOfKind = new long[LifecycleEvent.values().length];
    private Lifecycles jobs = new Lifecycles();
    private final long[][] last = new long[FIELDS][0];
    private boolean[] isFirstScheduleCensored = new boolean[0];
    private int[] tasks = new int[0];
    private int[] largestPriority = new int[0];
    private long rowsBeforeStart;
    private long rowsWithMissingInfo;

    CollectionTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    protected void take(RowChunk chunk) {
        backward.in(chunk.source());
        for (int row = 0; row < chunk.size(); row++) {
            backward.see(chunk.value(TIME, row));
            if (chunk.value(COLLECTION_TYPE, row) == Google2019Codes.ALLOC_SET) {
                allocSets.findOrAdd(chunk.value(COLLECTION, row), 0);
                ledger.ignored(IgnoreRule.ALLOC_SET, 1);
            } else if (isWanted(chunk.value(TIME, row))) {
                take(chunk, row);
            }
        }
    }

    private void take(RowChunk chunk, int row) {
        long source = chunk.value(TIME, row);
        long time = clock.canonical(source);
        LifecycleEvent kind = Google2019Codes.event(chunk.value(TYPE, row));
        long collection = chunk.value(COLLECTION, row);
        int event = events.add(collection, 0, kind, time, clock.isBeforeStart(source));
        for (int i = 0; i < KEPT.length; i++) {
            events.set(event, i, kept(chunk, KEPT[i], row));
        }
        ledger.used(time);
        rowsOfKind[kind.code()]++;
        rowsBeforeStart += clock.isBeforeStart(source) ? 1 : 0;
        int missing = Google2019Codes.missingInfo(chunk.value(MISSING_TYPE, row));
        rowsWithMissingInfo += missing < 0 ? 0 : 1;
    }

    private long kept(RowChunk chunk, int field, int row) {
        long value = chunk.value(field, row);
        if (value == ABSENT) {
            return value;
        }
        return switch (field) {
            case USER, NAME, LOGICAL_NAME -> chunk.number(field, row, texts);
            case START_AFTER -> elements(chunk.text(field, row));
            default -> value;
        };
    }

    /** Number of elements of an array of numbers. */
    private static long elements(String array) {
        return array.chars().filter(c -> c == ',').count() + 1;
    }

    /** All rows have been taken: pairs the events. */
    void pair() {
        jobs = events.pair(this::keep);
        tasks = new int[jobs.size()];
        largestPriority = new int[jobs.size()];
    }

    /** Keeps what an event gives its job. */
    private void keep(int job, int event) {
        if (job >= isFirstScheduleCensored.length) {
            grow(job);
        }
        for (int i = 0; i < KEPT.length; i++) {
            int field = KEPT[i];
            long value = events.value(event, i);
            long known = last[field][job];
            boolean isFirst = field == USER || field == NAME || field == LOGICAL_NAME;
            last[field][job] = value == ABSENT || (isFirst && known != ABSENT) ? known : value;
        }
        if (events.kind(event) == LifecycleEvent.SCHEDULE && isFirstAttempt(job)) {
            isFirstScheduleCensored[job] = events.isBeforeStart(event);
        }
    }

    private boolean isFirstAttempt(int job) {
        return events.paired().attempts(job) == 1;
    }

    private void grow(int job) {
        int capacity = Math.max(1 << 10, Math.addExact(job, job >> 1));
        isFirstScheduleCensored = Arrays.copyOf(isFirstScheduleCensored, capacity);
        for (int field : KEPT) {
            int old = last[field].length;
            last[field] = Arrays.copyOf(last[field], capacity);
            Arrays.fill(last[field], old, capacity, ABSENT);
        }
    }

    /** The number of a job, or -1. */
    int find(long jobId) {
        return jobs.find(jobId, 0);
    }

    /** What the class rule looks at, of a job itself; negative if it is not known. */
    int deciding(int job, ClassRule rule) {
        return switch (rule.field()) {
            case SCHEDULING_CLASS -> intOr(last[SCHEDULING_CLASS][job], -1);
            case PRIORITY -> intOr(last[PRIORITY][job], -1);
        };
    }

    /** True if no machine may run two tasks of the job. */
    boolean isSpreadOverMachines(int job) {
        return last[MAX_PER_MACHINE][job] == 1;
    }

    /** Counts a task of a job. */
    void countTask(int job, int priority) {
        largestPriority[job] =
                tasks[job] == 0 ? priority : Math.max(largestPriority[job], priority);
        tasks[job]++;
    }

    /** Writes {@code jobs.parquet}; all tasks must have been counted. Adds to the facts. */
    long write(Path directory, ClassRule rule, Map<String, Long> facts) {
        long classUnknown = 0;
        long withoutTasks = 0;
        JobRow row = new JobRow();
        try (ColumnFileWriter file = CanonicalTable.JOBS.create(directory)) {
            for (int job : StableOrder.of(jobs.size(), jobs::submitMicros, jobs::job)) {
                int own = deciding(job, rule);
                boolean isByTasks = rule.field() == ClassRule.Field.PRIORITY && tasks[job] > 0;
                int deciding = own < 0 && isByTasks ? largestPriority[job] : own;
                classUnknown += deciding < 0 ? 1 : 0;
                withoutTasks += tasks[job] == 0 ? 1 : 0;
                fill(row, job, deciding < 0 ? TaskClass.BATCH : rule.classOf(deciding));
                row.writeTo(file);
            }
            addFacts(facts);
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
        row.schedulingClass = intOr(last[SCHEDULING_CLASS][job], ABSENT_INT);
        row.user = text(last[USER][job]);
        row.name = text(last[NAME][job]);
        row.logicalName = text(last[LOGICAL_NAME][job]);
        row.tasks = tasks[job];
        row.isSubmitCensored = jobs.isSubmitCensored(job);
        row.isScheduleCensored =
                jobs.attempts(job) == 0
                        ? jobs.isScheduleCensored(job)
                        : isFirstScheduleCensored[job];
        row.isEndCensored = jobs.isAlive(job);
        row.resubmissions = jobs.resubmissions(job);
    }

    private @Nullable String text(long number) {
        return number == ABSENT ? null : texts.text((int) number);
    }

    private static int intOr(long value, int other) {
        return value == ABSENT ? other : (int) value;
    }

    private void addFacts(Map<String, Long> facts) {
        facts.putAll(jobs.facts("jobs."));
        facts.put("jobs.rowsBeforeStart", rowsBeforeStart);
        facts.put("jobs.backwardSteps", backward.count());
        facts.put("jobs.queueRows", rowsOfKind[LifecycleEvent.QUEUE.code()]);
        facts.put("jobs.enableRows", rowsOfKind[LifecycleEvent.ENABLE.code()]);
        facts.put("jobs.rowsWithMissingInfo", rowsWithMissingInfo);
        facts.put("jobs.inAllocSets", count(ALLOC_COLLECTION, value -> value > 0));
        facts.put("jobs.withParent", count(PARENT, value -> value > 0));
        facts.put("jobs.withStartAfter", count(START_AFTER, value -> value > 0));
        facts.put("jobs.startAfterEdges", sum(START_AFTER));
        facts.put("jobs.onePerMachine", count(MAX_PER_MACHINE, value -> value == 1));
        facts.put("jobs.severalPerMachine", count(MAX_PER_MACHINE, value -> value > 1));
        facts.put("jobs.limitedPerSwitch", count(MAX_PER_SWITCH, value -> value > 0));
        facts.put("jobs.scaledVertically", count(VERTICAL_SCALING, v -> v >= CONSTRAINED_SCALING));
        facts.put("jobs.ofBatchScheduler", count(SCHEDULER, value -> value == 1));
        facts.put("allocSets.distinct", (long) allocSets.size());
    }

    private long count(int field, LongPredicate predicate) {
        return Arrays.stream(last[field], 0, jobs.size()).filter(predicate).count();
    }

    private long sum(int field) {
        return Arrays.stream(last[field], 0, jobs.size()).filter(value -> value > 0).sum();
    }
}
