package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
}
