package dev.stowage.catalog.imports;

import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.CsvFields;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import dev.stowage.catalog.gather.TypeNames;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A price CSV of OpenCost: {@code EndTimestamp,InstanceID,Region,AssetClass,InstanceIDField,
 * InstanceType,MarketPriceHourly,Version}. A node is priced by its type if {@code InstanceType} has
 * it, or if {@code InstanceIDField} says that {@code InstanceID} is the label of the type; a node
 * that goes by its own name is left out, because its type isn't said. The price held until {@code
 * EndTimestamp}.
 */
final class OpenCostRows implements SourceText.Rows {
    private static final int DAY = "2026-07-20".length();

    private final String file;
    private final CsvFields fields;
    private final ImportRequest request;
    private final Gathering gathering;
    private final Set<String> told = new HashSet<>();

    OpenCostRows(String file, List<String> header, ImportRequest request, Gathering gathering) {
        this.file = file;
        this.fields = new CsvFields(header);
        this.request = request;
        this.gathering = gathering;
    }

    @Override
    public void row(long line, String[] row) {
        String place = file + ":" + line;
        if (!fields.take(row, place, gathering)) {
            return;
        }
        String type = type();
        String region =
                fields.get("Region").isEmpty() ? request.region().orElse("") : fields.get("Region");
        String price = fields.get("MarketPriceHourly");
        Reason reason = unwanted(type);
        if (reason == null && !told.add(region + " " + type + " " + price)) {
            reason = Reason.REPEATED;
        }
        if (reason != null) {
            gathering.leaveOut(
                    reason,
                    place,
                    fields.get("InstanceID"),
                    fields.get("AssetClass") + " by " + fields.get("InstanceIDField"),
                    "a node with its type");
            return;
        }
        String end = fields.get("EndTimestamp");
        Draft draft =
                new Draft(file, line)
                        .put(
                                CatalogueColumn.PROVIDER,
                                request.provider().orElseGet(() -> TypeNames.provider(type)))
                        .put(CatalogueColumn.REGION, region)
                        .put(CatalogueColumn.VM_TYPE, type)
                        .put(CatalogueColumn.PRICE_USD_PER_HOUR, price)
                        .put(CatalogueColumn.SOURCE, "OpenCost price file")
                        .put(
                                CatalogueColumn.DATE,
                                request.date()
                                        .map(LocalDate::toString)
                                        .orElse(end.substring(0, Math.min(DAY, end.length()))));
        gathering.offer(gathering.sized(draft).complete());
    }

    private String type() {
        boolean isLabel = fields.get("InstanceIDField").endsWith("kubernetes.io/instance-type");
        return Optional.of(fields.get("InstanceType"))
                .filter(type -> !type.isEmpty())
                .orElse(isLabel ? fields.get("InstanceID") : "");
    }

    private @Nullable Reason unwanted(String type) {
        return switch (fields.get("AssetClass")) {
            case "node" -> type.isEmpty() ? Reason.NO_TYPE_SAID : null;
            case "gpu" -> Reason.ACCELERATOR_ALONE;
            default -> Reason.NOT_A_VM;
        };
    }
}
