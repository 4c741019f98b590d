package dev.stowage.report.tune;

import dev.stowage.sim.energy.Objective;
import dev.stowage.words.Figures;
import dev.stowage.workflow.tune.TuneResult;
import dev.stowage.workflow.tune.TuneScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A tuned day in words: the same in the report and on the terminal.
 *
 * @param headline the answer in one sentence
 * @param sentences what else to know
 */
public record TuneAnswer(String headline, List<String> sentences) {
    private static final double HOURS_PER_YEAR = 8760;
    private static final int DAY = 24;
    private static final double LEAST = 0.0005; // half of the last digit that is printed

    public TuneAnswer {
        sentences = List.copyOf(sentences);
    }

    /** The words for a result. */
    public static TuneAnswer of(TuneResult result) {
        List<String> sentences = new ArrayList<>();
        sentences.add(targets(result));
        if (!result.infeasibleHours().isEmpty()) {
            sentences.add(infeasible(result));
        }
        best(result).ifPresent(sentences::add);
        sentences.add(trials(result));
        gained(result).ifPresent(sentences::add);
        leftAlone(result).ifPresent(sentences::add);
        sureness(result).ifPresent(sentences::add);
        sentences.add(year(result));
        sentences.addAll(result.notes());
        return new TuneAnswer(headline(result), sentences);
    }

    /**
     * What misses the target, and where nothing meets it, is said in one breath with the saving.
     */
    private static String headline(TuneResult result) {
        int hours = result.hours().size();
        int held = result.heldHours().size();
        int possible = hours - result.infeasibleHours().size();
        if (possible == 0) {
            return none(result) + result.target() + " in any hour: no saving is named.";
        }
        TuneResult.Saving saving = result.saving();
        String missed =
                held == possible
                        ? ""
                        : ", and misses "
                                + result.target()
                                + " in "
                                + (possible - held)
                                + " of "
                                + counted(possible)
                                + " that "
                                + some(result);
        return "Tuning "
                + (saving == null
                        ? "has a day without an hour that it holds, so that no saving is named"
                        : "takes "
                                + (Math.abs(saving.median()) < LEAST
                                        ? "as much energy as Linux over "
                                        : difference(saving.median()) + " energy than Linux over ")
                                + (held == hours
                                        ? "the median day"
                                        : "the "
                                                + counted(held)
                                                + " of "
                                                + hours
                                                + " that it holds (median day)")
                                + ", trials included")
                + missed
                + ".";
    }

    private static String none(TuneResult result) {
        return scope(result).one("No") + " meets ";
    }

    private static String some(TuneResult result) {
        return scope(result).one("some") + " holds";
    }

    private static TuneScope scope(TuneResult result) {
        return TuneScope.of(result.choice().manager());
    }

    /** What nothing that may be set meets, and how near it comes. */
    private static String infeasible(TuneResult result) {
        List<Double> least = new ArrayList<>();
        List<Integer> stuck = new ArrayList<>();
        for (int hour : result.infeasibleHours()) {
            Double micros = result.hours().get(hour).leastMicros();
            if (micros == null) {
                stuck.add(hour);
            } else {
                least.add(micros);
            }
        }
        StringBuilder text =
                new StringBuilder(none(result))
                        .append(result.target())
                        .append(" in hour ")
                        .append(listed(result.infeasibleHours()))
                        .append(": infeasible.");
        if (!least.isEmpty()) {
            String from = micros(Collections.min(least));
            String to = micros(Collections.max(least));
            text.append(" The least percentile of all ")
                    .append(scope(result).of())
                    .append(", and of Linux, there is ")
                    .append(from.equals(to) ? from : from + " to " + to)
                    .append(" us.");
        }
        if (!stuck.isEmpty()) {
            text.append(" Requests pile up under ")
                    .append(scope(result).one("every"))
                    .append(" in hour ")
                    .append(listed(stuck))
                    .append('.');
        }
        return text.append(
                        " The saving leaves such hours out; what is set there has neither more"
                                + " latency nor more power than Linux"
                                + (result.choice().objective() == Objective.LATENCY
                                        ? ", but for the power that latency as the objective takes"
                                        : "")
                                + ".")
                .toString();
    }

    private static Optional<String> leftAlone(TuneResult result) {
        List<Integer> alone =
                result.hours().stream()
                        .filter(TuneResult.Hour::isLinux)
                        .map(TuneResult.Hour::hour)
                        .toList();
        return alone.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Linux is left alone in hour "
                                + listed(alone)
                                + ": nothing that was tried holds the target, or is better.");
    }

    private static String listed(List<Integer> hours) {
        return hours.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String counted(int hours) {
        return hours + (hours == 1 ? " hour" : " hours");
    }

    private static String difference(double saving) {
        return String.format(
                Locale.ROOT,
                "%.1f\u00a0%% %s",
                100 * Math.abs(saving),
                saving > -LEAST ? "less" : "more");
    }

    private static Optional<String> best(TuneResult result) {
        Double best = result.oracleSaving();
        Double held = result.heldSaving();
        return best == null || held == null
                ? Optional.empty()
                : Optional.of(
                        "In the hours of the first replication that what was tuned holds, the best"
                                + byObjective(result)
                                + " of all "
                                + scope(result).of()
                                + ", known without trials, would take "
                                + difference(best)
                                + " energy than Linux; what was tuned takes "
                                + difference(held)
                                + ".");
    }

    /** What they cost; checks are made in the model and cost nothing. */
    private static String trials(TuneResult result) {
        return String.format(
                Locale.ROOT,
                "Trials take %s of the first replication and %.1f %% of its energy; in %s of them"
                        + " the target is missed, and such trials count for no saving.",
                Figures.seconds(result.trialSeconds()),
                100 * result.trialShare(),
                Figures.seconds(result.trialMissedSeconds()));
    }

    private static String byObjective(TuneResult result) {
        Objective objective = result.choice().objective();
        return objective == Objective.ENERGY ? "" : " by " + objective.spelling();
    }

    /** By the objective, where that is not energy alone. */
    private static Optional<String> gained(TuneResult result) {
        Objective objective = result.choice().objective();
        if (objective == Objective.ENERGY) {
            return Optional.empty();
        }
        String percentile = "p" + result.choice().target().percentile();
        TuneResult.Gain gain =
                objective == Objective.LATENCY ? result.latency() : result.energyDelay();
        Double tuned = gain.tuned();
        if (tuned == null) {
            return Optional.empty();
        }
        Double best = gain.best();
        Double held = gain.held();
        return Optional.of(
                (objective == Objective.LATENCY
                                ? "After the trials " + percentile
                                : "After the trials power times " + percentile)
                        + " is "
                        + difference(tuned)
                        + " than under Linux, in the geometric mean of the hours without a pile-up"
                        + (best == null || held == null
                                ? "."
                                : "; of the best "
                                        + scope(result).of()
                                        + " "
                                        + difference(best)
                                        + (held.equals(tuned)
                                                ? "."
                                                : ", in those of these hours that "
                                                        + some(result)
                                                        + ", where what was tuned has "
                                                        + difference(held)
                                                        + ".")));
    }

    private static Optional<String> sureness(TuneResult result) {
        TuneResult.Saving saving = result.saving();
        if (saving == null) {
            return Optional.empty();
        }
        return Optional.of(
                saving.lower() == null || saving.upper() == null
                        ? Figures.count(result.replications())
                                + (result.replications() == 1 ? " replication" : " replications")
                                + " cannot say how sure the saving is: give 6 or more."
                        : String.format(
                                Locale.ROOT,
                                "The saving of the median day lies between %.1f and %.1f %% (95 %%, %d"
                                        + " replications).",
                                percent(saving.lower()),
                                percent(saving.upper()),
                                result.replications()));
    }

    /** In percent; no negative zero. */
    private static double percent(double share) {
        return Math.abs(share) < LEAST ? 0 : 100 * share;
    }

    /** Hours in which requests pile up. */
    private static String unsteady(TuneResult result) {
        long hours = result.hours().stream().filter(each -> each.micros() == null).count();
        return hours == 0
                ? ""
                : " Requests pile up in "
                        + hours
                        + (hours == 1 ? " hour" : " hours")
                        + ": power there is no saving.";
    }

    private static String targets(TuneResult result) {
        long met = result.hours().stream().filter(TuneResult.Hour::isMet).count();
        long linux = result.hours().stream().filter(TuneResult.Hour::isLinuxMet).count();
        return result.target()
                + " is met in "
                + met
                + " of "
                + counted(result.hours().size())
                + (result.infeasibleHours().isEmpty()
                        ? ""
                        : " (" + result.infeasibleHours().size() + " infeasible)")
                + (result.replications() == 1
                        ? ""
                        : " of the first of "
                                + Figures.count(result.replications())
                                + " replications")
                + " after the trials, by the model's response times; under Linux in "
                + linux
                + "."
                + (linux < result.hours().size() && linux < met
                        ? " A saving is worth what its baseline holds."
                        : "")
                + unsteady(result)
                + (result.hours().size() < DAY
                        ? " push repeats "
                                + (result.hours().size() == 1
                                        ? "this hour"
                                        : "these " + counted(result.hours().size()))
                                + " through the day."
                        : "");
    }

    private static String year(TuneResult result) {
        String kwh =
                Figures.count(result.servers())
                        + (result.servers() == 1 ? " server takes " : " servers take ")
                        + Figures.count(Math.round(result.kwhPerYear()))
                        + " kWh a year like this ("
                        + watts(result.kwhPerYear())
                        + "), under Linux "
                        + Figures.count(Math.round(result.linuxKwhPerYear()))
                        + " ("
                        + watts(result.linuxKwhPerYear())
                        + ")";
        Double price = result.usdPerKwh();
        return price == null
                ? kwh + "."
                : kwh
                        + ": "
                        + Figures.count(Math.round(price * result.kwhPerYear()))
                        + " USD in place of "
                        + Figures.count(Math.round(price * result.linuxKwhPerYear()))
                        + ".";
    }

    /** Mean power, of the energy of a year. */
    private static String watts(double kwhPerYear) {
        return Figures.count(Math.round(1000 * kwhPerYear / HOURS_PER_YEAR)) + " W";
    }

    /** A percentile, or that there is none. */
    public static String micros(@Nullable Double micros) {
        return micros == null ? "no steady state" : Figures.count(Math.round(micros));
    }
}
