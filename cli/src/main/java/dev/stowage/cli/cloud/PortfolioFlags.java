package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.policy.portfolio.SpotMeasurement;
import dev.stowage.policy.portfolio.SpotRisk;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

    @Option(
            names = "--commitment-kinds",
            order = 61,
            paramLabel = "KIND",
            split = ",",
            description =
                    "With --portfolio: buy no other kinds of commitments than these: reserved,"
                            + " convertible, savings-plan, family-savings-plan, committed-use"
                            + " (default: all).")
    private @Nullable List<String> kinds;

    boolean isAsked() {
        return isAsked;
    }

    /** Kinds of commitments that may be bought. */
    Set<Commitment.Kind> kinds(CommonOptions common) {
        List<String> wanted = kinds;
        if (wanted == null) {
            return EnumSet.allOf(Commitment.Kind.class);
        }
        Map<String, Commitment.Kind> known = new LinkedHashMap<>();
        for (Commitment.Kind kind : Commitment.Kind.values()) {
            known.put(kind.label(), kind);
        }
        Set<Commitment.Kind> found = EnumSet.noneOf(Commitment.Kind.class);
        for (String name : wanted) {
            common.argument(() -> OptionNames.require("--commitment-kinds", name, known.keySet()));
            found.add(Objects.requireNonNull(known.get(name)));
        }
        return found;
    }

    /** Refuses flags that only a portfolio has. */
    void requireNone(CommonOptions common) {
        if (kinds != null) {
            throw common.usage("--commitment-kinds: found alone, expected --portfolio with it");
        }
        requireNoSpot(common);
    }

    private void requireNoSpot(CommonOptions common) {
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
            requireNoSpot(common);
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
