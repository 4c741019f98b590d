package dev.stowage.catalog;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Writes our forms: offers as CSV, families with custom sizes as YAML beside it. */
public final class CatalogueWriter {
    private CatalogueWriter() {}

    /** Writes offers, in their order, as {@link Catalogues#load} reads them. */
    public static void csv(Path file, List<VmOffer> offers) {
        try (CsvWriter csv =
                CsvWriter.builder()
                        .lineDelimiter(LineDelimiter.LF)
                        .build(file, StandardCharsets.UTF_8)) {
            csv.writeRecord(
                    Arrays.stream(CatalogueColumn.values()).map(CatalogueColumn::label).toList());
            for (VmOffer offer : offers) {
                List<String> fields = new ArrayList<>();
                for (CatalogueColumn column : CatalogueColumn.values()) {
                    fields.add(text(offer, column));
                }
                csv.writeRecord(fields);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes families with custom sizes; nothing if there are none. */
    public static void custom(Path file, List<CustomVmFamily> families) {
        if (families.isEmpty()) {
            return;
        }
        try {
            Files.writeString(file, CustomFamilies.yaml(families));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(VmOffer offer, CatalogueColumn column) {
        VmType type = offer.type();
        return switch (column) {
            case PROVIDER -> type.provider();
            case REGION -> offer.region();
            case VM_TYPE -> type.name();
            case FAMILY -> type.family();
            case CATEGORY -> type.category().name().toLowerCase(Locale.ROOT);
            case ARCHITECTURE -> type.architecture().name().toLowerCase(Locale.ROOT);
            case VCPUS -> number(type.capacity().cores());
            case MEMORY_GIB -> number(type.capacity().gib());
            case GPUS -> number(type.gpus());
            case SHARED_CORE -> String.valueOf(type.isSharedCore());
            case LOCAL_DISK_GIB -> type.localDiskGib() == 0 ? "" : number(type.localDiskGib());
            case CPU_SCORE -> optional(type.cpuScore());
            case PRICE_USD_PER_HOUR -> offer.usdPerHour().toPlainString();
            case CURRENCY -> OfferReader.CURRENCY;
            case SOURCE -> offer.source();
            case DATE -> offer.date().toString();
            case SPOT_USD_PER_HOUR ->
                    offer.spot().map(spot -> spot.usdPerHour().toPlainString()).orElse("");
            case SPOT_SOURCE -> offer.spot().map(spot -> spot.source()).orElse("");
            case SPOT_INTERRUPTIONS_PER_HOUR ->
                    offer.spot().map(spot -> optional(spot.interruptionsPerHour())).orElse("");
            case COMMITMENTS -> CommitmentText.of(offer.commitments());
            case COMMITMENT_SOURCE ->
                    offer.commitments().isEmpty() ? "" : offer.commitments().get(0).source();
        };
    }

    private static String optional(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : "";
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }
}
