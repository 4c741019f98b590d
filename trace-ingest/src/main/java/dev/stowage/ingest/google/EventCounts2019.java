package dev.stowage.ingest.google;

import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TraceClock;
import java.util.Map;

/** What is counted of the events of both tables of 2019: of collections and of their instances. */
final class EventCounts2019 {
    private final TraceClock clock;
    private final int time;
    private final int type;
    private final int collection;
    private final int collectionType;
    private final int missingType;

    private final BackwardSteps backward = new BackwardSteps();
    private final KeyIndex allocSets = new KeyIndex();
    private final long[] rowsOfKind = new long[LifecycleEvent.values().length];
    private long rowsBeforeStart;
    private long rowsWithMissingInfo;

    EventCounts2019(TraceClock clock, SourceSchema table) {
        this.clock = clock;
        time = table.column("time");
        type = table.column("type");
        collection = table.column("collection_id");
        collectionType = table.column("collection_type");
        missingType = table.column("missing_type");
    }

    /** The rows that come next are of this chunk. */
    void in(RowChunk chunk) {
        backward.in(chunk.source());
    }

    /** Sees a row; true if it is of an alloc set, which is no job. */
    boolean isOfAllocSet(RowChunk chunk, int row) {
        backward.see(chunk.value(time, row));
        if (chunk.value(collectionType, row) != Google2019Codes.ALLOC_SET) {
            return false;
        }
        allocSets.findOrAdd(chunk.value(collection, row), 0);
        return true;
    }

    /** Counts a row that is used. */
    void used(RowChunk chunk, int row) {
        rowsOfKind[Google2019Codes.event(chunk.value(type, row)).code()]++;
        rowsBeforeStart += clock.isBeforeStart(chunk.value(time, row)) ? 1 : 0;
        int missing = Google2019Codes.missingInfo(chunk.value(missingType, row));
        rowsWithMissingInfo += missing < 0 ? 0 : 1;
    }

    /** Alloc sets that were seen. */
    long allocSets() {
        return allocSets.size();
    }

    /**
     * What was counted.
     *
     * @param of before the dot of the names, as in {@code jobs}
     */
    void addTo(Map<String, Long> facts, String of) {
        facts.put(of + ".rowsBeforeStart", rowsBeforeStart);
        facts.put(of + ".backwardSteps", backward.count());
        facts.put(of + ".queueRows", rowsOfKind[LifecycleEvent.QUEUE.code()]);
        facts.put(of + ".enableRows", rowsOfKind[LifecycleEvent.ENABLE.code()]);
        facts.put(of + ".rowsWithMissingInfo", rowsWithMissingInfo);
    }
}
