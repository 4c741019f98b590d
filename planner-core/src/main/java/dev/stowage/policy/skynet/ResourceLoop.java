package dev.stowage.policy.skynet;

/**
 * What becomes of an application's amounts, resource by resource. Within the band nothing changes.
 * Below it a resource is raised only as far as it would be short; above it, lowered no further than
 * its use allows. All resources change in one step.
 *
 * <p>Source: Sfakianakis 2023, 3.6.1, 3.6.4; that it acts above the band, too, and how the impact
 * of a resource is judged are ours.
 */
public final class ResourceLoop {
    /** Upper end of the accepted band. */
    public static final double BAND = 1.2;

    private static final double HEAD_ROOM = 1.02;

    private final double setPoint;
    private final boolean isOneByOne;

    /**
     * A loop.
     *
     * @param setPoint wanted relative performance, within [1, 1.2]
     * @param isOneByOne true to change only the resource with the largest impact in a step
     */
    public ResourceLoop(double setPoint, boolean isOneByOne) {
        this.setPoint = setPoint;
        this.isOneByOne = isOneByOne;
    }

    /** True if a measured performance is in the band. */
    public static boolean isInBand(double performance) {
        return performance >= 1 && performance <= BAND;
    }

    /**
     * Writes the new amounts.
     *
     * @param performance as measured, outside the band
     * @param factor of the {@link AugmentedPid}
     * @param amounts as they are
     * @param used share of each amount that is in use
     * @param isOpen true if more performance than wanted uses no more, as where clients don't wait
     *     for answers
     * @param isManaged which of them may be changed
     * @param proposed where the new amounts go
     */
    public void propose(
            double performance,
            double factor,
            double[] amounts,
            double[] used,
            boolean isOpen,
            boolean[] isManaged,
            double[] proposed) {
        double floor = setPoint * HEAD_ROOM / (isOpen ? 1 : performance);
        int most = -1;
        double impact = -1;
        for (int r = 0; r < amounts.length; r++) {
            double change =
                    performance < 1
                            ? Math.max(1, Math.max(factor, 1) * used[r])
                            : Math.min(1, Math.max(factor, used[r] * floor));
            proposed[r] = isManaged[r] ? amounts[r] * change : amounts[r];
            double thisImpact = Math.abs(Math.log(proposed[r] / amounts[r])) * used[r];
            if (thisImpact > impact) {
                impact = thisImpact;
                most = r;
            }
        }
        for (int r = 0; isOneByOne && r < amounts.length; r++) {
            proposed[r] = r == most ? proposed[r] : amounts[r];
        }
    }
}
