package dev.stowage.catalog.gather;

import dev.stowage.model.cloud.VmOffer;

/**
 * An offer and where it stands.
 *
 * @param offer the offer
 * @param place file and line
 */
public record Located(VmOffer offer, String place) {
    /** Provider, region and type. */
    public String name() {
        return offer.type().provider() + " " + offer.region() + " " + offer.type().name();
    }
}
