package dev.stowage.study.published;

import java.util.List;

/**
 * A table of figures that was published, beside ours.
 *
 * @param title what it is of
 * @param columns their names
 * @param rows in the order of the publication
 */
public record PublishedTable(String title, List<String> columns, List<Row> rows) {
    public PublishedTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        int cells = columns.size();
        if (rows.stream().anyMatch(each -> each.published().size() != cells)) {
            throw new IllegalArgumentException("a row without " + cells + " cells");
        }
    }

    /**
     * A row; each list has a figure for each column.
     *
     * @param inFit ours, by parameters fitted to all these figures
     * @param leftOut ours, each by parameters fitted without that figure
     */
    public record Row(
            String name, List<Double> published, List<Double> inFit, List<Double> leftOut) {
        public Row {
            published = List.copyOf(published);
            inFit = List.copyOf(inFit);
            leftOut = List.copyOf(leftOut);
            if (inFit.size() != published.size() || leftOut.size() != published.size()) {
                throw new IllegalArgumentException(name + ": figures without one beside them");
            }
        }
    }
}
