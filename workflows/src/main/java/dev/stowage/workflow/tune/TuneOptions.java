package dev.stowage.workflow.tune;

import dev.stowage.option.OptionException;
import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.Trials;
import dev.stowage.tuning.Knob;
import dev.stowage.tuning.KnobGrid;
import dev.stowage.words.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a day is tuned, as a user writes it.
 *
 * @param target latency to hold, as {@code p99=500us}
 * @param knobs what the tuner sets: {@code itr}, {@code frequency} or both, joined by a comma
 * @param objective a spelling of {@link Objective}
 * @param trials an hour, 1 to 1000
 * @param trialSeconds length of a trial; all of an hour fit into it
 * @param replications days with other noise, 1 to 1000
 * @param servers alike, with the same load each; at least 1
 * @param usdPerKwh price of energy; null if no money is asked for
 */
public record TuneOptions(
        String target,
        String knobs,
        String objective,
        int trials,
        double trialSeconds,
        int replications,
        long seed,
        int servers,
        @Nullable Double usdPerKwh) {
    private static final Pattern TARGET = Pattern.compile("p(90|99)=([0-9.]+)(us|ms|s)");
    private static final Pattern PAIR = Pattern.compile("itr=([0-9.]+)us,frequency=([0-9.]+)GHz");
    private static final int MOST = 1000;

    /** A delay of interrupts, microseconds, and a frequency, GHz, that a platform can have. */
    public record Pair(double itrMicros, double gigahertz) {
        /**
         * Of a text as {@code itr=100us,frequency=1.5GHz}.
         *
         * @throws OptionException if it is none, or the platform can't have it
         */
        public static Pair parse(String text, KnobGrid grid) {
            Matcher values = PAIR.matcher(text);
            if (!values.matches()) {
                throw new OptionException(
                        "--at: found \"" + text + "\", expected itr=100us,frequency=1.5GHz");
            }
            List<Knob> legal = grid.knobs();
            return new Pair(
                    legal("itr", legal.get(0), delay(values.group(1)), "us"),
                    legal("frequency", legal.get(1), number("--at", values.group(2)), "GHz"));
        }
    }

    /**
     * What they come to.
     *
     * @throws OptionException if one of them can't be
     */
    public TuneChoice choice() {
        LatencyTarget bound = bound();
        positive("--trials", trials);
        positive("--replications", replications);
        if (servers < 1) {
            throw new OptionException("--servers: found " + servers + ", expected at least 1");
        }
        boolean isShort = trialSeconds > 0 && trials * trialSeconds <= 3600;
        if (!isShort) {
            throw new OptionException(
                    "--trial-seconds: found "
                            + trials
                            + " trials of "
                            + Figures.number(trialSeconds)
                            + " s, expected more than 0 s, and all trials within an hour");
        }
        if (usdPerKwh != null && !(usdPerKwh >= 0 && usdPerKwh < 1e6)) {
            throw new OptionException("--usd-per-kwh: found " + usdPerKwh + ", expected 0 or more");
        }
        Trials.Settings usual = Trials.Settings.usual();
        return new TuneChoice(
                manager(),
                chosenObjective(),
                bound,
                new Trials.Settings(
                        trials,
                        usual.starts(),
                        trialSeconds,
                        usual.wattsNoise(),
                        usual.latencyNoise()),
                replications,
                seed,
                servers,
                usdPerKwh);
    }

    /**
     * The latency to hold.
     *
     * @throws OptionException if there is none such
     */
    public LatencyTarget bound() {
        Matcher bound = TARGET.matcher(target);
        if (!bound.matches()) {
            throw new OptionException(
                    "--sla: found \"" + target + "\", expected p90 or p99 with a time: p99=500us");
        }
        double unit = bound.group(3).equals("us") ? 1 : bound.group(3).equals("ms") ? 1e3 : 1e6;
        return new LatencyTarget(
                Integer.parseInt(bound.group(1)), unit * number("--sla", bound.group(2)));
    }

    private static void positive(String option, int value) {
        if (value < 1 || value > MOST) {
            throw new OptionException(
                    option + ": found " + value + ", expected a whole number from 1 to " + MOST);
        }
    }

    /** A delay of 0 is one that a platform may have. */
    private static double delay(String text) {
        return text.matches("0+(\\.0*)?") ? 0 : number("--at", text);
    }

    private static double number(String option, String text) {
        try {
            double value = Double.parseDouble(text);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new OptionException(option + ": found \"" + text + "\", expected a number above 0");
    }

    private EnergyManager manager() {
        TreeSet<String> names = new TreeSet<>(Arrays.asList(knobs.split(",", -1)));
        if (names.equals(new TreeSet<>(List.of("itr", "frequency")))) {
            return EnergyManager.TUNED;
        }
        if (names.equals(new TreeSet<>(List.of("itr")))) {
            return EnergyManager.ITR_ONLY;
        }
        if (names.equals(new TreeSet<>(List.of("frequency")))) {
            return EnergyManager.DVFS_ONLY;
        }
        throw new OptionException(
                "--knobs: found \"" + knobs + "\", expected itr, frequency or itr,frequency");
    }

    private Objective chosenObjective() {
        return Arrays.stream(Objective.values())
                .filter(each -> each.spelling().equals(objective))
                .findFirst()
                .orElseThrow(
                        () ->
                                new OptionException(
                                        "--objective: found \""
                                                + objective
                                                + "\", expected one of "
                                                + String.join(", ", Objective.spellings())));
    }

    private static double legal(String name, Knob knob, double value, String unit) {
        int place = knob.find(value);
        if (place >= 0) {
            return value;
        }
        int above = -place - 1;
        String low = above == 0 ? "" : Figures.number(knob.values()[above - 1]) + " " + unit;
        String high =
                above == knob.values().length
                        ? ""
                        : Figures.number(knob.values()[above]) + " " + unit;
        throw new OptionException(
                "--at: found "
                        + name
                        + " "
                        + Figures.number(value)
                        + " "
                        + unit
                        + ", which the platform can't have; "
                        + (low.isEmpty() || high.isEmpty()
                                ? "the nearest is " + low + high
                                : "the nearest are " + low + " and " + high));
    }
}
