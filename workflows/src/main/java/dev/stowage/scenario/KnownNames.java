package dev.stowage.scenario;

import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.admission.AdmissionPolicy;
import dev.stowage.policy.deployment.AlwaysOn;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.workload.WorkloadModels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The names that a scenario may use, from the registries of the product.
 *
 * @param placements placement policies
 * @param admissions admission policies
 * @param models built-in workload models
 * @param regionsByProvider cloud providers of the reference catalogue and their regions
 * @param deployments deployment policies
 */
public record KnownNames(
        PolicyRegistry<PlacementPolicy> placements,
        PolicyRegistry<AdmissionPolicy> admissions,
        List<String> models,
        Map<String, List<String>> regionsByProvider,
        List<String> deployments) {
    public KnownNames {
        models = List.copyOf(models);
        regionsByProvider = Collections.unmodifiableMap(new LinkedHashMap<>(regionsByProvider));
        deployments = List.copyOf(deployments);
    }

    /** Everything that the product has, with the clouds of {@code catalogue}. */
    public static KnownNames installed(VmCatalogue catalogue) {
        Map<String, List<String>> regions = new LinkedHashMap<>();
        catalogue.providers().forEach(name -> regions.put(name, catalogue.regions(name)));
        return new KnownNames(
                PlacementPolicies.registry(),
                AdmissionPolicies.registry(),
                WorkloadModels.builtIn(),
                regions,
                Stream.concat(
                                Stream.of(AlwaysOn.NAME),
                                DeploymentPolicies.registry().names().stream())
                        .toList());
    }

    List<String> providers() {
        return List.copyOf(regionsByProvider.keySet());
    }

    /** The regions of these providers, sorted; of all providers if there are none. */
    List<String> regionsOf(List<String> providers) {
        TreeSet<String> regions = new TreeSet<>();
        regionsByProvider.forEach(
                (provider, itsRegions) -> {
                    if (providers.isEmpty() || providers.contains(provider)) {
                        regions.addAll(itsRegions);
                    }
                });
        return new ArrayList<>(regions);
    }
}
