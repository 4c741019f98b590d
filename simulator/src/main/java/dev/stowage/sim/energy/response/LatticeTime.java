package dev.stowage.sim.energy.response;

/**
 * A time on a lattice with a mean and a variance: 0, or geometric from the first step on. With the
 * variance of an exponential time it is one in all but the first steps.
 *
 * @param onwards probability to go on by another step
 * @param positive probability to be more than 0
 */
record LatticeTime(double onwards, double positive) {
    /**
     * @param mean in steps
     * @param variance in squared steps; with the mean's square at least as much as the mean
     */
    static LatticeTime of(double mean, double variance) {
        double size = variance / mean + mean;
        if (!(size >= 1)) {
            throw new IllegalArgumentException(
                    "mean = " + mean + ", variance = " + variance + ": too small for the lattice");
        }
        double onwards = (size - 1) / (size + 1);
        return new LatticeTime(onwards, mean * (1 - onwards));
    }

    /** Where the transform has its pole: the logarithm. */
    double pole() {
        return -Math.log(onwards);
    }

    /** Its transform, the mean of {@code z^time}. */
    Complex at(Complex z) {
        Complex rising = z.over(z.times(-onwards).plus(1)).times(positive * (1 - onwards));
        return rising.plus(1 - positive);
    }
}
