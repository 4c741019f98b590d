package dev.stowage.stats;

import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.CountFamily;
import dev.stowage.stats.density.Counting;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One density that was tried on a sample.
 *
 * @param name a {@link Family}, a {@link CountFamily}, or one of the names below
 * @param density null if none could be found at all
 * @param scores null if there is no density or it could not be measured
 * @param isConverged true if the optimiser says that it found a maximum; a candidate that did not
 *     converge is never chosen
 * @param note why it did not converge, or what is special about it; empty if nothing is
 */
public record Candidate(
        String name,
        @Nullable Density density,
        @Nullable Scores scores,
        boolean isConverged,
        String note) {
    /** Name of the kernel density. */
    public static final String KDE = "kde";

    /** Name of the fit in pieces. */
    public static final String PIECEWISE = "piecewise";

    /** Name of the best of the others with a generalised Pareto tail. */
    public static final String PARETO_TAIL = "pareto-tail";

    /** Name of the frequent values with the best density for the rest. */
    public static final String ATOMS = "atoms";

    /** Name of the observed values with their shares. */
    public static final String EMPIRICAL = "empirical";

    /** All names that a candidate can have. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        Arrays.stream(Family.values()).map(Family::spelling).forEach(names::add);
        Arrays.stream(CountFamily.values()).map(CountFamily::spelling).forEach(names::add);
        names.addAll(List.of(KDE, PIECEWISE, PARETO_TAIL, ATOMS, EMPIRICAL));
        return names;
    }

    /** True if a candidate of that name can have that density. */
    public static boolean canBe(String name, Density density) {
        if (density instanceof Piecewise) {
            return name.equals(PIECEWISE) || name.equals(PARETO_TAIL);
        }
        return name.equals(
                density instanceof Parametric member
                        ? member.family().spelling()
                        : density instanceof Counting member
                                ? member.family().spelling()
                                : density instanceof KernelDensity
                                        ? KDE
                                        : density instanceof Atomic ? ATOMS : EMPIRICAL);
    }
}
