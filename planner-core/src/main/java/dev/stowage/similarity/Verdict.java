package dev.stowage.similarity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A comparison held to tolerances.
 *
 * @param checks all that was checked
 * @param unchecked what can't be checked, with the reason
 */
public record Verdict(List<Check> checks, List<Unchecked> unchecked) {
    /**
     * One figure held to its bound.
     *
     * @param what which figure: {@code batch tasksPerJob}
     * @param value its difference
     * @param bound the largest that is tolerated
     */
    public record Check(Tolerance tolerance, String what, double value, double bound) {
        /** True if it is tolerated; never of a value that is not a number. */
        public boolean isMet() {
            return value <= bound;
        }
    }

    /** One figure that can't be checked. */
    public record Unchecked(Tolerance tolerance, String what, String reason) {}

    public Verdict {
        checks = List.copyOf(checks);
        unchecked = List.copyOf(unchecked);
    }

    /** True if all is tolerated, and something was checked of all that was to be. */
    public boolean isMet() {
        return checks.stream().allMatch(Check::isMet)
                && unchecked.stream()
                        .map(Unchecked::tolerance)
                        .allMatch(t -> checks.stream().anyMatch(c -> c.tolerance() == t));
    }

    /** Holds figures to the bounds of their tolerances; others are not looked at. */
    public static Verdict of(List<Figure> figures, Map<Tolerance, Double> bounds) {
        List<Check> checks = new ArrayList<>();
        List<Unchecked> unchecked = new ArrayList<>();
        for (Figure figure : figures) {
            Double bound = bounds.get(figure.tolerance());
            if (bound == null) {
                continue;
            }
            if (figure.apart().isPresent()) {
                double value = figure.apart().getAsDouble();
                checks.add(new Check(figure.tolerance(), figure.what(), value, bound));
            } else {
                unchecked.add(new Unchecked(figure.tolerance(), figure.what(), figure.reason()));
            }
        }
        return new Verdict(checks, unchecked);
    }
}
