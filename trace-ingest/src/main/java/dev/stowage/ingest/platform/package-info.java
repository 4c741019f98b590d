/**
 * What platforms tell of what runs on them: OpenShift cost management, Nomad, OpenStack,
 * kube-state-metrics and cAdvisor. Start at {@link dev.stowage.ingest.platform.OpenShiftFormat}.
 * Knows no other format.
 */
@NullMarked
package dev.stowage.ingest.platform;

import org.jspecify.annotations.NullMarked;
