package dev.stowage.sim;

import dev.stowage.model.Check;
import dev.stowage.model.Progress;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.Workload;
import dev.stowage.plan.TaskLog;
import dev.stowage.policy.PolicySpec;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All that decides a run.
 *
 * @param workload the tasks
 * @param servers the servers
 * @param placement a policy of {@link dev.stowage.policy.placement.PlacementPolicies}
 * @param admission a policy of {@link dev.stowage.policy.admission.AdmissionPolicies}
 * @param seed root seed
 * @param replication number of the replication, from 0; random streams differ between replications
 * @param untilMicros nothing that happens after this time is replayed, microseconds on the
 *     workload's clock
 * @param threads 1 = everything on the caller's thread; above 1 the workload is read ahead on a
 *     second one; never changes a result
 * @param taskLog told what became of each task
 * @param progress told how many tasks have been submitted
 */
public record SimulationSpec(
        Workload workload,
        ServerFleet servers,
        PolicySpec placement,
        PolicySpec admission,
        long seed,
        int replication,
        OptionalLong untilMicros,
        int threads,
        Optional<TaskLog> taskLog,
        Progress progress) {

    public SimulationSpec {
        Check.notNegative("replication", (long) replication);
        Check.positive("threads", threads);
    }

    /** First-fit, admission by capacity, seed 0, to the end, on one thread, silent. */
    public static SimulationSpec of(Workload workload, ServerFleet servers) {
        return new SimulationSpec(
                workload,
                servers,
                new PolicySpec("first-fit", Map.of()),
                new PolicySpec("capacity", Map.of()),
                0,
                0,
                OptionalLong.empty(),
                1,
                Optional.empty(),
                Progress.NONE);
    }

    public SimulationSpec withPlacement(PolicySpec policy) {
        return new SimulationSpec(
                workload,
                servers,
                policy,
                admission,
                seed,
                replication,
                untilMicros,
                threads,
                taskLog,
                progress);
    }

    public SimulationSpec withAdmission(PolicySpec policy) {
        return new SimulationSpec(
                workload,
                servers,
                placement,
                policy,
                seed,
                replication,
                untilMicros,
                threads,
                taskLog,
                progress);
    }

    public SimulationSpec withServers(ServerFleet otherServers) {
        return new SimulationSpec(
                workload,
                otherServers,
                placement,
                admission,
                seed,
                replication,
                untilMicros,
                threads,
                taskLog,
                progress);
    }

    public SimulationSpec withSeed(long otherSeed, int otherReplication) {
        return new SimulationSpec(
                workload,
                servers,
                placement,
                admission,
                otherSeed,
                otherReplication,
                untilMicros,
                threads,
                taskLog,
                progress);
    }

    public SimulationSpec until(long micros) {
        return new SimulationSpec(
                workload,
                servers,
                placement,
                admission,
                seed,
                replication,
                OptionalLong.of(micros),
                threads,
                taskLog,
                progress);
    }

    public SimulationSpec withThreads(int count) {
        return new SimulationSpec(
                workload,
                servers,
                placement,
                admission,
                seed,
                replication,
                untilMicros,
                count,
                taskLog,
                progress);
    }

    public SimulationSpec withTaskLog(TaskLog log) {
        return new SimulationSpec(
                workload,
                servers,
                placement,
                admission,
                seed,
                replication,
                untilMicros,
                threads,
                Optional.of(log),
                progress);
    }

    public SimulationSpec withProgress(Progress listener) {
        return new SimulationSpec(
                workload,
                servers,
                placement,
                admission,
                seed,
                replication,
                untilMicros,
                threads,
                taskLog,
                listener);
    }
}
