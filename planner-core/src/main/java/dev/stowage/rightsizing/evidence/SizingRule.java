package dev.stowage.rightsizing.evidence;

/**
 * Which quantiles of the use of one replica requests come from.
 *
 * @param cpu of the mean rates of the measurements
 * @param memory of the largest amounts of the measurements
 */
public record SizingRule(UseQuantile cpu, UseQuantile memory) {
    /**
     * CPU is shared and can be waited for, memory can't: 95 % of the time, and the most ever seen.
     */
    public static final SizingRule DEFAULT =
            new SizingRule(UseQuantile.ofPercent(95), UseQuantile.MAX);

    @Override
    public String toString() {
        return "cpu=" + cpu + ",memory=" + memory;
    }
}
