package dev.stowage.report.fit;

import dev.stowage.words.Figures;
import dev.stowage.words.Verdict;
import dev.stowage.words.Verdict.Mark;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.WorkloadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How like its observations a fitted model is, in a sentence, and what that is worth. */
public final class FitVerdict {
    /** Below so many observations a histogram says little of a density. */
    private static final long FEW = 30;

    private FitVerdict() {}

    /** The verdict on a model. */
    public static Verdict of(WorkloadModel model) {
        List<String> few = new ArrayList<>();
        int[] densities = {0};
        double[] least = {Double.POSITIVE_INFINITY};
        String[] worst = {""};
        model.classes()
                .forEach(
                        (of, fitted) ->
                                fitted.parameters()
                                        .forEach(
                                                (parameter, fit) -> {
                                                    String name =
                                                            of.label() + " " + parameter.key();
                                                    densities[0]++;
                                                    if (fit.observations() < FEW) {
                                                        few.add(name);
                                                    }
                                                    double alike = similarity(fit);
                                                    if (alike < least[0]) {
                                                        least[0] = alike;
                                                        worst[0] = name;
                                                    }
                                                }));
        String head =
                counted(densities[0], "density", "densities")
                        + " fitted to "
                        + counted(model.jobs(), "job", "jobs");
        String sentence =
                worst[0].isEmpty()
                        ? head + "; none was scored against its observations."
                        : head
                                + "; the least like its observations is "
                                + worst[0]
                                + ", similarity "
                                + String.format(Locale.ROOT, "%.3f", least[0])
                                + " of 1.";
        return new Verdict(Mark.OPEN, "", sentence, details(few));
    }

    private static List<String> details(List<String> few) {
        List<String> details = new ArrayList<>();
        details.add(
                "How sure: similarity is measured on the observations that went into the fit, so it"
                        + " is no validation. `stowage compare` with another week of the trace is.");
        if (!few.isEmpty()) {
            details.add("Fewer than " + FEW + " observations: " + String.join(", ", few) + ".");
        }
        return details;
    }

    private static double similarity(ParameterModel fit) {
        return fit.similarity().orElse(Double.POSITIVE_INFINITY);
    }

    private static String counted(long count, String one, String many) {
        return Figures.count(count) + " " + (count == 1 ? one : many);
    }
}
