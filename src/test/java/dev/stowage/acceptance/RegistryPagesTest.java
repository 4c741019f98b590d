package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.applications.ExecutionFeature;
import dev.stowage.catalog.Catalogues;
import dev.stowage.catalog.imports.CatalogueImport;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.push.PushTargets;
import dev.stowage.sim.profiled.ClusterSchedulers;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.sim.skynet.ObjectiveControllers;
import dev.stowage.stats.density.Family;
import dev.stowage.workload.synthesis.Generators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be chosen by name is explained on the page that is about it. */
class RegistryPagesTest {
    static List<Map.Entry<String, Collection<String>>> pages() {
        return List.of(
                Map.entry("simulation.md", PlacementPolicies.registry().names()),
                Map.entry("simulation.md", AdmissionPolicies.registry().names()),
                Map.entry("simulation.md", QueueDisciplines.registry().names()),
                Map.entry("clouds.md", DeploymentPolicies.registry().names()),
                Map.entry("node.md", NodeManagers.registry().names()),
                Map.entry("quman.md", ClusterSchedulers.registry().names()),
                Map.entry("skynet.md", ObjectiveControllers.registry().names()),
                Map.entry("serverless.md", Autoscalers.registry().names()),
                Map.entry(
                        "push.md",
                        PushTargets.all().stream().map(PushTargets.Entry::name).toList()),
                Map.entry("models.md", Generators.names()),
                Map.entry(
                        "models.md", Arrays.stream(Family.values()).map(Family::spelling).toList()),
                Map.entry("applications.md", ExecutionFeature.keys()),
                Map.entry("catalogues.md", CatalogueImport.sources()),
                Map.entry("catalogues.md", Catalogues.reference().providers()));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void namesAreOnTheirPage(Map.Entry<String, Collection<String>> page) throws IOException {
        String text = Files.readString(Path.of("docs", page.getKey()));
        assertThat(page.getValue())
                .as("names in docs/%s", page.getKey())
                .allMatch(name -> text.matches("(?s).*(?<![\\w-])\\Q" + name + "\\E(?![\\w-]).*"));
    }
}
