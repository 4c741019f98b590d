package dev.stowage.option;

import dev.stowage.basis.InputException;
import dev.stowage.model.FailureModel;
import dev.stowage.model.IdleOff;
import dev.stowage.model.Lifetime;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.ServerDynamics;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How servers go down and come back, as one types it; null is what nobody said.
 *
 * @param failures mean times to a failure and to a repair
 * @param domainFailures the same of whole failure domains
 * @param shape Weibull shape of the times to failure
 * @param maintenance windows
 * @param idleOff time without a task after which a server is switched off
 * @param wake time from the call for a server to its first task
 * @param startsOff true if all are off when the run begins
 * @param keepsProgress true if a task that loses its server goes on where it was
 */
public record DynamicsText(
        MeanTimes failures,
        MeanTimes domainFailures,
        @Nullable String shape,
        List<String> maintenance,
        @Nullable String idleOff,
        @Nullable String wake,
        boolean startsOff,
        boolean keepsProgress) {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final long WAKE_MICROS = 60_000_000;
    private static final Pattern WINDOW =
            Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?@([^+/]+)\\+([^+/]+)(?:/([^+/]+))?");

    /** Two mean times that go together, and the options that give them. */
    public record MeanTimes(
            String failureOption,
            @Nullable String toFailure,
            String repairOption,
            @Nullable String toRepair) {
        private Optional<FailureModel> model(double shape) {
            if (toFailure == null && toRepair == null) {
                return Optional.empty();
            }
            if (toFailure == null || toRepair == null) {
                throw InputException.at(
                        toFailure == null ? repairOption : failureOption,
                        "no " + (toFailure == null ? failureOption : repairOption),
                        failureOption + " and " + repairOption + " together",
                        "A server that fails must be repaired some time.");
            }
            double upSeconds = seconds(failureOption, toFailure);
            return Optional.of(
                    new FailureModel(
                            shape == 1
                                    ? new Lifetime.Exponential(upSeconds)
                                    : Lifetime.Weibull.ofMean(shape, upSeconds),
                            new Lifetime.Exponential(seconds(repairOption, toRepair))));
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
    }

    /**
     * The same for so many servers.
     *
     * @throws InputException if a window names servers that there are not
     */
    public ServerDynamics parse(int servers) {
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

    /**
     * What it says.
     *
     * @throws InputException if a text is not of its form, or one lacks another that goes with it
     */
    public ServerDynamics parse() {
        requireBeside("--start-off", startsOff, "--idle-off", idleOff);
        requireBeside("--wake", wake != null, "--idle-off", idleOff);
        requireBeside(
                "--failure-shape",
                shape != null,
                "--mttf",
                failures.toFailure() == null ? domainFailures.toFailure() : failures.toFailure());
        long wakeMicros = wake == null ? WAKE_MICROS : Quantities.micros("--wake", wake);
        Optional<IdleOff> rule =
                Optional.ofNullable(idleOff)
                        .map(text -> Quantities.micros("--idle-off", text))
                        .map(micros -> new IdleOff(micros, wakeMicros, 0, startsOff));
        double weibull = shapeNumber();
        return new ServerDynamics(
                failures.model(weibull),
                domainFailures.model(weibull),
                maintenance.stream().map(DynamicsText::window).toList(),
                rule,
                keepsProgress);
    }

    private static void requireBeside(
            String option, boolean isGiven, String other, @Nullable String otherValue) {
        if (isGiven && otherValue == null) {
            throw InputException.at(option, "no " + other, other + " TIME beside it", null);
        }
    }

    private double shapeNumber() {
        if (shape == null) {
            return 1;
        }
        double number;
        try {
            number = Double.parseDouble(shape);
        } catch (NumberFormatException e) {
            number = Double.NaN;
        }
        if (!(number >= 0.1 && number <= 100)) {
            throw InputException.at(
                    "--failure-shape",
                    "\"" + shape + "\"",
                    "a number from 0.1 to 100",
                    "Below 1 failures come in clusters; 0.7 was measured on large systems.");
        }
        return number;
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
