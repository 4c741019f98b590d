package dev.stowage.catalog.imports;

import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.CsvFields;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.ForeignVariants;
import dev.stowage.catalog.gather.Gathering;
import dev.stowage.catalog.gather.TypeNames;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Prices under the header {@code InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,
 * GpuInfo,Price,SpotPrice,Region[,AvailabilityZone]}. Zones of a region at one price are joined;
 * the spot price is that of the cheapest zone. Without a zone of its own, a second row is a
 * duplicate. Machines of Google that are listed without their accelerators are joined with them.
 */
final class SkyPilotRows implements SourceText.Rows {
    private final String file;
    private final CsvFields fields;
    private final Gathering gathering;
    private final Optional<String> provider;
    private final LocalDate date;
    private final AcceleratorHosts hosts;
    private final List<Draft> again = new ArrayList<>();
    private final Map<String, Zones> regions = new LinkedHashMap<>();

    /** Rows of one type, region and price, in different zones. */
    private record Zones(Draft draft, Set<String> names) {}

    SkyPilotRows(
            String file,
            List<String> header,
            Gathering gathering,
            Optional<String> provider,
            LocalDate date) {
        this.file = file;
        this.fields = new CsvFields(header);
        this.gathering = gathering;
        this.hosts = new AcceleratorHosts(gathering);
        this.provider = provider;
        this.date = date;
    }

    @Override
    public void row(long line, String[] row) {
        String place = file + ":" + line;
        if (!fields.take(row, place, gathering)) {
            return;
        }
        String type = fields.get("InstanceType");
        if (type.isEmpty() && !fields.get("AcceleratorName").isEmpty()) {
            if (hosts.price(fields, place)) {
                return; // told of when all machines are known
            }
            gathering.leaveOut(
                    Reason.ACCELERATOR_ALONE,
                    place,
                    fields.get("Region"),
                    fields.get("AcceleratorName") + " without a machine",
                    "a type of machine");
            return;
        }
        Optional<Reason> variant = ForeignVariants.reason(type, fields.get("OS"));
        if (variant.isPresent()) {
            gathering.leaveOut(variant.get(), place, type, type, "Linux, shared tenancy");
            return;
        }
        Draft draft = draft(line, type);
        String zone = fields.get("AvailabilityZone");
        boolean isBare = fields.get("AcceleratorName").isEmpty();
        if (isBare && TypeNames.hasAccelerators(draft.text(CatalogueColumn.PROVIDER), type)) {
            hosts.host(draft, zone);
        } else {
            join(draft, zone);
        }
    }

    private void join(Draft draft, String zone) {
        String key =
                draft.text(CatalogueColumn.REGION)
                        + ' '
                        + draft.text(CatalogueColumn.VM_TYPE)
                        + ' '
                        + draft.text(CatalogueColumn.PRICE_USD_PER_HOUR);
        Zones known = regions.get(key);
        if (known != null && !zone.isEmpty() && known.names().add(zone)) {
            cheaper(known.draft(), draft);
            gathering.leaveOut(Reason.ZONE, draft.place(), key, zone, "a region");
        } else if (known != null) {
            again.add(draft); // is refused as a duplicate
        } else {
            regions.put(key, new Zones(draft, new HashSet<>(Set.of(zone))));
        }
    }

    private static void cheaper(Draft known, Draft other) {
        Optional<BigDecimal> price = decimal(other.text(CatalogueColumn.SPOT_USD_PER_HOUR));
        Optional<BigDecimal> before = decimal(known.text(CatalogueColumn.SPOT_USD_PER_HOUR));
        boolean isCheaper =
                price.isPresent() && (before.isEmpty() || price.get().compareTo(before.get()) < 0);
        if (isCheaper) {
            known.put(
                    CatalogueColumn.SPOT_USD_PER_HOUR,
                    other.text(CatalogueColumn.SPOT_USD_PER_HOUR));
        }
    }

    private static Optional<BigDecimal> decimal(String text) {
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private Draft draft(long line, String type) {
        return new Draft(file, line)
                .put(CatalogueColumn.PROVIDER, provider.orElseGet(() -> TypeNames.provider(type)))
                .put(CatalogueColumn.REGION, fields.get("Region"))
                .put(CatalogueColumn.VM_TYPE, type)
                .put(CatalogueColumn.VCPUS, fields.get("vCPUs"))
                .put(CatalogueColumn.MEMORY_GIB, fields.get("MemoryGiB"))
                .put(CatalogueColumn.GPUS, fields.get("AcceleratorCount"))
                .put(CatalogueColumn.PRICE_USD_PER_HOUR, fields.get("Price"))
                .put(CatalogueColumn.CURRENCY, fields.get("Currency"))
                .put(CatalogueColumn.SPOT_USD_PER_HOUR, fields.get("SpotPrice"))
                .put(CatalogueColumn.SOURCE, "SkyPilot catalogue")
                .put(CatalogueColumn.DATE, date.toString());
    }

    /** Takes what was joined. */
    void finish() {
        hosts.finish(this::join);
        regions.values().forEach(zones -> gathering.offer(zones.draft().complete()));
        again.forEach(draft -> gathering.offer(draft.complete()));
    }
}
