package dev.stowage.report.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A VM type in a region, with its prices and who says so.
 *
 * @param cpuScore null if its speed was not measured
 * @param spot null if it has no price on spot
 */
public record OfferAnswer(
        String provider,
        String region,
        String type,
        String family,
        String processor,
        double vcpu,
        double memoryGiB,
        BigDecimal gpus,
        boolean sharedCore,
        BigDecimal usdPerHour,
        String source,
        String date,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double cpuScore,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Spot spot,
        List<Committed> commitments) {
    public static OfferAnswer of(VmOffer offer) {
        var type = offer.type();
        return new OfferAnswer(
                type.provider(),
                offer.region(),
                type.name(),
                type.family(),
                type.architecture().name().toLowerCase(Locale.ROOT),
                type.capacity().cores(),
                type.capacity().gib(),
                BigDecimal.valueOf(type.gpus()).stripTrailingZeros(),
                type.isSharedCore(),
                offer.usdPerHour(),
                offer.source(),
                offer.date().toString(),
                type.cpuScore().isPresent() ? type.cpuScore().getAsDouble() : null,
                offer.spot()
                        .map(s -> new Spot(s.usdPerHour(), s.source(), s.isEstimated()))
                        .orElse(null),
                offer.commitments().stream().map(Committed::of).toList());
    }

    /** A price that may be withdrawn at any moment. */
    public record Spot(BigDecimal usdPerHour, String source, boolean estimated) {}

    /** A price for those who commit themselves. */
    public record Committed(
            String name,
            int termMonths,
            BigDecimal usdPerHour,
            BigDecimal upfrontUsd,
            String source,
            boolean estimated) {
        private static Committed of(Commitment commitment) {
            return new Committed(
                    commitment.name(),
                    commitment.termMonths(),
                    commitment.usdPerHour(),
                    commitment.upfrontUsd(),
                    commitment.source(),
                    commitment.isEstimated());
        }
    }

    /** Prints offers of a catalogue as a table, with their sources. */
    public static void print(
            List<OfferAnswer> offers, String catalogue, PrintWriter out, Style style) {
        TextTable table =
                new TextTable(
                        Column.text("region"),
                        Column.text("type"),
                        Column.text("family"),
                        Column.text("processor"),
                        Column.figure("vCPU"),
                        Column.figure("GiB"),
                        Column.figure("USD/hour"),
                        Column.figure("USD/month"),
                        Column.figure("spot USD/hour"));
        for (OfferAnswer offer : offers) {
            double hourly = offer.usdPerHour().doubleValue();
            table.row(
                    offer.region(),
                    offer.type(),
                    offer.family(),
                    offer.processor(),
                    Figures.number(offer.vcpu()),
                    Figures.number(offer.memoryGiB()),
                    String.format(Locale.ROOT, "%.4f", hourly),
                    String.format(Locale.ROOT, "%,.2f", hourly * PriceMonth.HOURS),
                    offer.spot() == null
                            ? ""
                            : String.format(Locale.ROOT, "%.4f", offer.spot().usdPerHour()));
        }
        table.print(out, style, 0);
        out.println();
        out.println("catalogue: " + catalogue);
        offers.stream()
                .map(offer -> offer.source() + ", " + offer.date())
                .distinct()
                .forEach(source -> out.println("source: " + source));
    }
}
