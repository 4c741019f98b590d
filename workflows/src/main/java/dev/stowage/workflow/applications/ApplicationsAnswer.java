package dev.stowage.workflow.applications;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.stowage.applications.Application;
import dev.stowage.applications.ApplicationMatch;
import dev.stowage.applications.ApplicationSelection;
import dev.stowage.applications.ExecutionFeature;
import dev.stowage.applications.FeatureImportance;
import dev.stowage.applications.FeatureObservations;
import dev.stowage.applications.FeatureRange;
import dev.stowage.applications.FeatureStatus;
import dev.stowage.applications.PrincipalComponents;
import dev.stowage.stats.sample.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@code applications --json} prints, and what the terminal shows of which applications stand
 * for a trace: what a trace does not have is null, never 0.
 *
 * @param pool file of the pool; {@code shipped} if it is ours
 * @param share importance that the selected features reach together
 * @param top how many of each class are selected at most
 * @param features the most important first
 * @param unused features that the trace does not tell
 * @param applications the most similar first
 */
public record ApplicationsAnswer(
        String trace,
        long measurements,
        String pool,
        double share,
        int top,
        List<Feature> features,
        List<Unused> unused,
        List<Component> components,
        List<Match> applications,
        List<String> notes) {
    /** What tasks do, in one respect; density null if none was fitted. */
    public record Feature(
            String feature,
            String unit,
            String description,
            double importance,
            boolean selected,
            long observations,
            long impossible,
            double mean,
            double p50,
            double p99,
            @Nullable String density) {
        private static Feature of(FeatureImportance importance, ApplicationSelection selection) {
            ExecutionFeature feature = importance.feature();
            Sample sample = selection.observations().sample(feature);
            return new Feature(
                    feature.key(),
                    feature.unit(),
                    feature.description(),
                    importance.share(),
                    importance.isSelected(),
                    importance.observations(),
                    selection.observations().impossible(feature),
                    sample.mean(),
                    sample.quantile(0.5),
                    sample.quantile(0.99),
                    selection.densities().stream()
                            .filter(each -> each.feature() == feature)
                            .map(each -> each.fit().density().describe())
                            .findFirst()
                            .orElse(null));
        }
    }

    /** A feature that isn't used, and why. */
    public record Unused(String feature, long observations, long impossible, String reason) {}

    /** A principal component: the share of the variance, and how much of each feature it is. */
    public record Component(double explained, Map<String, Double> loadings) {
        private static List<Component> of(PrincipalComponents all) {
            List<Component> components = new ArrayList<>();
            for (int k = 0; k < all.explained().size(); k++) {
                Map<String, Double> loadings = new LinkedHashMap<>();
                for (int i = 0; i < all.features().size(); i++) {
                    loadings.put(all.features().get(i).key(), all.loadings().get(k).get(i));
                }
                components.add(new Component(all.explained().get(k), loadings));
            }
            return components;
        }
    }

    /**
     * An application beside the trace.
     *
     * @param similarity null if too little is known of it
     * @param known share of what matters that is known of it
     */
    public record Match(
            String name,
            @JsonProperty("class") String taskClass,
            String source,
            boolean selected,
            @Nullable Double similarity,
            double known,
            List<Range> features) {
        private static Match of(ApplicationMatch match) {
            Application application = match.application();
            List<Range> features = new ArrayList<>();
            match.features()
                    .forEach(
                            (feature, similarity) -> {
                                FeatureRange range = application.features().get(feature);
                                if (range != null) {
                                    features.add(
                                            new Range(
                                                    feature.key(),
                                                    range.low(),
                                                    range.high(),
                                                    application.estimated().contains(feature),
                                                    similarity));
                                }
                            });
            return new Match(
                    application.name(),
                    application.taskClass().name(),
                    application.source(),
                    match.isSelected(),
                    match.isRanked() ? match.similarity() : null,
                    match.known(),
                    features);
        }
    }

    /** A feature of an application, and how similar the trace is in it. */
    public record Range(
            String feature, double low, double high, boolean estimated, double similarity) {}

    /**
     * Of a choice.
     *
     * @param pool the file of the pool; empty if it is the shipped one
     */
    public static ApplicationsAnswer of(
            ApplicationSelection selection,
            String trace,
            String pool,
            double share,
            int top,
            List<String> notes) {
        FeatureObservations observations = selection.observations();
        return new ApplicationsAnswer(
                trace,
                observations.measurements(),
                pool.isEmpty() ? "shipped" : pool,
                share,
                top,
                selection.importances().stream().map(each -> Feature.of(each, selection)).toList(),
                Arrays.stream(ExecutionFeature.values())
                        .filter(feature -> observations.status(feature) != FeatureStatus.USED)
                        .map(
                                feature ->
                                        new Unused(
                                                feature.key(),
                                                observations.observations(feature),
                                                observations.impossible(feature),
                                                observations.status(feature).reason()))
                        .toList(),
                Component.of(selection.components()),
                selection.matches().stream().map(Match::of).toList(),
                notes);
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
}
