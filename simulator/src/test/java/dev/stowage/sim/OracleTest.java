package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.Seeds;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.plan.RunSummary;
import dev.stowage.plan.TaskLog;
import dev.stowage.plan.TaskLog.Fate;
import dev.stowage.plan.TimeSeries;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.sim.ColumnWorkload.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine against {@link NaiveSimulation} on random workloads, every task and every figure. */
class OracleTest {
    private static final int CASES = 3000;
    private static final PowerModel POWER = PowerModel.of(200, 300);

    /** What a random case is made of. */
    private record Case(
            List<Row> rows, ServerFleet fleet, boolean rejects, long until, int batch) {}

    private record Logged(
            Fate fate, long submit, long first, long last, long end, int server, int evictions) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "first-fit",
                "best-fit",
                "least-load",
                "round-robin",
                "random",
                "power-of-d",
                "worst-fit",
                "qu-sparrow",
                "dot-product",
                "fragmentation-gradient",
                "kubernetes"
            })
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
                        : machines(random, 1 + random.nextInt(2 * horizon), scale),
                random.nextInt(3) > 0,
                isCut ? random.nextInt(horizon + 10) * scale : Long.MAX_VALUE - 1,
                1 + random.nextInt(8));
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

    private static ServerFleet machines(SplittableRandom random, int horizon, long scale) {
        int machines = 1 + random.nextInt(6);
        int events = machines + random.nextInt(25);
        long[] times = new long[events];
        int[] machine = new int[events];
        long[] cpu = new long[events];
        long[] memory = new long[events];
        for (int i = 0; i < events; i++) {
            boolean isFirst = i < machines;
            times[i] = isFirst && random.nextBoolean() ? 0 : random.nextInt(horizon) * scale;
            machine[i] = isFirst ? i : random.nextInt(machines);
            boolean isRemoval = random.nextInt(3) == 0;
            cpu[i] = isRemoval ? 0 : random.nextInt(14);
            memory[i] = isRemoval ? 0 : random.nextInt(14);
        }
        Arrays.sort(times);
        return new ServerFleet.Recorded(
                "events", new MachineEvents(machines, times, machine, cpu, memory), POWER);
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
                (fate, job, index, submit, first, last, end, server, evictions) ->
                        assertThat(
                                        logged.put(
                                                job,
                                                new Logged(
                                                        fate, submit, first, last, end, server,
                                                        evictions)))
                                .isNull();
        SimulationSpec spec =
                SimulationSpec.of(new ColumnWorkload(given.batch(), given.rows()), given.fleet())
                        .withPlacement(PlacementPolicies.registry().parse("oracle", placement))
                        .withAdmission(
                                new PolicySpec(given.rejects() ? "capacity" : "none", Map.of()))
                        .withSeed(seed, 3)
                        .until(given.until())
                        .withTaskLog(log);
        RunResult result = Simulation.run(spec);
        compareTasks(oracle, given, logged);
        compareCounts(oracle, given, result.summary());
        compareWaits(oracle, given, result);
        if (oracle.firstSubmit != NaiveSimulation.NONE) {
            compareLevels(oracle.levels, oracle.firstSubmit, oracle.lastTaskEvent, result);
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
        return (fate, job, index, submit, first, last, end, server, evictions) -> {};
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

    private static void near(double actual, double expected, double relative) {
        if (Double.isInfinite(expected)) {
            assertThat(actual).isEqualTo(expected);
        } else {
            assertThat(actual).isCloseTo(expected, within(Math.abs(expected) * relative + 1e-15));
        }
    }

    /** The levels of a run, as an oracle has them after each instant, and what is made of them. */
    static void compareLevels(
            List<NaiveSimulation.Levels> levels,
            long firstSubmit,
            long lastTaskEvent,
            RunResult result) {
        List<NaiveSimulation.Levels> states = new ArrayList<>();
        for (NaiveSimulation.Levels state : levels) {
            if (state.time() >= firstSubmit && state.time() <= lastTaskEvent) {
                states.add(state);
            }
        }
        RunSummary summary = result.summary();
        long length = lastTaskEvent - firstSubmit;
        double seconds = length / 1e6;
        compareShare(
                states,
                state -> ratio(state.cpu(), state.cpuCapacity()),
                summary.utilisation().cpuAllocated());
        compareShare(
                states,
                state -> ratio(state.memory(), state.memoryCapacity()),
                summary.utilisation().memoryAllocated());
        near(summary.serversInUse().mean(), mean(states, state -> state.inUse()), 1e-12);
        assertThat((double) summary.serversInUse().peak())
                .isEqualTo(peak(states, state -> state.inUse()));
        near(
                summary.energy().kWh(),
                length == 0 ? 0 : mean(states, state -> state.watts()) * seconds / 3.6e6,
                1e-6);
        TimeSeries series = result.series();
        compareSeries(states, series, length, "tasksRunning", state -> state.running());
        compareSeries(states, series, length, "tasksPending", state -> state.pending());
        compareSeries(states, series, length, "serversInUse", state -> state.inUse());
        compareSeries(states, series, length, "serversUp", state -> state.up());
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static double mean(
            List<NaiveSimulation.Levels> states, ToDoubleFunction<NaiveSimulation.Levels> level) {
        long length = states.get(states.size() - 1).time() - states.get(0).time();
        if (length == 0) {
            return level.applyAsDouble(states.get(0));
        }
        double sum = 0;
        for (int i = 0; i + 1 < states.size(); i++) {
            sum +=
                    level.applyAsDouble(states.get(i))
                            * (states.get(i + 1).time() - states.get(i).time());
        }
        return sum / length;
    }

    private static double peak(
            List<NaiveSimulation.Levels> states, ToDoubleFunction<NaiveSimulation.Levels> level) {
        return states.stream()
                .limit(Math.max(1, states.size() - 1))
                .mapToDouble(level)
                .max()
                .orElse(0);
    }

    private static void compareShare(
            List<NaiveSimulation.Levels> states,
            ToDoubleFunction<NaiveSimulation.Levels> share,
            RunSummary.Level actual) {
        near(actual.mean(), mean(states, share), 1e-12);
        near(actual.peak(), peak(states, share), 0);
        if (states.size() > 1) {
            assertThat(actual.p50()).isCloseTo(quantile(states, share, 0.5), within(1.0001e-4));
            assertThat(actual.p95()).isCloseTo(quantile(states, share, 0.95), within(1.0001e-4));
        }
    }

    private static double quantile(
            List<NaiveSimulation.Levels> states,
            ToDoubleFunction<NaiveSimulation.Levels> share,
            double p) {
        long length = states.get(states.size() - 1).time() - states.get(0).time();
        double[] values = states.stream().mapToDouble(share).sorted().distinct().toArray();
        for (double value : values) {
            long below = 0;
            for (int i = 0; i + 1 < states.size(); i++) {
                if (share.applyAsDouble(states.get(i)) <= value) {
                    below += states.get(i + 1).time() - states.get(i).time();
                }
            }
            if (below >= p * length) {
                return value;
            }
        }
        throw new AssertionError("no quantile");
    }

    private static void compareSeries(
            List<NaiveSimulation.Levels> states,
            TimeSeries series,
            long length,
            String column,
            ToDoubleFunction<NaiveSimulation.Levels> level) {
        double[] rows = series.columns().get(column);
        long start = states.get(0).time();
        int first = 0; // state that is not over when the row begins
        for (int row = 0; row < rows.length; row++) {
            long from = start + row * series.stepMicros();
            long to = Math.min(start + length, from + series.stepMicros());
            assertThat(series.timeMicros()[row]).isEqualTo(from);
            double sum = 0;
            while (first + 1 < states.size() && states.get(first + 1).time() <= from) {
                first++;
            }
            for (int i = first; i < states.size() && states.get(i).time() <= to; i++) {
                long end = i + 1 < states.size() ? states.get(i + 1).time() : start + length;
                long overlap = Math.min(to, end) - Math.max(from, states.get(i).time());
                sum += overlap > 0 ? level.applyAsDouble(states.get(i)) * overlap : 0;
            }
            double expected =
                    to > from
                            ? sum / (to - from)
                            : level.applyAsDouble(states.get(states.size() - 1));
            assertThat(rows[row]).as(column).isCloseTo(expected, within(1e-9));
        }
    }
}
