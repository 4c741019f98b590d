package dev.stowage.billing;

import dev.stowage.basis.Check;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;

/**
 * Commitments that run from the start of a period, and again when their term is over: they pay for
 * VMs of one type in one region, used or not.
 *
 * @param offer what they pay for
 * @param commitment its terms and price
 * @param count how many VMs at a time, at least 1
 */
public record Purchase(VmOffer offer, Commitment commitment, int count) {
    public Purchase {
        Check.positive("count", count);
    }
}
