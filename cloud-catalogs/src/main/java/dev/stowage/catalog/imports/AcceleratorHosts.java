package dev.stowage.catalog.imports;

import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.CsvFields;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Machines that a list prices without their accelerators, and the accelerators that it prices on
 * rows of their own. A machine is joined with the price of its accelerators in its zone; one whose
 * accelerators have no price there is left out, because no one rents it for that.
 *
 * <p>Source of the pairs: Google Cloud, GPU machine types.
 */
final class AcceleratorHosts {
    /** Accelerators of a machine. */
    record Part(String accelerator, BigDecimal count) {}

    /** What a row asks for accelerators. */
    private record Price(BigDecimal usd, Optional<BigDecimal> spotUsd, String place) {}

    /** A machine without the price of its accelerators. */
    private record Host(Draft draft, String zone) {}

    private static final Map<String, Part> PARTS = parts();

    private final Map<String, Price> prices = new LinkedHashMap<>(); // in order of the file
    private final List<Host> hosts = new ArrayList<>();
    private final Set<String> used = new HashSet<>();
    private final Gathering gathering;

    AcceleratorHosts(Gathering gathering) {
        this.gathering = gathering;
    }

    private static Map<String, Part> parts() {
        Map<String, Part> parts = new HashMap<>();
        for (int n : new int[] {1, 2, 4, 8}) {
            parts.put("a2-highgpu-" + n + "g", part("A100", n));
            parts.put("a2-ultragpu-" + n + "g", part("A100-80GB", n));
            parts.put("a3-highgpu-" + n + "g", part("H100", n));
            parts.put("g4-standard-" + 48 * n, part("RTXPRO6000", n));
        }
        parts.put("a2-megagpu-16g", part("A100", 16));
        parts.put("a3-megagpu-8g", part("H100-MEGA", 8));
        parts.put("a3-ultragpu-8g", part("H200", 8));
        parts.put("a4-highgpu-8g", part("B200", 8));
        for (int vcpus : new int[] {4, 8, 12, 16, 32}) {
            parts.put("g2-standard-" + vcpus, part("L4", 1));
        }
        parts.put("g2-standard-24", part("L4", 2));
        parts.put("g2-standard-48", part("L4", 4));
        parts.put("g2-standard-96", part("L4", 8));
        return parts;
    }

    /** The accelerators of a machine; empty if its name is none that we know. */
    static Optional<Part> part(String type) {
        return Optional.ofNullable(PARTS.get(type));
    }

    private static Part part(String accelerator, int count) {
        return new Part(accelerator, BigDecimal.valueOf(count));
    }

    /** A row with accelerators alone; false if it can't be read. */
    boolean price(CsvFields fields, String place) {
        Optional<BigDecimal> count = decimal(fields.get("AcceleratorCount"));
        Optional<BigDecimal> usd = decimal(fields.get("Price"));
        if (count.isEmpty() || usd.isEmpty() || usd.get().signum() <= 0) {
            return false;
        }
        String key =
                key(
                        new Part(fields.get("AcceleratorName"), count.get()),
                        fields.get("Region"),
                        fields.get("AvailabilityZone"));
        Price price = new Price(usd.get(), decimal(fields.get("SpotPrice")), place);
        return prices.putIfAbsent(key, price) == null;
    }

    /** Keeps a machine until all prices are read. */
    void host(Draft draft, String zone) {
        hosts.add(new Host(draft, zone));
    }

    /** Gives each machine that could be joined, with its zone. */
    void finish(BiConsumer<Draft, String> joined) {
        for (Host host : hosts) {
            String type = host.draft().text(CatalogueColumn.VM_TYPE);
            String region = host.draft().text(CatalogueColumn.REGION);
            Part part = PARTS.get(type);
            Price price = part == null ? null : prices.get(key(part, region, host.zone()));
            if (part == null || price == null || !join(host.draft(), part, price)) {
                gathering.leaveOut(
                        Reason.ACCELERATOR_UNPRICED,
                        host.draft().place(),
                        type + " " + host.zone(),
                        type + " without the price of its accelerators",
                        part == null
                                ? "a price of the machine as a whole"
                                : "a row for "
                                        + part.count().toPlainString()
                                        + " x "
                                        + part.accelerator()
                                        + " in "
                                        + host.zone());
            } else {
                used.add(price.place());
                joined.accept(host.draft(), host.zone());
            }
        }
        prices.forEach(
                (key, price) -> {
                    boolean isUsed = used.contains(price.place());
                    gathering.leaveOut(
                            isUsed ? Reason.JOINED : Reason.ACCELERATOR_ALONE,
                            price.place(),
                            key,
                            key,
                            isUsed ? "joined with its machine" : "a type of machine");
                });
    }

    private static boolean join(Draft draft, Part part, Price price) {
        Optional<BigDecimal> machine = decimal(draft.text(CatalogueColumn.PRICE_USD_PER_HOUR));
        if (machine.isEmpty()) {
            return false;
        }
        Optional<BigDecimal> spot = decimal(draft.text(CatalogueColumn.SPOT_USD_PER_HOUR));
        draft.put(
                        CatalogueColumn.PRICE_USD_PER_HOUR,
                        machine.get().add(price.usd()).toPlainString())
                .put(
                        CatalogueColumn.SPOT_USD_PER_HOUR,
                        spot.flatMap(s -> price.spotUsd().map(s::add))
                                .map(BigDecimal::toPlainString)
                                .orElse(""))
                .put(CatalogueColumn.GPUS, part.count().toPlainString());
        return true;
    }

    private static String key(Part part, String region, String zone) {
        return part.accelerator()
                + " x "
                + part.count().stripTrailingZeros().toPlainString()
                + " "
                + region
                + " "
                + zone;
    }

    private static Optional<BigDecimal> decimal(String text) {
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
