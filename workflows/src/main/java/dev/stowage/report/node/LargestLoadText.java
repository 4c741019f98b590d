package dev.stowage.report.node;

import dev.stowage.sim.node.calibration.LargestLoad;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What measured rows say of the largest load, in sentences. */
final class LargestLoadText {
    private static final String WHERE = "the most cores and ways that were measured, alone,";

    private LargestLoadText() {}

    static String of(LargestLoad load) {
        String by = "by more than " + Figures.share(load.margin());
        List<String> said = new ArrayList<>();
        Double low = load.atLeast();
        if (low != null) {
            said.add("met the target " + by + " up to " + Figures.number(low) + " a second");
        }
        Double high = load.below();
        if (high != null) {
            said.add("missed it " + by + " from " + Figures.number(high) + " a second on");
        }
        if (said.isEmpty()) {
            return "On "
                    + WHERE
                    + " no load met or missed the target "
                    + by
                    + ": the largest load is the model's.";
        }
        return "On "
                + WHERE
                + " it "
                + String.join(" and ", said)
                + "."
                + (high == null ? " What is above the measured loads is the model's." : "")
                + contradicting(load.contradicting(), by);
    }

    private static String contradicting(int settings, String by) {
        return settings == 0
                ? ""
                : " "
                        + Amounts.counted(settings, "load")
                        + " said otherwise: met above one that missed or missed below one that met, "
                        + by
                        + ".";
    }

    /** Rows on the wrong side of the fitted largest load; empty without any. */
    static Optional<String> of(LargestLoad.Beside beside) {
        List<String> said = new ArrayList<>();
        if (beside.metAbove() > 0) {
            said.add(
                    Amounts.counted(beside.metAbove(), "row")
                            + " met the target above the fitted largest load, by up to "
                            + Figures.share(beside.metBy()));
        }
        if (beside.missedBelow() > 0) {
            said.add(
                    Amounts.counted(beside.missedBelow(), "row")
                            + " missed it below"
                            + (said.isEmpty() ? " the fitted largest load, " : ", ")
                            + missed(beside.missedBy()));
        }
        return said.isEmpty() ? Optional.empty() : Optional.of(String.join(", and ", said) + ".");
    }

    private static String missed(@Nullable Double by) {
        return by == null ? "and it did not keep up with one" : "by up to " + Figures.share(by);
    }
}
