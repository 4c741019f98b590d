package dev.stowage.cli.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.model.FailureModel;
import dev.stowage.model.IdleOff;
import dev.stowage.model.Lifetime;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.ServerDynamics;
import dev.stowage.option.Quantities;
import dev.stowage.sim.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How servers go down and come back: failures, maintenance, switching off. */
final class ServerFlags {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final long WAKE_MICROS = 60_000_000;
    private static final Pattern WINDOW =
            Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?@([^+/]+)\\+([^+/]+)(?:/([^+/]+))?");

    @Option(
            names = "--mttf",
            order = 6,
            paramLabel = "TIME",
            description = "Let each server fail, after this mean time: 30d (needs --mttr).")
    private @Nullable String mttf;

    @Option(
            names = "--mttr",
            order = 6,
            paramLabel = "TIME",
            description = "Mean time to the repair of a server: 2h.")
    private @Nullable String mttr;

    @Option(
            names = "--domain-mttf",
            order = 6,
            paramLabel = "TIME",
            description =
                    "Let each failure domain fail as a whole, after this mean time (needs"
                            + " --domain-mttr).")
    private @Nullable String domainMttf;

    @Option(
            names = "--domain-mttr",
            order = 6,
            paramLabel = "TIME",
            description = "Mean time to the repair of a failure domain.")
    private @Nullable String domainMttr;

    @Option(
            names = "--failure-shape",
            order = 6,
            paramLabel = "SHAPE",
            description =
                    "Weibull shape of the times to failure, as in 0.7 (default: 1, exponential).")
    private @Nullable String failureShape;

    @Option(
            names = "--maintenance",
            order = 6,
            paramLabel = "WINDOW",
            description =
                    "Take servers down: FIRST[-LAST]@START+LENGTH[/EVERY], as in 0-9@2h+30m/1d;"
                            + " may be repeated.")
    private List<String> maintenance = new ArrayList<>();

    @Option(
            names = "--keep-progress",
            order = 6,
            description =
                    "A task that loses its server goes on where it was (default: it starts again).")
    private boolean keepProgress;

    @Option(
            names = "--idle-off",
            order = 6,
            paramLabel = "TIME",
            description = "Switch a server off when it has had no task for so long: 5m.")
    private @Nullable String idleOff;

    @Option(
            names = "--wake",
            order = 6,
            paramLabel = "TIME",
            description =
                    "With --idle-off: time from the call for a server to its first task"
                            + " (default: 60s).")
    private @Nullable String wake;

    @Option(
            names = "--start-off",
            order = 6,
            description = "With --idle-off: all servers are off when the run begins.")
    private boolean startOff;

    /** Refuses wrong usage before anything is opened. */
    void check(CommonOptions common) {
        common.argument(this::parse);
    }

    /**
     * The run with what was given, if anything was.
     *
     * @throws picocli.CommandLine.ParameterException if a window names servers that there are not,
     *     or if the file of the servers says how they go down
     */
    SimulationSpec applyTo(SimulationSpec spec, CommonOptions common) {
        ServerDynamics dynamics = common.argument(() -> parseFor(spec.servers().size()));
        if (dynamics.equals(ServerDynamics.NONE)) {
            return spec;
        }
        if (!spec.dynamics().equals(ServerDynamics.NONE)) {
            throw common.usage(
                    "--mttf, --domain-mttf, --maintenance, --idle-off, --keep-progress: found beside"
                            + " a file of servers that says how they go down, expected one or the"
                            + " other");
        }
        return spec.with(draft -> draft.dynamics = dynamics);
    }

    private ServerDynamics parseFor(int servers) {
        ServerDynamics dynamics = parse();
        for (MaintenanceWindow window : dynamics.maintenance()) {
            if (window.lastServer() >= servers) {
                throw InputException.at(
                        "--maintenance",
                        "server " + window.lastServer(),
                        "servers 0 to " + (servers - 1),
                        "They are numbered from 0, one group after the other.");
            }
        }
        return dynamics;
    }

    private ServerDynamics parse() {
        requireBeside("--start-off", startOff, "--idle-off", idleOff);
        requireBeside("--wake", wake != null, "--idle-off", idleOff);
        requireBeside(
                "--failure-shape",
                failureShape != null,
                "--mttf",
                mttf == null ? domainMttf : mttf);
        long wakeMicros = wake == null ? WAKE_MICROS : Quantities.micros("--wake", wake);
        Optional<IdleOff> rule =
                Optional.ofNullable(idleOff)
                        .map(
                                text ->
                                        new IdleOff(
                                                Quantities.micros("--idle-off", text),
                                                wakeMicros,
                                                0,
                                                startOff));
        return new ServerDynamics(
                failures("--mttf", mttf, "--mttr", mttr),
                failures("--domain-mttf", domainMttf, "--domain-mttr", domainMttr),
                maintenance.stream().map(ServerFlags::window).toList(),
                rule,
                keepProgress);
    }

    private static void requireBeside(
            String option, boolean isGiven, String other, @Nullable String otherValue) {
        if (isGiven && otherValue == null) {
            throw InputException.at(option, "no " + other, other + " TIME beside it", null);
        }
    }

    private Optional<FailureModel> failures(
            String failure, @Nullable String toFailure, String repair, @Nullable String toRepair) {
        if (toFailure == null && toRepair == null) {
            return Optional.empty();
        }
        if (toFailure == null || toRepair == null) {
            throw InputException.at(
                    toFailure == null ? repair : failure,
                    "no " + (toFailure == null ? failure : repair),
                    failure + " and " + repair + " together",
                    "A server that fails must be repaired some time.");
        }
        double shape = shape();
        double upSeconds = seconds(failure, toFailure);
        return Optional.of(
                new FailureModel(
                        shape == 1
                                ? new Lifetime.Exponential(upSeconds)
                                : Lifetime.Weibull.ofMean(shape, upSeconds),
                        new Lifetime.Exponential(seconds(repair, toRepair))));
    }

    private double shape() {
        if (failureShape == null) {
            return 1;
        }
        double shape;
        try {
            shape = Double.parseDouble(failureShape);
        } catch (NumberFormatException e) {
            shape = Double.NaN;
        }
        if (!(shape >= 0.1 && shape <= 100)) {
            throw InputException.at(
                    "--failure-shape",
                    "\"" + failureShape + "\"",
                    "a number from 0.1 to 100",
                    "Below 1 failures come in clusters; 0.7 was measured on large systems.");
        }
        return shape;
    }

    private static double seconds(String option, String text) {
        long micros = Quantities.micros(option, text);
        if (micros == 0) {
            throw InputException.at(
                    option,
                    "\"" + text + "\", a mean of zero",
                    "a time above 0",
                    "Leave the options for the mean times out for servers that never fail.");
        }
        return micros / MICROS_PER_SECOND;
    }

    private static MaintenanceWindow window(String text) {
        Matcher matcher = WINDOW.matcher(text);
        String place = "--maintenance";
        if (!matcher.matches()) {
            throw InputException.at(
                    place,
                    "\"" + text + "\"",
                    "FIRST[-LAST]@START+LENGTH[/EVERY]",
                    "0-9@2h+30m/1d");
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        long length = Quantities.micros(place, matcher.group(4));
        long every = matcher.group(5) == null ? 0 : Quantities.micros(place, matcher.group(5));
        if (last < first || length == 0 || (matcher.group(5) != null && every <= length)) {
            throw InputException.at(
                    place,
                    "\"" + text + "\"",
                    "a last server not before the first, a length above 0, and less than EVERY",
                    null);
        }
        return new MaintenanceWindow(
                first, last - first + 1, Quantities.micros(place, matcher.group(3)), length, every);
    }
}
