package dev.stowage.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The columns of our CSV form, in the order in which they are documented. */
enum CatalogueColumn {
    PROVIDER(true),
    REGION(true),
    VM_TYPE(true),
    FAMILY(true),
    CATEGORY(false),
    ARCHITECTURE(false),
    VCPUS(true),
    MEMORY_GIB(true),
    PRICE_USD_PER_HOUR(true),
    SOURCE(true),
    DATE(true);

    private final boolean required;

    CatalogueColumn(boolean required) {
        this.required = required;
    }

    /** As the header spells it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isRequired() {
        return required;
    }

    static Optional<CatalogueColumn> of(String label) {
        return Arrays.stream(values()).filter(column -> column.label().equals(label)).findFirst();
    }

    /** All of them, as a header. */
    static String header() {
        List<String> labels = Arrays.stream(values()).map(CatalogueColumn::label).toList();
        return String.join(",", labels);
    }
}
