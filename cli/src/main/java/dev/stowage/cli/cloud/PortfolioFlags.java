package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.option.Quantities;
import dev.stowage.policy.portfolio.SpotMeasurement;
import dev.stowage.policy.portfolio.SpotRisk;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a portfolio is asked for, and how its spot VMs are taken back. */
final class PortfolioFlags {
    private static final String MEASURED = "measured";
    private static final String RESTART = "5m";
    private static final double RISK = 0.01;

    @Option(
            names = "--portfolio",
            order = 61,
            description =
                    "Say how many VMs to commit to for 1 or 3 years and what to rent beside them,"
                            + " on demand, in custom sizes and on spot, instead of comparing"
                            + " policies.")
    private boolean isAsked;

    @Option(
            names = "--spot-risk",
            order = 61,
            paramLabel = "SHARE",
            description =
                    "With --portfolio: share of the time in which too few spot VMs may work"
                            + " (default: 1%%).")
    private @Nullable String risk;

    @Option(
            names = "--together",
            order = 61,
            paramLabel = "SHARE",
            description =
                    "With --portfolio: in how many interruptions all spot VMs go at once (default:"
                            + " 35.3%%, measured).")
    private @Nullable String together;

    @Option(
            names = "--spot-availability",
            order = 61,
            paramLabel = "SHARE",
            description =
                    "With --portfolio: share of the time in which there are spot VMs to rent, else"
                            + " VMs on demand stand in (default: 100%%).")
    private @Nullable String availability;

    @Option(
            names = "--restart",
            order = 61,
            paramLabel = "TIME",
            description =
                    "With --portfolio: from an interruption until a replacement works: drain, boot,"
                            + " restart (default: 5m).")
    private @Nullable String restart;

    @Option(
            names = "--restart-cost",
            order = 61,
            paramLabel = "USD",
            description =
                    "With --portfolio: what the work lost by one interruption costs (default: 0).")
    private @Nullable String restartCost;

    boolean isAsked() {
        return isAsked;
    }

    /** Refuses flags that only a portfolio has. */
    void requireNone(CommonOptions common) {
        String[] names = {
            "--spot-risk", "--together", "--spot-availability", "--restart", "--restart-cost"
        };
        @Nullable String[] given = {risk, together, availability, restart, restartCost};
        for (int i = 0; i < names.length; i++) {
            if (given[i] != null) {
                throw common.usage(
                        names[i]
                                + ": found alone, expected --portfolio and --interruptions with it");
            }
        }
    }

    /** How spot VMs are taken back; empty if no rate was given. */
    Optional<SpotRisk> risk(Optional<String> interruptions, CommonOptions common) {
        if (interruptions.isEmpty()) {
            requireNone(common);
            return Optional.empty();
        }
        boolean isMeasured = interruptions.get().equals(MEASURED);
        SpotMeasurement measured = SpotMeasurement.ALL.get(0);
        return Optional.of(
                common.argument(
                        () ->
                                new SpotRisk(
                                        isMeasured
                                                ? measured.perHour()
                                                : Quantities.number(
                                                        "--interruptions", interruptions.get()),
                                        share("--together", together, SpotMeasurement.TOGETHER),
                                        share(
                                                "--spot-availability",
                                                availability,
                                                isMeasured ? measured.availability() : 1),
                                        CloudFlags.seconds(
                                                "--restart",
                                                restart == null ? RESTART : restart,
                                                0,
                                                common),
                                        restartCost == null
                                                ? 0
                                                : Quantities.number("--restart-cost", restartCost),
                                        share("--spot-risk", risk, RISK))));
    }

    private static double share(String option, @Nullable String text, double usual) {
        return text == null ? usual : Quantities.share(option, text);
    }
}
