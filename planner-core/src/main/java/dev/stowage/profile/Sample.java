package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.OptionalDouble;

/**
 * One run of an application on a slice.
 *
 * @param slice what it was given
 * @param pi its performance index, in [0, 1]
 * @param cpuUtilisation of the CPU that it was given, in [0, 1]; empty if nobody measured it
 */
public record Sample(Slice slice, double pi, OptionalDouble cpuUtilisation) {
    public Sample {
        Check.inRange("pi", pi, 0, 1);
        cpuUtilisation.ifPresent(value -> Check.inRange("cpuUtilisation", value, 0, 1));
    }

    /** A run whose CPU was not measured. */
    public Sample(Slice slice, double pi) {
        this(slice, pi, OptionalDouble.empty());
    }
}
