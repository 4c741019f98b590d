package dev.stowage.sim.execution;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.TaskBatch;
import dev.stowage.policy.PolicySpec;
import dev.stowage.run.RunSummary;
import dev.stowage.run.TaskLog.Fate;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.NaiveContention;
import dev.stowage.sim.NaiveContention.Resize;
import dev.stowage.sim.NaiveContention.Task;
import dev.stowage.sim.RunResult;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.UsedWorkload;
import dev.stowage.sim.UsedWorkload.Row;
import dev.stowage.sim.UsedWorkload.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Contended runs against {@link NaiveContention}, which moves every task on in every microsecond in
 * exact integers: every task's fate, start, end and server, and what the summary says of use.
 */
class ContentionOracleTest {
    private static final long OPERATIONS = 1_000_000;

    /** What a random case is made of. */
    private record Case(
            List<Row> rows,
            int servers,
            List<Resize> resizes,
            double cpuFactor,
            double memoryFactor,
            int requeues,
            long until) {}

    private record Logged(Fate fate, long first, long last, long end, int server, int evictions) {}

    @Test
    void agreesWithTheOracleOnEveryTaskInAMillionOperations() {
        long operations = 0;
        long kills = 0;
        long contended = 0;
        for (long seed = 0; operations < OPERATIONS; seed++) {
            Case given = randomCase(new SplittableRandom(seed));
            try {
                NaiveContention naive = compare(given);
                operations += naive.operations;
                kills += naive.kills;
                contended += naive.slowdowns.stream().filter(slowdown -> slowdown > 1).count();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + given, e);
            }
        }
        assertThat(kills).as("the cases must kill").isGreaterThan(OPERATIONS / 500);
        assertThat(contended).as("the cases must contend").isGreaterThan(OPERATIONS / 50);
    }

    /** Demands of at most 3 and at most 6 tasks a server, so that their sums divide the units. */
    private static Case randomCase(SplittableRandom random) {
        int servers = 1 + random.nextInt(3);
        int horizon = 20 + random.nextInt(1000);
        int tasks = random.nextInt(1 + 2 * horizon);
        int longest = 1 + random.nextInt(20);
        boolean hasWindows = random.nextBoolean();
        boolean hasMemory = random.nextBoolean();
        List<Row> rows = new ArrayList<>();
        for (long submit : random.longs(tasks, 0, horizon).sorted().toArray()) {
            long memory = hasMemory ? 1 + random.nextInt(4) : 0;
            rows.add(
                    new Row(
                            submit,
                            random.nextInt(25) == 0 ? TaskBatch.NONE : random.nextInt(longest),
                            1 + random.nextInt(2),
                            memory,
                            random.nextInt(3),
                            random.nextInt(5) - 1,
                            hasMemory ? random.nextInt(6) - 1 : 0,
                            hasWindows ? windows(random, submit, hasMemory) : List.of()));
        }
        List<Resize> resizes = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            resizes.add(new Resize(0, server, 1 + random.nextInt(4), 12));
        }
        long time = 0;
        for (int i = random.nextInt(20); i > 0; i--) {
            time += 1 + random.nextInt(60);
            boolean isRemoval = random.nextInt(3) == 0;
            resizes.add(
                    new Resize(
                            time,
                            random.nextInt(servers),
                            isRemoval ? 0 : 1 + random.nextInt(4),
                            isRemoval ? 0 : 6 + random.nextInt(7)));
        }
        return new Case(
                rows,
                servers,
                resizes,
                1 + random.nextInt(3) / 4.0,
                1 + random.nextInt(3) / 4.0,
                random.nextInt(3),
                horizon + 1000);
    }

    private static List<Window> windows(SplittableRandom random, long submit, boolean hasMemory) {
        List<Window> windows = new ArrayList<>();
        long start = submit + random.nextInt(10);
        for (int i = random.nextInt(5); i > 0; i--) {
            windows.add(
                    new Window(
                            start, random.nextInt(5) - 1, hasMemory ? random.nextInt(6) - 1 : -1));
            start += random.nextInt(12);
        }
        return windows;
    }

    private static NaiveContention compare(Case given) {
        NaiveContention naive =
                new NaiveContention(
                        given.rows(),
                        given.servers(),
                        given.resizes(),
                        given.cpuFactor(),
                        given.memoryFactor(),
                        given.requeues());
        naive.run(given.until());
        Map<Long, Logged> logged = new TreeMap<>();
        RunResult result =
                Simulation.run(
                        spec(given)
                                .withTaskLog(
                                        entry ->
                                                logged.put(
                                                        entry.jobId,
                                                        new Logged(
                                                                entry.fate,
                                                                entry.firstStartMicros,
                                                                entry.lastStartMicros,
                                                                entry.endMicros,
                                                                entry.server,
                                                                entry.evictions))));
        for (Task task : naive.tasks) {
            assertThat(logged.get((long) task.number))
                    .as("task %d", task.number)
                    .isEqualTo(
                            new Logged(
                                    task.fate,
                                    task.firstStart,
                                    task.lastStart,
                                    task.end,
                                    task.server,
                                    task.evictions));
        }
        compareUse(naive, result.summary());
        if (naive.isOver() && naive.micros() > 0) { // all of it lies in the first row
            TimeSeries series = result.series();
            assertThat(series.columns().get("cpuUsedCores")[0] * 1e6 * naive.micros())
                    .isCloseTo(naive.cpuUsedMicros, within(1e-3));
            assertThat(series.columns().get("memoryUsedGib")[0] * (1L << 30) * naive.micros())
                    .isCloseTo(naive.memoryUsedMicros, within(1e-3));
            assertThat(result.summary().energy().kWh() * 3.6e12)
                    .isCloseTo(naive.wattMicros, within(1e-6 * naive.wattMicros + 1e-6));
            RunSummary.Contention use = requireNonNull(result.summary().contention());
            compareShares(naive.cpuUsedShares, use.cpuUsed());
            compareShares(naive.memoryUsedShares, use.memoryUsed());
        }
        return naive;
    }

    private static void compareUse(NaiveContention naive, RunSummary summary) {
        RunSummary.Contention contention = summary.contention();
        assertThat(contention).isNotNull();
        assertThat(contention.outOfMemoryKills()).isEqualTo(naive.kills);
        assertThat(contention.slowdown().count()).isEqualTo(naive.slowdowns.size());
        assertThat(contention.cpuUsed().peak()).isBetween(0.0, 1.0);
        assertThat(contention.memoryUsed().peak()).isBetween(0.0, 1.0);
        double mean =
                naive.slowdowns.stream().mapToDouble(slowdown -> slowdown).average().orElse(0);
        assertThat(contention.slowdown().mean()).isCloseTo(mean, within(1e-6));
        if (!naive.slowdowns.isEmpty()) {
            compareSlowdowns(naive.slowdowns, contention.slowdown());
        }
    }

    private static void compareShares(List<Double> ofMicros, RunSummary.Level actual) {
        List<Double> sorted = ofMicros.stream().sorted().toList();
        double mean = sorted.stream().mapToDouble(share -> share).average().orElseThrow();
        assertThat(actual.mean()).isCloseTo(mean, within(1e-9));
        assertThat(actual.peak()).isCloseTo(sorted.get(sorted.size() - 1), within(1e-12));
        assertThat(actual.p50()).isCloseTo(nearestRank(sorted, 0.5), within(1.0001e-4));
        assertThat(actual.p95()).isCloseTo(nearestRank(sorted, 0.95), within(1.0001e-4));
    }

    private static double nearestRank(List<Double> sorted, double p) {
        return sorted.get((int) Math.max(1, Math.ceil(p * sorted.size() - 1e-9)) - 1);
    }

    private static void compareSlowdowns(List<Double> slowdowns, RunSummary.Distribution actual) {
        List<Double> sorted = slowdowns.stream().sorted().toList();
        Map.of(0.5, actual.p50(), 0.9, actual.p90(), 0.99, actual.p99(), 1.0, actual.max())
                .forEach(
                        (p, value) -> {
                            double expected = nearestRank(sorted, p);
                            assertThat(value)
                                    .as("p = %s", p)
                                    .isCloseTo(expected, within((expected - 1) * 1e-3 + 1e-6));
                        });
    }

    private static SimulationSpec spec(Case given) {
        ServerFleet fleet = new ServerFleet.Recorded("machines", events(given), PowerModel.DEFAULT);
        return SimulationSpec.of(new UsedWorkload(given.rows()), fleet)
                .with(
                        draft -> {
                            draft.admission = new PolicySpec("none", Map.of());
                            draft.untilMicros = java.util.OptionalLong.of(given.until());
                            draft.fidelity =
                                    Fidelity.CONTENDED
                                            .withOvercommit(given.cpuFactor(), given.memoryFactor())
                                            .withOutOfMemory(
                                                    given.requeues() == 0
                                                            ? new PolicySpec("kill", Map.of())
                                                            : new PolicySpec(
                                                                    "requeue",
                                                                    Map.of(
                                                                            "times",
                                                                            given.requeues())));
                        });
    }

    private static MachineEvents events(Case given) {
        List<Resize> all = given.resizes();
        return new MachineEvents(
                given.servers(),
                all.stream().mapToLong(Resize::time).toArray(),
                all.stream().mapToInt(Resize::server).toArray(),
                all.stream().mapToLong(Resize::cpu).toArray(),
                all.stream().mapToLong(Resize::memory).toArray());
    }
}
