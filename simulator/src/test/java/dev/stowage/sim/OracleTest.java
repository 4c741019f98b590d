package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.run.RunSummary;
import dev.stowage.run.TaskLog;
import dev.stowage.run.TaskLog.Fate;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.observation.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine against {@link NaiveSimulation} on random workloads, every task and every figure. */
class OracleTest {
    private static final int CASES = 3000;
    private static final PowerModel POWER = PowerModel.of(200, 300);

    /** What a random case is made of. */
    private record Case(
            List<Row> rows, ServerFleet fleet, boolean rejects, long until, int batch, long scale) {
        /** Rows of the series are shorter than this, and not too many. */
        long stepLimit() {
            return 20 * scale;
        }
    }

    private record Logged(
            Fate fate, long submit, long first, long last, long end, int server, int evictions) {}

    @ParameterizedTest
    @MethodSource("dev.stowage.sim.NaivePlacement#policies")
    void agreesWithTheOracleOnEveryTaskAndEveryFigure(String placement) {
        for (long seed = 0; seed < CASES; seed++) {
            Case given = randomCase(new SplittableRandom(seed));
            try {
                compare(given, placement, seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(placement + ", seed " + seed + ": " + given, e);
            }
        }
    }

    private static Case randomCase(SplittableRandom random) {
        long scale = List.of(1L, 1_000_000L, 3_333_333L).get(random.nextInt(3));
        int tasks = random.nextInt(60);
        int horizon = 1 + random.nextInt(60);
        int largest = 1 + random.nextInt(12);
        List<Row> rows = new ArrayList<>();
        long[] submits =
                random.longs(tasks, 0, horizon).map(time -> time * scale).sorted().toArray();
        for (long submit : submits) {
            boolean isAlive = random.nextInt(15) == 0;
            TaskOutcome outcome =
                    isAlive
                            ? List.of(TaskOutcome.RUNNING, TaskOutcome.PENDING)
                                    .get(random.nextInt(2))
                            : random.nextInt(4) == 0
                                    ? List.of(
                                                    TaskOutcome.KILLED,
                                                    TaskOutcome.FAILED,
                                                    TaskOutcome.LOST,
                                                    TaskOutcome.EVICTED)
                                            .get(random.nextInt(4))
                                    : TaskOutcome.FINISHED;
            long duration = isAlive ? TaskBatch.NONE : random.nextInt(20) * scale;
            rows.add(
                    new Row(
                            submit,
                            random.nextInt(5) == 0 && !isAlive ? 0 : duration,
                            random.nextInt(largest + 1),
                            random.nextInt(largest + 1),
                            outcome));
        }
        boolean isCut = random.nextInt(4) == 0;
        return new Case(
                rows,
                random.nextBoolean()
                        ? groups(random)
                        : RandomMachines.of(
                                random, 6, 25, 1 + random.nextInt(2 * horizon), scale, POWER),
                random.nextInt(3) > 0,
                isCut ? random.nextInt(horizon + 10) * scale : Long.MAX_VALUE - 1,
                1 + random.nextInt(8),
                scale);
    }

    private static ServerFleet groups(SplittableRandom random) {
        List<ServerFleet.Group> groups = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            Resources capacity = new Resources(1 + random.nextInt(14), 1 + random.nextInt(14));
            ServerType type =
                    new ServerType("t" + i, capacity, POWER, java.util.OptionalDouble.empty());
            groups.add(new ServerFleet.Group(type, 1 + random.nextInt(4)));
        }
        return new ServerFleet.Static(groups);
    }

    private static void compare(Case given, String placement, long seed) {
        NaiveSimulation oracle =
                new NaiveSimulation(
                        given.rows(),
                        given.fleet(),
                        placement,
                        given.rejects(),
                        Seeds.stream(seed, "placement", 3),
                        given.until());
        oracle.run();
        Map<Long, Logged> logged = new java.util.HashMap<>();
        TaskLog log =
                entry ->
                        assertThat(
                                        logged.put(
                                                entry.jobId,
                                                new Logged(
                                                        entry.fate,
                                                        entry.submitMicros,
                                                        entry.firstStartMicros,
                                                        entry.lastStartMicros,
                                                        entry.endMicros,
                                                        entry.server,
                                                        entry.evictions)))
                                .isNull();
        SimulationSpec spec =
                SimulationSpec.of(new ColumnWorkload(given.batch(), given.rows()), given.fleet())
                        .withPlacement(PlacementPolicies.registry().parse("oracle", placement))
                        .withAdmission(
                                new PolicySpec(given.rejects() ? "capacity" : "none", Map.of()))
                        .withSeed(seed, 3)
                        .until(given.until())
                        .withTaskLog(log);
        LevelsOracle.Chosen chosen = new LevelsOracle.Chosen();
        long step = 1 + new SplittableRandom(seed).nextLong(given.stepLimit());
        RunResult result =
                Simulation.run(
                        spec.with(
                                draft ->
                                        draft.observation =
                                                Observation.NONE.withSeries(step, chosen)));
        compareTasks(oracle, given, logged);
        compareCounts(oracle, given, result.summary());
        compareWaits(oracle, given, result);
        if (oracle.firstSubmit != NaiveSimulation.NONE) {
            LevelsOracle levels =
                    new LevelsOracle(
                            oracle.levels, given.rows(), oracle.firstSubmit, oracle.lastTaskEvent);
            levels.compare(result.summary());
            levels.compare(result.series());
            levels.compare(chosen.whole());
        }
        if (seed % 10 == 0) {
            RunResult two = Simulation.run(spec.withTaskLog(ignore()).withThreads(2));
            assertThat(two.summary()).isEqualTo(result.summary());
            assertThat(two.series().columns().toString()).isNotEmpty();
            two.series()
                    .columns()
                    .forEach(
                            (name, column) ->
                                    assertThat(column)
                                            .isEqualTo(result.series().columns().get(name)));
        }
    }

    private static TaskLog ignore() {
        return entry -> {};
    }

    private static void compareTasks(NaiveSimulation oracle, Case given, Map<Long, Logged> logged) {
        List<NaiveSimulation.Task> submitted = submitted(oracle, given);
        assertThat(logged).hasSize(submitted.size());
        for (NaiveSimulation.Task task : submitted) {
            assertThat(logged.get((long) task.number))
                    .as("task %s", task.number)
                    .isEqualTo(
                            new Logged(
                                    task.fate,
                                    task.row.submit(),
                                    task.firstStart,
                                    task.lastStart,
                                    task.end,
                                    task.server,
                                    task.evictions));
        }
    }

    private static List<NaiveSimulation.Task> submitted(NaiveSimulation oracle, Case given) {
        return oracle.tasks.stream().filter(task -> task.row.submit() <= given.until()).toList();
    }

    private static void compareCounts(NaiveSimulation oracle, Case given, RunSummary summary) {
        List<NaiveSimulation.Task> submitted = submitted(oracle, given);
        assertThat(summary.tasks())
                .isEqualTo(
                        new RunSummary.TaskCounts(
                                submitted.size(),
                                count(submitted, Fate.REJECTED),
                                submitted.stream()
                                        .filter(task -> task.firstStart != NaiveSimulation.NONE)
                                        .count(),
                                count(submitted, Fate.FINISHED),
                                oracle.evictions,
                                count(submitted, Fate.KILLED),
                                count(submitted, Fate.RUNNING),
                                count(submitted, Fate.PENDING)));
        assertThat(summary.makespanSeconds()).isEqualTo(oracle.makespan / 1e6);
    }

    private static long count(List<NaiveSimulation.Task> tasks, Fate fate) {
        return tasks.stream().filter(task -> task.fate == fate).count();
    }

    private static void compareWaits(NaiveSimulation oracle, Case given, RunResult result) {
        List<Double> waits = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        boolean isBlocked = false;
        for (NaiveSimulation.Task task : submitted(oracle, given)) {
            if (task.firstStart != NaiveSimulation.NONE) {
                waits.add((task.firstStart - task.row.submit()) / 1e6);
            }
            if (task.fate == Fate.PENDING) {
                isBlocked |= !oracle.couldEverHold(task) || !isCut(oracle, given);
                all.add(
                        isBlocked
                                ? Double.POSITIVE_INFINITY
                                : (given.until() - task.waitsSince) / 1e6);
            }
        }
        all.addAll(waits);
        compareDistribution(waits, result.summary().pendingSeconds());
        compareDistribution(all, result.summary().objectivePendingSeconds());
        assertThat(result.pendingTimes().stream().mapToLong(bucket -> bucket.tasks()).sum())
                .isEqualTo(waits.size());
    }

    /** True if something was still to come when the run was cut. */
    private static boolean isCut(NaiveSimulation oracle, Case given) {
        boolean isMachineLeft =
                given.fleet() instanceof ServerFleet.Recorded recorded
                        && recorded.events().timeMicros(recorded.events().size() - 1)
                                > given.until();
        return isMachineLeft
                || oracle.tasks.stream()
                        .anyMatch(
                                task ->
                                        task.row.submit() > given.until()
                                                || (task.fate == Fate.RUNNING
                                                        && !task.neverEnds()));
    }

    private static void compareDistribution(List<Double> waits, RunSummary.Distribution actual) {
        List<Double> sorted = waits.stream().sorted().toList();
        assertThat(actual.count()).isEqualTo(sorted.size());
        if (sorted.isEmpty()) {
            return;
        }
        double sum = 0;
        for (double wait : sorted) {
            sum += wait;
        }
        near(actual.mean(), sum / sorted.size(), 1e-9);
        near(actual.p50(), nearestRank(sorted, 0.5), 1e-3);
        near(actual.p90(), nearestRank(sorted, 0.9), 1e-3);
        near(actual.p95(), nearestRank(sorted, 0.95), 1e-3);
        near(actual.p99(), nearestRank(sorted, 0.99), 1e-3);
        near(actual.max(), sorted.get(sorted.size() - 1), 0);
    }

    private static double nearestRank(List<Double> sorted, double p) {
        return sorted.get((int) Math.max(1, Math.ceil(p * sorted.size())) - 1);
    }

    static void near(double actual, double expected, double relative) {
        if (Double.isInfinite(expected)) {
            assertThat(actual).isEqualTo(expected);
        } else {
            assertThat(actual).isCloseTo(expected, within(Math.abs(expected) * relative + 1e-15));
        }
    }
}
