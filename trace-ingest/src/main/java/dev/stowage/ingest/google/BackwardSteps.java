package dev.stowage.ingest.google;

import dev.stowage.ingest.source.FoundFile;
import org.jspecify.annotations.Nullable;

/** How often a row of a file lies before the row above it. */
final class BackwardSteps {
    private @Nullable FoundFile file;
    private long last;
    private long count;

    /** The rows that come next are of this file. */
    void in(FoundFile source) {
        if (!source.equals(file)) {
            file = source;
            last = Long.MIN_VALUE;
        }
    }

    /** Sees the next good row. */
    void see(long timeMicros) {
        count += timeMicros < last ? 1 : 0;
        last = timeMicros;
    }

    /** Steps back so far. */
    long count() {
        return count;
    }
}
