package dev.stowage.catalog;

import dev.stowage.basis.InputException;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several catalogues as one; each provider comes from one of them. */
final class JoinedCatalogue implements VmCatalogue {
    private final String name;
    private final Map<String, VmCatalogue> byProvider = new LinkedHashMap<>();

    private JoinedCatalogue(String name) {
        this.name = name;
    }

    /**
     * Joins catalogues; the shipped one gives only the providers that no other has.
     *
     * @throws InputException if two others have the same provider
     */
    static VmCatalogue of(List<VmCatalogue> catalogues) {
        if (catalogues.size() == 1) {
            return catalogues.get(0);
        }
        List<VmCatalogue> own = new ArrayList<>();
        List<VmCatalogue> shipped = new ArrayList<>();
        for (VmCatalogue each : catalogues) {
            (each.name().equals(Catalogues.REFERENCE) ? shipped : own).add(each);
        }
        String names = String.join(" + ", catalogues.stream().map(VmCatalogue::name).toList());
        JoinedCatalogue joined = new JoinedCatalogue(names);
        for (VmCatalogue each : own) {
            for (String provider : each.providers()) {
                VmCatalogue other = joined.byProvider.putIfAbsent(provider, each);
                if (other != null) {
                    throw InputException.at(
                            "catalogues " + names,
                            provider + " in both " + other.name() + " and " + each.name(),
                            "each provider in one catalogue",
                            "Give one of them.");
                }
            }
        }
        for (VmCatalogue each : shipped) {
            each.providers().forEach(known -> joined.byProvider.putIfAbsent(known, each));
        }
        return joined;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> providers() {
        return List.copyOf(byProvider.keySet());
    }

    @Override
    public List<String> regions(String provider) {
        return of(provider).regions(provider);
    }

    @Override
    public List<VmOffer> offers(String provider, String region) {
        return of(provider).offers(provider, region);
    }

    @Override
    public VmOffer offer(String provider, String region, String vmType) {
        return of(provider).offer(provider, region, vmType);
    }

    @Override
    public List<CustomVmFamily> customFamilies(String provider, String region) {
        return of(provider).customFamilies(provider, region);
    }

    @Override
    public BillingRule billing(String provider) {
        return of(provider).billing(provider);
    }

    private VmCatalogue of(String provider) {
        VmCatalogue catalogue = byProvider.get(provider);
        if (catalogue == null) {
            throw InputException.at(
                    "catalogue " + name,
                    "unknown provider \"" + provider + "\"",
                    "one of " + String.join(", ", byProvider.keySet()),
                    null);
        }
        return catalogue;
    }
}
