package dev.stowage.ingest.swf;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What the comments at the head of a log say, {@code ; MaxProcs: 128}; the first value counts. */
final class SwfHeader {
    private static final List<String> KEPT =
            List.of(
                    "Version",
                    "Computer",
                    "Installation",
                    "MaxJobs",
                    "MaxRecords",
                    "UnixStartTime",
                    "TimeZoneString",
                    "StartTime",
                    "EndTime",
                    "MaxNodes",
                    "MaxProcs",
                    "MaxRuntime",
                    "Preemption");
    private static final int MAX_VALUE_LENGTH = 200;

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Takes a comment; one that is no such entry says nothing. */
    void add(String comment) {
        String text = comment.strip();
        int colon = text.indexOf(':');
        if (!text.startsWith(";") || colon < 0) {
            return;
        }
        String name = text.substring(1, colon).strip();
        String value = text.substring(colon + 1).strip();
        if (KEPT.contains(name) && !value.isEmpty() && value.length() <= MAX_VALUE_LENGTH) {
            values.putIfAbsent(name, value);
        }
    }

    /** Everything kept, by the names of the format, in their order there. */
    Map<String, String> values() {
        Map<String, String> ordered = new LinkedHashMap<>();
        for (String name : KEPT) {
            if (values.containsKey(name)) {
                ordered.put(name, values.get(name));
            }
        }
        return ordered;
    }

    /** A whole number above 0 at the start of a value; some logs explain it behind. */
    OptionalLong number(String name) {
        String value = values.getOrDefault(name, "");
        int end = 0;
        while (end < value.length() && Character.digit(value.charAt(end), 10) >= 0) {
            end++;
        }
        if (end == 0 || end > 9) {
            return OptionalLong.empty();
        }
        long number = Long.parseLong(value.substring(0, end));
        return number > 0 ? OptionalLong.of(number) : OptionalLong.empty();
    }
}
