/**
 * The Knative Pod Autoscaler: what it measures, and how many pods follow. Start at {@link
 * dev.stowage.policy.autoscale.knative.KpaDecider}. Written from the behaviour of {@code
 * knative.dev/serving} and held to its own Go package by a fixture of 1,000 random series. No
 * clock: every call says what time it is.
 */
@NullMarked
package dev.stowage.policy.autoscale.knative;

import org.jspecify.annotations.NullMarked;
