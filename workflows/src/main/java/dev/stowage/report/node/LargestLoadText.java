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
        if (load.met() == null && load.missed() == null) {
            return "No row is on " + WHERE + " so the largest load there is the model's.";
        }
        String by = "by more than " + Figures.share(load.margin());
        List<String> said = new ArrayList<>();
        Double low = load.atLeast();
        if (low != null) {
            said.add("met the target up to " + Figures.number(low) + " a second, there " + by);
        }
        Double high = load.below();
        if (high != null) {
            said.add(
                    "missed "
                            + (low == null ? "the target" : "it")
                            + " from "
                            + Figures.number(high)
                            + " a second on, there "
                            + by
                            + " or not keeping up");
        }
        if (said.isEmpty()) {
            return "On "
                    + WHERE
                    + " no load bounds the largest one "
                    + by
                    + " of the target: it is the model's."
                    + contradicting(load);
        }
        return "On "
                + WHERE
                + " it "
                + String.join(", and ", said)
                + "."
                + (high == null ? above(load, by) : "")
                + contradicting(load);
    }

    private static String above(LargestLoad load, String by) {
        return load.missed() == null
                ? " What is above the measured loads is the model's."
                : " No load bounds it from above " + by + ".";
    }

    /** What is not in order; empty where all that met lies below all that missed. */
    private static String contradicting(LargestLoad load) {
        Double met = load.met();
        Double missed = load.missed();
        if (load.contradicting() == 0) {
            return "";
        }
        return " "
                + Amounts.counted(load.contradicting(), "load")
                + " said otherwise than that it meets the target"
                + (met == null ? " at none" : " up to " + Figures.number(met))
                + (missed == null ? "" : " and misses it from " + Figures.number(missed) + " on")
                + ": no other cut has fewer.";
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
