package dev.stowage.packing;

import java.math.BigDecimal;

/**
 * What no packing of all items can cost less than.
 *
 * @param value in the unit of the servers' costs, at least 0
 * @param method that found it, as in {@code memory, large items apart}
 */
public record CostBound(BigDecimal value, String method) {
    /** Relative distance of a cost from the bound; 0 if both are 0. */
    public double gap(BigDecimal cost) {
        double above = cost.subtract(value).doubleValue();
        if (above <= 0) {
            return 0;
        }
        return value.signum() == 0 ? Double.POSITIVE_INFINITY : above / value.doubleValue();
    }

    /** The larger of two. */
    public CostBound max(CostBound other) {
        return other.value.compareTo(value) > 0 ? other : this;
    }
}
