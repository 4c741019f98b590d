package dev.stowage.scenario.services;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.policy.skynet.PerformanceObjective;
import dev.stowage.scenario.CheckedYaml;
import dev.stowage.scenario.load.LoadYaml;
import dev.stowage.sim.skynet.ObjectiveSpec;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import dev.stowage.sim.skynet.ObjectiveSpec.Services;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Services, their objectives and loads in a YAML file, for {@code simulate FILE --controller LIST}:
 *
 * <pre>{@code
 * durationSeconds: 3600
 * services:
 *   - name: web
 *     copies: 40
 *     measured: {cores: 4, memoryGib: 8}
 *     objectives: [{metric: latency, level: 20, measured: 25}]
 *     load: {diurnal: {mean: 0.5, amplitude: 0.3, periodSeconds: 86400}}
 * }</pre>
 *
 * @param name what results call it
 * @param services with what they need to be on target, as shares of a server
 * @param disturbance what loops are disturbed by
 * @param durationSeconds length of a run
 * @param notes what is assumed, and what its files do not say of the run
 */
public record ServicesFile(
        String name,
        Services services,
        Disturbance disturbance,
        int durationSeconds,
        List<String> notes) {
    private static final String RESOURCE = "/dev/stowage/schema/services.schema.json";

    public ServicesFile {
        notes = List.copyOf(notes);
    }

    /**
     * Servers that are all alike.
     *
     * @param count how many
     * @param size of each
     */
    public record Servers(int count, ServerSize size) {}

    /**
     * What a file says.
     *
     * @param servers on which the services are to run
     * @throws InputException with every issue of the file; a level that its range or all servers
     *     together can't hold is one
     */
    public static ServicesFile read(Path file, String defaultName, Servers servers) {
        return new Reader(file, servers).read(defaultName);
    }

    private static final class Reader {
        private final Path file;
        private final CheckedYaml yaml;
        private final JsonNode root;
        private final Servers servers;
        private final Amounts amounts;
        private final List<Issue> issues = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();

        Reader(Path file, Servers servers) {
            this.file = file;
            this.servers = servers;
            yaml = CheckedYaml.read(file, "services with objectives in YAML", RESOURCE);
            root = yaml.root();
            amounts = new Amounts(yaml, servers.size(), issues);
        }

        ServicesFile read(String defaultName) {
            Disturbance disturbance = disturbance();
            List<Double> first =
                    root.has("first") ? amounts.shares("/first", root.get("first")) : List.of();
            List<Service> services = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < root.get("services").size(); i++) {
                JsonNode each = root.get("services").get(i);
                String at = "/services/" + i;
                if (!names.add(each.get("name").textValue())) {
                    issues.add(
                            yaml.issue(
                                    at + "/name",
                                    "\"" + each.get("name").textValue() + "\" twice",
                                    "a name that no other service has",
                                    "Use copies for services that are alike."));
                }
                add(services, at, each, first);
            }
            if (!issues.isEmpty()) {
                throw InputException.of(issues);
            }
            return new ServicesFile(
                    root.path("name").asText(defaultName),
                    new Services(services),
                    disturbance,
                    root.get("durationSeconds").intValue(),
                    notes);
        }

        private Disturbance disturbance() {
            JsonNode given = root.path("disturbance");
            Disturbance usual = Disturbance.DEFAULT;
            if (!given.has("burst") || !given.has("noise")) {
                notes.add(
                        "What disturbance does not say is that of the thesis, fitted to it: bursts"
                                + " of 20 % every 10 s, and 2 % of noise in measurements.");
            }
            return new Disturbance(
                    given.path("burst").asDouble(usual.burst()),
                    given.path("burstSeconds").asInt(usual.burstSeconds()),
                    given.path("noise").asDouble(usual.noise()),
                    given.path("migrationSeconds").asInt(usual.migrationSeconds()));
        }

        private void add(List<Service> services, String at, JsonNode each, List<Double> first) {
            List<Double> measured = amounts.shares(at + "/measured", each.get("measured"));
            double most = measured.stream().mapToDouble(share -> share).max().orElseThrow();
            double needed = 0;
            boolean isOpen = false;
            for (int k = 0; k < each.get("objectives").size(); k++) {
                JsonNode objective = each.get("objectives").get(k);
                needed = Math.max(needed, needed(at + "/objectives/" + k, objective, most));
                isOpen |= objective.get("metric").textValue().equals("latency");
            }
            double times = needed;
            try {
                services.add(
                        new Service(
                                each.get("name").textValue(),
                                each.path("copies").asInt(1),
                                measured.stream().map(share -> share * times).toList(),
                                first,
                                isOpen,
                                LoadYaml.read(
                                        file,
                                        each.get("load"),
                                        root.get("durationSeconds").intValue(),
                                        notes)));
            } catch (IllegalArgumentException e) {
                issues.add(
                        yaml.issue(
                                at + "/load",
                                String.valueOf(e.getMessage()),
                                "loads from 0 to 1, at times that rise",
                                "1 is the load at which performance was measured."));
            }
        }

        /** By how much a copy needs more than what it was measured with, to be on target. */
        private double needed(String at, JsonNode objective, double mostShare) {
            double level = objective.get("level").doubleValue();
            double measured = objective.get("measured").doubleValue();
            boolean isHigherBetter = objective.get("metric").textValue().equals("throughput");
            PerformanceObjective held =
                    new PerformanceObjective(
                            objective.get("metric").textValue(), level, isHigherBetter);
            double all = ObjectiveSpec.PLACEABLE * servers.count() / mostShare;
            double least = objective.path("least").asDouble(0);
            double most = objective.path("most").asDouble(Double.POSITIVE_INFINITY);
            if (isHigherBetter) {
                most = Math.min(most, measured * all);
            } else {
                least = Math.max(least, measured / all);
            }
            if (!held.isWithin(least, most)) {
                issues.add(
                        yaml.issue(
                                at + "/level",
                                held.metric() + " of " + Figures.number(level),
                                range(least, most),
                                "That is what its least and most say, and what one copy could have"
                                        + " if it had all servers but their slack."));
            }
            return 1 / held.relative(measured);
        }

        private static String range(double least, double most) {
            return "a level "
                    + (Double.isInfinite(most)
                            ? "of at least " + Figures.number(least)
                            : least == 0
                                    ? "of at most " + Figures.number(most)
                                    : "from "
                                            + Figures.number(least)
                                            + " to "
                                            + Figures.number(most));
        }
    }
}
