package dev.stowage.rightsizing;

import dev.stowage.packing.AmountText;
import dev.stowage.packing.PackingResource;
import dev.stowage.rightsizing.evidence.History;
import dev.stowage.rightsizing.evidence.Restarts;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.evidence.UseFigures;
import dev.stowage.rightsizing.evidence.UseShape;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a request is what it is, in a sentence for people. */
final class SizingEvidence {
    private static final double ALL = 0.9995;
    private static final double MICROS_PER_MINUTE = 60e6;
    private static final double MICROS_PER_HOUR = 3_600e6;
    private static final double MICROS_PER_DAY = 86_400e6;

    private static final long CALENDAR_MICROS = 946_684_800_000_000L; // 2000
    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final SizingOptions options;

    SizingEvidence(SizingOptions options) {
        this.options = options;
    }

    String of(
            History history,
            SizedResource cpu,
            SizedResource memory,
            @Nullable Long memoryFullMicros,
            Restarts restarts) {
        if (history.measurements() == 0) {
            return "no measurements: requests stay";
        }
        StringBuilder text = new StringBuilder();
        text.append(count(history.measurements(), "measurement")).append(" of ");
        text.append(count(history.replicas(), "replica")).append(" over ");
        text.append(span(history.spanMicros())).append(": ");
        text.append(of(history, cpu, PackingResource.CPU)).append("; ");
        text.append(of(history, memory, PackingResource.MEMORY));
        if (memoryFullMicros != null) {
            text.append("; at that rate its memory runs out at the latest ");
            text.append(moment(history, memoryFullMicros));
        }
        text.append(restarts(history, restarts));
        return text.toString();
    }

    private static String restarts(History history, Restarts seen) {
        if (seen.kills() > 0) {
            return "; killed "
                    + count(seen.kills(), "time")
                    + (seen.isReported() ? "" : ", it seems,")
                    + " for want of memory, last "
                    + moment(history, seen.lastKillMicros())
                    + " at "
                    + AmountText.asked(PackingResource.MEMORY, seen.killedAtBytes());
        }
        return seen.count() == 0
                ? ""
                : "; memory fell sharply "
                        + count(seen.count(), "time")
                        + ", last "
                        + moment(history, seen.lastMicros());
    }

    /** A moment: a date if times are dates, otherwise counted from the start of the history. */
    static String moment(History history, long micros) {
        if (history.firstMicros() >= CALENDAR_MICROS) {
            return "on " + MINUTES.format(Instant.ofEpochSecond(micros / 1_000_000));
        }
        long from = micros - history.lastMicros();
        return from >= 0
                ? span(from) + " after the last measurement"
                : span(micros - history.firstMicros()) + " after the first measurement";
    }

    private String of(History history, SizedResource sized, PackingResource resource) {
        UseFigures use = sized.use();
        if (use == null) {
            return sized.resource() + " was not measured and stays";
        }
        String used = AmountText.asked(resource, sized.used());
        String text = sized.resource() + " " + sized.quantile() + basis(sized, use) + " " + used;
        return text
                + coverage(sized)
                + outcome(history, sized, resource, use)
                + shape(history, sized, resource)
                + check(sized, resource, use);
    }

    /** What an amount is of that is more than was ever measured. */
    private static String basis(SizedResource sized, UseFigures use) {
        if (sized.used() <= use.max()) {
            return "";
        }
        return sized.shape().kind() == UseShape.Kind.TREND
                ? " and seven more days of its rise"
                : " and what was killed needs";
    }

    private static String coverage(SizedResource sized) {
        return sized.coverage() < ALL
                ? " (measured "
                        + tenths(Math.floor(1000 * sized.coverage()) / 10)
                        + " % of its time)"
                : "";
    }

    private static String shape(History history, SizedResource sized, PackingResource resource) {
        UseShape shape = sized.shape();
        String since = moment(history, shape.sinceMicros());
        String change = AmountText.asked(resource, Math.abs(shape.perDay())) + " a day";
        return switch (shape.kind()) {
            case UNKNOWN, STEADY -> "";
            case STEP ->
                    ", since "
                            + since.replaceFirst("^on ", "")
                            + " "
                            + AmountText.asked(resource, shape.levelAfter())
                            + " instead of "
                            + AmountText.asked(resource, shape.levelBefore());
            case TREND -> (shape.perDay() > 0 ? ", rises by " : ", falls by ") + change;
            case LEAK -> ", leaks " + change + ": no limit, and not less than it asks for now";
            case WEEKLY -> peaks("each week", resource, shape, since);
            case MONTHLY -> peaks("each month", resource, shape, since);
            case SINGLE ->
                    peaks("once", resource, shape, since)
                            + ": the history is too short to say whether that comes back";
        };
    }

    private static String peaks(
            String when, PackingResource resource, UseShape shape, String since) {
        return ", peaks of "
                + AmountText.asked(resource, shape.levelAfter())
                + " "
                + when
                + ", last "
                + since
                + ", instead of "
                + AmountText.asked(resource, shape.levelBefore());
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
                            + shorter(history.spanMicros())
                            + " of at least "
                            + span(options.minHistoryMicros());
            case LOW_COVERAGE ->
                    ", stays: measured for less than "
                            + tenths(100 * options.minCoverage())
                            + " % of its time";
            case HOURS_MISSING ->
                    ", stays: some hours of the day or days of the week were not measured";
            case IMPLAUSIBLE ->
                    ", stays: no replica uses that much; it seems to be " + sized.likelyUnit();
            case KEPT -> ", stays: left alone";
            case LEAK -> margin;
        };
    }

    private static String check(SizedResource sized, PackingResource resource, UseFigures use) {
        StringBuilder text = new StringBuilder();
        if (sized.isSized() && use.peak() > sized.after()) {
            text.append(" (peaks up to ").append(AmountText.asked(resource, use.peak()));
            text.append(')');
        }
        HeldOut held = sized.heldOut();
        if (held != null && held.isRising() && !sized.shape().isRising()) {
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

    /** Rounded down, so that it is not as long as what it is too short for. */
    private static String shorter(long micros) {
        double unit =
                micros < 2 * MICROS_PER_HOUR
                        ? MICROS_PER_MINUTE
                        : micros < 2 * MICROS_PER_DAY ? MICROS_PER_HOUR : MICROS_PER_DAY;
        return span((long) (Math.floor(micros / unit * 10) / 10 * unit));
    }

    private static String tenths(double value) {
        return BigDecimal.valueOf(value)
                .setScale(1, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }
}
