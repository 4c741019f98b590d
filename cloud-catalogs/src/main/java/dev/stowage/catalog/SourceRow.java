package dev.stowage.catalog;

import dev.stowage.model.cloud.VmOffer;
import java.util.EnumMap;
import java.util.Map;

/**
 * One price as some file gives it: the texts of our columns, nothing checked. Fields stay as they
 * were split, because a catalogue of 80,000 rows makes as many of these; guarded by {@code
 * bench/catalogue/run}.
 */
public final class SourceRow {
    private final String place;
    private final long line;
    private final Map<CatalogueColumn, Integer> columns;
    private final String[] fields;

    /** {@code columns} says where the text of a column is; many rows share it. */
    SourceRow(String place, long line, Map<CatalogueColumn, Integer> columns, String[] fields) {
        this.place = place;
        this.line = line;
        this.columns = columns;
        this.fields = fields;
    }

    /** A row of a file; columns that {@code texts} doesn't have are empty. */
    public static SourceRow of(String file, long line, Map<CatalogueColumn, String> texts) {
        Map<CatalogueColumn, Integer> columns = new EnumMap<>(CatalogueColumn.class);
        String[] fields = new String[texts.size()];
        texts.forEach(
                (column, text) -> {
                    fields[columns.size()] = text;
                    columns.put(column, columns.size());
                });
        return new SourceRow(file, line, columns, fields);
    }

    /** The row that says what an offer says. */
    public static SourceRow of(VmOffer offer) {
        Map<CatalogueColumn, String> texts = new EnumMap<>(CatalogueColumn.class);
        for (CatalogueColumn column : CatalogueColumn.values()) {
            texts.put(column, CatalogueWriter.text(offer, column));
        }
        return of(offer.source(), 0, texts);
    }

    /** File and line. */
    public String place() {
        return place + ":" + line;
    }

    /** Line in the file, from 1. */
    public long line() {
        return line;
    }

    /** Text of a column without blanks around it; empty if there is none. */
    public String text(CatalogueColumn column) {
        Integer index = columns.get(column);
        return index == null ? "" : fields[index].strip();
    }

    /** Provider, region and type as far as they are given. */
    public String name() {
        String name =
                text(CatalogueColumn.PROVIDER)
                        + " "
                        + text(CatalogueColumn.REGION)
                        + " "
                        + text(CatalogueColumn.VM_TYPE);
        return name.strip();
    }
}
