package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.google.InstanceTable.CPU;
import static dev.stowage.ingest.google.InstanceTable.EVENTS_PER_GROUP;
import static dev.stowage.ingest.google.InstanceTable.FIELDS;
import static dev.stowage.ingest.google.InstanceTable.FIRST_KEPT;
import static dev.stowage.ingest.google.InstanceTable.INDEX_OF_EVENT;
import static dev.stowage.ingest.google.InstanceTable.IS_BEFORE;
import static dev.stowage.ingest.google.InstanceTable.KEPT;
import static dev.stowage.ingest.google.InstanceTable.KIND_OF_EVENT;
import static dev.stowage.ingest.google.InstanceTable.MACHINE;
import static dev.stowage.ingest.google.InstanceTable.MEMORY;
import static dev.stowage.ingest.google.InstanceTable.MISSING_TYPE;

import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.lifecycle.UnsortedEvents;
import dev.stowage.ingest.spill.RowCursor;
import java.util.Arrays;

/** The tasks of some collections of 2019, paired from their events. */
final class InstanceGroup implements TaskNumbers {
    private final UnsortedEvents events = new UnsortedEvents(KEPT.length);
    final long[][] last = new long[FIELDS][0];
    Lifecycles tasks = new Lifecycles();
    long lastCollection;
    long requestChanges;

    /** Reads whole collections and pairs their events; false if they are the last ones. */
    boolean read(RowCursor sorted) {
        boolean hasEvent = true;
        while (hasEvent && (events.size() < EVENTS_PER_GROUP || sorted.key() == lastCollection)) {
            lastCollection = sorted.key();
            long[] row = sorted.row();
            int event =
                    events.add(
                            lastCollection,
                            (int) row[INDEX_OF_EVENT],
                            LifecycleEvent.of((int) row[KIND_OF_EVENT]),
                            sorted.tie(),
                            row[IS_BEFORE] != ABSENT);
            for (int i = 0; i < KEPT.length; i++) {
                events.set(event, i, row[FIRST_KEPT + i]);
            }
            hasEvent = sorted.next();
        }
        tasks = events.pair(this::keep);
        return hasEvent;
    }

    /** Keeps what an event gives its task. */
    private void keep(int task, int event) {
        if (task >= last[CPU].length) {
            grow(task);
        }
        for (int i = 0; i < KEPT.length; i++) {
            int field = KEPT[i];
            long value = events.value(event, i);
            long known = last[field][task];
            if (field == CPU || field == MEMORY) {
                requestChanges += value != ABSENT && known != ABSENT && value != known ? 1 : 0;
            }
            boolean isNone =
                    value == ABSENT || (value <= 0 && (field == MACHINE || field == MISSING_TYPE));
            last[field][task] = isNone ? known : value;
        }
    }

    private void grow(int task) {
        int capacity = Math.max(1 << 10, Math.addExact(task, task >> 1));
        for (int field : KEPT) {
            int old = last[field].length;
            last[field] = Arrays.copyOf(last[field], capacity);
            Arrays.fill(last[field], old, capacity, ABSENT);
        }
    }

    @Override
    public int find(long jobId, int index) {
        return tasks.find(jobId, index);
    }

    @Override
    public int size() {
        return tasks.size();
    }

    @Override
    public boolean hasPostponed() {
        return false;
    }
}
