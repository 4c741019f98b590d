package dev.stowage.model.cloud;

import java.math.BigDecimal;

/** The month that prices are quoted for when no calendar is given: a twelfth of 8,760 hours. */
public final class PriceMonth {
    /** Its length, h. */
    public static final int HOURS = 730;

    /** Its length, h, for exact sums of money. */
    public static final BigDecimal EXACT_HOURS = BigDecimal.valueOf(HOURS);

    /** Its length, s. */
    public static final long SECONDS = HOURS * 3_600L;

    private PriceMonth() {}
}
