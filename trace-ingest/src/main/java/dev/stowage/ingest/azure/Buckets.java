package dev.stowage.ingest.azure;

/**
 * The buckets in which the trace of 2019 tells cores or memory: each reaches from above the one
 * before it up to its number, the last from above its number to no end.
 *
 * <p>Source: AzurePublicDatasetV2, schema of {@code vmtable}.
 */
enum Buckets {
    CORES("2", "4", "8", "24", ">24"),
    MEMORY_GIB("2", "4", "8", "32", "64", ">64");

    @SuppressWarnings("ImmutableEnumChecker") // never handed out but as a copy
    private final String[] words;

    Buckets(String... words) {
        this.words = words;
    }

    /** As they are written, in order. */
    String[] words() {
        return words.clone();
    }

    int count() {
        return words.length;
    }

    boolean isOpen(int bucket) {
        return bucket == words.length - 1;
    }

    /** Its largest value; of the open one the number that all values exceed. */
    long edge(int bucket) {
        return Long.parseLong(isOpen(bucket) ? words[bucket].substring(1) : words[bucket]);
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
