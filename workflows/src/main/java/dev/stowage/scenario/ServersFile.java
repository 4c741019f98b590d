package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.plan.mix.Price;
import dev.stowage.scenario.KindsYaml.PricedType;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Groups of servers in a YAML file, for {@code simulate --servers FILE}:
 *
 * <pre>{@code
 * servers:
 *   - {name: r740, count: 100, cpu: 48, memoryGiB: 256, idleWatts: 200, peakWatts: 400}
 *   - {name: r6525, count: 20, cpu: 128, memoryGiB: 512, serversPerDomain: 10}
 *   - {name: g4, count: 4, cpu: 64, memoryGiB: 512, gpu: 8, attributes: {arch: x86, gpu: a100}}
 * failures: {mttfHours: 720, mttrHours: 2, shape: 0.7}
 * maintenance:
 *   - {firstServer: 0, servers: 10, startHours: 2, lengthHours: 0.5, everyHours: 24}
 * idleOff: {afterSeconds: 300, wakeSeconds: 60}
 * }</pre>
 *
 * @param fleet the groups, in the order of the file
 * @param dynamics how they go down and come back
 */
public record ServersFile(ServerFleet.Static fleet, ServerDynamics dynamics) {
    private static final String RESOURCE = "/dev/stowage/schema/servers.schema.json";
    private static final JsonPointer SERVERS = JsonPointer.compile("/servers");
    private static final JsonPointer EXISTING = JsonPointer.compile("/servers/existing");

    /**
     * What {@code file} says.
     *
     * @throws InputException with every issue of the file
     */
    public static ServersFile read(Path file) {
        LocatedYaml yaml = LocatedYaml.read(file, "groups of servers in YAML");
        List<LocatedIssue> issues = new ArrayList<>(ScenarioSchema.load(RESOURCE).issues(yaml));
        issues.addAll(DynamicsYaml.issues(yaml, JsonPointer.empty(), servers(yaml.root())));
        LocatedIssue.refuse(issues);
        List<ServerFleet.Group> groups = new ArrayList<>();
        for (JsonNode group : yaml.root().get("servers")) {
            groups.add(
                    new ServerFleet.Group(
                            ScenarioBinding.server(group),
                            group.get("count").intValue(),
                            ScenarioBinding.serversPerDomain(group)));
        }
        return new ServersFile(new ServerFleet.Static(groups), DynamicsYaml.of(yaml.root()));
    }

    /** Cores of all servers. */
    public double cores() {
        return fleet.groups().stream()
                .mapToDouble(each -> each.count() * each.type().capacity().cores())
                .sum();
    }

    private static long servers(JsonNode root) {
        long sum = 0;
        for (JsonNode group : root.path("servers")) {
            sum += group.path("count").asLong();
        }
        return sum;
    }

    /**
     * Which kinds there are and can be bought.
     *
     * @param existing servers that are there; empty without any
     * @param offers kinds that can be bought, in the order of the file
     */
    public record Kinds(Optional<ServerFleet.Static> existing, List<Offer> offers) {
        public Kinds {
            offers = List.copyOf(offers);
        }
    }

    /**
     * A kind that can be bought.
     *
     * @param server what it is
     * @param running what one takes while it is there
     * @param whole the same with what it costs once, spread over its years
     * @param purchaseUsd what it costs once; null if nothing
     * @param most that may be bought
     * @param leadWeeks from an order to use
     */
    public record Offer(
            ServerType server,
            Price running,
            Price whole,
            @Nullable BigDecimal purchaseUsd,
            int most,
            double leadWeeks) {}

    /** True if a file is of kinds of servers, as a scenario has them, and not of groups. */
    public static boolean hasKinds(Path file) {
        return LocatedYaml.read(file, "servers in YAML").at(SERVERS).has("types");
    }

    /**
     * The kinds of {@code file}: {@code types} and {@code existing} of {@code servers} of a
     * scenario, of which nothing else has to be there. Its schedule does not count: a forecast has
     * days of its own.
     *
     * @throws InputException with every issue of the file
     */
    public static Kinds kinds(Path file) {
        return kinds(file, false);
    }

    /**
     * The same of a file that has to say which servers are there.
     *
     * @throws InputException with every issue of the file
     */
    public static Kinds kindsWithExisting(Path file) {
        return kinds(file, true);
    }

    private static Kinds kinds(Path file, boolean needsExisting) {
        LocatedYaml yaml = LocatedYaml.read(file);
        ScenarioSchema schema = ScenarioSchema.requiring("servers");
        LocatedIssue.refuse(unknownToForecasts(yaml));
        List<LocatedIssue> issues = new ArrayList<>(schema.issues(yaml));
        issues.addAll(KindsYaml.issuesOfAnyDay(yaml));
        LocatedIssue.refuse(issues);
        ObjectNode root = schema.withDefaults((ObjectNode) yaml.root());
        EnergyYaml energy = EnergyYaml.of(root.at(SERVERS));
        Map<String, PricedType> types = KindsYaml.types(root, energy);
        ExistingYaml.Owned owned =
                ExistingYaml.of(
                        root.at(EXISTING),
                        types,
                        energy,
                        Optional.empty(),
                        path -> file.toAbsolutePath().resolveSibling(path).normalize());
        if (needsExisting && owned.kinds().isEmpty()) {
            LocatedIssue.refuse(
                    List.of(
                            yaml.atValue(
                                    EXISTING,
                                    new Problem(
                                            "no servers that are there",
                                            "existing servers, as in {type: r760, count: 20}",
                                            "Or say --capacity 400c1600g --buy " + file + "."))));
        }
        if (!owned.retired().isEmpty()) { // of an inventory, which has lines of its own
            throw InputException.of(
                    file,
                    "servers that retire by " + owned.retired().get(0).by(),
                    "existing servers that stay: capacity does not change in a forecast",
                    "Leave them out to plan without them, or say no retireBy.");
        }
        return new Kinds(
                owned.kinds().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new ServerFleet.Static(
                                        owned.kinds().stream()
                                                .map(
                                                        each ->
                                                                new ServerFleet.Group(
                                                                        each.server(), each.most()))
                                                .toList())),
                types.values().stream()
                        .filter(type -> type.most() > 0)
                        .map(
                                type ->
                                        new Offer(
                                                type.server(),
                                                type.running(),
                                                type.whole(),
                                                type.purchaseUsd(),
                                                type.most(),
                                                type.leadWeeks()))
                        .toList());
    }

    /** Keys that {@code plan} keeps and a forecast does not. */
    private static List<LocatedIssue> unknownToForecasts(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        for (String key : List.of("budget", "minimise")) {
            JsonPointer at = SERVERS.appendProperty(key);
            if (!yaml.at(at).isMissingNode() && !yaml.at(at).asText().equals("cost")) {
                issues.add(
                        yaml.atValue(
                                at,
                                new Problem(
                                        key + " in a forecast",
                                        "none: each order is the cheapest that holds",
                                        "plan keeps it.")));
            }
        }
        for (int i = 0; i < yaml.at(EXISTING).size(); i++) {
            JsonPointer at = EXISTING.appendIndex(i).appendProperty("retireBy");
            if (!yaml.at(at).isMissingNode()) {
                issues.add(
                        yaml.atValue(
                                at,
                                new Problem(
                                        "servers that retire by " + yaml.at(at).asText(),
                                        "servers that stay: capacity does not change in a forecast"
                                                + " but by orders",
                                        "Leave these servers out to plan without them, or say no"
                                                + " retireBy.")));
            }
        }
        return issues;
    }
}
