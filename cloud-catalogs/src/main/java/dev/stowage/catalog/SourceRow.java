package dev.stowage.catalog;

import dev.stowage.model.VmOffer;
import java.util.EnumMap;
import java.util.Map;

/**
 * One price as some file gives it: the texts of our columns, nothing checked. An array by column,
 * because a catalogue of 80,000 rows makes as many of these; guarded by {@code
 * bench/catalogue/run}.
 */
public final class SourceRow {
    private final String place;
    private final long line;
    private final EnumMap<CatalogueColumn, String> texts;

    private SourceRow(String place, long line, EnumMap<CatalogueColumn, String> texts) {
        this.place = place;
        this.line = line;
        this.texts = texts;
    }

    /** A row of a file; columns that {@code texts} doesn't have are empty. */
    public static SourceRow of(String file, long line, Map<CatalogueColumn, String> texts) {
        EnumMap<CatalogueColumn, String> stripped = new EnumMap<>(CatalogueColumn.class);
        texts.forEach((column, text) -> stripped.put(column, text.strip()));
        return new SourceRow(file, line, stripped);
    }

    /** The row that says what an offer says. */
    public static SourceRow of(VmOffer offer) {
        EnumMap<CatalogueColumn, String> texts = new EnumMap<>(CatalogueColumn.class);
        for (CatalogueColumn column : CatalogueColumn.values()) {
            texts.put(column, CatalogueWriter.text(offer, column));
        }
        return new SourceRow(offer.source(), 0, texts);
    }

    static SourceRow of(String file, long line, CatalogueColumn[] columns, String[] fields) {
        EnumMap<CatalogueColumn, String> texts = new EnumMap<>(CatalogueColumn.class);
        for (int i = 0; i < columns.length; i++) {
            texts.put(columns[i], fields[i].strip());
        }
        return new SourceRow(file, line, texts);
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
        String text = texts.get(column);
        return text == null ? "" : text;
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
