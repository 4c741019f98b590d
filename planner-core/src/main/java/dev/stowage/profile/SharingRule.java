package dev.stowage.profile;

import dev.stowage.basis.Check;

/**
 * What provider-oriented admission makes most of, and what nobody may fall below.
 *
 * @param utilisation of what CPU utilisation is counted
 * @param floor least performance index that an application may have
 */
public record SharingRule(Utilisation utilisation, double floor) {
    /** The two readings of equation 2.4. */
    public enum Utilisation {
        /** CPU used over the CPU of the slice. */
        ALLOCATION,
        /** CPU used over the CPU of the server. */
        SERVER
    }

    /** Utilisation of the allocation, floor 0.3: ours, the thesis says neither. */
    public static final SharingRule DEFAULT = new SharingRule(Utilisation.ALLOCATION, 0.3);

    public SharingRule {
        Check.inRange("floor", floor, 0, 1);
    }
}
