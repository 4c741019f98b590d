package dev.stowage.scenario.services;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.scenario.CheckedYaml;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import java.util.List;

/** Amounts of resources in a file of services, as shares of a server. */
final class Amounts {
    private final CheckedYaml yaml;
    private final ServerSize size;
    private final List<Issue> issues;

    /**
     * Amounts.
     *
     * @param issues where it is put what can't be read
     */
    Amounts(CheckedYaml yaml, ServerSize size, List<Issue> issues) {
        this.yaml = yaml;
        this.size = size;
        this.issues = issues;
    }

    /** Shares of CPU, memory, I/O and network; 0 where a bandwidth is not given. */
    List<Double> shares(String at, JsonNode amounts) {
        return List.of(
                amounts.get("cores").doubleValue() / size.cores(),
                amounts.get("memoryGib").doubleValue() / size.memoryGib(),
                bandwidth(at, amounts, "ioMbps"),
                bandwidth(at, amounts, "networkMbps"));
    }

    private double bandwidth(String at, JsonNode amounts, String key) {
        if (!amounts.has(key)) {
            return 0;
        }
        JsonNode has = yaml.root().path("server").path(key);
        if (has.isMissingNode()) {
            issues.add(
                    yaml.issue(
                            at + "/" + key,
                            key + " " + amounts.get(key),
                            "the bandwidth of a server, too",
                            "Give server: {" + key + ": …}."));
            return 0;
        }
        return amounts.get(key).doubleValue() / has.doubleValue();
    }
}
