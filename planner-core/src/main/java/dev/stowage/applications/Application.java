package dev.stowage.applications;

import dev.stowage.basis.Check;
import dev.stowage.model.TaskClass;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * An application that can stand for tasks of a trace.
 *
 * @param name what it is called
 * @param taskClass batch, or user-facing for a service
 * @param features what a task of it does while it runs, as far as that is known; at least one
 * @param source where the features are from
 * @param estimated those of them that nobody measured
 */
public record Application(
        String name,
        TaskClass taskClass,
        Map<ExecutionFeature, FeatureRange> features,
        String source,
        Set<ExecutionFeature> estimated) {
    public Application {
        Check.notBlank("name", name);
        Check.notBlank("source", source);
        if (features.isEmpty()) {
            throw new IllegalArgumentException("features of " + name + " are empty");
        }
        if (!features.keySet().containsAll(estimated)) {
            throw new IllegalArgumentException("estimated " + estimated + " of " + features);
        }
        features = Collections.unmodifiableMap(new EnumMap<>(features));
        estimated =
                estimated.isEmpty()
                        ? Set.of()
                        : Collections.unmodifiableSet(EnumSet.copyOf(estimated));
    }
}
