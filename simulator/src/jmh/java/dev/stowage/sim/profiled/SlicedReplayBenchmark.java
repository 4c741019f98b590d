package dev.stowage.sim.profiled;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.Workload;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.workload.OfferedServers;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.profile.workload.SlicedWorkload.Promise;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.profile.workload.TaskApplications;
import dev.stowage.sim.ColumnWorkload;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A million tasks on 1,000 servers whose slices {@code quman-user} chooses, and the same tasks as
 * they ask for themselves.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@Fork(value = 1, jvmArgs = "-Xmx4g")
public class SlicedReplayBenchmark {
    private static final int TASKS = 1_000_000;
    private static final long SECOND = 1_000_000;

    private SimulationSpec sliced;
    private SimulationSpec asked;

    /** Draws the tasks. */
    @Setup
    public void draw() {
        Random random = new Random(28);
        List<Row> rows = new ArrayList<>();
        long submit = 0;
        for (int i = 0; i < TASKS; i++) {
            submit += (long) (-Math.log(1 - random.nextDouble()) * 70_000);
            rows.add(
                    Row.of(
                            submit,
                            SECOND + random.nextInt(200_000_000),
                            SECOND,
                            Resources.ofCoresAndGib(0, 1).memoryBytes()));
        }
        Workload workload = new ColumnWorkload(4096, rows);
        TaskApplications applications =
                TaskApplications.Drawn.of(
                        Map.of(
                                "TPC-H", 7 / 18.0,
                                "BLAST", 6 / 18.0,
                                "TPC-E", 4 / 18.0,
                                "Apache", 1 / 18.0),
                        1);
        ServerFleet servers =
                ServerFleet.of(ServerType.of("thesis", Resources.ofCoresAndGib(48, 48)), 1_000);
        sliced =
                SimulationSpec.of(
                                new SlicedWorkload(
                                        workload,
                                        ProfileLibrary.thesis(),
                                        applications,
                                        Promise.of(0.8, 0, RecordedOn.SERVER),
                                        OfferedServers.OF_PROFILES),
                                servers)
                        .withAdmission(
                                AdmissionPolicies.registry()
                                        .parse("benchmark", "quman-user[pi=80]"));
        asked = SimulationSpec.of(workload, servers);
    }

    /** With slices. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public long sliced() {
        return Simulation.run(sliced).summary().tasks().finished();
    }

    /** As asked for. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public long asked() {
        return Simulation.run(asked).summary().tasks().finished();
    }
}
