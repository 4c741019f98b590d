package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.FailureModel;
import dev.stowage.model.IdleOff;
import dev.stowage.model.Lifetime;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.run.RunSummary;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.observation.Observation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Failures, domain failures, maintenance and switching, all at once, against {@link NaiveServers}:
 * every task, every count, every joule.
 */
class ServerDynamicsOracleTest {
    private static final int CASES = 4900;
    private static final long EVENTS = 1_000_000;

    private record Case(
            List<Row> rows, ServerFleet.Static fleet, ServerDynamics dynamics, long until) {}

    @Test
    void agreesWithTheOracleOnEveryTaskEveryCountAndEveryJoule() {
        long events = 0;
        for (long seed = 0; seed < CASES; seed++) {
            Case given = randomCase(new SplittableRandom(seed));
            try {
                events += compare(given, seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + given, e);
            }
        }
        assertThat(events).isGreaterThan(EVENTS);
    }

    private static Case randomCase(SplittableRandom random) {
        long scale = List.of(1L, 1_000_000L, 3_333_333L).get(random.nextInt(3));
        int horizon = 20 + random.nextInt(600);
        int tasks = 1 + random.nextInt(200);
        List<Row> rows = new ArrayList<>();
        for (long submit :
                random.longs(tasks, 0, horizon).map(time -> time * scale).sorted().toArray()) {
            boolean isAlive = random.nextInt(40) == 0;
            rows.add(
                    Row.of(
                            submit,
                            isAlive ? TaskBatch.NONE : random.nextInt(20) * scale,
                            random.nextInt(9),
                            random.nextInt(9)));
        }
        ServerFleet.Static fleet = fleet(random);
        boolean isCut = random.nextInt(5) == 0;
        return new Case(
                rows,
                fleet,
                dynamics(random, fleet.size(), scale),
                isCut ? random.nextInt(horizon + 20) * scale : Long.MAX_VALUE - 1);
    }

    private static ServerFleet.Static fleet(SplittableRandom random) {
        List<ServerFleet.Group> groups = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            PowerModel power =
                    random.nextBoolean()
                            ? PowerModel.of(200, 300)
                            : PowerModel.ofCurve(List.of(100.0, 180.0, 200.0, 260.0));
            int least = i == 0 ? 8 : 1; // the first ones hold every task
            Resources capacity =
                    new Resources(least + random.nextInt(8), least + random.nextInt(8));
            groups.add(
                    new ServerFleet.Group(
                            new ServerType("t" + i, capacity, power, OptionalDouble.empty()),
                            1 + random.nextInt(4),
                            1 + random.nextInt(3)));
        }
        return new ServerFleet.Static(groups);
    }

    private static ServerDynamics dynamics(SplittableRandom random, int servers, long scale) {
        List<MaintenanceWindow> windows = new ArrayList<>();
        for (int i = 0; i < random.nextInt(3); i++) {
            int first = random.nextInt(servers);
            long length = (1 + random.nextInt(20)) * scale;
            windows.add(
                    new MaintenanceWindow(
                            first,
                            1 + random.nextInt(servers - first),
                            random.nextInt(100) * scale,
                            length,
                            random.nextBoolean() ? 0 : length + (40 + random.nextInt(90)) * scale));
        }
        return new ServerDynamics(
                failures(random, scale, 60),
                failures(random, scale, 200),
                windows,
                random.nextInt(3) == 0
                        ? Optional.empty()
                        : Optional.of(
                                new IdleOff(
                                        random.nextInt(15) * scale,
                                        random.nextInt(8) * scale,
                                        random.nextInt(20),
                                        random.nextBoolean())),
                random.nextBoolean());
    }

    private static Optional<FailureModel> failures(
            SplittableRandom random, long scale, int meanSteps) {
        if (random.nextInt(3) == 0) {
            return Optional.empty();
        }
        double step = scale / 1e6;
        double up = (meanSteps + random.nextInt(meanSteps)) * step;
        double down = (1 + random.nextInt(15)) * step;
        return Optional.of(
                random.nextBoolean()
                        ? new FailureModel(
                                new Lifetime.Exponential(up), new Lifetime.Exponential(down))
                        : new FailureModel(
                                Lifetime.Weibull.ofMean(0.7 + random.nextDouble(), up),
                                Lifetime.Weibull.ofMean(2, down)));
    }

    /** Returns how many events there were. */
    private static long compare(Case given, long seed) {
        NaiveServers oracle =
                new NaiveServers(
                        given.rows(), given.fleet(), given.dynamics(), seed, given.until());
        oracle.run();
        Map<Long, LoggedTask> logged = new HashMap<>();
        TaskLog log = entry -> logged.put(entry.jobId, LoggedTask.of(entry));
        LevelsOracle.Chosen chosen = new LevelsOracle.Chosen();
        long last = given.rows().isEmpty() ? 1 : given.rows().get(given.rows().size() - 1).submit();
        long step = 1 + new SplittableRandom(seed).nextLong(1 + last / 3);
        RunResult result =
                Simulation.run(
                        SimulationSpec.of(new ColumnWorkload(5, given.rows()), given.fleet())
                                .withTaskLog(log)
                                .withSeed(seed, 0)
                                .until(given.until())
                                .with(
                                        draft -> {
                                            draft.dynamics = given.dynamics();
                                            draft.observation =
                                                    Observation.NONE.withSeries(step, chosen);
                                        }));
        for (NaiveSimulation.Task task : oracle.tasks) {
            if (task.row.submit() <= given.until()) {
                assertThat(logged.get((long) task.number))
                        .as("task %s", task.number)
                        .isEqualTo(LoggedTask.of(task));
            }
        }
        assertThat(result.summary().tasks().evicted()).isEqualTo(oracle.evictions);
        if (oracle.isAllDone()) { // so the run ended with a task, not with a server
            compareOutages(oracle, given, result.summary());
            LevelsOracle levels =
                    new LevelsOracle(
                            oracle.levels, given.rows(), oracle.firstSubmit, oracle.lastTaskEvent);
            levels.compare(result.summary());
            levels.compare(result.series());
            levels.compare(chosen.whole());
        }
        return result.engine().events();
    }

    private static void compareOutages(NaiveServers oracle, Case given, RunSummary summary) {
        if (given.dynamics().equals(ServerDynamics.NONE)) {
            assertThat(summary.outages()).isEmpty();
            return;
        }
        RunSummary.Outages outages = summary.outages().orElseThrow();
        assertThat(outages.failures()).isEqualTo(oracle.failures);
        assertThat(outages.repairs()).isEqualTo(oracle.repairs);
        assertThat(outages.maintenances()).isEqualTo(oracle.maintenances);
        assertThat(outages.evictedTasks()).isEqualTo(oracle.evictions);
        assertThat(outages.lostCoreSeconds())
                .isCloseTo(oracle.lostCoreSeconds, within(1e-6 * (1 + oracle.lostCoreSeconds)));
        assertThat(outages.lostShare()).isBetween(0.0, 1.0);
        assertThat(outages.wakeUps()).isEqualTo(oracle.wakeUps);
        assertThat(outages.switchOffs()).isEqualTo(oracle.switchOffs);
        assertThat(outages.availability())
                .isCloseTo(outages.meanServersUp() / given.fleet().size(), within(1e-12));
    }
}
