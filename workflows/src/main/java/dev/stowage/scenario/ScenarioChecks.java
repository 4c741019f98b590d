package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.model.IdleOff;
import dev.stowage.model.ServerDynamics;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.run.Quantity;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import dev.stowage.sim.execution.OutOfMemory;
import dev.stowage.sim.execution.Reserve;
import dev.stowage.sim.execution.UsageModels;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.sim.queue.QueueOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a schema can't know: names of policies, models and clouds, files that must exist, and values
 * that contradict each other. Looks only at values of the right type; the schema reports the rest.
 */
final class ScenarioChecks {
    private static final ServerDynamics GOING_OFF =
            new ServerDynamics(
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.of(new IdleOff(0, 0, 0, false)),
                    false);

    private static final List<String> FROM_HIGH_TO_LOW =
            List.of("max", "peak", "p99", "p95", "p90", "p50");

    private static final String ONE_SOURCE =
            "With profiles the slice says how long a task runs, and what is set aside for it.";

    private final LocatedYaml yaml;
    private final KnownNames names;
    private final List<LocatedIssue> issues = new ArrayList<>();

    ScenarioChecks(LocatedYaml yaml, KnownNames names) {
        this.yaml = yaml;
        this.names = names;
    }

    List<LocatedIssue> issues() {
        workload();
        watts();
        yaml.at(JsonPointer.compile("/objective"))
                .properties()
                .forEach(metric -> statistics(metric.getKey(), metric.getValue()));
        policy("/policies/placement", names.placements());
        policy("/policies/queue", QueueDisciplines.registry());
        policy("/policies/admission", names.admissions());
        profiles();
        gangs();
        issues.addAll(DynamicsYaml.issues(yaml, JsonPointer.compile("/servers"), Long.MAX_VALUE));
        fidelity();
        clouds();
        issues.addAll(UncertaintyYaml.issues(yaml));
        issues.addAll(ObjectiveYaml.issues(yaml));
        issues.addAll(KindsYaml.issues(yaml));
        return issues;
    }

    private void workload() {
        for (JsonPointer place : WorkloadYaml.places(yaml)) {
            model(place.appendProperty("model"));
            file(
                    place + "/trace",
                    "a canonical trace: the folder that `stowage ingest` writes",
                    true);
            file(place + "/csv", "a CSV file of tasks", false);
        }
        issues.addAll(WorkloadYaml.issues(yaml));
    }

    private void model(JsonPointer path) {
        JsonNode model = yaml.at(path);
        if (!isText(model) || names.models().contains(model.textValue())) {
            return;
        }
        Path file = resolve(path, model.textValue());
        if (file != null && !Files.isRegularFile(file)) {
            String text = model.textValue();
            add(
                    path,
                    "\"" + text + "\"",
                    "a built-in model ("
                            + String.join(", ", names.models())
                            + ") or a file made by `stowage fit`",
                    NearestName.question(text, names.models())
                            .orElse("There is no file " + file + "."));
        }
    }

    private void file(String pointer, String expected, boolean isFolder) {
        JsonPointer path = JsonPointer.compile(pointer);
        JsonNode value = yaml.at(path);
        if (!isText(value)) {
            return;
        }
        Path file = resolve(path, value.textValue());
        if (file != null && Files.notExists(file)) {
            add(
                    path,
                    "\"" + value.textValue() + "\"",
                    expected,
                    "There is no "
                            + file
                            + "; relative paths start at the folder of the scenario.");
        } else if (file != null && Files.isDirectory(file) != isFolder) {
            String kind = isFolder ? "a file" : "a folder";
            add(path, "\"" + value.textValue() + "\", " + kind, expected, null);
        }
    }

    private @Nullable Path resolve(JsonPointer path, String text) {
        try {
            return yaml.file().toAbsolutePath().resolveSibling(text).normalize();
        } catch (InvalidPathException e) {
            add(path, "\"" + text + "\"", "the path of a file", e.getReason());
            return null;
        }
    }

    private void watts() {
        JsonPointer path = JsonPointer.compile("/servers/type/idleWatts");
        JsonNode idle = yaml.at(path);
        JsonNode peak = yaml.at(JsonPointer.compile("/servers/type/peakWatts"));
        if (idle.isNumber() && peak.isNumber() && idle.doubleValue() > peak.doubleValue()) {
            add(path, idle.asText(), "at most peakWatts, " + peak.asText(), null);
        }
    }

    /** A bound that a stricter one on a higher statistic makes void is a slip of the pen. */
    private void statistics(String metric, JsonNode bounds) {
        String strictest = null;
        for (String statistic : FROM_HIGH_TO_LOW) {
            JsonNode bound = bounds.path(statistic);
            if (!bound.isNumber()) {
                continue;
            }
            double limit = strictest == null ? 0 : bounds.path(strictest).doubleValue();
            if (strictest != null && bound.doubleValue() > limit) {
                add(
                        JsonPointer.compile("/objective/" + metric + "/" + statistic),
                        bound.asText(),
                        "at most "
                                + bounds.path(strictest).asText()
                                + ", the bound on "
                                + strictest,
                        statistic
                                + " is never above "
                                + strictest
                                + ": this bound would decide nothing. Correct it or leave it out.");
            } else {
                strictest = statistic;
            }
        }
    }

    /** Profiles and applications go with admission by them, and only with it. */
    private void profiles() {
        JsonPointer admission = JsonPointer.compile("/policies/admission");
        JsonPointer profiles = JsonPointer.compile("/policies/profiles");
        String name = yaml.at(admission).asText().replaceFirst("\\[.*", "");
        boolean isSliced = AdmissionPolicies.isByProfiles(name);
        boolean isAsked =
                isSliced
                        || yaml.at(JsonPointer.compile("/policies/recordedOn"))
                                .asText()
                                .equals("server");
        for (String key : List.of("profiles", "applications", "recordedOn", "isolation")) {
            JsonPointer path = JsonPointer.compile("/policies/" + key);
            boolean isThere = !yaml.at(path).isMissingNode();
            if (isThere && !isAsked) {
                add(
                        path,
                        key + " without admission by profiles",
                        "admission: "
                                + AdmissionPolicies.QUMAN_USER
                                + " or "
                                + AdmissionPolicies.QUMAN_PROVIDER
                                + " beside it, or recordedOn: server",
                        null);
            } else if (isAsked && !isThere && List.of("profiles", "applications").contains(key)) {
                add(
                        admission,
                        "\"" + yaml.at(admission).asText() + "\" without " + key,
                        key + " beside it",
                        "profiles is a file that `stowage profile` writes, or "
                                + ProfilesFile.THESIS
                                + "; applications a CSV that says which application each job runs"
                                + " (docs/quman.md).");
            }
        }
        if (!yaml.at(profiles).asText().equals(ProfilesFile.THESIS)) {
            file("/policies/profiles", "a file of profiles, or " + ProfilesFile.THESIS, false);
        }
        file("/policies/applications", "a CSV of job,application or application,share", false);
        file("/policies/isolation", "levels of isolation in YAML", false);
        JsonPointer mode = JsonPointer.compile("/fidelity/mode");
        JsonPointer reserve = JsonPointer.compile("/fidelity/reserve");
        if (isAsked && yaml.at(mode).asText().equals("contended")) {
            add(mode, "contended with admission by profiles", "replay", ONE_SOURCE);
        }
        if (isAsked && isText(yaml.at(reserve)) && !yaml.at(reserve).asText().equals("request")) {
            add(
                    reserve,
                    "\"" + yaml.at(reserve).asText() + "\" with admission by profiles",
                    "request",
                    ONE_SOURCE);
        }
    }

    private void gangs() {
        JsonPointer path = JsonPointer.compile("/policies/gang");
        JsonNode limit = yaml.at(JsonPointer.compile("/policies/maxQueue"));
        JsonNode queue = yaml.at(JsonPointer.compile("/policies/queue"));
        if (!yaml.at(path).booleanValue()) {
            return;
        }
        boolean isLimited = limit.isNumber() && limit.longValue() >= 0;
        QueueOptions options =
                new QueueOptions(
                        isLimited ? OptionalLong.of(limit.longValue()) : OptionalLong.empty(),
                        true);
        boolean isIdleOff = yaml.at(JsonPointer.compile("/servers/idleOff")).isObject();
        try {
            QueueDisciplines.checkGangs(
                    "policies.gang",
                    QueueDisciplines.registry()
                            .parse("policies.queue", isText(queue) ? queue.asText() : "fifo"),
                    options,
                    isIdleOff ? GOING_OFF : ServerDynamics.NONE);
        } catch (InputException e) {
            if (e.issues().stream().allMatch(issue -> issue.place().startsWith("policies.gang"))) {
                e.issues().forEach(i -> add(path, i.found(), i.expected(), i.remedy()));
            }
        }
    }

    private void fidelity() {
        policy("/fidelity/usageModel", UsageModels.registry());
        policy("/fidelity/outOfMemory", OutOfMemory.registry());
        JsonPointer reserve = JsonPointer.compile("/fidelity/reserve");
        if (isText(yaml.at(reserve))) {
            try {
                Reserve.parse("fidelity.reserve", yaml.at(reserve).textValue());
            } catch (InputException e) {
                e.issues().forEach(i -> add(reserve, i.found(), i.expected(), i.remedy()));
            }
        }
        boolean isContended =
                yaml.at(JsonPointer.compile("/fidelity/mode")).asText().equals("contended");
        boolean isProfiled = !yaml.at(JsonPointer.compile("/policies/profiles")).isMissingNode();
        for (Quantity quantity : Quantity.values()) {
            String key = quantity.label();
            JsonPointer path = JsonPointer.compile("/objective/" + key);
            if (quantity.isContended() && !isContended && !yaml.at(path).isMissingNode()) {
                issues.add(
                        yaml.atKey(
                                path,
                                new Problem(
                                        "a bound on " + key + " without contended fidelity",
                                        isProfiled
                                                ? "no such bound with profiles"
                                                : "fidelity: {mode: contended} in the scenario",
                                        isProfiled
                                                ? "Profiled runs do not measure it, though tasks"
                                                        + " may run slower beside others: pi is"
                                                        + " what slices promise without neighbours."
                                                : "In a replay nothing is known of what tasks use,"
                                                        + " and none is slowed down or killed for"
                                                        + " want of memory.")));
            }
        }
        for (String key : List.of("usageModel", "outOfMemory")) {
            JsonPointer path = JsonPointer.compile("/fidelity/" + key);
            JsonNode value = yaml.at(path);
            if (!isContended && isText(value)) {
                add(
                        path,
                        "\"" + value.textValue() + "\" without mode: contended",
                        "mode: contended beside it",
                        "In a replay tasks run for their recorded durations, whatever they use.");
            }
        }
    }

    private void policy(String pointer, PolicyRegistry<?> registry) {
        JsonPointer path = JsonPointer.compile(pointer);
        JsonNode value = yaml.at(path);
        if (!isText(value)) {
            return;
        }
        try {
            registry.parse(pointer, value.textValue());
        } catch (InputException e) {
            String name = value.textValue().replaceFirst("\\[.*", "");
            for (InputException.Issue issue : e.issues()) {
                String remedy =
                        registry.names().contains(name)
                                ? issue.remedy()
                                : NearestName.question(name, registry.names())
                                        .orElse(issue.remedy());
                add(path, issue.found(), issue.expected(), remedy);
            }
        }
    }

    private void clouds() {
        each("/clouds/providers", "cloud provider", names.providers());
        each("/clouds/policies", "deployment policy", names.deployments());
        List<String> providers = new ArrayList<>();
        yaml.at(JsonPointer.compile("/clouds/providers")).forEach(p -> providers.add(p.asText()));
        if (names.providers().containsAll(providers)) {
            each("/clouds/regions", "region", names.regionsOf(providers));
        }
    }

    private void each(String pointer, String kind, List<String> known) {
        JsonPointer path = JsonPointer.compile(pointer);
        JsonNode list = yaml.at(path);
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            String text = list.get(i).asText();
            if (isText(list.get(i)) && !known.contains(text)) {
                add(
                        path.appendIndex(i),
                        "the unknown " + kind + " \"" + text + "\"",
                        "one of " + String.join(", ", known),
                        NearestName.question(text, known).orElse(null));
            }
        }
    }

    private static boolean isText(JsonNode value) {
        return value.isTextual() && !value.textValue().isEmpty();
    }

    private void add(JsonPointer path, String found, String expected, @Nullable String remedy) {
        issues.add(yaml.atValue(path, new Problem(found, expected, remedy)));
    }
}
