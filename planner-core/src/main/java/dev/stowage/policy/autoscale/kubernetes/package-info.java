/**
 * Kubernetes' own autoscalers: how many pods by their use (start at {@link
 * dev.stowage.policy.autoscale.kubernetes.HorizontalAutoscaler}), and how large a pod should be by
 * its history ({@link dev.stowage.policy.autoscale.kubernetes.VerticalRecommender}). Written from
 * the behaviour of {@code k8s.io/kubernetes} and {@code k8s.io/autoscaler} and held to their own Go
 * packages by fixtures. No clock: every call says what time it is.
 */
@NullMarked
package dev.stowage.policy.autoscale.kubernetes;

import org.jspecify.annotations.NullMarked;
