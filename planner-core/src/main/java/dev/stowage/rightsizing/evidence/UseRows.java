package dev.stowage.rightsizing.evidence;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was read of a source of measurements; {@code read} is {@code used} and all that is left out.
 *
 * @param source what it is called
 * @param read rows
 * @param used rows that were shown
 * @param leftOut rows that were not, by reason
 * @param unknownServices services that nothing packed is called by, with their rows; the most first
 *     are kept by the reader
 */
public record UseRows(
        String source,
        long read,
        long used,
        SortedMap<String, Long> leftOut,
        SortedMap<String, Long> unknownServices) {
    public UseRows {
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
        unknownServices = Collections.unmodifiableSortedMap(new TreeMap<>(unknownServices));
        long all = used + leftOut.values().stream().mapToLong(Long::longValue).sum();
        if (read != all) {
            throw new IllegalArgumentException(
                    read + " rows read, " + all + " used or left out: some are lost");
        }
    }
}
