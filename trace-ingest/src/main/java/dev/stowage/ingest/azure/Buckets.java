package dev.stowage.ingest.azure;

import java.util.List;

/**
 * The buckets in which a trace tells cores or memory: each reaches from above the one before it up
 * to its number, the last from above its number to no end.
 *
 * @param words as they are written, in order
 */
record Buckets(List<String> words) {
    int count() {
        return words.size();
    }

    boolean isOpen(int bucket) {
        return bucket == words.size() - 1;
    }

    /** Its largest value; of the open one the number that all values exceed. */
    long edge(int bucket) {
        return Long.parseLong(isOpen(bucket) ? words.get(bucket).substring(1) : words.get(bucket));
    }

    /** What its values exceed. */
    long floor(int bucket) {
        return bucket == 0 ? 0 : edge(bucket - 1);
    }

    /** As facts name it: {@code (8,24]}. */
    String range(int bucket) {
        return "(" + floor(bucket) + "," + (isOpen(bucket) ? "inf)" : edge(bucket) + "]");
    }
}
