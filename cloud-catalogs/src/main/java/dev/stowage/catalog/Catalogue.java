package dev.stowage.catalog;

import dev.stowage.basis.InputException;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A catalogue in memory, in the order of its rows. */
final class Catalogue implements VmCatalogue {
    private final String name;
    private final Map<String, BillingRule> billing;
    private final Map<String, Map<String, List<VmOffer>>> offers = new LinkedHashMap<>();

    private final Map<List<String>, List<CustomVmFamily>> families;

    Catalogue(
            String name,
            List<VmOffer> offers,
            List<CustomVmFamily> families,
            Map<String, BillingRule> billing) {
        this.name = name;
        this.billing = billing;
        this.families =
                families.stream()
                        .collect(
                                Collectors.groupingBy(
                                        each -> List.of(each.provider(), each.region())));
        for (VmOffer offer : offers) {
            this.offers
                    .computeIfAbsent(offer.type().provider(), provider -> new LinkedHashMap<>())
                    .computeIfAbsent(offer.region(), region -> new ArrayList<>())
                    .add(offer);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> providers() {
        return List.copyOf(offers.keySet());
    }

    @Override
    public List<String> regions(String provider) {
        return List.copyOf(provider(provider).keySet());
    }

    @Override
    public List<VmOffer> offers(String provider, String region) {
        Map<String, List<VmOffer>> regions = provider(provider);
        return List.copyOf(known("region of " + provider, region, regions));
    }

    @Override
    public VmOffer offer(String provider, String region, String vmType) {
        Map<String, VmOffer> types = new LinkedHashMap<>();
        offers(provider, region).forEach(offer -> types.put(offer.type().name(), offer));
        return known("VM type of " + provider + " in " + region, vmType, types);
    }

    @Override
    public List<CustomVmFamily> customFamilies(String provider, String region) {
        known("region of " + provider, region, provider(provider));
        return List.copyOf(families.getOrDefault(List.of(provider, region), List.of()));
    }

    @Override
    public BillingRule billing(String provider) {
        provider(provider);
        return known("provider", provider, billing);
    }

    private Map<String, List<VmOffer>> provider(String provider) {
        return known("provider", provider, offers);
    }

    private <V> V known(String what, String key, Map<String, V> values) {
        V value = values.get(key);
        if (value == null) {
            throw unknown(what, key, values.keySet());
        }
        return value;
    }

    private InputException unknown(String what, String key, Collection<String> valid) {
        return InputException.at(
                "catalogue " + name,
                "unknown " + what + " \"" + key + "\"",
                "one of " + String.join(", ", valid),
                null);
    }
}
