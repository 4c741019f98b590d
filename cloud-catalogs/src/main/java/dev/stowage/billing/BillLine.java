package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A line of a bill: what one thing costs over the whole period.
 *
 * @param item what is paid for
 * @param quantity as that of its charges
 * @param idleSeconds seconds of VMs that are charged but of no use
 * @param usdSeconds what it costs, USD times 3,600, so that it is exact
 * @param amount that in whole cents, so that the lines of the bill add up to its total
 */
public record BillLine(
        Item item,
        BigDecimal quantity,
        long idleSeconds,
        BigDecimal usdSeconds,
        BigDecimal amount) {
    /** True if its quantity is time of VMs. */
    public boolean isTime() {
        return switch (item.kind()) {
            case VM, EXTRA, COMMITMENT_FEE, COMMITMENT_UPFRONT -> true;
            case SUSTAINED_USE, PLAN_CREDIT, PLAN_FEE, PLAN_UPFRONT, EGRESS -> false;
        };
    }

    /** Hours of VMs that are charged; to 16 digits. */
    public BigDecimal vmHours() {
        return isTime()
                ? quantity.divide(Charge.SECONDS_PER_HOUR, MathContext.DECIMAL64)
                : BigDecimal.ZERO;
    }

    /** Hours of VMs that are charged but of no use; to 16 digits. */
    public BigDecimal idleVmHours() {
        return BigDecimal.valueOf(idleSeconds)
                .divide(Charge.SECONDS_PER_HOUR, MathContext.DECIMAL64);
    }
}
