package dev.stowage.similarity;

import dev.stowage.model.TaskClass;
import dev.stowage.stats.TwoSample;
import dev.stowage.stats.sample.OrderCorrelation;
import dev.stowage.stats.sample.Sample;
import dev.stowage.workload.Parameter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One parameter of one class on both sides.
 *
 * @param taskClass class
 * @param parameter parameter
 * @param first what the first side has; may be empty
 * @param second what the second side has; may be empty
 * @param distance how far apart they are; null if a side has nothing
 * @param order correlation of their order statistics; null if a side has nothing
 * @param isClassMissing true if a side has no jobs of the class
 * @param note why there is no distance, or why it says little; empty if there is nothing to say
 */
public record Marginal(
        TaskClass taskClass,
        Parameter parameter,
        Sample first,
        Sample second,
        @Nullable TwoSample distance,
        @Nullable OrderCorrelation order,
        boolean isClassMissing,
        String note) {
    /** With fewer values a distance says little. */
    public static final int FEW = 30;

    /** True if a side has values, but too few to judge by. */
    public boolean isSmall() {
        return Math.min(first.count(), second.count()) < FEW;
    }

    /** True if only one of the sides has jobs of the class at all. */
    public boolean isOneSided() {
        return distance == null && isClassMissing;
    }

    /** What reports call it: {@code user-facing tasksPerJob}. */
    public String name() {
        return taskClass.name().toLowerCase(Locale.ROOT).replace('_', '-') + " " + parameter.key();
    }
}
