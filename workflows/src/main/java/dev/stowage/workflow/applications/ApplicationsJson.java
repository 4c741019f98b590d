package dev.stowage.workflow.applications;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.applications.Application;
import dev.stowage.applications.ApplicationMatch;
import dev.stowage.applications.ApplicationSelection;
import dev.stowage.applications.ExecutionFeature;
import dev.stowage.applications.FeatureDensity;
import dev.stowage.applications.FeatureImportance;
import dev.stowage.applications.FeatureObservations;
import dev.stowage.applications.FeatureRange;
import dev.stowage.applications.FeatureStatus;
import dev.stowage.applications.PrincipalComponents;
import dev.stowage.json.Json;
import dev.stowage.stats.sample.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The form of {@code applications --json}: what a trace does not have is null, never 0. */
public final class ApplicationsJson {
    private final String trace;
    private final String pool;
    private final double share;
    private final int top;

    /**
     * Of a choice.
     *
     * @param pool the file of the pool; empty if it is the shipped one
     */
    public ApplicationsJson(String trace, String pool, double share, int top) {
        this.trace = trace;
        this.pool = pool;
        this.share = share;
        this.top = top;
    }

    /** Why features are not used, in words. */
    public static String reasons(FeatureObservations observations) {
        return Arrays.stream(ExecutionFeature.values())
                .filter(feature -> observations.status(feature) != FeatureStatus.USED)
                .collect(
                        Collectors.groupingBy(
                                observations::status,
                                Collectors.mapping(
                                        ExecutionFeature::key, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey().reason() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
    }

    /** The choice as a JSON object with its keys in their fixed order. */
    public ObjectNode of(ApplicationSelection selection, List<String> notes) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("trace", trace)
                .put("measurements", selection.observations().measurements())
                .put("pool", pool.isEmpty() ? "shipped" : pool)
                .put("share", share)
                .put("top", top);
        ArrayNode features = root.putArray("features");
        for (FeatureImportance each : selection.importances()) {
            feature(features.addObject(), each, selection);
        }
        ArrayNode unused = root.putArray("unused");
        for (ExecutionFeature feature : ExecutionFeature.values()) {
            if (selection.observations().status(feature) != FeatureStatus.USED) {
                unused(unused.addObject(), feature, selection.observations());
            }
        }
        components(root.putArray("components"), selection.components());
        ArrayNode applications = root.putArray("applications");
        selection.matches().forEach(each -> application(applications.addObject(), each));
        ArrayNode said = root.putArray("notes");
        notes.forEach(said::add);
        return root;
    }

    private static void feature(
            ObjectNode node, FeatureImportance importance, ApplicationSelection selection) {
        ExecutionFeature feature = importance.feature();
        Sample sample = selection.observations().sample(feature);
        node.put("feature", feature.key())
                .put("unit", feature.unit())
                .put("description", feature.description())
                .put("importance", importance.share())
                .put("selected", importance.isSelected())
                .put("observations", importance.observations())
                .put("impossible", selection.observations().impossible(feature))
                .put("mean", sample.mean())
                .put("p50", sample.quantile(0.5))
                .put("p99", sample.quantile(0.99));
        node.putNull("density");
        for (FeatureDensity density : selection.densities()) {
            if (density.feature() == feature) {
                node.put("density", density.fit().density().describe());
            }
        }
    }

    private static void unused(
            ObjectNode node, ExecutionFeature feature, FeatureObservations observations) {
        node.put("feature", feature.key())
                .put("observations", observations.observations(feature))
                .put("impossible", observations.impossible(feature))
                .put("reason", observations.status(feature).reason());
    }

    private static void components(ArrayNode array, PrincipalComponents components) {
        for (int k = 0; k < components.explained().size(); k++) {
            ObjectNode node = array.addObject();
            node.put("explained", components.explained().get(k));
            ObjectNode loadings = node.putObject("loadings");
            for (int i = 0; i < components.features().size(); i++) {
                loadings.put(
                        components.features().get(i).key(), components.loadings().get(k).get(i));
            }
        }
    }

    private static void application(ObjectNode node, ApplicationMatch match) {
        Application application = match.application();
        node.put("name", application.name())
                .put("class", application.taskClass().name())
                .put("source", application.source())
                .put("selected", match.isSelected());
        if (match.isRanked()) {
            node.put("similarity", match.similarity());
        } else {
            node.putNull("similarity");
        }
        node.put("known", match.known());
        ArrayNode features = node.putArray("features");
        match.features()
                .forEach(
                        (feature, similarity) -> {
                            FeatureRange range = application.features().get(feature);
                            if (range != null) {
                                features.addObject()
                                        .put("feature", feature.key())
                                        .put("low", range.low())
                                        .put("high", range.high())
                                        .put("estimated", application.estimated().contains(feature))
                                        .put("similarity", similarity);
                            }
                        });
    }
}
