/**
 * The report of a comparison of two workloads. Start at {@link
 * dev.stowage.report.similarity.SimilarityPage}. Pure functions of results.
 */
@NullMarked
package dev.stowage.report.similarity;

import org.jspecify.annotations.NullMarked;
