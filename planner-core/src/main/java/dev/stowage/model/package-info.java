/**
 * The vocabulary of the product: resources, tasks, servers, workloads. Start at {@link
 * dev.stowage.model.Workload} and {@link dev.stowage.model.ServerFleet}. Imports of the product
 * only {@code dev.stowage.basis}.
 */
@NullMarked
package dev.stowage.model;

import org.jspecify.annotations.NullMarked;
