package dev.stowage.sim.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.policy.PolicySpec;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.UsedTasks;
import dev.stowage.sim.UsedWorkload;
import dev.stowage.sim.UsedWorkload.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is reserved and used of servers, and what a run says of it. */
class FidelityTest {
    private static final long CORE = Resources.MICRO_CORES_PER_CORE;
    private static final long GIB = Resources.BYTES_PER_GIB;
    private static final long SECOND = 1_000_000;

    private static ServerFleet servers(int count, long cores, long gib) {
        return ServerFleet.of(ServerType.of("s", Resources.ofCoresAndGib(cores, gib)), count);
    }

    private static Row task(long seconds, double cores, double used, double gib, double usedGib) {
        return new Row(
                0,
                seconds * SECOND,
                (long) (cores * CORE),
                (long) (gib * GIB),
                0,
                (long) (used * CORE),
                (long) (usedGib * GIB),
                List.of());
    }

    private static RunSummary run(Fidelity fidelity, ServerFleet servers, Row... rows) {
        return Simulation.run(
                        SimulationSpec.of(new UsedWorkload(List.of(rows)), servers)
                                .withFidelity(fidelity))
                .summary();
    }

    private static List<Row> randomRows(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Row> rows = new ArrayList<>();
        long submit = 0;
        for (int i = 0; i < 2000; i++) {
            submit += random.nextInt(2_000_000);
            long cpu = 1 + random.nextLong(CORE);
            long memory = random.nextLong(GIB);
            rows.add(
                    new Row(
                            submit,
                            random.nextInt(50) == 0 ? TaskBatch.NONE : random.nextInt(40_000_000),
                            cpu,
                            memory,
                            random.nextInt(5),
                            random.nextLong(cpu + 1),
                            random.nextLong(memory + 1),
                            List.of()));
        }
        return rows;
    }

    @Test
    void withNothingOvercommittedAContendedRunIsAReplay() {
        for (long seed = 0; seed < 20; seed++) {
            UsedWorkload workload = new UsedWorkload(randomRows(seed));
            SimulationSpec spec = SimulationSpec.of(workload, servers(20, 2, 2)).withSeed(seed, 0);
            List<String> replayed = new ArrayList<>();
            List<String> contended = new ArrayList<>();
            RunSummary replay = Simulation.run(spec.withTaskLog(into(replayed))).summary();
            RunSummary other =
                    Simulation.run(
                                    spec.withFidelity(Fidelity.CONTENDED)
                                            .withTaskLog(into(contended)))
                            .summary();
            assertThat(contended).isEqualTo(replayed);
            assertThat(withoutFidelity(other)).isEqualTo(withoutFidelity(replay));
            assertThat(other.energy().kWh()).isPositive().isLessThan(replay.energy().kWh());
            RunSummary.Contention contention = other.contention();
            assertThat(contention).isNotNull();
            assertThat(contention.slowdown().max()).isEqualTo(1);
            assertThat(contention.slowdown().mean()).isEqualTo(1);
            assertThat(contention.outOfMemoryKills()).isZero();
        }
    }

    private static dev.stowage.run.TaskLog into(List<String> lines) {
        return entry ->
                lines.add(
                        entry.jobId
                                + " "
                                + entry.fate
                                + " "
                                + entry.firstStartMicros
                                + " "
                                + entry.lastStartMicros
                                + " "
                                + entry.endMicros
                                + " "
                                + entry.server);
    }

    /** All but the labels and what only a contended run has. */
    private static String withoutFidelity(RunSummary summary) {
        return summary.toString()
                .replaceAll(
                        "energy=Energy\\[[^]]*\\]", "") // of what is used, not what is allocated
                .replaceAll("policies=\\{[^}]*\\}", "")
                .replaceAll("contention=(null|Contention\\[.*\\])(?=, standingStill)", "");
    }

    @Test
    void tasksThatDemandTwiceTheirServerTakeTwiceAsLong() {
        Fidelity fidelity = Fidelity.CONTENDED.withOvercommit(2, 1);
        RunSummary summary =
                run(fidelity, servers(1, 2, 4), task(10, 2, 2, 1, 1), task(10, 2, 2, 1, 1));
        assertThat(summary.makespanSeconds()).isEqualTo(20);
        assertThat(summary.contention().slowdown().mean()).isEqualTo(2);
        assertThat(summary.contention().cpuUsed().mean()).isEqualTo(1);
        assertThat(summary.contention().memoryUsed().mean()).isEqualTo(0.5);
        assertThat(summary.utilisation().cpuAllocated().peak()).isEqualTo(2);
        assertThat(summary.policies())
                .containsEntry("fidelity", "contended")
                .containsEntry("cpuOvercommit", "2.0");
    }

    @Test
    void overcommitWithoutContentionJustPacksMore() {
        Fidelity fidelity = Fidelity.REPLAY.withOvercommit(1.5, 1);
        RunSummary summary =
                run(
                        fidelity,
                        servers(1, 2, 4),
                        task(10, 1, 1, 1, 1),
                        task(10, 1, 1, 1, 1),
                        task(10, 1, 1, 1, 1));
        assertThat(summary.makespanSeconds()).isEqualTo(10);
        assertThat(summary.contention()).isNull();
        assertThat(summary.policies()).containsEntry("fidelity", "replay");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kill", "requeue"})
    void theTaskOfTheLowestPriorityIsKilledWhereMemoryRunsOut(String rule) {
        PolicySpec spec = OutOfMemory.registry().parse("test", rule);
        Fidelity fidelity = Fidelity.CONTENDED.withOvercommit(1, 2).withOutOfMemory(spec);
        RunSummary summary =
                run(
                        fidelity,
                        servers(1, 4, 4),
                        task(10, 1, 1, 3, 3),
                        task(10, 1, 1, 3, 1),
                        task(10, 1, 1, 1, 1));
        boolean isRequeued = rule.equals("requeue");
        assertThat(summary.contention().outOfMemoryKills()).isEqualTo(isRequeued ? 4 : 1);
        assertThat(summary.tasks().killed()).isEqualTo(1);
        assertThat(summary.tasks().evicted()).isEqualTo(isRequeued ? 3 : 0);
        assertThat(summary.tasks().finished()).isEqualTo(2);
    }

    @Test
    void reservesThePercentileOfUsedOverRequestedInTheClass() {
        Row[] rows = new Row[10];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = task(10, 1, (i + 1) / 20.0, 1, 0.25);
        }
        Fidelity byRequest = Fidelity.REPLAY;
        Fidelity byUse = byRequest.withReserve(Reserve.parse("test", "usage-p90"));
        assertThat(run(byRequest, servers(1, 1, 10), rows).makespanSeconds()).isEqualTo(100);
        // p90 of 0.05 to 0.5 is 0.45 (and 4.5e-4 at most): two at a time
        assertThat(run(byUse, servers(1, 1, 10), rows).makespanSeconds()).isEqualTo(50);
        Fidelity own = byRequest.withReserve(Reserve.parse("test", "usage"));
        // in order of submit: 0.05 + … + 0.3 = 1.05 is too much, so five, then …
        assertThat(run(own, servers(1, 1, 10), rows).makespanSeconds()).isLessThan(50);
    }

    @Test
    void aUsageModelStandsInForWhatNobodyMeasured() {
        Row unknown = new Row(0, 10 * SECOND, CORE, GIB, 0, -1, -1, List.of());
        PolicySpec half = UsageModels.registry().parse("test", "ratio[cpu=50,memory=25]");
        RunSummary summary =
                run(Fidelity.CONTENDED.withUsageModel(half), servers(1, 1, 1), unknown);
        assertThat(summary.contention().cpuUsed().mean()).isEqualTo(0.5);
        assertThat(summary.contention().memoryUsed().mean()).isEqualTo(0.25);
    }

    @Test
    void drawsUseFromABetaDistributionWithTheMeasuredMeanAndVariance() {
        SplittableRandom random = new SplittableRandom(5);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            boolean isMeasured = i % 2 == 0;
            double share = (random.nextDouble() + random.nextDouble()) / 4; // 0 to 0.5, mean 0.25
            rows.add(
                    new Row(
                            i,
                            1,
                            CORE,
                            GIB,
                            0,
                            isMeasured ? Math.round(share * CORE) : -1,
                            isMeasured ? GIB / 2 : -1,
                            List.of()));
        }
        SimulationSpec spec =
                SimulationSpec.of(new UsedWorkload(rows), servers(1, 1, 1))
                        .withFidelity(
                                Fidelity.CONTENDED.withUsageModel(
                                        new PolicySpec("beta", Map.of())));
        Optional<MeasuredUse> measured = UsedTasks.measured(spec);
        TaskBatch batch = new TaskBatch(30_000);
        double sum = 0;
        double squares = 0;
        try (TaskSource source = UsedTasks.open(spec, measured)) {
            assertThat(source.read(batch)).isTrue();
        }
        for (int row = 1; row < batch.size; row += 2) {
            double share = (double) batch.cpuUsedMicroCores[row] / CORE;
            sum += share;
            squares += share * share;
            assertThat(batch.memoryUsedBytes[row]).isEqualTo(GIB / 2); // no variance
        }
        int drawn = batch.size / 2;
        double mean = sum / drawn;
        assertThat(mean).isCloseTo(0.25, within(0.005));
        // two uniform shares of a quarter: variance 2 / 12 / 16
        assertThat(squares / drawn - mean * mean).isCloseTo(2.0 / 12 / 16, within(0.0006));
    }

    @ParameterizedTest
    @ValueSource(strings = {"usage-p0", "usage-p101", "usage-px", "p95", "usage-p", ""})
    void refusesAReserveThatItDoesNotKnow(String text) {
        assertThatThrownBy(() -> Reserve.parse("--reserve", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("usage-p95");
    }

    @Test
    void refusesToReserveByUseWhereNothingWasMeasured() {
        Row unknown = new Row(0, 10, CORE, GIB, 0, -1, -1, List.of());
        Fidelity fidelity = Fidelity.REPLAY.withReserve(Reserve.parse("test", "usage-p95"));
        assertThatThrownBy(() -> run(fidelity, servers(1, 1, 1), unknown, unknown))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("any of 2 tasks")
                .hasMessageContaining("reserve usage-p95");
    }

    @Test
    void saysForHowManyTasksARequestStandsInForUse() {
        Row unknown = new Row(0, 10, CORE, GIB, 0, -1, -1, List.of());
        RunSummary summary =
                run(Fidelity.CONTENDED, servers(3, 1, 1), unknown, task(1, 1, 0.5, 1, 0.5));
        assertThat(summary.warnings()).anyMatch(text -> text.startsWith("1 of 2 tasks"));
    }

    private static ServerFleet powered(long cores, PowerModel power) {
        return ServerFleet.of(
                new ServerType(
                        "s", Resources.ofCoresAndGib(cores, 8), power, OptionalDouble.empty()),
                1);
    }

    private static double joules(Fidelity fidelity, ServerFleet servers, Row... rows) {
        return run(fidelity, servers, rows).energy().kWh() * 3.6e6;
    }

    @Test
    void powerFollowsTheCpuInUseWhereTasksContend() {
        ServerFleet linear = powered(2, PowerModel.of(200, 300));
        ServerFleet curve = powered(2, PowerModel.ofCurve(List.of(100.0, 200.0, 220.0)));
        Row half = task(100, 2, 1, 1, 1);
        assertThat(joules(Fidelity.CONTENDED, linear, half)).isCloseTo(25_000, within(1e-6));
        assertThat(joules(Fidelity.CONTENDED, curve, half)).isCloseTo(20_000, within(1e-6));
        assertThat(joules(Fidelity.REPLAY, linear, half)).isCloseTo(30_000, within(1e-6));
        assertThat(joules(Fidelity.REPLAY, curve, half)).isCloseTo(22_000, within(1e-6));
    }

    @Test
    void aServerThatIsOverloadedDrawsItsPeakForAsLongAsThatTakes() {
        Fidelity twice = Fidelity.CONTENDED.withOvercommit(2, 1);
        Row all = task(100, 2, 2, 1, 1);
        // both demand all of it: 200 s until the shorter one ends, 50 s for the longer one alone
        Row longer = task(150, 2, 2, 1, 1);
        for (PowerModel power :
                List.of(
                        PowerModel.of(200, 300),
                        PowerModel.ofCurve(List.of(100.0, 290.0, 300.0)))) {
            assertThat(joules(twice, powered(2, power), all, longer))
                    .isCloseTo(300 * 250.0, within(1e-3));
        }
    }
}
