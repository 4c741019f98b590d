/**
 * A plan carried out on a Kubernetes cluster. Start at {@link
 * dev.stowage.push.kubernetes.KubernetesTarget}. The only room that imports the Kubernetes client.
 * Must not import {@code dev.stowage.push.terraform} or {@code dev.stowage.push.node}.
 */
@NullMarked
package dev.stowage.push.kubernetes;

import org.jspecify.annotations.NullMarked;
