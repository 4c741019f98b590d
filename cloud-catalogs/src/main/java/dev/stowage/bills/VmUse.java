package dev.stowage.bills;

import java.math.BigDecimal;

/**
 * VMs of one type in a row of a bill.
 *
 * @param provider {@code aws}, {@code azure} or {@code gcp}
 * @param region as the bill writes it; may be empty
 * @param type name of the VM type
 * @param startSeconds begin of the time that the row is about, from 1970 on
 * @param endSeconds its end, later
 * @param vmHours hours that VMs ran in that time; below 0 where the row takes back what another
 *     says
 * @param cost what was paid
 */
public record VmUse(
        String provider,
        String region,
        String type,
        long startSeconds,
        long endSeconds,
        double vmHours,
        BigDecimal cost) {}
