package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.applications.Application;
import dev.stowage.applications.ExecutionFeature;
import dev.stowage.applications.FeatureRange;
import dev.stowage.basis.InputException;
import dev.stowage.model.TaskClass;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pool of applications in a YAML file, for {@code applications --pool FILE}:
 *
 * <pre>{@code
 * applications:
 *   - name: memcached
 *     class: user-facing
 *     source: memcached(1)
 *     features: {maxCpuCores: 4}
 *     estimates: {meanCpuCores: [0.05, 3], cyclesPerInstruction: [1.5, 3]}
 * }</pre>
 */
public final class ApplicationPoolFile {
    private static final String RESOURCE = "/dev/stowage/schema/application-pool.schema.json";
    private static final String SHIPPED = "/dev/stowage/scenario/applications.yaml";
    private static final String EXPECTED = "a pool of applications in YAML";

    private final LocatedYaml yaml;
    private final List<LocatedIssue> issues = new ArrayList<>();

    private ApplicationPoolFile(LocatedYaml yaml) {
        this.yaml = yaml;
    }

    /**
     * What {@code file} says.
     *
     * @throws InputException with every issue of the file
     */
    public static List<Application> read(Path file) {
        return new ApplicationPoolFile(LocatedYaml.read(file, EXPECTED)).applications();
    }

    /** The pool that comes with the product: most of its figures are estimates, marked as such. */
    public static List<Application> shipped() {
        try (InputStream in = ApplicationPoolFile.class.getResourceAsStream(SHIPPED)) {
            if (in == null) {
                throw new IllegalStateException(SHIPPED + " is missing from the jar");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            LocatedYaml yaml = LocatedYaml.parse(Path.of("applications.yaml"), text, EXPECTED);
            return new ApplicationPoolFile(yaml).applications();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Application> applications() {
        issues.addAll(ScenarioSchema.load(RESOURCE).issues(yaml));
        LocatedIssue.refuse(issues);
        List<Application> pool = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        JsonNode entries = yaml.root().get("applications");
        for (int i = 0; i < entries.size(); i++) {
            JsonPointer path = JsonPointer.valueOf("/applications/" + i);
            String name = entries.get(i).get("name").textValue();
            Integer before = names.putIfAbsent(name, i);
            if (before != null) {
                add(
                        path.appendProperty("name"),
                        "the name \"" + name + "\" again",
                        "each name once; applications[" + before + "] has it");
            }
            application(path, entries.get(i), pool);
        }
        LocatedIssue.refuse(issues);
        return List.copyOf(pool);
    }

    private void application(JsonPointer path, JsonNode entry, List<Application> pool) {
        Map<ExecutionFeature, FeatureRange> features = new EnumMap<>(ExecutionFeature.class);
        Set<ExecutionFeature> estimated = EnumSet.noneOf(ExecutionFeature.class);
        int before = issues.size();
        for (String key : List.of("features", "estimates")) {
            for (Map.Entry<String, JsonNode> each : entry.path(key).properties()) {
                JsonPointer place = path.appendProperty(key).appendProperty(each.getKey());
                ExecutionFeature feature = ExecutionFeature.of(each.getKey()).orElseThrow();
                if (features.containsKey(feature)) {
                    add(place, "a feature that stands in features too", "it in one of the two");
                }
                range(place, feature, each.getValue(), features);
                if (key.equals("estimates")) {
                    estimated.add(feature);
                }
            }
        }
        if (features.isEmpty() && issues.size() == before) {
            add(path, "neither features nor estimates", "at least one feature");
        }
        if (issues.size() == before) {
            pool.add(
                    new Application(
                            entry.get("name").textValue(),
                            entry.get("class").textValue().equals("batch")
                                    ? TaskClass.BATCH
                                    : TaskClass.USER_FACING,
                            features,
                            entry.get("source").textValue(),
                            estimated));
        }
    }

    private void range(
            JsonPointer place,
            ExecutionFeature feature,
            JsonNode value,
            Map<ExecutionFeature, FeatureRange> features) {
        double low = value.isArray() ? value.get(0).doubleValue() : value.doubleValue();
        double high = value.isArray() ? value.get(value.size() - 1).doubleValue() : low;
        if (high < low) {
            add(place, "from " + value.get(0) + " to " + value.get(1), "the least value first");
        } else if (!feature.isPossible(high)) {
            add(place, Double.toString(high), "what a task can do; " + feature.description());
        } else {
            features.put(feature, new FeatureRange(low, high));
        }
    }

    private void add(JsonPointer path, String found, String expected) {
        issues.add(yaml.atValue(path, new Problem(found, expected, null)));
    }
}
