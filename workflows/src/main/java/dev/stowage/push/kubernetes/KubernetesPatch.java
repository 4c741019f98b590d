package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.Workload;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a plan wants of workloads of Kubernetes, as documents for server-side apply: only the fields
 * that the plan is about.
 */
public final class KubernetesPatch {
    /** Prefix of the names of our priority classes. */
    static final String PRIORITY = "stowage-priority-";

    private static final long MICRO_CORES_PER_MILLI = 1_000;
    private static final long MILLIONTHS = 1_000_000;
    private static final int LARGEST_PRIORITY = 1_000_000_000;

    private final PlacementPlan plan;
    private final Wish wish;

    /**
     * What is wanted beside requests and limits.
     *
     * @param hasPriorities true for priority classes
     */
    public record Wish(Steering steering, boolean hasPriorities) {
        /** As the options {@code placement} and {@code priorities} say. */
        public static Wish of(PushSettings settings) {
            return new Wish(Steering.of(settings), settings.isOn("priorities"));
        }
    }

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
        public static Steering of(PushSettings settings) {
            String name = settings.get("placement", "none");
            for (Steering each : values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return each;
                }
            }
            throw InputException.at(
                    "--placement", name, "one of preferred, required, spread, none", null);
        }
    }

    public KubernetesPatch(PlacementPlan plan, Wish wish) {
        this.plan = plan;
        this.wish = wish;
    }

    Wish wish() {
        return wish;
    }

    /** Amounts by the names that Kubernetes has for them; network has none. */
    public Map<String, String> quantities(ResourceVector amounts) {
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
    public Map<String, String> limits(@Nullable ResourceVector limit) {
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
    public static ObjectNode priorityClass(int value) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("apiVersion", "scheduling.k8s.io/v1").put("kind", "PriorityClass");
        root.putObject("metadata").put("name", priorityName(value));
        root.put("value", value);
        root.put("description", "Priority " + value + " of a plan of stowage");
        return root;
    }

    /** Name of the priority class of a value; a dash can't begin the digits. */
    public static String priorityName(int value) {
        return PRIORITY + (value < 0 ? "minus-" + -(long) value : Integer.toString(value));
    }

    /**
     * A workload.
     *
     * @param requests by container, then by resource
     * @param limits by container, then by resource
     * @param labels that select its pods
     */
    public ObjectNode workload(
            Workload workload,
            PlacementPlan.Service service,
            Map<String, Map<String, String>> requests,
            Map<String, Map<String, String>> limits,
            Map<String, String> labels) {
        ObjectNode root = resources(workload, requests, limits);
        ObjectNode pod = (ObjectNode) root.at("/spec/template/spec");
        prioritise(pod, service);
        steer(pod, service, labels);
        return root;
    }

    /** A workload with the amounts of its containers alone. */
    ObjectNode resources(
            Workload workload,
            Map<String, Map<String, String>> requests,
            Map<String, Map<String, String>> limits) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("apiVersion", "apps/v1").put("kind", workload.kind());
        root.putObject("metadata")
                .put("name", workload.name())
                .put("namespace", workload.namespace());
        ObjectNode pod = root.putObject("spec").putObject("template").putObject("spec");
        Set<String> names = new TreeSet<>(requests.keySet());
        names.addAll(limits.keySet());
        for (String name : names) {
            ObjectNode resources = Json.mapper().createObjectNode();
            put(resources, "requests", requests.getOrDefault(name, Map.of()));
            put(resources, "limits", limits.getOrDefault(name, Map.of()));
            if (!resources.isEmpty()) {
                ArrayNode containers = pod.withArray("containers");
                containers.addObject().put("name", name).set("resources", resources);
            }
        }
        return root;
    }

    private static void put(ObjectNode resources, String kind, Map<String, String> amounts) {
        if (!amounts.isEmpty()) {
            ObjectNode all = resources.putObject(kind);
            amounts.forEach(all::put);
        }
    }

    /** Gives a pod the priority of the plan, if that is wanted and can be given. */
    void prioritise(ObjectNode pod, PlacementPlan.Service service) {
        if (hasPriority(service)) {
            pod.put("priorityClassName", priorityName(service.priority()));
        }
    }

    /** True if a priority class of ours is wanted; those above the limit are the cluster's own. */
    public boolean hasPriority(PlacementPlan.Service service) {
        return wish.hasPriorities()
                && service.priority() != 0
                && service.priority() <= LARGEST_PRIORITY;
    }

    /** Leads a pod to the servers of its service, if that is wanted. */
    void steer(ObjectNode pod, PlacementPlan.Service service, Map<String, String> labels) {
        List<String> servers = servers(service);
        if (wish.steering() == Steering.SPREAD) {
            spread(pod, service, labels);
        } else if (wish.steering() != Steering.NONE && !servers.isEmpty()) {
            ObjectNode affinity = pod.putObject("affinity").putObject("nodeAffinity");
            if (wish.steering() == Steering.REQUIRED) {
                ArrayNode terms =
                        affinity.putObject("requiredDuringSchedulingIgnoredDuringExecution")
                                .putArray("nodeSelectorTerms");
                servers.forEach(server -> term(terms.addObject(), server));
            } else {
                ArrayNode terms =
                        affinity.putArray("preferredDuringSchedulingIgnoredDuringExecution");
                servers.forEach(
                        server ->
                                term(
                                        terms.addObject()
                                                .put("weight", 100)
                                                .putObject("preference"),
                                        server));
            }
        }
    }

    /** By the node's name, of which a term takes one; its label with the host's may differ. */
    private static void term(ObjectNode term, String server) {
        term.putArray("matchFields")
                .addObject()
                .put("key", "metadata.name")
                .put("operator", "In")
                .putArray("values")
                .add(server);
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
