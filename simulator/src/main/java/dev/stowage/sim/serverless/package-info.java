/**
 * Serverless functions on servers: requests, instances, cold starts, queues, routing and the
 * autoscalers of {@code policy.autoscale}. Start at {@link
 * dev.stowage.sim.serverless.ServerlessSimulation}.
 */
@NullMarked
package dev.stowage.sim.serverless;

import org.jspecify.annotations.NullMarked;
