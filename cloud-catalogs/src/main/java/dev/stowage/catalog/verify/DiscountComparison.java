package dev.stowage.catalog.verify;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Located;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SpotPrice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spot prices and commitments as shares of the price on demand. A commitment takes nearly the same
 * share off all types of a family in all regions; what spot costs varies, but not without end.
 */
final class DiscountComparison {
    /** In the collected lists no spot VM costs less than 0.09 of its price (26,818 prices). */
    static final double LEAST_SPOT = 0.05;

    /** In the same lists no commitment costs less than 0.29; of 83,845 five cost more than 1. */
    static final double LEAST_COMMITTED = 0.15;

    /** In these lists all but 6 commitments are within 1.5 times the median of their family. */
    static final double ODD = 1.5;

    private final Map<String, Double> shares = new HashMap<>();

    DiscountComparison(List<Located> offers) {
        Map<String, List<Double>> groups = new HashMap<>();
        for (Located each : offers) {
            for (Commitment commitment : each.offer().commitments()) {
                groups.computeIfAbsent(group(each, commitment), self -> new ArrayList<>())
                        .add(share(each, commitment));
            }
        }
        groups.forEach(
                (name, values) -> {
                    if (values.size() >= Medians.FEWEST) {
                        shares.put(name, Medians.median(values));
                    }
                });
    }

    /** What is wrong with the spot price or a commitment of an offer; null if nothing is. */
    @Nullable Problem problem(Located located) {
        Problem found = spot(located);
        for (Commitment commitment : located.offer().commitments()) {
            found = found == null ? committed(located, commitment) : found;
        }
        return found;
    }

    private static @Nullable Problem spot(Located located) {
        SpotPrice spot = located.offer().spot().orElse(null);
        if (spot == null) {
            return null;
        }
        BigDecimal onDemand = located.offer().usdPerHour();
        if (spot.usdPerHour().compareTo(onDemand) > 0) {
            return problem(
                    Reason.SPOT_ABOVE,
                    located,
                    "a spot price of",
                    spot.usdPerHour(),
                    "at most " + onDemand.toPlainString() + ", as on demand");
        }
        double least = LEAST_SPOT * onDemand.doubleValue();
        return spot.usdPerHour().doubleValue() < least
                ? problem(
                        Reason.ABSURD_SPOT,
                        located,
                        "a spot price of",
                        spot.usdPerHour(),
                        String.format(
                                Locale.ROOT, "at least %.4g, a twentieth of that on demand", least))
                : null;
    }

    private @Nullable Problem committed(Located located, Commitment commitment) {
        double share = share(located, commitment);
        Double usual = shares.get(group(located, commitment));
        boolean isOdd = usual != null && (share > usual * ODD || share < usual / ODD);
        if (share >= LEAST_COMMITTED && share <= 1 && !isOdd) {
            return null;
        }
        double onDemand = located.offer().usdPerHour().doubleValue();
        return problem(
                Reason.ABSURD_COMMITMENT,
                located,
                commitment.name() + " at",
                commitment.effectiveUsdPerHour(),
                usual == null
                        ? String.format(
                                Locale.ROOT,
                                "%.4g to %.4g, as commitments cost",
                                LEAST_COMMITTED * onDemand,
                                onDemand)
                        : String.format(
                                Locale.ROOT, "about %.4g as in its family", usual * onDemand));
    }

    private static Problem problem(
            Reason reason, Located located, String what, BigDecimal usd, String expected) {
        return new Problem(
                reason,
                located.place(),
                located.name(),
                what + " " + usd.toPlainString() + " USD/hour",
                expected);
    }

    private static double share(Located each, Commitment commitment) {
        return commitment.effectiveUsdPerHour().doubleValue()
                / each.offer().usdPerHour().doubleValue();
    }

    private static String group(Located each, Commitment commitment) {
        return String.join(
                " ",
                each.offer().type().provider(),
                each.offer().type().family(),
                commitment.name());
    }
}
