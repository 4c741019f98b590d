/**
 * The vocabulary of the product: resources, tasks, servers, workloads, and the few things that
 * every module needs (bad input, checks, random streams, progress). Start at {@link
 * dev.stowage.model.Workload} and {@link dev.stowage.model.ServerFleet}. Imports nothing else of
 * the product.
 */
@NullMarked
package dev.stowage.model;

import org.jspecify.annotations.NullMarked;
