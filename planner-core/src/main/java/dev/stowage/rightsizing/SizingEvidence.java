package dev.stowage.rightsizing;

import dev.stowage.packing.AmountText;
import dev.stowage.packing.PackingResource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Why a request is what it is, in a sentence for people. */
final class SizingEvidence {
    private static final double MICROS_PER_MINUTE = 60e6;
    private static final double MICROS_PER_HOUR = 3_600e6;
    private static final double MICROS_PER_DAY = 86_400e6;

    private final SizingOptions options;
    private final long minHistoryMicros;

    SizingEvidence(SizingOptions options, long minHistoryMicros) {
        this.options = options;
        this.minHistoryMicros = minHistoryMicros;
    }

    String of(History history, SizedResource cpu, SizedResource memory) {
        if (history.measurements() == 0) {
            return "no measurements: requests stay";
        }
        StringBuilder text = new StringBuilder();
        text.append(count(history.measurements(), "measurement")).append(" of ");
        text.append(count(history.replicas(), "replica")).append(" over ");
        text.append(span(history.spanMicros())).append(": ");
        text.append(of(history, cpu, PackingResource.CPU)).append("; ");
        text.append(of(history, memory, PackingResource.MEMORY));
        return text.toString();
    }

    private String of(History history, SizedResource sized, PackingResource resource) {
        UseFigures use = sized.use();
        if (use == null) {
            return sized.resource() + " was not measured and stays";
        }
        String used = AmountText.asked(resource, sized.used());
        String text = sized.resource() + " " + sized.quantile() + " " + used;
        return text + outcome(history, sized, resource, use) + check(sized, resource, use);
    }

    private String outcome(
            History history, SizedResource sized, PackingResource resource, UseFigures use) {
        String margin = ", + " + percent(options.margin());
        String after = AmountText.asked(resource, sized.after());
        return switch (sized.outcome()) {
            case RULE -> margin;
            case FLOOR -> margin + ", at least " + after;
            case LARGEST_SERVER -> margin + ", but no server has more than " + after;
            case NOT_MEASURED -> ", stays";
            case TOO_FEW ->
                    ", stays: "
                            + count(use.measurements(), "measurement")
                            + " of at least "
                            + options.minMeasurements();
            case TOO_SHORT ->
                    ", stays: "
                            + span(history.spanMicros())
                            + " of at least "
                            + span(minHistoryMicros);
        };
    }

    private static String check(SizedResource sized, PackingResource resource, UseFigures use) {
        StringBuilder text = new StringBuilder();
        if (sized.isSized() && use.peak() > sized.after()) {
            text.append(" (peaks up to ").append(AmountText.asked(resource, use.peak()));
            text.append(')');
        }
        HeldOut held = sized.heldOut();
        if (held != null && held.isRising()) {
            text.append(", but its use rises: median ");
            text.append(AmountText.asked(resource, held.p50Before())).append(" at first, ");
            text.append(AmountText.asked(resource, held.p50After())).append(" at last");
        }
        return text.toString();
    }

    private static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    private static String percent(BigDecimal share) {
        return share.movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    /** A length of time: {@code 5 min}, {@code 24 h}, {@code 30.1 d}. */
    static String span(long micros) {
        if (micros < 2 * MICROS_PER_HOUR) {
            return tenths(micros / MICROS_PER_MINUTE) + " min";
        }
        return micros < 2 * MICROS_PER_DAY
                ? tenths(micros / MICROS_PER_HOUR) + " h"
                : tenths(micros / MICROS_PER_DAY) + " d";
    }

    private static String tenths(double value) {
        return BigDecimal.valueOf(value)
                .setScale(1, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }
}
