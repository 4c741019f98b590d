package dev.stowage.cli.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cli.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.model.InputException;
import dev.stowage.model.ServerFleet;
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
 * }</pre>
 */
public final class ServersFile {
    private static final String RESOURCE = "/dev/stowage/schema/servers.schema.json";

    private ServersFile() {}

    /**
     * The groups in {@code file}, in its order.
     *
     * @throws InputException with every issue of the file
     */
    public static ServerFleet.Static read(Path file) {
        LocatedYaml yaml = LocatedYaml.read(file, "groups of servers in YAML");
        List<LocatedIssue> issues = ScenarioSchema.load(RESOURCE).issues(yaml);
        if (!issues.isEmpty()) {
            throw InputException.of(
                    issues.stream()
                            .sorted(LocatedIssue.IN_ORDER_OF_THE_FILE)
                            .map(LocatedIssue::issue)
                            .distinct()
                            .toList());
        }
        List<ServerFleet.Group> groups = new ArrayList<>();
        for (JsonNode group : yaml.root().get("servers")) {
            groups.add(
                    new ServerFleet.Group(
                            ScenarioBinding.server(group),
                            group.get("count").intValue(),
                            ScenarioBinding.serversPerDomain(group)));
        }
        return new ServerFleet.Static(groups);
    }
}
