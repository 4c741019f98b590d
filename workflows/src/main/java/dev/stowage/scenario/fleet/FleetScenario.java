package dev.stowage.scenario.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.json.Json;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.scenario.CheckedYaml;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.scenario.load.LoadYaml;
import dev.stowage.sim.fleet.FleetSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Services with replicas and loads over time on servers of one kind, in a YAML file, for {@code
 * stowage fleet FILE}:
 *
 * <pre>{@code
 * services:
 *   - {service: memcached, replicas: 10, load: {constant: 0.3}}
 *   - {service: xapian, replicas: 8, load: {points: [[0, 0.1], [43200, 0.5]]}}
 * }</pre>
 *
 * @param name what results call it
 * @param spec as the simulator wants it
 * @param money what a server costs; null if that is not said
 * @param notes what its files do not say of the run
 */
public record FleetScenario(
        String name, FleetSpec spec, @Nullable Money money, List<String> notes) {
    private static final String RESOURCE = "/dev/stowage/schema/fleet.schema.json";
    private static final String USUAL_NODE = "parties";
    private static final double USUAL_SECONDS = 86_400;
    private static final double USUAL_STEP = 300;
    private static final double USUAL_VIOLATED = 0.05;
    private static final int USUAL_MOST = 6;

    public FleetScenario {
        notes = List.copyOf(notes);
    }

    /** What a server and its power cost. */
    public record Money(String currency, double serverPerYear, double perKwh) {}

    private record Said(
            @Nullable String name,
            @Nullable String node,
            @Nullable String profiles,
            @Nullable Double durationSeconds,
            @Nullable Double stepSeconds,
            @Nullable Double violated,
            @Nullable Integer mostPerServer,
            @Nullable List<String> bestEffort,
            @Nullable Money money,
            List<SaidService> services) {}

    private record SaidService(
            String service,
            @Nullable String name,
            int replicas,
            FleetSpec.@Nullable Requests requests,
            JsonNode load) {}

    /**
     * What a file says.
     *
     * @throws InputException with every issue of the file
     */
    public static FleetScenario read(Path file, String defaultName) {
        return new Reader(file).read(defaultName);
    }

    private static final class Reader {
        private final Path file;
        private final CheckedYaml yaml;
        private final Said said;
        private final NodeLibrary library;
        private final List<Issue> issues = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();

        Reader(Path file) {
            this.file = file;
            yaml = CheckedYaml.read(file, "services of a fleet in YAML", RESOURCE);
            said = Json.mapper().convertValue(yaml.root(), Said.class);
            library =
                    said.profiles() == null
                            ? NodeLibrary.shipped()
                            : NodeLibrary.shipped()
                                    .overriddenBy(
                                            NodeScenario.profiles(
                                                    file.resolveSibling(said.profiles())));
        }

        FleetScenario read(String defaultName) {
            double duration = Objects.requireNonNullElse(said.durationSeconds(), USUAL_SECONDS);
            double step = Objects.requireNonNullElse(said.stepSeconds(), USUAL_STEP);
            if (duration % step != 0) {
                issues.add(
                        yaml.issue(
                                said.stepSeconds() == null ? "/durationSeconds" : "/stepSeconds",
                                "steps of " + step + " s in " + duration + " s",
                                "whole steps",
                                "Round one of the two."));
            }
            NodeProfile node =
                    named(
                            "/node",
                            Objects.requireNonNullElse(said.node(), USUAL_NODE),
                            library.nodes());
            List<BatchProfile> batch = new ArrayList<>();
            List<String> jobs = Objects.requireNonNullElse(said.bestEffort(), List.of());
            for (int i = 0; i < jobs.size(); i++) {
                BatchProfile job = named("/bestEffort/" + i, jobs.get(i), library.batch());
                if (job != null) {
                    batch.add(job);
                }
            }
            List<FleetSpec.Service> services = services(duration, step);
            if (node == null || !issues.isEmpty()) {
                throw InputException.of(issues);
            }
            return new FleetScenario(
                    Objects.requireNonNullElse(said.name(), defaultName),
                    new FleetSpec(
                            node,
                            services,
                            batch,
                            duration,
                            step,
                            Objects.requireNonNullElse(said.violated(), USUAL_VIOLATED),
                            Objects.requireNonNullElse(said.mostPerServer(), USUAL_MOST)),
                    said.money(),
                    notes.stream().distinct().map(each -> each + ".").toList());
        }

        private List<FleetSpec.Service> services(double duration, double step) {
            List<FleetSpec.Service> services = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < said.services().size(); i++) {
                SaidService each = said.services().get(i);
                String at = "/services/" + i;
                String name = Objects.requireNonNullElse(each.name(), each.service());
                ServiceProfile profile = named(at + "/service", each.service(), library.services());
                if (!names.add(name)) {
                    issues.add(
                            yaml.issue(
                                    at,
                                    "\"" + name + "\" twice",
                                    "a name that no other service has",
                                    "Give it a name, or more replicas to the first."));
                }
                LoadCurve load = load(at + "/load", each.load(), duration);
                if (profile != null && load != null) {
                    services.add(
                            new FleetSpec.Service(
                                    name,
                                    profile,
                                    FleetSpec.inSteps(load, duration, step),
                                    each.replicas(),
                                    each.requests()));
                }
            }
            return services;
        }

        private @Nullable LoadCurve load(String path, JsonNode load, double duration) {
            try {
                return LoadYaml.read(file, load, duration, notes);
            } catch (IllegalArgumentException e) {
                issues.add(
                        yaml.issue(
                                path,
                                String.valueOf(e.getMessage()),
                                "loads from 0 to 1, at times that rise",
                                "1 is the largest load that one replica holds alone."));
                return null;
            }
        }

        private <T> @Nullable T named(String path, String name, Map<String, T> all) {
            T found = all.get(name);
            if (found == null) {
                issues.add(
                        yaml.issue(
                                path,
                                "\"" + name + "\"",
                                "one of " + String.join(", ", all.keySet()),
                                "Give its parameters in a file and name that under profiles; see"
                                        + " docs/node.md."));
            }
            return found;
        }
    }
}
