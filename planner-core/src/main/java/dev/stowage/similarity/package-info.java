/**
 * How like each other two workloads are: parameter by parameter, in their arrivals, in what goes
 * together with what, and in what a cluster makes of them. Start at {@link
 * dev.stowage.similarity.Comparison}. Imports {@code dev.stowage.model}, {@code dev.stowage.stats}
 * and {@code dev.stowage.workload}; knows no file format and runs nothing.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 3.2.3, and what it leaves out.
 */
@NullMarked
package dev.stowage.similarity;

import org.jspecify.annotations.NullMarked;
