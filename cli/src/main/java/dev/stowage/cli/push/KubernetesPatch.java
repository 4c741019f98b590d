package dev.stowage.cli.push;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.model.InputException;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.PlacementPlan;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a plan wants of workloads of Kubernetes, as documents for server-side apply: only the fields
 * that the plan is about.
 */
final class KubernetesPatch {
    /** Prefix of the names of our priority classes. */
    static final String PRIORITY = "stowage-priority-";

    private static final long MICRO_CORES_PER_MILLI = 1_000;
    private static final long MILLIONTHS = 1_000_000;

    private final PlacementPlan plan;
    private final Steering steering;

    /** How pods are led to the servers of the plan. */
    enum Steering {
        /** Node affinity that the scheduler tries to keep. */
        PREFERRED,
        /** Node affinity that the scheduler must keep. */
        REQUIRED,
        /** Topology spread as the plan's rules say. */
        SPREAD,
        /** Not at all. */
        NONE;

        /** As the option {@code placement} says. */
        static Steering of(PushSettings settings) {
            String name = settings.get("placement", "preferred");
            for (Steering each : values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return each;
                }
            }
            throw InputException.at(
                    "--placement", name, "one of preferred, required, spread, none", null);
        }
    }

    KubernetesPatch(PlacementPlan plan, Steering steering) {
        this.plan = plan;
        this.steering = steering;
    }

    /** Amounts by the names that Kubernetes has for them; network has none. */
    Map<String, String> quantities(ResourceVector amounts) {
        Map<String, String> quantities = new LinkedHashMap<>();
        for (int i = 0; i < amounts.size(); i++) {
            long amount = amounts.get(i);
            String name = plan.resources().get(i).name();
            if (name.equals(PackingResource.CPU.name())) {
                quantities.put("cpu", cpu(amount));
            } else if (name.equals(PackingResource.MEMORY.name())) {
                quantities.put("memory", bytes(amount));
            } else if (name.equals(PackingResource.DISK.name()) && amount > 0) {
                quantities.put("ephemeral-storage", bytes(amount));
            } else if (name.equals(PackingResource.GPU.name()) && amount > 0) {
                quantities.put(
                        "nvidia.com/gpu", Long.toString((amount + MILLIONTHS - 1) / MILLIONTHS));
            }
        }
        return quantities;
    }

    /** Limits by the names that Kubernetes has for them, of the resources that have one. */
    Map<String, String> limits(@Nullable ResourceVector limit) {
        Map<String, String> limits = limit == null ? new LinkedHashMap<>() : quantities(limit);
        limits.values().removeIf("0"::equals);
        return limits;
    }

    /** Thousandths of a core, rounded up: Kubernetes knows no finer ones. */
    private static String cpu(long microCores) {
        long milli = (microCores + MICRO_CORES_PER_MILLI - 1) / MICRO_CORES_PER_MILLI;
        return milli % 1_000 == 0 ? Long.toString(milli / 1_000) : milli + "m";
    }

    /** Bytes with the largest binary unit that leaves no remainder. */
    static String bytes(long bytes) {
        String[] units = {"", "Ki", "Mi", "Gi", "Ti"};
        long amount = bytes;
        int unit = 0;
        while (amount > 0 && amount % 1024 == 0 && unit < units.length - 1) {
            amount /= 1024;
            unit++;
        }
        return new BigDecimal(amount).toPlainString() + units[unit];
    }

    /** A priority class of a value. */
    static ObjectNode priorityClass(int value) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("apiVersion", "scheduling.k8s.io/v1").put("kind", "PriorityClass");
        root.putObject("metadata").put("name", priorityName(value));
        root.put("value", value);
        root.put("description", "Priority " + value + " of a plan of stowage");
        return root;
    }

    /** Name of the priority class of a value; a dash can't begin the digits. */
    static String priorityName(int value) {
        return PRIORITY + (value < 0 ? "minus-" + -(long) value : Integer.toString(value));
    }

    /**
     * A workload.
     *
     * @param requests by container, then by resource
     * @param limits by container, then by resource
     * @param labels that select its pods
     */
    ObjectNode workload(
            Workload workload,
            PlacementPlan.Service service,
            Map<String, Map<String, String>> requests,
            Map<String, Map<String, String>> limits,
            Map<String, String> labels) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("apiVersion", "apps/v1").put("kind", workload.kind());
        root.putObject("metadata")
                .put("name", workload.name())
                .put("namespace", workload.namespace());
        ObjectNode pod = root.putObject("spec").putObject("template").putObject("spec");
        if (service.priority() != 0) {
            pod.put("priorityClassName", priorityName(service.priority()));
        }
        ArrayNode containers = pod.putArray("containers");
        requests.forEach(
                (name, amounts) -> {
                    ObjectNode resources =
                            containers.addObject().put("name", name).putObject("resources");
                    ObjectNode asked = resources.putObject("requests");
                    amounts.forEach(asked::put);
                    Map<String, String> most = limits.getOrDefault(name, Map.of());
                    if (!most.isEmpty()) {
                        ObjectNode allowed = resources.putObject("limits");
                        most.forEach(allowed::put);
                    }
                });
        steer(pod, service, labels);
        return root;
    }

    private void steer(ObjectNode pod, PlacementPlan.Service service, Map<String, String> labels) {
        List<String> servers = servers(service);
        switch (steering) {
            case NONE -> {}
            case SPREAD -> spread(pod, service, labels);
            case REQUIRED -> {
                if (!servers.isEmpty()) {
                    term(
                            pod.putObject("affinity")
                                    .putObject("nodeAffinity")
                                    .putObject("requiredDuringSchedulingIgnoredDuringExecution")
                                    .putArray("nodeSelectorTerms")
                                    .addObject(),
                            servers);
                }
            }
            case PREFERRED -> {
                if (!servers.isEmpty()) {
                    term(
                            pod.putObject("affinity")
                                    .putObject("nodeAffinity")
                                    .putArray("preferredDuringSchedulingIgnoredDuringExecution")
                                    .addObject()
                                    .put("weight", 100)
                                    .putObject("preference"),
                            servers);
                }
            }
        }
    }

    private static void term(ObjectNode term, List<String> servers) {
        ArrayNode values =
                term.putArray("matchExpressions")
                        .addObject()
                        .put("key", "kubernetes.io/hostname")
                        .put("operator", "In")
                        .putArray("values");
        servers.forEach(values::add);
    }

    private List<String> servers(PlacementPlan.Service service) {
        return plan.items().stream()
                .filter(each -> service.name().equals(each.service()))
                .map(PlacementPlan.Item::server)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    private void spread(ObjectNode pod, PlacementPlan.Service service, Map<String, String> labels) {
        List<String> items =
                plan.items().stream()
                        .filter(each -> service.name().equals(each.service()))
                        .map(PlacementPlan.Item::name)
                        .toList();
        ArrayNode constraints = Json.mapper().createArrayNode();
        for (PlacementPlan.Rule rule : plan.rules()) {
            if (rule.kind().equals("spread") && rule.items().stream().anyMatch(items::contains)) {
                ObjectNode constraint = constraints.addObject();
                constraint.put("maxSkew", Math.max(1, rule.most()));
                constraint.put(
                        "topologyKey",
                        rule.scope().equals("server")
                                ? "kubernetes.io/hostname"
                                : "topology.kubernetes.io/zone");
                constraint.put("whenUnsatisfiable", "DoNotSchedule");
                ObjectNode match = constraint.putObject("labelSelector").putObject("matchLabels");
                labels.forEach(match::put);
            }
        }
        if (!constraints.isEmpty()) {
            pod.set("topologySpreadConstraints", constraints);
        }
    }
}
