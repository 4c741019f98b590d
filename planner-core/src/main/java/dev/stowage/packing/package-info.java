/**
 * What is to be packed where: items (tasks, services' replicas, VMs), servers of several kinds,
 * rules, and a packing with its plainest check. Start at {@link
 * dev.stowage.packing.PackingProblem}; the search is {@link
 * dev.stowage.packing.search.PackingSolver}. Must not import {@code dev.stowage.packing.search},
 * {@code dev.stowage.packing.bound} or {@code dev.stowage.packing.placement}.
 */
@NullMarked
package dev.stowage.packing;

import org.jspecify.annotations.NullMarked;
