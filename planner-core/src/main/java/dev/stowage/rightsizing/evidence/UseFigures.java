package dev.stowage.rightsizing.evidence;

/**
 * Use of one replica over time, in the unit of the resource.
 *
 * @param measurements that have the resource
 * @param p50 exceeded for at most half of the time; see {@link UseQuantile}
 * @param p95 exceeded for at most 5 % of the time
 * @param p99 exceeded for at most 1 % of the time
 * @param max the largest
 * @param peak the largest within any measurement; {@code max} where only means were measured
 * @param isExact false if quantiles may be up to 0.1 % too large, because there were too many
 *     different amounts to keep
 */
public record UseFigures(
        long measurements, long p50, long p95, long p99, long max, long peak, boolean isExact) {
    public static UseFigures of(ServiceUse.Amounts amounts, UseSketch all) {
        return new UseFigures(
                amounts.rows(),
                all.quantile(UseQuantile.ofPercent(50)),
                all.quantile(UseQuantile.ofPercent(95)),
                all.quantile(UseQuantile.ofPercent(99)),
                all.max(),
                Math.max(all.max(), amounts.peak()),
                all.isExact());
    }
}
