/**
 * Services on clouds over time: the clock, the charging of VMs and the choice between adding to a
 * configuration and changing it. Start at {@link dev.stowage.sim.cloud.DeploymentSimulation}. The
 * decisions themselves are in {@code dev.stowage.policy.deployment}.
 */
@NullMarked
package dev.stowage.sim.cloud;

import org.jspecify.annotations.NullMarked;
