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
 * @param alike rows that equal another of the same service and time and name no replica, by
 *     service: copies can't be told from replicas that use the same
 */
public record UseRows(
        String source,
        long read,
        long used,
        SortedMap<String, Long> leftOut,
        SortedMap<String, Long> unknownServices,
        SortedMap<String, Long> alike) {
    public UseRows {
        alike = Collections.unmodifiableSortedMap(new TreeMap<>(alike));
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
        unknownServices = Collections.unmodifiableSortedMap(new TreeMap<>(unknownServices));
        long all = used + leftOut.values().stream().mapToLong(Long::longValue).sum();
        if (read != all) {
            throw new IllegalArgumentException(
                    read + " rows read, " + all + " used or left out: some are lost");
        }
    }

    /** The same with some of the used rows left out for one more reason. */
    UseRows without(long rows, String reason) {
        if (rows == 0) {
            return this;
        }
        SortedMap<String, Long> more = new TreeMap<>(leftOut);
        more.merge(reason, rows, Long::sum);
        return new UseRows(source, read, used - rows, more, unknownServices, alike);
    }
}
