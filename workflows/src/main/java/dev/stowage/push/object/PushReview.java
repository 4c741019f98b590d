package dev.stowage.push.object;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a person reads who has to approve a push: tables, each with a title, in the order in which
 * they are read.
 */
public record PushReview(List<Section> sections) {
    /** Name of the object whose fields are moves, one each. */
    public static final String MOVES = "Moves";

    /**
     * A table.
     *
     * @param key by which programs know it
     * @param title for people
     * @param columns headings
     * @param rows as many texts or whole numbers each as there are columns
     * @param none what is said where there are no rows
     */
    public record Section(
            String key, String title, List<String> columns, List<List<Object>> rows, String none) {
        public Section {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
            for (List<Object> row : rows) {
                if (row.size() != columns.size()) {
                    throw new IllegalArgumentException(key + ": " + row + " under " + columns);
                }
            }
        }

        /** A row by heading. */
        public Map<String, Object> named(List<Object> row) {
            Map<String, Object> named = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                named.put(columns.get(i), row.get(i));
            }
            return Collections.unmodifiableMap(named);
        }
    }

    public PushReview {
        sections = List.copyOf(sections);
    }
}
