package dev.stowage.workflow.tune;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.basis.Progress;
import dev.stowage.push.object.ServerSettings;
import dev.stowage.scenario.tune.TuneScenario;
import dev.stowage.sim.energy.EnergyDay;
import dev.stowage.sim.energy.EnergyHour;
import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.EnergyStudy;
import dev.stowage.sim.energy.Operation;
import dev.stowage.stats.output.MedianInterval;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A tuned day beside Linux and the best settings.
 *
 * @param name of the scenario
 * @param target of latency, as {@code p99 <= 500 us}
 * @param scope what best and infeasible are of
 * @param hours of the first replication
 * @param heldHours hours of the first replication in which what is set meets the target
 * @param saving of energy against Linux, trials charged, as a share, over the hours of each
 *     replication in which what is set meets the target; the median of the replications with its 95
 *     % interval; null if a replication has no such hour
 * @param oracleSaving the same of the best by the objective, without trials, in the hours of the
 *     first replication in which what is set meets the target; null if there is none
 * @param heldSaving the same of what was tuned in the first replication, in the same hours; with
 *     energy as the objective no more than {@code oracleSaving}
 * @param latency by how much the percentile is lower than under Linux
 * @param energyDelay the same of power times the percentile
 * @param trialShare share of the energy that the trials of the first replication took
 * @param trialSeconds how long they took together
 * @param trialMissedSeconds seconds of them in which the percentile was above the target; they save
 *     nothing
 * @param kwhPerYear of all servers, tuned: all hours, with the saving of the median day
 * @param linuxKwhPerYear the same under Linux
 * @param infeasibleHours hours whose target nothing meets that the manager may set, nor Linux
 * @param notes what is taken for granted of the load
 */
public record TuneResult(
        int formatVersion,
        String name,
        String platform,
        String service,
        String manager,
        String scope,
        String objective,
        String target,
        int replications,
        long seed,
        int servers,
        List<Hour> hours,
        List<Integer> heldHours,
        @Nullable Saving saving,
        @Nullable Double oracleSaving,
        @Nullable Double heldSaving,
        Gain latency,
        Gain energyDelay,
        double trialShare,
        double trialSeconds,
        double trialMissedSeconds,
        double kwhPerYear,
        double linuxKwhPerYear,
        @Nullable Double usdPerKwh,
        List<Integer> infeasibleHours,
        List<String> notes,
        @JsonIgnore TuneScenario scenario,
        @JsonIgnore TuneChoice choice,
        @JsonIgnore List<EnergyHour> first) {
    /** Name of its file. */
    public static final String FILE = "tune.json";

    private static final int VERSION = 6;
    private static final double LEVEL = 0.95;
    private static final double JOULES_PER_KWH = 3.6e6;
    private static final double HOURS_PER_YEAR = 8760;

    /** The median day, with its interval; null with too few replications. */
    public record Saving(double median, @Nullable Double lower, @Nullable Double upper) {
        private static @Nullable Saving of(double[] savings) {
            if (Arrays.stream(savings).anyMatch(Double::isNaN)) {
                return null;
            }
            MedianInterval median = MedianInterval.of(savings, LEVEL);
            return new Saving(median.median(), median.lower(), median.upper());
        }
    }

    /**
     * One less the geometric mean, over the hours in which no requests pile up, of a value over
     * that under Linux; after the trials of the first replication.
     *
     * @param tuned null if requests pile up in all hours
     * @param best of the best settings, in those of these hours that have one; null if none has
     * @param held of what was tuned, in the same hours as {@code best}
     */
    public record Gain(@Nullable Double tuned, @Nullable Double best, @Nullable Double held) {}

    /**
     * An hour.
     *
     * @param itrMicros delay of interrupts that was chosen
     * @param ghz frequency, a mean where ondemand sets it
     * @param isLinux true if nothing is set, and Linux is left alone: nothing that was tried is
     *     better where none holds
     * @param micros percentile after the trials; null without a steady state
     * @param linuxMicros the same under Linux
     * @param missedSeconds seconds above the target, trials among them
     * @param oracleWatts of the best by the objective of all that may be set, and of Linux; null if
     *     none meets the target
     * @param oracleMicros percentile of that
     * @param leastMicros where none meets the target, the least percentile of all that may be set,
     *     and of Linux; null elsewhere, and where requests pile up under all of it
     */
    public record Hour(
            int hour,
            double requestsPerSecond,
            double itrMicros,
            double ghz,
            boolean isLinux,
            double watts,
            @Nullable Double micros,
            boolean isMet,
            double missedSeconds,
            double linuxWatts,
            @Nullable Double linuxMicros,
            boolean isLinuxMet,
            @Nullable Double oracleWatts,
            @Nullable Double oracleMicros,
            @Nullable Double leastMicros) {}

    /**
     * Tunes every hour of the scenario, in each replication.
     *
     * @param threads at least 1; they change nothing in the result
     */
    public static TuneResult of(
            TuneScenario scenario, TuneChoice choice, int threads, Progress progress) {
        double[] loads =
                scenario.requestsPerSecond().stream().mapToDouble(Double::doubleValue).toArray();
        long[] seeds =
                LongStream.range(0, choice.replications())
                        .map(i -> choice.seed() + 7_919L * i)
                        .toArray();
        EnergyStudy study =
                EnergyStudy.of(
                        () ->
                                EnergyDay.exact(
                                        scenario.model(),
                                        choice.target(),
                                        choice.objective(),
                                        choice.trials()),
                        choice.manager(),
                        loads,
                        seeds,
                        threads,
                        progress);
        List<List<EnergyHour>> tuned = study.tuned();
        List<List<EnergyHour>> linux = study.linux();
        double[] savings = new double[seeds.length];
        double[] ofDays = new double[seeds.length];
        double linuxJoules = 0;
        for (int i = 0; i < savings.length; i++) {
            List<EnergyHour> own = tuned.get(i);
            List<EnergyHour> other = linux.get(i);
            savings[i] = saving(own, other, hour -> own.get(hour).isMet());
            ofDays[i] = saving(own, other, hour -> true);
            linuxJoules += EnergyDay.joules(other) / savings.length;
        }
        List<EnergyHour> oracle = study.best();
        double ofDay = MedianInterval.of(ofDays, LEVEL).median();
        double perYear = choice.servers() * HOURS_PER_YEAR / loads.length / JOULES_PER_KWH;
        List<Integer> infeasible = new ArrayList<>();
        for (int hour = 0; hour < loads.length; hour++) {
            if (!oracle.get(hour).isMet()) {
                infeasible.add(hour);
            }
        }
        List<Hour> hours = hours(choice, tuned.get(0), linux.get(0), oracle, infeasible);
        return new TuneResult(
                VERSION,
                scenario.name(),
                scenario.model().platform().name(),
                scenario.model().service().name(),
                choice.manager().spelling(),
                "all " + TuneScope.of(choice.manager()).of() + ", and Linux",
                choice.objective().spelling(),
                "p"
                        + choice.target().percentile()
                        + " <= "
                        + Figures.number(choice.target().micros())
                        + " us",
                choice.replications(),
                choice.seed(),
                choice.servers(),
                hours,
                hours.stream().filter(Hour::isMet).map(Hour::hour).toList(),
                Saving.of(savings),
                finite(saving(oracle, linux.get(0), hour -> hours.get(hour).isMet())),
                finite(saving(tuned.get(0), linux.get(0), hour -> hours.get(hour).isMet())),
                gain(hours, (watts, micros) -> micros),
                gain(hours, (watts, micros) -> watts * micros),
                trialShare(tuned.get(0)),
                tuned.get(0).stream().mapToDouble(EnergyHour::trialSeconds).sum(),
                tuned.get(0).stream().mapToDouble(EnergyHour::trialSecondsAbove).sum(),
                (1 - ofDay) * linuxJoules * perYear,
                linuxJoules * perYear,
                choice.usdPerKwh(),
                infeasible,
                scenario.notes(),
                scenario,
                choice,
                tuned.get(0));
    }

    /** Of some hours; NaN if there are none. */
    private static double saving(List<EnergyHour> own, List<EnergyHour> linux, IntPredicate hours) {
        double joules = 0;
        double other = 0;
        for (int hour = 0; hour < own.size(); hour++) {
            if (hours.test(hour)) {
                joules += own.get(hour).joules();
                other += linux.get(hour).joules();
            }
        }
        return 1 - joules / other;
    }

    private static Gain gain(List<Hour> hours, DoubleBinaryOperator value) {
        double tuned = 0;
        double best = 0;
        double there = 0;
        int all = 0;
        int held = 0;
        for (Hour each : hours) {
            if (each.micros() == null || each.linuxMicros() == null) {
                continue;
            }
            double linux = value.applyAsDouble(each.linuxWatts(), each.linuxMicros());
            double own = Math.log(value.applyAsDouble(each.watts(), each.micros()) / linux);
            tuned += own;
            all++;
            if (each.oracleWatts() != null && each.oracleMicros() != null) {
                double oracle = value.applyAsDouble(each.oracleWatts(), each.oracleMicros());
                best += Math.log(oracle / linux);
                there += own;
                held++;
            }
        }
        return new Gain(mean(tuned, all), mean(best, held), mean(there, held));
    }

    /** One less a geometric mean; null without hours. */
    private static @Nullable Double mean(double logarithms, int hours) {
        return hours == 0 ? null : 1 - Math.exp(logarithms / hours);
    }

    private static double trialShare(List<EnergyHour> hours) {
        return hours.stream().mapToDouble(EnergyHour::trialJoules).sum() / EnergyDay.joules(hours);
    }

    private static List<Hour> hours(
            TuneChoice choice,
            List<EnergyHour> tuned,
            List<EnergyHour> linux,
            List<EnergyHour> oracle,
            List<Integer> infeasible) {
        List<Hour> hours = new ArrayList<>();
        for (int i = 0; i < tuned.size(); i++) {
            EnergyHour own = tuned.get(i);
            Operation set = own.operation();
            boolean isHeld = !infeasible.contains(i);
            Double best = finite(choice.target().of(oracle.get(i).operation()));
            hours.add(
                    new Hour(
                            i,
                            own.requestsPerSecond(),
                            set.itrMicros(),
                            set.ghz(),
                            own.isLinux(),
                            set.watts(),
                            finite(choice.target().of(set)),
                            own.isMet(),
                            own.secondsAbove(),
                            linux.get(i).operation().watts(),
                            finite(choice.target().of(linux.get(i).operation())),
                            linux.get(i).isMet(),
                            isHeld ? oracle.get(i).operation().watts() : null,
                            isHeld ? best : null,
                            isHeld ? null : best));
        }
        return hours;
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** True if the target is met in every hour. */
    public @JsonIgnore boolean isMet() {
        return hours.stream().allMatch(Hour::isMet);
    }

    /** The settings of each hour, for {@code push --target node}. */
    public @JsonIgnore ServerSettings settings() {
        boolean hasDelay = choice.manager() != EnergyManager.DVFS_ONLY;
        boolean hasFrequency = choice.manager() != EnergyManager.ITR_ONLY;
        return new ServerSettings(
                ServerSettings.VERSION,
                name,
                scenario.networkInterface(),
                target,
                hours.stream().filter(each -> !each.isMet()).map(Hour::hour).toList(),
                infeasibleHours,
                hours.stream()
                        .map(
                                each ->
                                        new ServerSettings.Hour(
                                                each.hour(),
                                                hasDelay && !each.isLinux()
                                                        ? each.itrMicros()
                                                        : null,
                                                hasFrequency && !each.isLinux()
                                                        ? each.ghz()
                                                        : null))
                        .toList());
    }
}
