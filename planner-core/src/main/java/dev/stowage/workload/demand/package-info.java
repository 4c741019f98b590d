/**
 * What a service needs over time: from the requests of tasks, from measured use, or by rule. Start
 * at {@link dev.stowage.workload.demand.ServiceDemand}. Must not import {@code
 * dev.stowage.workload.fit} or {@code dev.stowage.workload.synthesis}.
 */
@NullMarked
package dev.stowage.workload.demand;

import org.jspecify.annotations.NullMarked;
