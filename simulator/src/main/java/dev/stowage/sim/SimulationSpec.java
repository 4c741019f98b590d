package dev.stowage.sim;

import dev.stowage.basis.Check;
import dev.stowage.basis.Progress;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.Workload;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.checkpoint.Checkpointing;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.UsageModels;
import dev.stowage.sim.observation.Observation;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.sim.queue.QueueOptions;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * All that decides a run.
 *
 * @param workload the tasks
 * @param servers the servers
 * @param placement a policy of {@link dev.stowage.policy.placement.PlacementPolicies}
 * @param admission a policy of {@link dev.stowage.policy.admission.AdmissionPolicies}
 * @param queue a discipline of {@link QueueDisciplines}
 * @param queueing what applies whatever the discipline
 * @param dynamics how servers go down and come back besides what a machine table records
 * @param fidelity how closely the run follows what tasks do on their servers
 * @param seed root seed
 * @param replication number of the replication, from 0; random streams differ between replications
 * @param untilMicros nothing that happens after this time is replayed, microseconds on the
 *     workload's clock
 * @param threads 1 = everything on the caller's thread; above 1 the workload is read ahead on a
 *     second one; never changes a result
 * @param observation what else is written down
 * @param checkpointing whether it writes checkpoints, and goes on from one
 * @param taskLog told what became of each task
 * @param progress told how many tasks have been submitted
 */
public record SimulationSpec(
        Workload workload,
        ServerFleet servers,
        PolicySpec placement,
        PolicySpec admission,
        PolicySpec queue,
        QueueOptions queueing,
        ServerDynamics dynamics,
        Fidelity fidelity,
        long seed,
        int replication,
        OptionalLong untilMicros,
        int threads,
        Observation observation,
        Optional<Checkpointing> checkpointing,
        Optional<TaskLog> taskLog,
        Progress progress) {

    public SimulationSpec {
        Check.notNegative("replication", (long) replication);
        Check.positive("threads", threads);
    }

    /** First-fit, admission by capacity, FIFO, seed 0, to the end, on one thread, silent. */
    public static SimulationSpec of(Workload workload, ServerFleet servers) {
        return new SimulationSpec(
                workload,
                servers,
                new PolicySpec("first-fit", Map.of()),
                new PolicySpec("capacity", Map.of()),
                new PolicySpec("fifo", Map.of()),
                QueueOptions.NONE,
                ServerDynamics.NONE,
                Fidelity.REPLAY,
                0,
                0,
                OptionalLong.empty(),
                1,
                Observation.NONE,
                Optional.empty(),
                Optional.empty(),
                Progress.NONE);
    }

    /** True if a run draws random numbers: its replications differ even on the same tasks. */
    public boolean isRandom() {
        boolean drawsUse =
                fidelity.isContended()
                        && UsageModels.registry().entry(fidelity.usageModel()).isRandom();
        return drawsUse
                || PlacementPolicies.registry().entry(placement).isRandom()
                || AdmissionPolicies.registry().entry(admission).isRandom()
                || QueueDisciplines.registry().entry(queue).isRandom()
                || dynamics.failures().isPresent()
                || dynamics.domainFailures().isPresent();
    }

    /** The same but for what {@code change} sets. */
    public SimulationSpec with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.toSpec();
    }

    public SimulationSpec withPlacement(PolicySpec policy) {
        return with(draft -> draft.placement = policy);
    }

    public SimulationSpec withAdmission(PolicySpec policy) {
        return with(draft -> draft.admission = policy);
    }

    public SimulationSpec withQueue(PolicySpec policy) {
        return with(draft -> draft.queue = policy);
    }

    public SimulationSpec withQueueing(QueueOptions options) {
        return with(draft -> draft.queueing = options);
    }

    public SimulationSpec withFidelity(Fidelity other) {
        return with(draft -> draft.fidelity = other);
    }

    public SimulationSpec withServers(ServerFleet otherServers) {
        return with(draft -> draft.servers = otherServers);
    }

    public SimulationSpec withSeed(long otherSeed, int otherReplication) {
        return with(
                draft -> {
                    draft.seed = otherSeed;
                    draft.replication = otherReplication;
                });
    }

    public SimulationSpec until(long micros) {
        return with(draft -> draft.untilMicros = OptionalLong.of(micros));
    }

    public SimulationSpec withThreads(int count) {
        return with(draft -> draft.threads = count);
    }

    public SimulationSpec withTaskLog(TaskLog log) {
        return with(draft -> draft.taskLog = Optional.of(log));
    }

    public SimulationSpec withProgress(Progress listener) {
        return with(draft -> draft.progress = listener);
    }

    /** The components of a spec that is being made, for {@link SimulationSpec#with}. */
    public static final class Draft {
        public Workload workload;
        public ServerFleet servers;
        public PolicySpec placement;
        public PolicySpec admission;
        public PolicySpec queue;
        public QueueOptions queueing;
        public ServerDynamics dynamics;
        public Fidelity fidelity;
        public long seed;
        public int replication;
        public OptionalLong untilMicros;
        public int threads;
        public Observation observation;
        public Optional<Checkpointing> checkpointing;
        public Optional<TaskLog> taskLog;
        public Progress progress;

        private Draft(SimulationSpec spec) {
            workload = spec.workload;
            servers = spec.servers;
            placement = spec.placement;
            admission = spec.admission;
            queue = spec.queue;
            queueing = spec.queueing;
            dynamics = spec.dynamics;
            fidelity = spec.fidelity;
            seed = spec.seed;
            replication = spec.replication;
            untilMicros = spec.untilMicros;
            threads = spec.threads;
            observation = spec.observation;
            checkpointing = spec.checkpointing;
            taskLog = spec.taskLog;
            progress = spec.progress;
        }

        private SimulationSpec toSpec() {
            return new SimulationSpec(
                    workload,
                    servers,
                    placement,
                    admission,
                    queue,
                    queueing,
                    dynamics,
                    fidelity,
                    seed,
                    replication,
                    untilMicros,
                    threads,
                    observation,
                    checkpointing,
                    taskLog,
                    progress);
        }
    }
}
