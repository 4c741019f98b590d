package dev.stowage.rightsizing;

import dev.stowage.rightsizing.evidence.ServiceUse;
import dev.stowage.rightsizing.evidence.UseQuantile;

/**
 * A request made from the first part of a history, held against the rest of it.
 *
 * @param request that the first part gives
 * @param micros of measurements in the rest
 * @param aboveMicros of them above the request
 * @param p50Before median of the first part
 * @param p50After median of the rest
 * @param isRising true if the median of the rest is above that of the first part with its margin,
 *     and above the floor: use drifts upward
 */
public record HeldOut(
        long request,
        long micros,
        long aboveMicros,
        long p50Before,
        long p50After,
        boolean isRising) {
    /** Share of the time above the request. */
    public double aboveShare() {
        return micros == 0 ? 0 : (double) aboveMicros / micros;
    }

    /** The check of a resource; both parts must have measurements. */
    static HeldOut of(ServiceUse.Amounts amounts, UseQuantile quantile, RequestSize size) {
        UseQuantile half = UseQuantile.ofPercent(50);
        long request = size.of(amounts.early().quantile(quantile));
        long before = amounts.early().quantile(half);
        long after = amounts.late().quantile(half);
        return new HeldOut(
                request,
                amounts.late().total(),
                amounts.late().above(request),
                before,
                after,
                after > size.wanted(before));
    }
}
