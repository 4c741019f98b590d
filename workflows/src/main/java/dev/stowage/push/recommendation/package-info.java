/**
 * New requests as files that people apply themselves: patches of Kustomize, values of Helm, objects
 * of the vertical pod autoscaler. Start at {@link
 * dev.stowage.push.recommendation.RecommendationFiles}. Must not import {@code
 * dev.stowage.push.terraform} or {@code dev.stowage.push.node}.
 */
@NullMarked
package dev.stowage.push.recommendation;

import org.jspecify.annotations.NullMarked;
