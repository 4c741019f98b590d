package dev.stowage.model.node;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A batch application that can trade quality of its output for time and pressure.
 *
 * @param job its demand when it runs precisely
 * @param nominalSeconds time of a precise run alone on its fair share
 * @param overhead growth of its time by instrumentation, while variants can be chosen
 * @param variants from the precise one to the most approximate one
 * @param source of the variants
 */
public record ApproximateProfile(
        BatchProfile job,
        double nominalSeconds,
        double overhead,
        List<Variant> variants,
        ParameterSource source) {
    /** Most inaccuracy of a variant. Source: Kulkarni et al., Pliant, section VI-D. */
    public static final double BOUND = 0.05;

    /**
     * A variant.
     *
     * @param timeRatio its time over that of the precise one
     * @param inaccuracy of its output, as a share
     * @param pressure its memory bandwidth over that of the precise one
     */
    public record Variant(double timeRatio, double inaccuracy, double pressure) {
        public Variant {
            Check.inRange("timeRatio", timeRatio, 1e-3, 1);
            Check.inRange("inaccuracy", inaccuracy, 0, 1);
            Check.inRange("pressure", pressure, 0, 10);
        }

        boolean isDominatedBy(Variant other) {
            return other.timeRatio <= timeRatio
                    && other.inaccuracy <= inaccuracy
                    && (other.timeRatio < timeRatio || other.inaccuracy < inaccuracy);
        }
    }

    public ApproximateProfile {
        Check.positive("nominalSeconds", nominalSeconds);
        Check.notNegative("overhead", overhead);
        variants = List.copyOf(variants);
        if (variants.isEmpty() || variants.get(0).inaccuracy() != 0) {
            throw new IllegalArgumentException(
                    variants.isEmpty()
                            ? "no variants, expected the precise one first"
                            : "variants[0].inaccuracy = "
                                    + variants.get(0).inaccuracy()
                                    + ", expected 0: the precise one first");
        }
    }

    /** How scenarios call it. */
    public String name() {
        return job.name();
    }

    /** The same job under another name. */
    public ApproximateProfile as(String newName) {
        return new ApproximateProfile(
                new BatchProfile(newName, job.parameters()),
                nominalSeconds,
                overhead,
                variants,
                source);
    }

    /** The most approximate variant. */
    public int mostApproximate() {
        return variants.size() - 1;
    }

    /**
     * Those of {@code all} that are within the bound and not dominated, by rising inaccuracy.
     *
     * @param dropped takes the others
     */
    public static List<Variant> useful(List<Variant> all, double bound, List<Variant> dropped) {
        List<Variant> kept = new ArrayList<>();
        for (Variant each : all) {
            boolean isDominated = all.stream().anyMatch(each::isDominatedBy);
            if (each.inaccuracy() > bound || isDominated) {
                dropped.add(each);
            } else {
                kept.add(each);
            }
        }
        kept.sort(Comparator.comparingDouble(Variant::inaccuracy));
        return kept;
    }
}
