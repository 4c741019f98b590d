package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import dev.stowage.basis.VisibleText;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.queue.QueueOptions;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a scenario with every default filled in; reading it back gives the same scenario. Files
 * are named relative to the folder that it will stand in.
 */
public final class ScenarioWriter {
    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .stringQuotingChecker(
                                    new StringQuotingChecker.Default() {
                                        private static final long serialVersionUID = 1L;

                                        @Override
                                        public boolean needToQuoteValue(String value) {
                                            return !VisibleText.isVisible(value)
                                                    || super.needToQuoteValue(value);
                                        }
                                    })
                            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                            .disable(YAMLGenerator.Feature.SPLIT_LINES)
                            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                            .build());

    private ScenarioWriter() {}

    /** The text of the file that will stand in {@code folder}. */
    public static String yaml(Scenario scenario, Path folder) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("name", scenario.name());
        WorkloadYaml.write(scenario.workload(), folder, root);
        Map<String, Object> servers = new LinkedHashMap<>();
        scenario.kinds()
                .ifPresentOrElse(
                        kinds -> KindsYaml.write(kinds, folder, servers),
                        () -> servers.put("type", server(scenario.server())));
        if (scenario.serversPerDomain() > 1) {
            servers.put("serversPerDomain", scenario.serversPerDomain());
        }
        DynamicsYaml.write(scenario.dynamics(), servers);
        root.put("servers", servers);
        Map<String, Object> policies = new LinkedHashMap<>();
        policies.put("placement", scenario.policies().placement().toString());
        policies.put("admission", scenario.policies().admission().toString());
        policies.put("queue", scenario.policies().queue().toString());
        queueing(scenario.policies().queueing(), policies);
        scenario.policies().profiles().ifPresent(given -> profiles(given, folder, policies));
        root.put("policies", policies);
        root.put("fidelity", fidelity(scenario.fidelity()));
        Map<String, Object> objective = ObjectiveYaml.map(scenario.objective());
        scenario.survive().ifPresent(survive -> ObjectiveYaml.write(survive, objective));
        root.put("objective", objective);
        Map<String, Object> search = new LinkedHashMap<>();
        search.put("max", scenario.search().max());
        search.put("replications", scenario.search().replications());
        search.put("maxReplications", scenario.search().maxReplications());
        search.put("reliability", decimal(scenario.search().reliability().share()));
        search.put("confidence", decimal(scenario.search().reliability().confidence()));
        root.put("search", search);
        root.put("clouds", clouds(scenario.clouds()));
        scenario.packing().ifPresent(packing -> root.put("packing", PackingYaml.map(packing)));
        UncertaintyYaml.write(scenario.uncertainty(), root);
        root.put("seed", scenario.seed());
        try {
            return VisibleText.of(header(scenario) + YAML.writeValueAsString(root));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a scenario that can't be written", e);
        }
    }

    private static void queueing(QueueOptions options, Map<String, Object> policies) {
        options.maxWaiting().ifPresent(most -> policies.put("maxQueue", most));
        if (options.isGang()) {
            policies.put("gang", true);
        }
    }

    private static void profiles(
            Scenario.Profiles given, Path folder, Map<String, Object> policies) {
        boolean isFile = !given.library().equals(ProfilesFile.THESIS);
        policies.put(
                "profiles", isFile ? relative(Path.of(given.library()), folder) : given.library());
        policies.put("applications", relative(given.applications(), folder));
        policies.put("recordedOn", given.recordedOn().text());
        given.isolation().ifPresent(file -> policies.put("isolation", relative(file, folder)));
    }

    private static String header(Scenario scenario) {
        String text = "# The scenario as it was understood, with every default filled in.\n";
        if (scenario.server().power().assumed()) {
            text +=
                    "# Nobody gave the power of a server: "
                            + number(scenario.server().power().idleWatts())
                            + " W idle and "
                            + number(scenario.server().power().peakWatts())
                            + " W at its peak are assumed.\n";
        }
        if (scenario.clouds().regions().isEmpty()) {
            text += "# All regions of the catalogue are looked at, since none is named.\n";
        }
        return text;
    }

    static String relative(Path file, Path folder) {
        Path from = folder.toAbsolutePath().normalize();
        return file.getRoot() != null && file.getRoot().equals(from.getRoot())
                ? from.relativize(file).toString()
                : file.toString();
    }

    private static Map<String, Object> server(ServerType server) {
        Map<String, Object> type = new LinkedHashMap<>();
        type.put("name", server.name());
        type.put("cpu", decimal(server.capacity().cores()));
        type.put("memoryGiB", exact(server.capacity().memoryBytes()));
        if (!server.power().isLinear()) {
            type.put(
                    "powerWatts",
                    server.power().curveWatts().stream().map(ScenarioWriter::decimal).toList());
        } else if (!server.power().assumed()) {
            type.put("idleWatts", decimal(server.power().idleWatts()));
            type.put("peakWatts", decimal(server.power().peakWatts()));
        }
        server.monthlyUsd().ifPresent(usd -> type.put("monthlyUsd", decimal(usd)));
        extras(server.extras(), type);
        return type;
    }

    private static void extras(ServerExtras extras, Map<String, Object> type) {
        if (extras.gpuMicros() > 0) {
            type.put("gpu", plain(BigDecimal.valueOf(extras.gpuMicros(), 6)));
        }
        if (extras.diskBytes() > 0) {
            type.put("diskGiB", exact(extras.diskBytes()));
        }
        if (extras.networkBitsPerSecond() > 0) {
            type.put("networkGbps", plain(BigDecimal.valueOf(extras.networkBitsPerSecond(), 9)));
        }
        if (!extras.attributes().isEmpty()) {
            type.put("attributes", extras.attributes());
        }
    }

    /** Bytes as GiB: enough digits that reading them back, cut off, gives the same bytes. */
    private static BigDecimal exact(long bytes) {
        BigDecimal gib =
                new BigDecimal(bytes).divide(new BigDecimal(1L << 30), MathContext.UNLIMITED);
        return plain(gib);
    }

    private static Map<String, Object> fidelity(Fidelity choice) {
        Map<String, Object> fidelity = new LinkedHashMap<>();
        fidelity.put("mode", choice.mode().text());
        fidelity.put("cpuOvercommit", decimal(choice.overcommit().cpuFactor()));
        fidelity.put("memoryOvercommit", decimal(choice.overcommit().memoryFactor()));
        fidelity.put("reserve", choice.reserve().toString());
        if (choice.isContended()) {
            fidelity.put("usageModel", choice.usageModel().toString());
            fidelity.put("outOfMemory", choice.outOfMemory().toString());
        }
        return fidelity;
    }

    private static Map<String, Object> clouds(Scenario.Clouds choice) {
        Map<String, Object> clouds = new LinkedHashMap<>();
        clouds.put("providers", choice.providers());
        clouds.put("policies", choice.policies());
        if (!choice.regions().isEmpty()) {
            clouds.put("regions", choice.regions());
        }
        if (choice.hasSharedCores()) {
            clouds.put("sharedCores", true);
        }
        return clouds;
    }

    static BigDecimal decimal(double value) {
        return plain(BigDecimal.valueOf(value));
    }

    static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static String number(double value) {
        return decimal(value).toPlainString();
    }
}
