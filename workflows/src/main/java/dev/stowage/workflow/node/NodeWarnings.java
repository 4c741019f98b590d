package dev.stowage.workflow.node;

import dev.stowage.model.node.BatchParameter;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.sim.node.SteadyState;
import dev.stowage.sim.node.study.NodeStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the reader of a result has to know. */
final class NodeWarnings {
    private static final int LOOKS = 1000;

    private NodeWarnings() {}

    static List<String> of(NodeScenario scenario, NodeStudy study) {
        List<String> warnings = new ArrayList<>();
        for (NodeSpec.Tenant tenant : scenario.tenants()) {
            infeasible(scenario, tenant, warnings);
        }
        together(scenario, warnings);
        for (NodeStudy.ManagerResult each : study.results()) {
            long pooled = each.first().summary().pooledReadings();
            if (pooled > 0) {
                warnings.add(
                        each.manager()
                                + ": "
                                + pooled
                                + " readings had too few requests for the percentile; those of"
                                + " earlier intervals were pooled");
            }
        }
        return warnings;
    }

    /** What tenants need at the same time, whoever divides the node. */
    private static void together(NodeScenario scenario, List<String> warnings) {
        double needed =
                scenario.tenants().stream()
                                .mapToDouble(
                                        each -> each.service().of(ServiceParameter.RESIDENT_GB))
                                .sum()
                        + scenario.approximate().stream()
                                .mapToDouble(each -> each.job().of(BatchParameter.RESIDENT_GB))
                                .sum();
        double most = scenario.node().of(NodeParameter.MEMORY_GB);
        if (needed > most && scenario.tenants().size() + scenario.approximate().size() > 1) {
            warnings.add(
                    String.format(
                            Locale.ROOT,
                            "together they are infeasible at any allocation: the memory is too"
                                    + " small, %.1f GB are resident and the node has %.1f",
                            needed,
                            most));
        }
    }

    private static void infeasible(
            NodeScenario scenario, NodeSpec.Tenant tenant, List<String> warnings) {
        double most = 0;
        for (int look = 0; look <= LOOKS; look++) {
            most = Math.max(most, tenant.load().at(scenario.durationSeconds() * look / LOOKS));
        }
        NodeProfile node = scenario.node();
        ServiceProfile service = tenant.service();
        SteadyState.Part all =
                new SteadyState.Part(
                        node.whole(NodeParameter.CORES),
                        node.whole(NodeParameter.WAYS),
                        node.highestLevel(),
                        node.whole(NodeParameter.MEMORY_GB));
        if (SteadyState.latencyOverTarget(node, service, most, all) <= 1) {
            return;
        }
        warnings.add(
                String.format(
                        Locale.ROOT,
                        "%s at load %.2f is infeasible at any allocation: %s",
                        service.name(),
                        most,
                        shortOf(node, service, most)));
    }

    private static String shortOf(NodeProfile node, ServiceProfile service, double load) {
        if (service.of(ServiceParameter.NETWORK) * load > node.of(NodeParameter.NETWORK)) {
            return "the network is too slow";
        }
        if (service.of(ServiceParameter.RESIDENT_GB) > node.of(NodeParameter.MEMORY_GB)) {
            return "the memory is too small";
        }
        if (service.of(ServiceParameter.CACHED_DATA_GB) > 0) {
            return "the disk is too slow for its data beyond the memory";
        }
        return "too few cores";
    }
}
