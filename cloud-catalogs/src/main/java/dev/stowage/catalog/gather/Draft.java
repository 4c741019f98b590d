package dev.stowage.catalog.gather;

import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.SourceRow;
import java.util.EnumMap;
import java.util.Map;

/** A row of our form in the making. */
public final class Draft {
    private final String file;
    private final long line;
    private final Map<CatalogueColumn, String> texts = new EnumMap<>(CatalogueColumn.class);

    /** An empty row of a file. */
    public Draft(String file, long line) {
        this.file = file;
        this.line = line;
    }

    /** Puts a text into a column. */
    public Draft put(CatalogueColumn column, String text) {
        texts.put(column, text);
        return this;
    }

    /** Text of a column; empty if there is none. */
    public String text(CatalogueColumn column) {
        return texts.getOrDefault(column, "");
    }

    /** File and line. */
    public String place() {
        return file + ":" + line;
    }

    /** Fills in what the name of the type says, where nothing else did. */
    public Draft complete() {
        String type = text(CatalogueColumn.VM_TYPE);
        String provider = text(CatalogueColumn.PROVIDER);
        fill(CatalogueColumn.FAMILY, type.isEmpty() ? "" : TypeNames.family(provider, type));
        fill(CatalogueColumn.ARCHITECTURE, TypeNames.architecture(provider, type));
        if (TypeNames.isSharedCore(provider, type)) {
            fill(CatalogueColumn.SHARED_CORE, "true");
        }
        double vcpus = number(CatalogueColumn.VCPUS);
        double gib = number(CatalogueColumn.MEMORY_GIB);
        if (vcpus > 0 && gib > 0) {
            boolean hasGpus = number(CatalogueColumn.GPUS) > 0;
            fill(CatalogueColumn.CATEGORY, TypeNames.category(type, vcpus, gib, hasGpus));
        }
        return this;
    }

    /** The row as it is now. */
    public SourceRow row() {
        return SourceRow.of(file, line, texts);
    }

    private void fill(CatalogueColumn column, String text) {
        if (text(column).isEmpty()) {
            put(column, text);
        }
    }

    private double number(CatalogueColumn column) {
        try {
            return Double.parseDouble(text(column));
        } catch (NumberFormatException e) {
            return Double.NaN; // refused where the row is read
        }
    }
}
