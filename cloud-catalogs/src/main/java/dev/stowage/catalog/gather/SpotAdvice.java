package dev.stowage.catalog.gather;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the spot advisor of AWS says of a type in a region.
 *
 * @param savingPercent how much less spot costs than on demand, on average over a month
 * @param monthlyMost share of VMs that were taken back in a month at most, below 1; empty for the
 *     highest class, which has no end
 */
public record SpotAdvice(int savingPercent, OptionalDouble monthlyMost) {
    private static final double HOURS_PER_MONTH = 730;
    private static final int PERCENT = 100;
    private static final int PRICE_DIGITS = 6;

    /** Who says so; an estimate, as it is no price. */
    public static final String SOURCE =
            "estimate: on demand less the saving of the AWS spot advisor";

    /** Takes the advice of a file for Linux. */
    public static void read(String file, JsonNode root, Gathering gathering) {
        JsonNode ranges = root.path("ranges");
        long index = 0;
        for (Map.Entry<String, JsonNode> region : root.path("spot_advisor").properties()) {
            for (Map.Entry<String, JsonNode> type : region.getValue().path("Linux").properties()) {
                gathering.count();
                gathering.spot(
                        "aws",
                        region.getKey(),
                        type.getKey(),
                        file + " entry " + ++index,
                        of(type.getValue(), ranges));
            }
        }
    }

    /** Empty if the saving is missing or no share of a price. */
    private static Optional<SpotAdvice> of(JsonNode entry, JsonNode ranges) {
        JsonNode saving = entry.get("s");
        if (saving == null || !saving.isInt() || saving.intValue() < 0 || saving.intValue() > 99) {
            return Optional.empty();
        }
        return Optional.of(new SpotAdvice(saving.intValue(), most(entry.get("r"), ranges)));
    }

    private static OptionalDouble most(JsonNode range, JsonNode ranges) {
        if (range != null) {
            for (JsonNode each : ranges) {
                JsonNode most = each.get("max");
                boolean isRange = range.equals(each.get("index"));
                if (isRange && most != null && most.intValue() < PERCENT) {
                    return OptionalDouble.of(most.doubleValue() / PERCENT);
                }
            }
        }
        return OptionalDouble.empty();
    }

    /** The spot price that the saving leaves of a price on demand. */
    public String price(BigDecimal onDemand) {
        return onDemand.multiply(BigDecimal.valueOf(PERCENT - savingPercent, 2))
                .setScale(PRICE_DIGITS, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Times an hour that a VM is taken back at most; empty if nobody says. */
    public Optional<String> perHour() {
        return monthlyMost.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        BigDecimal.valueOf(
                                        -Math.log1p(-monthlyMost.getAsDouble()) / HOURS_PER_MONTH)
                                .setScale(9, RoundingMode.HALF_UP)
                                .toPlainString());
    }
}
