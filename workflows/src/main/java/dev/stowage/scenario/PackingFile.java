package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskClass;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What to pack, in a YAML file, for {@code pack FILE.yaml}:
 *
 * <pre>{@code
 * headroom: 0.1
 * servers:
 *   - {name: r740, count: 10, cpu: 48, memoryGiB: 256, monthlyUsd: 310, serversPerDomain: 5}
 *   - {name: burst, count: 4, vm: aws/us-east-1/m7g.4xlarge}
 * services:
 *   - {name: web, replicas: 6, cpu: 2, memoryGiB: 4, mostPerDomain: 3, on: [r740-1, r740-2]}
 *   - {name: cache, cpu: 4, memoryGiB: 64}
 * rules:
 *   - {together: [web/0, cache]}
 * }</pre>
 */
public final class PackingFile {
    private static final String RESOURCE = "/dev/stowage/schema/packing.schema.json";
    private static final double DEFAULT_DOWNTIME_SECONDS = 30;
    private static final int MOST_ITEMS = 1_000_000;

    private final LocatedYaml yaml;
    private final JsonNode root;
    private final PackingServers servers;
    private final List<LocatedIssue> issues = new ArrayList<>();
    private final List<PackItem> items = new ArrayList<>();
    private final List<@Nullable String> serviceOf = new ArrayList<>();
    private final List<PlacementPlan.Service> services = new ArrayList<>();
    private final Map<String, TaskClass> classes = new HashMap<>();
    private final Map<String, List<Integer>> itemsOf = new LinkedHashMap<>();
    private final List<PackRule> rules = new ArrayList<>();

    private PackingFile(LocatedYaml yaml, VmCatalogue catalogue) {
        this.yaml = yaml;
        this.root = yaml.root();
        this.servers = new PackingServers(yaml, catalogue, issues);
    }

    /**
     * What {@code file} says.
     *
     * @param catalogue sizes and prices of VMs
     * @throws InputException with every issue of the file
     */
    public static PackRequest read(Path file, String defaultName, VmCatalogue catalogue) {
        LocatedYaml yaml =
                LocatedYaml.read(
                        file, "servers, services and rules in YAML, as docs/placement.md has them");
        LocatedIssue.refuse(ScenarioSchema.load(RESOURCE).issues(yaml));
        return new PackingFile(yaml, catalogue).request(defaultName);
    }

    private PackRequest request(String defaultName) {
        servers.read();
        JsonNode all = root.get("services");
        for (int i = 0; i < all.size(); i++) {
            service(JsonPointer.valueOf("/services/" + i), all.get(i));
        }
        for (int i = 0; i < services.size(); i++) {
            refuseNameOfReplica(
                    JsonPointer.valueOf("/services/" + i + "/name"), services.get(i).name());
        }
        for (int i = 0; i < root.path("rules").size(); i++) {
            rule(JsonPointer.valueOf("/rules/" + i), root.get("rules").get(i), i);
        }
        LocatedIssue.refuse(issues);
        return new PackRequest(
                root.path("name").asText(defaultName),
                new PackingProblem(servers.resources(), servers.servers(), items, rules),
                services,
                classes,
                serviceOf,
                servers.places(),
                servers.isPriced() ? PackRequest.USD_A_MONTH : PackRequest.SERVERS,
                root.path("downtimeSeconds").asDouble(DEFAULT_DOWNTIME_SECONDS),
                servers.inputs(),
                List.of());
    }

    private void service(JsonPointer path, JsonNode node) {
        String name = node.get("name").textValue();
        int replicas = node.path("replicas").asInt(1);
        if (itemsOf.containsKey(name)) {
            add(path.appendProperty("name"), "the name \"" + name + "\" again", "each name once");
            return;
        }
        if (items.size() + replicas > MOST_ITEMS) {
            add(path, "more than " + MOST_ITEMS + " replicas in all", "at most so many");
            return;
        }
        ResourceVector request = servers.asked(node);
        int first = items.size();
        boolean isPinned = node.path("pinned").asBoolean();
        List<Integer> running = running(path, node, replicas, isPinned);
        for (int r = 0; r < replicas; r++) {
            OptionalInt current =
                    r < running.size() && running.get(r) >= 0
                            ? OptionalInt.of(running.get(r))
                            : OptionalInt.empty();
            items.add(
                    new PackItem(
                            name + "/" + r,
                            request,
                            current,
                            isPinned && current.isPresent(),
                            PackingServers.bytes(
                                    node.get(node.has("moveGiB") ? "moveGiB" : "memoryGiB")),
                            predicates(path, node)));
            serviceOf.add(name);
        }
        itemsOf.put(name, IntStream.range(first, items.size()).boxed().toList());
        spread(name, node, "mostPerServer", PackRule.Scope.SERVER);
        spread(name, node, "mostPerDomain", PackRule.Scope.DOMAIN);
        if (node.has("class")) {
            boolean isBatch = node.get("class").textValue().equals(TaskClass.BATCH.label());
            classes.put(name, isBatch ? TaskClass.BATCH : TaskClass.USER_FACING);
        }
        services.add(
                new PlacementPlan.Service(
                        name,
                        replicas,
                        request,
                        null,
                        limit(path, node, request),
                        node.path("priority").asInt(0),
                        null));
    }

    /** A service that is called as a replica of another one is: a rule could mean either. */
    private void refuseNameOfReplica(JsonPointer path, String name) {
        if (replica(name).isPresent()) {
            issues.add(
                    yaml.atValue(
                            path,
                            new Problem(
                                    "a service called \""
                                            + name
                                            + "\", as a replica of service \""
                                            + serviceIn(name)
                                            + "\" is",
                                    "a name that no replica of another service has",
                                    "rename one of the two services, this one to "
                                            + name.replace('/', '-')
                                            + " for example")));
        }
    }

    private List<AttributePredicate> predicates(JsonPointer path, JsonNode node) {
        String needs = node.path("needs").asText("");
        try {
            PlacementConstraints constraints = PlacementConstraints.parse(needs);
            if (constraints.differentMachines() || constraints.differentDomains()) {
                throw new IllegalArgumentException("say mostPerServer or mostPerDomain instead");
            }
            return constraints.predicates();
        } catch (IllegalArgumentException e) {
            add(
                    path.appendProperty("needs"),
                    "\"" + needs + "\"",
                    "as in arch=x86;cores>8: " + e.getMessage());
            return List.of();
        }
    }

    private List<Integer> running(JsonPointer path, JsonNode node, int replicas, boolean isPinned) {
        List<Integer> running = new ArrayList<>();
        JsonNode on = node.path("on");
        if (on.size() > replicas) {
            add(
                    path.appendProperty("on"),
                    on.size()
                            + " servers for "
                            + replicas
                            + (replicas == 1 ? " replica" : " replicas"),
                    "at most one for each");
        }
        if (on.isEmpty() && isPinned) {
            add(
                    path.appendProperty("pinned"),
                    "true, and no server that a replica runs on",
                    "on: [SERVER, ...] beside it");
        }
        for (int i = 0; i < on.size(); i++) {
            running.add(
                    servers.number(
                            path.appendProperty("on").appendIndex(i), on.get(i).textValue()));
        }
        return running;
    }

    private void spread(String service, JsonNode node, String key, PackRule.Scope scope) {
        if (node.has(key)) {
            rules.add(
                    new PackRule.Spread(
                            service + " " + key,
                            itemsOf.getOrDefault(service, List.of()),
                            scope,
                            node.get(key).intValue()));
        }
    }

    private @Nullable ResourceVector limit(
            JsonPointer path, JsonNode node, ResourceVector request) {
        if (!node.has("limit")) {
            return null;
        }
        long[] limit = request.toArray();
        long[] given = servers.asked(node.get("limit")).toArray();
        limit[0] = given[0];
        limit[1] = given[1];
        ResourceVector result = ResourceVector.of(limit);
        if (!result.covers(request)) {
            add(path.appendProperty("limit"), "a limit below the request", "at least the request");
        }
        return result;
    }

    private void rule(JsonPointer path, JsonNode node, int number) {
        String key = node.has("together") ? "together" : "apart";
        String name = node.path("name").asText("rule " + (number + 1));
        List<Integer> about = new ArrayList<>();
        for (int i = 0; i < node.get(key).size(); i++) {
            String text = node.get(key).get(i).textValue();
            Optional<List<Integer>> found = find(text);
            if (found.isEmpty()) {
                String hint = NearestName.question(text, itemsOf.keySet()).orElse("");
                add(
                        path.appendProperty(key).appendIndex(i),
                        "\"" + text + "\"",
                        "a service, or a replica of one as in web/0. " + hint);
            }
            found.ifPresent(about::addAll);
        }
        if (about.isEmpty()) {
            return;
        }
        JsonNode most = node.path("most");
        if (key.equals("together") && !most.isMissingNode()) {
            add(path.appendProperty("most"), most.asText(), "it only beside apart");
        }
        PackRule.Scope scope =
                node.path("scope").asText("server").equals("domain")
                        ? PackRule.Scope.DOMAIN
                        : PackRule.Scope.SERVER;
        rules.add(
                key.equals("together")
                        ? new PackRule.Together(name, about, scope)
                        : new PackRule.Spread(name, about, scope, most.asInt(1)));
    }

    /** The items of a service, or one of them. */
    private Optional<List<Integer>> find(String text) {
        if (itemsOf.containsKey(text)) {
            return Optional.of(itemsOf.get(text));
        }
        return replica(text).map(List::of);
    }

    /** The replica that is written so, as in web/0. */
    private Optional<Integer> replica(String text) {
        return itemsOf.getOrDefault(serviceIn(text), List.of()).stream()
                .filter(item -> items.get(item).name().equals(text))
                .findFirst();
    }

    private static String serviceIn(String replica) {
        return replica.substring(0, Math.max(0, replica.lastIndexOf('/')));
    }

    private void add(JsonPointer path, String found, String expected) {
        issues.add(yaml.atValue(path, new Problem(found, expected, null)));
    }
}
