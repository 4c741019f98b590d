/**
 * Snapshots of a Kubernetes cluster, as {@code kubectl} prints them. Start at {@link
 * dev.stowage.ingest.kubernetes.KubernetesFormat}. Knows no other format.
 */
@NullMarked
package dev.stowage.ingest.kubernetes;

import org.jspecify.annotations.NullMarked;
