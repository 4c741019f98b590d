package dev.stowage.report.services;

import dev.stowage.words.Figures;
import dev.stowage.workflow.services.ControllersView;
import dev.stowage.workflow.services.ControllersView.Outcome;
import dev.stowage.workflow.services.ControllersView.ServiceOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What terminal and report say alike of controllers. */
final class ControllerRows {
    static final String HOW_TO_READ =
            "Violated: application-seconds below an objective by more than half a per cent. Low:"
                    + " seconds in which the mean performance, none above 1, is below 0.95. Error: of"
                    + " performance from 1. Too much: amount by need, less 1, of CPU, memory, I/O and"
                    + " network. Back: seconds from a jump of load to the objective.";

    private static final String NONE = "–";

    private ControllerRows() {}

    /** Violated, low, CPU used, servers, error, too much, back, moved, refused. */
    static List<String> cells(ControllersView study, Outcome each) {
        return List.of(
                study.label(each),
                Figures.share(each.violatedShare().mean()),
                Figures.share(each.secondsBelowShare()),
                Figures.share(each.cpuUsedShare()),
                decimals(each.servers()),
                each.meanError() == null ? NONE : Figures.share(each.meanError()),
                tooMuch(each.overprovision()),
                each.backSeconds() == null ? NONE : decimals(each.backSeconds()) + " s",
                Figures.number(each.migrations()),
                Figures.number(each.refused()));
    }

    private static String tooMuch(List<@Nullable Double> shares) {
        return shares.isEmpty()
                ? NONE
                : shares.stream()
                                .map(
                                        share ->
                                                share == null
                                                        ? NONE
                                                        : String.valueOf(Math.round(100 * share)))
                                .collect(Collectors.joining("/"))
                        + " %";
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** What a person should know beside the rows. */
    static List<String> sentences(ControllersView study) {
        List<String> sentences = new ArrayList<>();
        for (Outcome each : study.controllers()) {
            String name = study.label(each);
            if (each.cycling() > 0) {
                sentences.add(
                        "Under "
                                + name
                                + " amounts of "
                                + Figures.count(each.cycling())
                                + " applications went up and down while their load stood still: a"
                                + " limit cycle is a defect of its gains and delays.");
            }
            if (each.waitedShare() > 0) {
                sentences.add(
                        "Under "
                                + name
                                + " applications ran nowhere for "
                                + Figures.share(each.waitedShare())
                                + " of their time, for want of room.");
            }
        }
        sentences.addAll(study.notes());
        return sentences;
    }

    /** Services with the most violations, the worst first. */
    static List<ServiceOutcome> worst(Outcome outcome, int most) {
        return outcome.services().stream()
                .sorted(Comparator.comparingDouble(ServiceOutcome::violatedShare).reversed())
                .limit(most)
                .toList();
    }
}
