package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.PolicySpec;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.metrics.SummaryRecorder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The results on which other simulators agree (makespan, peak running) and, for first-fit, the sum
 * of the server numbers, which tells whether every single placement is the same. Fixtures: {@code
 * peers/README.md} beside the repository, workload made by {@code gen_workload.py} there.
 */
class NeutralWorkloadTest {
    private static final Offset<Double> ROUNDING = Offset.offset(0.0005); // printed with 3 digits

    @TempDir static Path folder;

    @ParameterizedTest
    @CsvSource({
        "1000, 100, 14105.132, 561, 12422",
        "10000, 100, 40244.872, 1143, 239780",
        "100000, 100, 91852.111, 1170, 2593639",
        "1000000, 100, 600538.414, 1218, 26479218",
        "10000, 1000, 37285.475, 5817, 1280226",
        "100000, 1000, 51911.060, 10377, 22384173",
        "1000000, 1000, 130417.408, 11167, 252947665",
        "100000, 12500, 51308.187, 63034, 140168585",
        "1000000, 12500, 89206.789, 128425, 2694992845",
    })
    void agreesWithOtherSimulators(
            int tasks, int servers, double makespan, long peakRunning, long sumOfServers)
            throws Exception {
        Optional<NeutralWorkload> made = NeutralWorkloads.generate(folder, tasks, servers);
        assumeTrue(made.isPresent(), "python3 or ../shared/peers/gen_workload.py is missing");
        NeutralWorkload workload = made.orElseThrow();
        AtomicLong serverSum = new AtomicLong();
        TaskLog log = entry -> serverSum.addAndGet(entry.server);
        ServerType type = ServerType.of("1c1g", Resources.ofCoresAndGib(1, 1));
        SimulationSpec spec =
                SimulationSpec.of(workload, ServerFleet.of(type, servers)).withTaskLog(log);
        PeakRunning peak = new PeakRunning();
        RunResult result = Simulation.run(spec, peak.around(SummaryRecorder::open));

        assertThat(result.summary().tasks().finished()).isEqualTo(tasks);
        assertThat(result.summary().makespanSeconds()).isCloseTo(makespan, ROUNDING);
        assertThat(peak.tasks()).isEqualTo(peakRunning);
        assertThat(serverSum.get()).isEqualTo(sumOfServers);

        PolicySpec leastLoad = new PolicySpec("least-load", Map.of());
        RunResult spread = Simulation.run(spec.withPlacement(leastLoad));
        assertThat(spread.summary().tasks().finished()).isEqualTo(tasks);
        assertThat(spread.summary().makespanSeconds()).isCloseTo(makespan, ROUNDING);
    }
}
