/**
 * The report of a comparison of deployments. Start at {@link dev.stowage.report.cloud.CloudReport}.
 * Pure functions of results.
 */
@NullMarked
package dev.stowage.report.cloud;

import org.jspecify.annotations.NullMarked;
