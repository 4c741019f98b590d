package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import java.math.BigDecimal;

/**
 * What each VM needs beside itself, such as a disk or a public address, for as long as it is
 * charged: whatever pays for the VM, and without its discounts.
 *
 * @param item what it is
 * @param usdPerHour its price for one VM, USD an hour, above 0; exact
 */
public record VmExtra(String item, BigDecimal usdPerHour) {
    public VmExtra {
        Check.notBlank("item", item);
        Check.positive("usdPerHour", usdPerHour);
    }
}
