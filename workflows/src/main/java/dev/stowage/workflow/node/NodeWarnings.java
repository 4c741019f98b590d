package dev.stowage.workflow.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.sim.node.NodeRun;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.sim.node.SteadyState;
import dev.stowage.sim.node.study.NodeStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the reader of a result has to know. */
final class NodeWarnings {
    private static final int LOOKS = 1000;

    private NodeWarnings() {}

    static List<String> of(NodeScenario scenario, NodeStudy study, boolean isInfeasible) {
        List<String> warnings = new ArrayList<>();
        boolean isRead =
                study.results().stream().anyMatch(each -> each.effectiveUtilisation().mean() > 0);
        if (isInfeasible && isRead) {
            warnings.add(
                    "at no moment of the run all targets can be met: readings within all of them"
                            + " are noise");
        }
        for (int i = 0; i < scenario.tenants().size(); i++) {
            infeasible(scenario, scenario.tenants().get(i), warnings);
            pressed(scenario, i, warnings);
        }
        warnings.addAll(scenario.notes());
        SharedShortage.of(scenario).ifPresent(warnings::add);
        for (NodeStudy.ManagerResult each : study.results()) {
            unread(each, warnings);
            finished(each, warnings);
            long pooled = each.first().summary().pooledReadings();
            if (pooled > 0) {
                warnings.add(
                        each.manager()
                                + ": "
                                + pooled
                                + " half seconds had too few requests for a percentile, with those"
                                + " kept from before; the last reading, if any, stood");
            }
        }
        return warnings;
    }

    private static void finished(NodeStudy.ManagerResult result, List<String> warnings) {
        for (NodeRun.JobOutcome each : result.first().jobs()) {
            if (each.done() >= 1) {
                warnings.add(
                        result.manager()
                                + ": "
                                + each.job()
                                + " is done before the end; from then on the figures are without it");
            }
        }
    }

    private static void unread(NodeStudy.ManagerResult result, List<String> warnings) {
        List<String> services = result.first().services();
        for (int i = 0; i < services.size(); i++) {
            if (result.unreadShare(i) > 0) {
                warnings.add(
                        String.format(
                                Locale.ROOT,
                                "%s: %s had too few requests for a percentile in the first %.1f %%"
                                        + " of the run; that time counts as not within its target",
                                result.manager(),
                                services.get(i),
                                100 * result.unreadShare(i)));
            }
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
        if (meets(node, service, most)) {
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

    /** What the others take of the memory bandwidth, however the rest is divided. */
    private static void pressed(NodeScenario scenario, int index, List<String> warnings) {
        NodeSpec.Tenant tenant = scenario.tenants().get(index);
        double most = 0;
        for (int look = 0; look <= LOOKS; look++) {
            double seconds = scenario.durationSeconds() * look / LOOKS;
            if (tenant.load().at(seconds) > 0) {
                most = Math.max(most, bandwidthBeside(scenario, index, seconds));
            }
        }
        NodeProfile node = scenario.node();
        double latency = SteadyState.atRestBeside(node, tenant.service(), most);
        if (latency > 1) {
            warnings.add(
                    String.format(
                            Locale.ROOT,
                            "%s is infeasible at any allocation beside the others: the memory"
                                    + " bandwidth is too small, they ask for %.1f of %.1f GB/s and"
                                    + " it cannot be divided; a request without a queue takes %.2f"
                                    + " times the target",
                            tenant.service().name(),
                            most,
                            node.of(NodeParameter.MEMORY_BANDWIDTH),
                            latency));
        }
    }

    private static double bandwidthBeside(NodeScenario scenario, int index, double seconds) {
        double sum = 0;
        for (int i = 0; i < scenario.tenants().size(); i++) {
            if (i != index) {
                NodeSpec.Tenant other = scenario.tenants().get(i);
                sum += other.service().of(ServiceParameter.BANDWIDTH) * other.load().at(seconds);
            }
        }
        return sum;
    }

    /** All that is short, each on a node that has enough of the others. */
    private static String shortOf(NodeProfile node, ServiceProfile service, double load) {
        List<String> found = new ArrayList<>();
        boolean isStorageBound = service.of(ServiceParameter.CACHED_DATA_GB) > 0;
        double network = service.of(ServiceParameter.NETWORK) * load;
        double disk = isStorageBound ? service.of(ServiceParameter.DISK) * load : 0;
        NodeProfile ample = withMost(node, NodeParameter.MEMORY_GB);
        NodeProfile all = withMost(ample, NodeParameter.NETWORK, NodeParameter.DISK);
        boolean isMetByAll = meets(all, service, load);
        if (network > node.of(NodeParameter.NETWORK)
                || (isMetByAll && !meets(withMost(ample, NodeParameter.DISK), service, load))) {
            found.add(
                    "the network is too slow, it asks for "
                            + ShortFigures.of(
                                    network, node.of(NodeParameter.NETWORK), 1, " of ", " Gbit/s"));
        }
        if (disk > node.of(NodeParameter.DISK)
                || (isMetByAll && !meets(withMost(ample, NodeParameter.NETWORK), service, load))) {
            found.add(
                    "the disk is too slow, it asks for "
                            + ShortFigures.of(
                                    disk, node.of(NodeParameter.DISK), 1, " of ", " MB/s"));
        }
        memory(node, service, load).ifPresent(found::add);
        if (!isMetByAll) {
            found.add(
                    isStorageBound
                            ? "its requests take too long with all of its data in memory, too"
                            : "too few cores");
        }
        return found.isEmpty()
                ? "each of its resources is enough by itself, and all together are not"
                : String.join("; and ", found);
    }

    private static Optional<String> memory(NodeProfile node, ServiceProfile service, double load) {
        int enough =
                memoryThatSuffices(
                        withMost(node, NodeParameter.NETWORK, NodeParameter.DISK), service, load);
        if (enough > 0) {
            return Optional.of(
                    String.format(
                            Locale.ROOT,
                            "the memory is too small, it needs at least %d of %d whole GB",
                            enough,
                            node.whole(NodeParameter.MEMORY_GB)));
        }
        double resident = service.of(ServiceParameter.RESIDENT_GB);
        return resident > node.of(NodeParameter.MEMORY_GB)
                ? Optional.of(
                        "the memory is too small, it keeps "
                                + ShortFigures.of(
                                        resident,
                                        node.of(NodeParameter.MEMORY_GB),
                                        1,
                                        " of ",
                                        " GB"))
                : Optional.empty();
    }

    private static NodeProfile withMost(NodeProfile node, NodeParameter... keys) {
        NodeProfile result = node;
        for (NodeParameter key : keys) {
            result = result.with(key, key.form().high(), ParameterSource.OURS);
        }
        return result;
    }

    /**
     * The least memory of the node with which it meets its target, GB, by binary search, as more is
     * never slower; 0 if all of its data in memory is not enough.
     */
    private static int memoryThatSuffices(NodeProfile node, ServiceProfile service, double load) {
        if (meets(node, service, load)) {
            return 0;
        }
        int low = node.whole(NodeParameter.MEMORY_GB) + 1;
        double data =
                Math.max(
                        service.of(ServiceParameter.CACHED_DATA_GB),
                        service.of(ServiceParameter.RESIDENT_GB));
        int high = (int) Math.ceil(Math.min(data, NodeParameter.MEMORY_GB.form().high()));
        if (high < low || !meets(withMemory(node, high), service, load)) {
            return 0;
        }
        while (low < high) {
            int middle = (low + high) / 2;
            if (meets(withMemory(node, middle), service, load)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static NodeProfile withMemory(NodeProfile node, int gb) {
        return node.with(NodeParameter.MEMORY_GB, gb, ParameterSource.OURS);
    }

    /** True if all of the node is enough for a service. */
    private static boolean meets(NodeProfile node, ServiceProfile service, double load) {
        SteadyState.Part all =
                new SteadyState.Part(
                        node.whole(NodeParameter.CORES),
                        node.whole(NodeParameter.WAYS),
                        node.highestLevel(),
                        node.whole(NodeParameter.MEMORY_GB));
        return SteadyState.latencyOverTarget(node, service, load, all) <= 1;
    }
}
