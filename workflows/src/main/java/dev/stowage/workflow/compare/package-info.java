/**
 * How like each other two workloads are, replayed on the same servers. Start at {@link
 * dev.stowage.workflow.compare.ComparisonRun}. Neither parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.compare;

import org.jspecify.annotations.NullMarked;
