package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.lifecycle.LifecycleEvent;
import java.util.List;

/**
 * What numbers mean in the trace of 2019.
 *
 * <p>Source: {@code clusterdata_trace_format_v3.proto}: {@code EventType}, {@code CollectionType},
 * {@code MissingType}, {@code Constants}.
 */
final class Google2019Codes {
    static final long ALLOC_SET = 1;
    static final long DEDICATED_MACHINE = -1;

    private static final List<LifecycleEvent> EVENTS =
            List.of(
                    LifecycleEvent.SUBMIT,
                    LifecycleEvent.QUEUE,
                    LifecycleEvent.ENABLE,
                    LifecycleEvent.SCHEDULE,
                    LifecycleEvent.EVICT,
                    LifecycleEvent.FAIL,
                    LifecycleEvent.FINISH,
                    LifecycleEvent.KILL,
                    LifecycleEvent.LOST,
                    LifecycleEvent.UPDATE_PENDING,
                    LifecycleEvent.UPDATE_RUNNING);

    private static final int KINDS_OF_2011 = 3;

    private Google2019Codes() {}

    /** The event of a type, 0 to 10. */
    static LifecycleEvent event(long type) {
        return EVENTS.get((int) type);
    }

    /**
     * The canonical code of a missing type: those of 2011 count from 0, where 2019 has "none"; the
     * others are their own.
     */
    static int missingInfo(long missingType) {
        if (missingType == ABSENT || missingType == 0) {
            return ABSENT_INT;
        }
        return (int) (missingType <= KINDS_OF_2011 ? missingType - 1 : missingType);
    }
}
