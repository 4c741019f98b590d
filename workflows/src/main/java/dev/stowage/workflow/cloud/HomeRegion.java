package dev.stowage.workflow.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.option.OptionNames;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Markets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a service and its data are.
 *
 * @param provider whose region
 * @param region as the provider writes it
 */
public record HomeRegion(String provider, String region) {
    /**
     * A region by name, alone or as {@code provider/region}.
     *
     * @param providers that are compared
     * @throws InputException if none has it, with the nearest name, or several have it
     */
    public static HomeRegion of(String name, VmCatalogue catalogue, List<String> providers) {
        List<HomeRegion> found = new ArrayList<>();
        Set<String> known = new LinkedHashSet<>();
        for (String provider : providers) {
            for (String region : catalogue.regions(provider)) {
                known.add(region);
                known.add(provider + "/" + region);
                if (name.equals(region) || name.equals(provider + "/" + region)) {
                    found.add(new HomeRegion(provider, region));
                }
            }
        }
        if (found.isEmpty()) {
            refuseOfAnother(name, known);
            OptionNames.require("--home", name, known);
        }
        if (found.size() > 1) {
            throw InputException.at(
                    "--home",
                    "\"" + name + "\", which several providers have",
                    "one of " + found.stream().map(HomeRegion::name).toList(),
                    null);
        }
        return found.get(0);
    }

    /** A region that another provider has is no misspelt one. */
    private static void refuseOfAnother(String name, Set<String> known) {
        String region = name.substring(name.indexOf('/') + 1);
        List<String> others = known.stream().filter(k -> k.endsWith("/" + region)).toList();
        if (name.contains("/") && !others.isEmpty()) {
            throw InputException.at(
                    "--home",
                    "\"" + name + "\", a region that " + name.split("/", -1)[0] + " lacks",
                    "a provider's own region",
                    "Did you mean " + String.join(" or ", others) + "?");
        }
    }

    /** {@code aws/us-east-1}. */
    public String name() {
        return provider + "/" + region;
    }

    /** The regions allowed: this, and those named. */
    public Set<String> with(Set<String> regions) {
        Set<String> all = new HashSet<>(regions);
        all.add(name());
        return all;
    }

    /**
     * What can be rented at home.
     *
     * @throws InputException if nothing can
     */
    public Market market(Markets markets) {
        return markets.of(provider).stream()
                .filter(market -> market.region().equals(region))
                .findFirst()
                .orElseThrow(
                        () ->
                                InputException.at(
                                        "--home",
                                        name() + ", where the filters leave nothing to rent",
                                        "a place where the service can be",
                                        null));
    }
}
