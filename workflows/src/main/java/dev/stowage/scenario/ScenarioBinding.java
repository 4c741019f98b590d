package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.DecimalText;
import dev.stowage.basis.InputException;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.objective.Objective;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.sim.cluster.Overcommit;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.OutOfMemory;
import dev.stowage.sim.execution.Reserve;
import dev.stowage.sim.execution.UsageModels;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.sim.queue.QueueOptions;
import dev.stowage.stats.output.Reliability;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;

/** Makes the records of a scenario from its checked JSON values, defaults filled in. */
final class ScenarioBinding {
    /** Peak over idle power where only the idle power is known; Source: as {@link PowerModel}. */
    private static final double PEAK_TO_IDLE = 1.5;

    private static final JsonPointer TYPE = JsonPointer.compile("/servers/type");

    private final Path file;
    private final ObjectNode root;
    private final KnownNames names;

    ScenarioBinding(Path file, ObjectNode root, KnownNames names) {
        this.file = file.toAbsolutePath();
        this.root = root;
        this.names = names;
    }

    Scenario scenario() {
        JsonNode search = root.get("search");
        Fidelity fidelity = fidelity(root.get("fidelity"));
        Scenario.Policies policies = policies(root.get("policies"));
        Optional<Scenario.Kinds> kinds = KindsYaml.of(root, this::beside);
        ServerType server =
                kinds.map(ScenarioBinding::envelope).orElseGet(() -> server(root.at(TYPE)));
        return new Scenario(
                root.path("name").asText(stem()),
                WorkloadYaml.of(root, names.models(), this::beside),
                server,
                kinds,
                serversPerDomain(root.get("servers")),
                DynamicsYaml.of(root.get("servers")),
                policies,
                fidelity,
                objective(fidelity, policies, server),
                ObjectiveYaml.survive(root),
                new Scenario.Search(
                        search.get("max").intValue(),
                        search.get("replications").intValue(),
                        search.get("maxReplications").intValue(),
                        new Reliability(
                                search.get("reliability").doubleValue(),
                                search.get("confidence").doubleValue())),
                clouds(root.get("clouds")),
                PackingYaml.of(root),
                UncertaintyYaml.of(root),
                root.get("seed").longValue());
    }

    /** With slices or rates that change while tasks run, every task is to come to its end. */
    private Objective objective(Fidelity fidelity, Scenario.Policies policies, ServerType server) {
        Objective stated =
                ObjectiveYaml.objective(
                        root.get("objective"), fidelity.isContended(), WorkloadYaml.names(root));
        boolean mayStandStill =
                policies.profiles().isPresent()
                        && (server.isolation().isPresent()
                                || policies.admission()
                                        .name()
                                        .equals(AdmissionPolicies.QUMAN_PROVIDER));
        return mayStandStill ? stated.withoutStandstill() : stated;
    }

    private static ServerType envelope(Scenario.Kinds kinds) {
        return PooledMix.envelope(kinds.kinds().stream().map(Kind::server).toList());
    }

    private String stem() {
        String fileName = String.valueOf(file.getFileName());
        int dot = fileName.lastIndexOf('.');
        return dot > 0 ? fileName.substring(0, dot) : fileName;
    }

    private Path beside(Path path) {
        return beside(path.toString());
    }

    /** A path that starts at the folder of the scenario. */
    private Path beside(String text) {
        return file.resolveSibling(text).normalize();
    }

    /** The kind of server that a checked map of its properties describes. */
    static ServerType server(JsonNode type) {
        Resources capacity =
                new Resources(
                        DecimalText.truncate(
                                plain(type.get("cpu")), Resources.MICRO_CORES_PER_CORE),
                        DecimalText.truncate(
                                plain(type.get("memoryGiB")), Resources.BYTES_PER_GIB));
        String size = plain(type.get("cpu")) + "c" + plain(type.get("memoryGiB")) + "g";
        return new ServerType(
                type.path("name").asText(size),
                capacity,
                power(type),
                type.has("monthlyUsd")
                        ? OptionalDouble.of(type.get("monthlyUsd").doubleValue())
                        : OptionalDouble.empty(),
                extras(type));
    }

    /** Failure domains of a checked map that may name their size. */
    static int serversPerDomain(JsonNode servers) {
        return servers.path("serversPerDomain").asInt(1);
    }

    private static ServerExtras extras(JsonNode type) {
        Map<String, String> attributes = new LinkedHashMap<>();
        type.path("attributes")
                .properties()
                .forEach(one -> attributes.put(one.getKey(), one.getValue().asText()));
        return ServerExtras.of(
                amount(type, "gpu", ServerExtras.MICROS_PER_GPU),
                amount(type, "diskGiB", Resources.BYTES_PER_GIB),
                amount(type, "networkGbps", ServerExtras.BITS_PER_GIGABIT),
                attributes);
    }

    private static long amount(JsonNode type, String key, long unit) {
        return type.has(key) ? DecimalText.truncate(plain(type.get(key)), unit) : 0;
    }

    static String plain(JsonNode number) {
        BigDecimal value = number.decimalValue();
        return (value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros()).toPlainString();
    }

    static PowerModel power(JsonNode type) {
        if (type.has("powerWatts")) {
            return powerCurve(type);
        }
        if (type.has("peakWatts")) {
            double peak = type.get("peakWatts").doubleValue();
            return type.has("idleWatts")
                    ? PowerModel.of(type.get("idleWatts").doubleValue(), peak)
                    : PowerModel.ofPeak(peak);
        }
        if (type.has("idleWatts")) {
            double idle = type.get("idleWatts").doubleValue();
            return PowerModel.of(idle, idle * PEAK_TO_IDLE);
        }
        return PowerModel.DEFAULT;
    }

    private static PowerModel powerCurve(JsonNode type) {
        List<Double> watts =
                StreamSupport.stream(type.get("powerWatts").spliterator(), false)
                        .map(JsonNode::doubleValue)
                        .toList();
        String place = "powerWatts of " + type.get("name").textValue();
        if (type.has("idleWatts") || type.has("peakWatts")) {
            throw InputException.at(
                    place, "idleWatts or peakWatts beside it", "one or the other", null);
        }
        for (int i = 1; i < watts.size(); i++) {
            if (watts.get(i) < watts.get(i - 1)) {
                throw InputException.at(
                        place,
                        watts.get(i) + " W behind " + watts.get(i - 1) + " W",
                        "watts that never fall, from idle to full use",
                        null);
            }
        }
        return PowerModel.ofCurve(watts);
    }

    private Scenario.Policies policies(JsonNode policies) {
        return new Scenario.Policies(
                names.placements()
                        .parse("policies.placement", text(policies, "placement").orElseThrow()),
                names.admissions()
                        .parse("policies.admission", text(policies, "admission").orElseThrow()),
                QueueDisciplines.registry()
                        .parse("policies.queue", text(policies, "queue").orElseThrow()),
                queueing(policies),
                text(policies, "profiles").map(library -> profiles(library, policies)));
    }

    private Scenario.Profiles profiles(String library, JsonNode policies) {
        return new Scenario.Profiles(
                library.equals(ProfilesFile.THESIS) ? library : beside(library).toString(),
                beside(text(policies, "applications").orElseThrow()),
                text(policies, "recordedOn").map(RecordedOn::of).orElse(RecordedOn.REQUEST),
                text(policies, "isolation").map(this::beside));
    }

    private static Optional<String> text(JsonNode map, String key) {
        return Optional.ofNullable(map.get(key)).map(JsonNode::textValue);
    }

    static QueueOptions queueing(JsonNode policies) {
        return new QueueOptions(
                policies.has("maxQueue")
                        ? OptionalLong.of(policies.get("maxQueue").longValue())
                        : OptionalLong.empty(),
                policies.path("gang").booleanValue());
    }

    private static Fidelity fidelity(JsonNode fidelity) {
        return new Fidelity(
                Fidelity.Mode.of(fidelity.get("mode").textValue()),
                new Overcommit(
                        fidelity.get("cpuOvercommit").doubleValue(),
                        fidelity.get("memoryOvercommit").doubleValue()),
                Reserve.parse("fidelity.reserve", fidelity.get("reserve").textValue()),
                UsageModels.registry()
                        .parse("fidelity.usageModel", fidelity.get("usageModel").textValue()),
                OutOfMemory.registry()
                        .parse("fidelity.outOfMemory", fidelity.get("outOfMemory").textValue()));
    }

    private Scenario.Clouds clouds(JsonNode clouds) {
        List<String> providers =
                clouds.has("providers") ? texts(clouds.get("providers")) : names.providers();
        return new Scenario.Clouds(
                providers,
                texts(clouds.get("policies")),
                texts(clouds.path("regions")),
                clouds.path("sharedCores").asBoolean());
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(JsonNode::textValue).toList();
    }
}
