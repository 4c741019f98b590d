package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.option.Quantities;
import dev.stowage.workflow.forecast.LeadTime;
import dev.stowage.workflow.forecast.SupplyChoice;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What capacity there is, and how more of it is bought. */
final class SupplyFlags {
    @Option(
            names = "--servers",
            order = 20,
            paramLabel = "SPEC",
            description =
                    "Servers that there are: 40x48c256g, a YAML file of groups, trace (its machines"
                            + " at the end of the history), or a scenario, its servers.existing.")
    private @Nullable String servers;

    @Option(
            names = "--capacity",
            order = 21,
            paramLabel = "SIZE",
            description = "What there is in all, in place of --servers: 400c1600g.")
    private @Nullable String capacity;

    @Option(
            names = "--utilisation",
            order = 22,
            paramLabel = "SHARE",
            defaultValue = "100%",
            description =
                    "Share of capacity that demand may take; leave room for fragmentation and"
                            + " failures (default: ${DEFAULT-VALUE}).")
    private String utilisation = "";

    @Option(
            names = "--buy",
            order = 23,
            paramLabel = "SIZE",
            description =
                    "Server that can be bought: 48c256g, or a scenario, its servers.types with"
                            + " their prices and lead times (default: the types if --servers is a"
                            + " scenario, else the size of which it has most).")
    private @Nullable String buy;

    @Option(
            names = "--lead-time",
            order = 24,
            paramLabel = "TIME",
            defaultValue = "0d",
            description =
                    "From an order to servers at work: 8w, or 2mo, which are months of the calendar"
                            + " where the history has dates (default: ${DEFAULT-VALUE}).")
    private String leadTime = "";

    @Option(
            names = "--every",
            order = 25,
            paramLabel = "TIME",
            defaultValue = "1mo",
            description =
                    "Least time between two arrivals: an order holds for as long. A month is of mean"
                            + " length, 30.42 days (default: ${DEFAULT-VALUE}).")
    private String every = "";

    @Option(
            names = "--confidence",
            order = 26,
            paramLabel = "SHARE",
            defaultValue = "95%",
            description =
                    "Probability that demand is within capacity, in each bucket and for the exit"
                            + " code through the horizon (default: ${DEFAULT-VALUE}).")
    private String confidence = "";

    @Option(
            names = "--price",
            order = 27,
            paramLabel = "USD",
            description = "What a server costs a month: 310.")
    private @Nullable String price;

    @Option(
            names = "--purchase-price",
            order = 28,
            paramLabel = "USD",
            description = "What a server costs once: 9400.")
    private @Nullable String purchasePrice;

    /** What was chosen, checked. */
    SupplyChoice choice(CommonOptions common) {
        if (servers != null && capacity != null) {
            throw common.usage("--capacity: found beside --servers, expected one of them");
        }
        boolean hasCapacity = servers != null || capacity != null;
        for (String option :
                new String[] {
                    "--utilisation",
                    "--buy",
                    "--lead-time",
                    "--every",
                    "--price",
                    "--purchase-price"
                }) {
            if (!hasCapacity && common.isGiven(option)) {
                throw common.usage(
                        option + ": found without capacity, expected --servers or --capacity");
            }
        }
        double share = common.argument(() -> Quantities.share("--utilisation", utilisation));
        double sure = common.argument(() -> Quantities.share("--confidence", confidence));
        if (share == 0) {
            throw common.usage("--utilisation: found " + utilisation + ", expected more than 0%");
        }
        if (sure < 0.5 || sure >= 1) {
            throw common.usage(
                    "--confidence: found " + confidence + ", expected 50% or more, below 100%");
        }
        long everyMicros = common.argument(() -> Quantities.micros("--every", every));
        if (everyMicros == 0) {
            throw common.usage("--every: found " + every + ", expected a time above 0");
        }
        return new SupplyChoice(
                Optional.ofNullable(servers == null ? capacity : servers),
                Optional.ofNullable(capacity)
                        .map(text -> common.argument(() -> Quantities.size("--capacity", text))),
                share,
                Optional.ofNullable(buy),
                common.argument(() -> LeadTime.of("--lead-time", leadTime)),
                everyMicros,
                sure,
                usd("--price", price, common),
                usd("--purchase-price", purchasePrice, common));
    }

    private static Optional<BigDecimal> usd(
            String option, @Nullable String text, CommonOptions common) {
        return Optional.ofNullable(text)
                .map(amount -> common.argument(() -> Quantities.number(option, amount)))
                .map(BigDecimal::valueOf);
    }
}
