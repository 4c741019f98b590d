package dev.stowage.catalog.imports;

import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.CsvFields;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.ForeignVariants;
import dev.stowage.catalog.gather.Gathering;
import dev.stowage.catalog.gather.TypeNames;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Prices under the header {@code provider,region,vm_type,family,vcpus,memory_gib,gpu_count,
 * price_usd_per_hour,spot_usd_per_hour,source,snapshot_date,spot_source,flags}; the last six may be
 * absent but for the price and the date.
 */
final class NormalisedRows implements SourceText.Rows {
    private final String file;
    private final CsvFields fields;
    private final Gathering gathering;

    NormalisedRows(String file, List<String> header, Gathering gathering) {
        this.file = file;
        this.fields = new CsvFields(header);
        this.gathering = gathering;
    }

    @Override
    public void row(long line, String[] row) {
        String place = file + ":" + line;
        if (!fields.take(row, place, gathering)) {
            return;
        }
        Draft draft = draft(line);
        String flags = fields.get("flags");
        Optional<Reason> variant =
                ForeignVariants.reason(
                        draft.text(CatalogueColumn.VM_TYPE),
                        fields.get("os"),
                        fields.get("operating_system"),
                        fields.get("tenancy"),
                        flags);
        if (variant.isPresent()) {
            String found = draft.text(CatalogueColumn.VM_TYPE) + " " + flags;
            gathering.leaveOut(
                    variant.get(),
                    place,
                    draft.row().name(),
                    found.strip(),
                    "Linux, shared tenancy");
            return;
        }
        if (flags.contains("burstable")) {
            draft.put(CatalogueColumn.SHARED_CORE, "true");
        }
        if (flags.contains("accelerator")) {
            draft.put(CatalogueColumn.CATEGORY, "other");
        }
        gathering.offer(draft.complete());
    }

    private Draft draft(long line) {
        String type = fields.get("vm_type");
        Draft draft =
                new Draft(file, line)
                        .put(CatalogueColumn.PROVIDER, fields.get("provider"))
                        .put(CatalogueColumn.REGION, fields.get("region"))
                        .put(CatalogueColumn.VM_TYPE, type)
                        .put(CatalogueColumn.FAMILY, fields.get("family"))
                        .put(CatalogueColumn.VCPUS, fields.get("vcpus"))
                        .put(CatalogueColumn.MEMORY_GIB, fields.get("memory_gib"))
                        .put(CatalogueColumn.GPUS, fields.get("gpu_count"))
                        .put(CatalogueColumn.PRICE_USD_PER_HOUR, fields.get("price_usd_per_hour"))
                        .put(CatalogueColumn.CURRENCY, fields.get("currency"))
                        .put(CatalogueColumn.SPOT_USD_PER_HOUR, fields.get("spot_usd_per_hour"))
                        .put(CatalogueColumn.SOURCE, fields.get("source"))
                        .put(CatalogueColumn.DATE, fields.get("snapshot_date"));
        if (!fields.get("spot_usd_per_hour").isEmpty()) {
            draft.put(CatalogueColumn.SPOT_SOURCE, fields.get("spot_source"));
        }
        OptionalInt constrained =
                fields.get("provider").equals("azure")
                        ? TypeNames.constrainedVcpus(type)
                        : OptionalInt.empty();
        String vcpus = String.valueOf(constrained.orElse(0));
        if (constrained.isPresent() && !vcpus.equals(fields.get("vcpus"))) {
            gathering.correct();
            draft.put(CatalogueColumn.VCPUS, vcpus);
        }
        return draft;
    }
}
