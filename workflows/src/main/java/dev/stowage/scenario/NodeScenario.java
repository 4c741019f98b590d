package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.isolation.SharedResource;
import dev.stowage.model.node.ApproximateProfile;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.policy.node.NodeManager;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import dev.stowage.scenario.load.LoadYaml;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One server and its tenants, in a YAML file, for {@code stowage node FILE}:
 *
 * <pre>{@code
 * node: parties
 * services:
 *   - {service: memcached, load: {points: [[0, 0.1], [60, 0.6]]}}
 *   - {service: moses, load: {constant: 0.1}}
 * bestEffort: [compute]
 * durationSeconds: 120
 * }</pre>
 *
 * @param name what results call it
 * @param node the server
 * @param tenants services with their loads
 * @param batch best-effort jobs
 * @param approximate approximate jobs
 * @param durationSeconds length of the run
 * @param notes what its files do not say of the run
 */
public record NodeScenario(
        String name,
        NodeProfile node,
        List<NodeSpec.Tenant> tenants,
        List<BatchProfile> batch,
        List<ApproximateProfile> approximate,
        double durationSeconds,
        List<String> notes) {
    private static final String RESOURCE = "/dev/stowage/schema/node.schema.json";
    private static final double USUAL_SECONDS = 120;
    private static final String USUAL_NODE = "parties";
    private static final String POOL = "pool"; // as results call what nobody owns

    public NodeScenario {
        tenants = List.copyOf(tenants);
        batch = List.copyOf(batch);
        approximate = List.copyOf(approximate);
        notes = List.copyOf(notes);
    }

    /** As the simulator wants it. */
    public NodeSpec spec(NodeSpec.Fidelity fidelity) {
        return new NodeSpec(node, tenants, batch, approximate, durationSeconds, fidelity);
    }

    /**
     * What {@code file} says.
     *
     * @throws InputException with every issue of the file
     */
    public static NodeScenario read(Path file, String defaultName) {
        LocatedYaml yaml = LocatedYaml.read(file, "a node, its services and jobs in YAML");
        LocatedIssue.refuse(ScenarioSchema.load(RESOURCE).issues(yaml));
        return new Reader(yaml).read(defaultName);
    }

    /**
     * Services, jobs and nodes of a file.
     *
     * @throws InputException with every issue of the file
     */
    public static NodeLibrary profiles(Path file) {
        LocatedYaml own = LocatedYaml.read(file, "services, jobs and nodes in YAML");
        return NodeLibrary.of(file.toString(), own.root());
    }

    private static final class Reader {
        private final LocatedYaml yaml;
        private final List<LocatedIssue> issues = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private final Set<String> names = new HashSet<>(Set.of(POOL));
        private final Set<String> given = new HashSet<>();
        private final NodeLibrary library;

        Reader(LocatedYaml yaml) {
            this.yaml = yaml;
            JsonNode own = yaml.root().path("profiles");
            library =
                    own.isMissingNode()
                            ? NodeLibrary.shipped()
                            : NodeLibrary.shipped().overriddenBy(profiles(own.textValue()));
        }

        private NodeLibrary profiles(String path) {
            return NodeScenario.profiles(yaml.file().resolveSibling(path));
        }

        NodeScenario read(String defaultName) {
            JsonNode root = yaml.root();
            NodeProfile node =
                    named("/node", root.path("node").asText(USUAL_NODE), library.nodes());
            List<NodeSpec.Tenant> tenants = new ArrayList<>();
            JsonNode services = root.get("services");
            for (int i = 0; i < services.size(); i++) {
                JsonNode each = services.get(i);
                String at = "/services/" + i;
                var service =
                        named(at + "/service", each.get("service").asText(), library.services());
                LoadCurve load = load(at + "/load", each.get("load"));
                if (service != null && load != null) {
                    tenants.add(new NodeSpec.Tenant(service, load));
                }
            }
            List<BatchProfile> batch = all("bestEffort", library.batch());
            List<ApproximateProfile> approximate = all("approximate", library.approximate());
            if (node != null) {
                refuseHalfIntervals();
                refuseCrowd(node, tenants.size() + approximate.size());
            }
            LocatedIssue.refuse(issues);
            tenants.forEach(each -> given.add(each.service().name()));
            approximate.forEach(each -> given.add(each.name()));
            if (node == null) {
                throw new IllegalStateException("refused before");
            }
            return new NodeScenario(
                    root.path("name").asText(defaultName),
                    isolated(node, root.path("isolation")),
                    numbered(tenants),
                    batch,
                    approximate.stream().map(each -> each.as(unused(each.name()))).toList(),
                    durationSeconds(),
                    notes);
        }

        /** The node under a level of isolation, or under a factor of one's own. */
        private NodeProfile isolated(NodeProfile node, JsonNode level) {
            double factor =
                    level.isTextual()
                            ? IsolationLibrary.thesis()
                                    .level(level.asText())
                                    .factors()
                                    .of(SharedResource.MEMORY_BANDWIDTH)
                            : level.asDouble(0);
            if (level.isTextual() || factor > 0) {
                notes.add(
                        "isolation "
                                + level.asText()
                                + ": of the memory bandwidth that other slices ask for a slice feels "
                                + Figures.share(1 - factor)
                                + (level.isTextual() ? " (estimated)" : "")
                                + "; the pool is one slice");
            }
            return node.isolated(factor);
        }

        private List<NodeSpec.Tenant> numbered(List<NodeSpec.Tenant> tenants) {
            return tenants.stream()
                    .map(
                            each ->
                                    new NodeSpec.Tenant(
                                            each.service().as(unused(each.service().name())),
                                            each.load()))
                    .toList();
        }

        /** Its name, with a number from the second of one name on; never the name of another. */
        private String unused(String name) {
            String found = name;
            for (int number = 2;
                    (number > 2 && given.contains(found)) || !names.add(found);
                    number++) {
                found = name + "-" + number;
            }
            return found;
        }

        private void refuseHalfIntervals() {
            if (durationSeconds() % NodeManager.INTERVAL_SECONDS != 0) {
                issue(
                        "/durationSeconds",
                        String.valueOf(durationSeconds()),
                        "whole intervals of " + NodeManager.INTERVAL_SECONDS + " s",
                        "Round it.");
            }
        }

        /** Every service and approximate job has a core and a way of its own. */
        private void refuseCrowd(NodeProfile node, int owners) {
            int most = Math.min(node.whole(NodeParameter.CORES), node.whole(NodeParameter.WAYS));
            if (owners > most) {
                issue(
                        "/services",
                        owners + " services and approximate jobs",
                        "at most " + most + ", the cores and ways of " + node.name(),
                        "Leave some out, or give a larger node under profiles.");
            }
        }

        private <T> List<T> all(String key, Map<String, T> known) {
            List<T> found = new ArrayList<>();
            for (int i = 0; i < yaml.root().path(key).size(); i++) {
                String path = "/" + key + "/" + i;
                T job = named(path, yaml.root().get(key).get(i).asText(), known);
                if (job != null) {
                    found.add(job);
                }
            }
            return found;
        }

        private <T> @Nullable T named(String path, String name, Map<String, T> all) {
            T found = all.get(name);
            if (found == null) {
                issue(
                        path,
                        "\"" + name + "\"",
                        "one of " + String.join(", ", all.keySet()),
                        "Give its parameters in a file and name that under profiles; see"
                                + " docs/node.md.");
            }
            return found;
        }

        private @Nullable LoadCurve load(String path, JsonNode load) {
            try {
                return LoadYaml.read(yaml.file(), load, durationSeconds(), notes);
            } catch (IllegalArgumentException e) {
                issue(
                        path,
                        String.valueOf(e.getMessage()),
                        "loads from 0 to 1, at times that rise",
                        "1 is the largest load that meets the target alone.");
                return null;
            }
        }

        private double durationSeconds() {
            return yaml.root().path("durationSeconds").asDouble(USUAL_SECONDS);
        }

        private void issue(String path, String found, String expected, String remedy) {
            issues.add(
                    yaml.atValue(JsonPointer.valueOf(path), new Problem(found, expected, remedy)));
        }
    }
}
