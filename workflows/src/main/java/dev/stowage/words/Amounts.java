package dev.stowage.words;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.policy.deployment.AlwaysOn;
import dev.stowage.run.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/**
 * Numbers as people read them, each with its unit: {@code 12,345}, {@code 4.2 s}, {@code 87.5 %},
 * {@code $1,240.00}. Unit and number are held together by a no-break space.
 */
public final class Amounts {
    public static final char GAP = '\u00a0';
    private static final DecimalFormatSymbols SYMBOLS =
            DecimalFormatSymbols.getInstance(Locale.ROOT);

    private Amounts() {}

    /** A count: {@code 12,345}. */
    public static String count(long value) {
        return format("#,##0", value);
    }

    /** Three to five digits that matter, no trailing zeros; {@code unlimited} if infinite. */
    public static String decimal(double value) {
        if (Double.isNaN(value)) {
            return "none";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "unlimited" : "-unlimited";
        }
        double size = Math.abs(value);
        if (size != 0 && (size >= 1e15 || size < 1e-4)) {
            return format("0.##E0", value);
        }
        String pattern =
                size >= 1000 ? "#,##0" : size >= 100 ? "0.#" : size >= 1 ? "0.##" : "0.####";
        return format(pattern, value);
    }

    /** A time span in the unit that suits it: {@code 120 ms}, {@code 4.2 s}, {@code 3.5 h}. */
    public static String seconds(double value) {
        if (Double.isInfinite(value)) {
            return "for ever";
        }
        if (value == 0) {
            return unit("0", "s");
        }
        if (value < 1) {
            return unit(decimal(value * 1e3), "ms");
        }
        if (value < 120) {
            return unit(decimal(value), "s");
        }
        if (value < 7_200) {
            return unit(decimal(value / 60), "min");
        }
        return value < 172_800
                ? unit(decimal(value / 3_600), "h")
                : unit(decimal(value / 86_400), "days");
    }

    /** A share as per cent: {@code 87.5 %}. */
    public static String share(double value) {
        double percent = value * 100;
        boolean isSmall = Math.abs(percent) < 0.1 && percent != 0;
        return unit(
                Double.isFinite(percent)
                        ? Figures.trimmed(Figures.rounded(percent, isSmall ? "%.4f" : "%,.1f"))
                        : format("0.#", percent),
                "%");
    }

    /** Money to the dollar: {@code $1,240}. */
    public static String dollars(BigDecimal usd) {
        return "$" + format("#,##0", usd.setScale(0, RoundingMode.HALF_UP));
    }

    /** Money to the dollar, below ten dollars to what is there: {@code $76}, {@code $0.30}. */
    public static String money(BigDecimal usd) {
        boolean isSmall = usd.abs().compareTo(BigDecimal.TEN) < 0 && usd.signum() != 0;
        return isSmall && usd.stripTrailingZeros().scale() > 0 ? cents(usd) : dollars(usd);
    }

    /** Money to the cent, or to what little is there: {@code $1,240.00}, {@code $0.0475}. */
    public static String cents(BigDecimal usd) {
        return "$"
                + format(usd.abs().compareTo(BigDecimal.ONE) < 0 ? "0.00####" : "#,##0.00##", usd);
    }

    /** A number and its unit, never parted by a line break. */
    public static String unit(String number, String unit) {
        return number + GAP + unit;
    }

    /** {@code 1 core}, {@code 0.5 cores}. */
    public static String cores(double value) {
        return unit(decimal(value), value == 1 ? "core" : "cores");
    }

    /** {@code 256 GiB}. */
    public static String gib(double value) {
        return unit(decimal(value), "GiB");
    }

    /** {@code 1 GPU}, {@code 0.5 GPUs}. */
    public static String gpus(double value) {
        return unit(decimal(value), value == 1 ? "GPU" : "GPUs");
    }

    /** All that a server has: {@code 16 cores, 64 GiB, 4 GPUs}. */
    public static String size(ServerType server) {
        ServerExtras extras = server.extras();
        String text = cores(server.capacity().cores()) + ", " + gib(server.capacity().gib());
        if (extras.gpuMicros() > 0) {
            text += ", " + gpus((double) extras.gpuMicros() / ServerExtras.MICROS_PER_GPU);
        }
        if (extras.diskBytes() > 0) {
            text += ", " + gib((double) extras.diskBytes() / Resources.BYTES_PER_GIB) + " of disk";
        }
        if (extras.networkBitsPerSecond() > 0) {
            double gigabits =
                    (double) extras.networkBitsPerSecond() / ServerExtras.BITS_PER_GIGABIT;
            text += ", " + unit(decimal(gigabits), "Gbit/s");
        }
        return text;
    }

    /** A time of the workload's clock as {@code h:mm:ss}. */
    public static String clock(long micros) {
        long seconds = Math.floorDiv(micros, 1_000_000L);
        return String.format(
                Locale.ROOT, "%d:%02d:%02d", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    }

    /** {@code 1 server}, {@code 12 servers}. */
    public static String counted(long value, String singular) {
        return unit(count(value), value == 1 ? singular : singular + "s");
    }

    /**
     * {@code 13 × e2-highcpu-4}; {@code up to} so many under a policy that changes their number.
     */
    public static String vms(CloudOption option) {
        String times = option.vmType().startsWith("VMs") ? " " : " × ";
        String vms = count(option.count()) + times + option.vmType();
        return option.policy().equals(AlwaysOn.NAME) ? vms : "up to " + vms;
    }

    /** A value of a metric with its unit. */
    public static String metric(String metric, double value) {
        return switch (MetricWords.unit(metric)) {
            case SECONDS -> seconds(value);
            case SHARE -> share(value);
            default -> withSymbol(MetricWords.unit(metric), value);
        };
    }

    private static String withSymbol(Quantity.Unit unit, double value) {
        String digits = Double.isInfinite(value) ? decimal(value) : countOrDecimal(value);
        String symbol = MetricWords.symbol(unit);
        return symbol.isEmpty() ? digits : unit(digits, symbol);
    }

    /** The same beside other values of the metric, told {@link Apart} from those that differ. */
    public static String metric(String metric, double value, double... others) {
        Quantity.Unit unit = MetricWords.unit(metric);
        String symbol = unit == Quantity.Unit.SHARE ? "%" : MetricWords.symbol(unit);
        return Apart.text(
                value,
                each -> metric(metric, each),
                digits -> symbol.isEmpty() ? digits : unit(digits, symbol),
                unit == Quantity.Unit.SHARE ? 100 : 1,
                others);
    }

    private static String countOrDecimal(double value) {
        return value == Math.rint(value) ? count((long) value) : decimal(value);
    }

    private static String format(String pattern, Number value) {
        DecimalFormat format = new DecimalFormat(pattern, SYMBOLS);
        format.setRoundingMode(RoundingMode.HALF_EVEN);
        return format.format(value);
    }
}
