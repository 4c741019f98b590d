package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.option.Quantities;
import dev.stowage.option.RightSizeText;
import dev.stowage.rightsizing.evidence.SizingOptions;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Whether and how requests are made from measured use before packing. */
final class RightSizeFlags {
    private static final String RULE = "cpu=p95,memory=max";
    private static final double MOST_MARGIN = 10;
    private static final List<String> REST =
            List.of(
                    "--usage",
                    "--margin",
                    "--min-request",
                    "--min-measurements",
                    "--min-history",
                    "--min-coverage",
                    "--keep",
                    "--weekly");

    @Option(
            names = "--right-size",
            order = 20,
            arity = "0..1",
            paramLabel = "RULE",
            fallbackValue = RULE,
            preprocessor = NextIfRule.class,
            description =
                    "Make requests anew from measured use: quantiles by resource, and by class"
                            + " (cpu=p99,memory=max,batch:cpu=p90; default: "
                            + RULE
                            + "). See docs/right-sizing.md.")
    private @Nullable String rule;

    @Option(
            names = "--usage",
            order = 21,
            paramLabel = "FILE",
            description =
                    "CSV of measured use: service,start_s,end_s,cpu,memory_gib (default: the usage"
                            + " of the trace).")
    private @Nullable Path usage;

    @Option(
            names = "--margin",
            order = 22,
            paramLabel = "SHARE",
            defaultValue = "15%",
            description = "On top of a quantile (default: 15%%).")
    private String margin = "";

    @Option(
            names = "--min-request",
            order = 23,
            paramLabel = "CPU,MEMORY",
            defaultValue = "10mc,16MiB",
            description = "Least request of a replica (default: ${DEFAULT-VALUE}).")
    private String floor = "";

    @Option(
            names = "--min-measurements",
            order = 24,
            paramLabel = "N",
            defaultValue = "" + SizingOptions.DEFAULT_MEASUREMENTS,
            description =
                    "Services with fewer measurements keep their requests (default:"
                            + " ${DEFAULT-VALUE}).")
    private long minMeasurements;

    @Option(
            names = "--min-history",
            order = 25,
            paramLabel = "TIME",
            defaultValue = "7d",
            description = "So do those measured for a shorter time (default: ${DEFAULT-VALUE}).")
    private String history = "";

    @Option(
            names = "--min-coverage",
            order = 26,
            paramLabel = "SHARE",
            defaultValue = "80%",
            description =
                    "So do those that were not measured for at least this share of the time in which"
                            + " they ran (default: 80%%).")
    private String coverage = "";

    @Option(
            names = "--keep",
            order = 27,
            paramLabel = "SERVICES",
            split = ",",
            description = "Services whose requests stay as they are.")
    private List<String> keep = List.of();

    @Option(
            names = "--weekly",
            order = 28,
            paramLabel = "SHARE",
            defaultValue = "25%",
            description =
                    "At most this share of a request is taken away in a week, in what is written to"
                            + " recommendations/ (default: 25%%).")
    private String weekly = "";

    /** The share of a request that a week takes away at most. */
    BigDecimal weekly(CommonOptions common) {
        BigDecimal share = share(common, "--weekly", weekly);
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw common.usage("--weekly: found " + weekly + ", expected above 0 and at most 100%");
        }
        return share;
    }

    /** The CSV of measured use; empty for that of the trace. */
    Optional<Path> usage() {
        return Optional.ofNullable(usage);
    }

    /** What the options say; empty if requests stay as they are. */
    Optional<SizingOptions> options(CommonOptions common) {
        if (rule == null) {
            for (String option : REST) {
                if (common.isGiven(option)) {
                    throw common.usage(option + ": only with --right-size");
                }
            }
            return Optional.empty();
        }
        String text = rule;
        if (minMeasurements < 1) {
            throw common.usage(
                    "--min-measurements: found "
                            + minMeasurements
                            + ", expected a number of at least 1");
        }
        RightSizeText.Rules rules =
                common.argument(() -> RightSizeText.rules("--right-size", text));
        return Optional.of(
                new SizingOptions(
                        rules.general(),
                        rules.byClass(),
                        margin(common),
                        common.argument(() -> RightSizeText.floor("--min-request", floor)),
                        minMeasurements,
                        common.argument(() -> Quantities.micros("--min-history", history)),
                        coverage(common),
                        Set.copyOf(keep)));
    }

    /** What follows the option is its rule only if it looks like one: it may be the input. */
    static final class NextIfRule implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            Object separator = info.get("separator");
            boolean isAttached = separator != null && !separator.toString().isBlank();
            if (!isAttached && (args.isEmpty() || !args.peek().contains("="))) {
                args.push(RULE);
            }
            return false;
        }
    }

    private BigDecimal margin(CommonOptions common) {
        BigDecimal share = share(common, "--margin", margin);
        if (share.doubleValue() > MOST_MARGIN) {
            throw common.usage("--margin: found " + margin + ", expected at most 1000%");
        }
        return share;
    }

    private double coverage(CommonOptions common) {
        double share = share(common, "--min-coverage", coverage).doubleValue();
        if (share > 1) {
            throw common.usage("--min-coverage: found " + coverage + ", expected at most 100%");
        }
        return share;
    }

    private static BigDecimal share(CommonOptions common, String option, String text) {
        String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
        common.argument(() -> Quantities.number(option, number));
        BigDecimal share = new BigDecimal(number);
        return text.endsWith("%") ? share.movePointLeft(2) : share;
    }
}
