/**
 * Range answers of Prometheus about the pods of a cluster: {@link
 * dev.stowage.ingest.prometheus.PrometheusFormat}.
 */
@NullMarked
package dev.stowage.ingest.prometheus;

import org.jspecify.annotations.NullMarked;
