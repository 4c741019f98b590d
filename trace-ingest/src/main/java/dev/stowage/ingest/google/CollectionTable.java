package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.lifecycle.UnsortedEvents;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.text.TextIndex;
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
final class CollectionTable extends GoogleJobs {
    private static final SourceSchema TABLE =
            FamilyDescription.of("google-2019").table("collection_events");
    private static final int TIME = TABLE.column("time");
    private static final int TYPE = TABLE.column("type");
    private static final int COLLECTION = TABLE.column("collection_id");
    private static final int SCHEDULING_CLASS = TABLE.column("scheduling_class");
    private static final int PRIORITY = TABLE.column("priority");
    private static final int ALLOC_COLLECTION = TABLE.column("alloc_collection_id");
    private static final int USER = TABLE.column("user");
    private static final int NAME = TABLE.column("collection_name");
    private static final int LOGICAL_NAME = TABLE.column("collection_logical_name");
    private static final int PARENT = TABLE.column("parent_collection_id");
    private static final int START_AFTER = TABLE.column("start_after_collection_ids");
    private static final int MAX_PER_MACHINE = TABLE.column("max_per_machine");
    private static final int MAX_PER_SWITCH = TABLE.column("max_per_switch");
    private static final int VERTICAL_SCALING = TABLE.column("vertical_scaling");
    private static final int SCHEDULER = TABLE.column("scheduler");

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
    private static final int FIELDS = TABLE.fields().size();

    private static final int CONSTRAINED_SCALING = 2; // and 3 is fully automatic

    private final UnsortedEvents events = new UnsortedEvents(KEPT.length);
    private final TextIndex texts = new TextIndex();
    private final EventCounts2019 counts;
    private Lifecycles jobs = new Lifecycles();
    private final long[][] last = new long[FIELDS][0];
    private boolean[] isFirstScheduleCensored = new boolean[0];

    CollectionTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
        counts = new EventCounts2019(clock, TABLE);
    }

    @Override
    protected void take(RowChunk chunk) {
        counts.in(chunk);
        for (int row = 0; row < chunk.size(); row++) {
            if (counts.isOfAllocSet(chunk, row)) {
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
        counts.used(chunk, row);
    }

    private long kept(RowChunk chunk, int field, int row) {
        long value = chunk.value(field, row);
        if (value == ABSENT) {
            return value;
        }
        if (isText(field)) {
            return chunk.number(field, row, texts);
        }
        return field == START_AFTER ? elements(chunk.text(field, row)) : value;
    }

    private static boolean isText(int field) {
        return field == USER || field == NAME || field == LOGICAL_NAME;
    }

    /** Number of elements of an array of numbers. */
    private static long elements(String array) {
        return array.chars().filter(c -> c == ',').count() + 1;
    }

    /** Pairs the events. */
    @Override
    void complete() {
        jobs = events.pair(this::keep);
        super.complete();
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
            last[field][job] =
                    value == ABSENT || (isText(field) && known != ABSENT) ? known : value;
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

    @Override
    Lifecycles jobs() {
        return jobs;
    }

    @Override
    int[] order() {
        return StableOrder.of(jobs.size(), jobs::submitMicros, jobs::job);
    }

    @Override
    int deciding(int job, ClassRule rule) {
        return switch (rule.field()) {
            case SCHEDULING_CLASS -> intOr(last[SCHEDULING_CLASS][job], -1);
            case PRIORITY -> intOr(last[PRIORITY][job], -1);
        };
    }

    @Override
    boolean isSpreadOverMachines(int job) {
        return last[MAX_PER_MACHINE][job] == 1;
    }

    @Override
    boolean isFirstScheduleCensored(int job) {
        return isFirstScheduleCensored[job];
    }

    @Override
    void fillGiven(JobRow row, int job) {
        row.schedulingClass = intOr(last[SCHEDULING_CLASS][job], ABSENT_INT);
        row.user = text(last[USER][job]);
        row.name = text(last[NAME][job]);
        row.logicalName = text(last[LOGICAL_NAME][job]);
    }

    private @Nullable String text(long number) {
        return number == ABSENT ? null : texts.text((int) number);
    }

    private static int intOr(long value, int other) {
        return value == ABSENT ? other : (int) value;
    }

    @Override
    void addFacts(Map<String, Long> facts) {
        counts.addTo(facts, "jobs");
        facts.put("jobs.inAllocSets", count(ALLOC_COLLECTION, value -> value > 0));
        facts.put("jobs.withParent", count(PARENT, value -> value > 0));
        facts.put("jobs.withStartAfter", count(START_AFTER, value -> value > 0));
        facts.put("jobs.startAfterEdges", sum(START_AFTER));
        facts.put("jobs.onePerMachine", count(MAX_PER_MACHINE, value -> value == 1));
        facts.put("jobs.severalPerMachine", count(MAX_PER_MACHINE, value -> value > 1));
        facts.put("jobs.limitedPerSwitch", count(MAX_PER_SWITCH, value -> value > 0));
        facts.put("jobs.scaledVertically", count(VERTICAL_SCALING, v -> v >= CONSTRAINED_SCALING));
        facts.put("jobs.ofBatchScheduler", count(SCHEDULER, value -> value == 1));
        facts.put("allocSets.distinct", counts.allocSets());
    }

    private long count(int field, LongPredicate predicate) {
        return Arrays.stream(last[field], 0, jobs.size()).filter(predicate).count();
    }

    private long sum(int field) {
        return Arrays.stream(last[field], 0, jobs.size()).filter(value -> value > 0).sum();
    }
}
