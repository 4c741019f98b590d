package dev.stowage.model.cloud;

import dev.stowage.basis.InputException;
import java.util.List;

/** The VM types that providers rent, with their prices and billing rules, as of some date. */
public interface VmCatalogue {
    /** What reports call it. */
    String name();

    /** Names of the providers, in the order of the catalogue. */
    List<String> providers();

    /**
     * Regions of a provider, in the order of the catalogue.
     *
     * @throws InputException if there is no such provider; lists the valid ones
     */
    List<String> regions(String provider);

    /**
     * What can be rented in a region, in the order of the catalogue.
     *
     * @throws InputException if there is no such provider or region; lists the valid ones
     */
    List<VmOffer> offers(String provider, String region);

    /**
     * What one type costs in a region.
     *
     * @throws InputException if there is no such provider, region or type; lists the valid ones
     */
    VmOffer offer(String provider, String region, String vmType);

    /**
     * Families of a region whose sizes the customer chooses, in the order of the catalogue; none
     * where the provider has none, or the catalogue knows of none.
     */
    default List<CustomVmFamily> customFamilies(String provider, String region) {
        return List.of();
    }

    /**
     * How a provider charges for time.
     *
     * @throws InputException if there is no such provider; lists the valid ones
     */
    BillingRule billing(String provider);
}
