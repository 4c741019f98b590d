package dev.stowage.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The columns of our CSV form, in the order in which they are documented. */
public enum CatalogueColumn {
    PROVIDER(true),
    REGION(true),
    VM_TYPE(true),
    FAMILY(true),
    CATEGORY(false),
    ARCHITECTURE(false),
    VCPUS(true),
    MEMORY_GIB(true),
    GPUS(false),
    SHARED_CORE(false),
    LOCAL_DISK_GIB(false),
    CPU_SCORE(false),
    PRICE_USD_PER_HOUR(true),
    CURRENCY(false),
    SOURCE(true),
    DATE(true),
    SPOT_USD_PER_HOUR(false),
    SPOT_SOURCE(false),
    SPOT_INTERRUPTIONS_PER_HOUR(false),
    COMMITMENTS(false),
    COMMITMENT_SOURCE(false);

    private static final Map<String, CatalogueColumn> BY_LABEL =
            Arrays.stream(values())
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    CatalogueColumn::label, Function.identity()));

    private final boolean required;
    private final String label = name().toLowerCase(Locale.ROOT);

    CatalogueColumn(boolean required) {
        this.required = required;
    }

    /** As the header spells it. */
    public String label() {
        return label;
    }

    /** True if every catalogue has it. */
    public boolean isRequired() {
        return required;
    }

    static Optional<CatalogueColumn> of(String label) {
        return Optional.ofNullable(BY_LABEL.get(label));
    }

    /** All of them, as a header. */
    static String header() {
        List<String> labels = Arrays.stream(values()).map(CatalogueColumn::label).toList();
        return String.join(",", labels);
    }
}
