package dev.stowage.report.tune;

import dev.stowage.words.Figures;
import dev.stowage.workflow.tune.TuneResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    public TuneAnswer {
        sentences = List.copyOf(sentences);
    }

    /** The words for a result. */
    public static TuneAnswer of(TuneResult result) {
        TuneResult.Saving saving = result.saving();
        String headline =
                String.format(
                        Locale.ROOT,
                        "Tuning takes %.1f\u00a0%% %s energy than Linux over the median day, trials"
                                + " included.",
                        100 * Math.abs(saving.median()),
                        saving.median() >= 0 ? "less" : "more");
        List<String> sentences = new ArrayList<>();
        sentences.add(targets(result));
        if (!result.infeasibleHours().isEmpty()) {
            sentences.add(
                    "No setting meets "
                            + result.target()
                            + " in hour "
                            + result.infeasibleHours().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", "))
                            + ": infeasible.");
        }
        sentences.add(best(result));
        sentences.add(sureness(result));
        sentences.add(year(result));
        return new TuneAnswer(headline, sentences);
    }

    private static String best(TuneResult result) {
        String trials =
                String.format(
                        Locale.ROOT,
                        "Trials take %.1f %% of the energy.",
                        100 * result.trialShare());
        Double saving = result.oracleSaving();
        return saving == null
                ? trials
                : String.format(
                                Locale.ROOT,
                                "The best settings of the model, known without trials, would take"
                                        + " %.1f %% %s than Linux in the hours that some setting"
                                        + " holds. ",
                                100 * Math.abs(saving),
                                saving >= 0 ? "less" : "more")
                        + trials;
    }

    private static String sureness(TuneResult result) {
        TuneResult.Saving saving = result.saving();
        return saving.lower() == null || saving.upper() == null
                ? result.replications()
                        + " replications cannot say how sure the saving is: give 6 or more."
                : String.format(
                        Locale.ROOT,
                        "The saving of the median day lies between %.1f and %.1f %% (95 %%, %d"
                                + " replications).",
                        100 * saving.lower(),
                        100 * saving.upper(),
                        result.replications());
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
                + result.hours().size()
                + " hours of the first of "
                + Figures.count(result.replications())
                + " replications after the trials; under Linux in "
                + linux
                + "."
                + (linux < result.hours().size()
                        ? " A saving is worth what its baseline holds."
                        : "")
                + (met < linux ? " What misses the target saves nothing." : "")
                + unsteady(result)
                + (result.hours().size() < DAY
                        ? " push repeats these " + result.hours().size() + " hours through the day."
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
