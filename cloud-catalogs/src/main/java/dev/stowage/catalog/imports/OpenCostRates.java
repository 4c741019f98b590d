package dev.stowage.catalog.imports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceRow;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The price file of an OpenCost provider: texts with USD an hour for a core ({@code CPU}), a GiB
 * ({@code RAM}) and an accelerator ({@code GPU}), and for the first two on spot. They price types
 * that a user names with their sizes: cores times a core, and so on, as OpenCost splits the cost of
 * a node. Each rate is a row, and so is each type that they price; both are counted. That is an
 * estimate and its source says so.
 */
final class OpenCostRates {
    private static final Set<String> SETTINGS =
            Set.of("provider", "description", "currencyCode", "customPricesEnabled");

    private final Path file;
    private final ImportRequest request;
    private final Gathering gathering;
    private final Map<String, BigDecimal> rates = new HashMap<>();
    private String currency = "";

    OpenCostRates(Path file, ImportRequest request, Gathering gathering) {
        this.file = file;
        this.request = request;
        this.gathering = gathering;
    }

    /**
     * Takes the rates and prices the types given.
     *
     * @throws InputException if there are no types, or no price of a core and of a GiB
     */
    void tell(JsonNode root, List<SourceRow> types, LocalDate date) {
        if (types.isEmpty()) {
            throw InputException.of(
                    file,
                    "prices of cores and GiB, not of types of machines",
                    "types with their vCPUs and memory",
                    "Give them with --sizes FILE, and --region NAME if it names none.");
        }
        long index = 0;
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            if (field.getKey().equals("currencyCode")) {
                currency = field.getValue().asText();
            }
            Optional<BigDecimal> rate = rate(field);
            if (rate.isPresent()) {
                gathering.count();
                rates.put(field.getKey(), rate.get());
                boolean isUsed =
                        Set.of("CPU", "RAM", "GPU", "spotCPU", "spotRAM").contains(field.getKey());
                gathering.leaveOut(
                        isUsed ? Reason.JOINED : Reason.NOT_A_VM,
                        file + ":" + ++index,
                        field.getKey(),
                        field.getKey() + " " + rate.get().toPlainString(),
                        "a price of cores, memory or accelerators");
            }
        }
        if (!rates.containsKey("CPU") || !rates.containsKey("RAM")) {
            throw InputException.of(
                    file,
                    "prices of " + String.join(", ", rates.keySet().stream().sorted().toList()),
                    "CPU and RAM, as numbers above 0",
                    null);
        }
        for (SourceRow type : types) {
            gathering.count();
            type(type, date, ++index);
        }
    }

    private static Optional<BigDecimal> rate(Map.Entry<String, JsonNode> field) {
        String text = field.getValue().asText();
        if (SETTINGS.contains(field.getKey()) || !text.matches("[0-9.]+")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigDecimal(text)).filter(rate -> rate.signum() > 0);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void type(SourceRow size, LocalDate date, long index) {
        String name = size.text(CatalogueColumn.VM_TYPE);
        Draft draft =
                gathering.sized(
                        new Draft(file.toString(), index)
                                .put(CatalogueColumn.PROVIDER, size.text(CatalogueColumn.PROVIDER))
                                .put(
                                        CatalogueColumn.REGION,
                                        request.region().orElse(size.text(CatalogueColumn.REGION)))
                                .put(CatalogueColumn.VM_TYPE, name)
                                .put(CatalogueColumn.CURRENCY, currency)
                                .put(CatalogueColumn.SOURCE, source())
                                .put(CatalogueColumn.DATE, date.toString()));
        BigDecimal gpus = amount(size, CatalogueColumn.GPUS);
        if (gpus.signum() > 0 && !rates.containsKey("GPU")) {
            gathering.leaveOut(
                    Reason.ACCELERATOR_UNPRICED,
                    draft.place(),
                    name,
                    name + " with " + gpus.toPlainString() + " accelerators",
                    "a price GPU in the file");
            return;
        }
        draft.put(CatalogueColumn.PRICE_USD_PER_HOUR, price(size, "CPU", "RAM"));
        if (gpus.signum() == 0 && rates.containsKey("spotCPU") && rates.containsKey("spotRAM")) {
            draft.put(CatalogueColumn.SPOT_USD_PER_HOUR, price(size, "spotCPU", "spotRAM"));
        }
        gathering.offer(draft.complete());
    }

    private String price(SourceRow size, String core, String gib) {
        BigDecimal vcpus = amount(size, CatalogueColumn.VCPUS);
        BigDecimal memory = amount(size, CatalogueColumn.MEMORY_GIB);
        BigDecimal gpus = amount(size, CatalogueColumn.GPUS);
        return vcpus.multiply(rates.getOrDefault(core, BigDecimal.ZERO))
                .add(memory.multiply(rates.getOrDefault(gib, BigDecimal.ZERO)))
                .add(gpus.multiply(rates.getOrDefault("GPU", BigDecimal.ZERO)))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A size of a type; 0 if it says none, which its reading then refuses. */
    private static BigDecimal amount(SourceRow size, CatalogueColumn column) {
        try {
            return new BigDecimal(size.text(column));
        } catch (NumberFormatException e) {
            return BigDecimal.ZERO;
        }
    }

    private String source() {
        return String.format(
                Locale.ROOT,
                "estimate: OpenCost rates, %s a core and %s a GiB",
                rates.getOrDefault("CPU", BigDecimal.ZERO).toPlainString(),
                rates.getOrDefault("RAM", BigDecimal.ZERO).toPlainString());
    }
}
