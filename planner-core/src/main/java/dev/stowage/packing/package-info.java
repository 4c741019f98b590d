/**
 * Where everything goes: items (tasks, services' replicas, VMs) on servers of several kinds, under
 * rules, and how to get there from what runs now. Start at {@link
 * dev.stowage.packing.PackingProblem}; what comes out is a {@link
 * dev.stowage.packing.PlacementPlan}.
 */
@NullMarked
package dev.stowage.packing;

import org.jspecify.annotations.NullMarked;
