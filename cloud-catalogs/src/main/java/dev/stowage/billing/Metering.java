package dev.stowage.billing;

import dev.stowage.basis.Check;
import dev.stowage.model.cloud.SharedPlan;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * What was used in a period: all that a bill needs to know besides prices and rules.
 *
 * @param vms VMs that ran
 * @param transfers data that left a provider
 * @param purchases commitments to VMs of one type
 * @param plan commitment that types share, from the start of the period; empty if there is none
 * @param periodSeconds length of the period, at least 0; VMs may be charged beyond it, commitments
 *     are not
 * @param start its first day, in UTC; empty if it has none: then months are 730 h long
 */
public record Metering(
        List<VmUsage> vms,
        List<DataTransfer> transfers,
        List<Purchase> purchases,
        Optional<SharedPlan> plan,
        long periodSeconds,
        Optional<LocalDate> start) {
    public Metering {
        vms = List.copyOf(vms);
        transfers = List.copyOf(transfers);
        purchases = List.copyOf(purchases);
        Check.notNegative("periodSeconds", periodSeconds);
        long kinds =
                purchases.stream().map(p -> List.of(p.offer(), p.commitment())).distinct().count();
        if (kinds < purchases.size()) {
            throw new IllegalArgumentException(
                    "purchases has a commitment twice, expected one with the sum of the counts");
        }
    }

    /** Without a plan that types share. */
    public Metering(
            List<VmUsage> vms,
            List<DataTransfer> transfers,
            List<Purchase> purchases,
            long periodSeconds,
            Optional<LocalDate> start) {
        this(vms, transfers, purchases, Optional.empty(), periodSeconds, start);
    }

    /** VMs alone, in months of 730 h. */
    public static Metering of(List<VmUsage> vms, long periodSeconds) {
        return new Metering(vms, List.of(), List.of(), periodSeconds, Optional.empty());
    }
}
