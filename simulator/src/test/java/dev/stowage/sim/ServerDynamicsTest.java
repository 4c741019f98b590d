package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
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
import dev.stowage.sim.dynamics.ServerOutages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServerDynamicsTest {
    private static final long SECOND = 1_000_000;
    private static final PowerModel POWER = PowerModel.of(100, 200);
    private static final ServerType TYPE =
            new ServerType(
                    "s",
                    new Resources(SECOND, 1000),
                    POWER,
                    OptionalDouble.empty(),
                    dev.stowage.model.ServerExtras.NONE);

    private static ServerDynamics failing(double mttfSeconds, double mttrSeconds) {
        FailureModel model =
                new FailureModel(
                        new Lifetime.Exponential(mttfSeconds),
                        new Lifetime.Exponential(mttrSeconds));
        return new ServerDynamics(
                Optional.of(model), Optional.empty(), List.of(), Optional.empty(), false);
    }

    private static RunResult run(List<Row> rows, ServerFleet fleet, ServerDynamics dynamics) {
        return Simulation.run(
                SimulationSpec.of(new ColumnWorkload(100, rows), fleet)
                        .with(draft -> draft.dynamics = dynamics));
    }

    /** One task a second for {@code seconds}, each of no size and a millisecond long. */
    private static List<Row> ticks(int seconds) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < seconds; i++) {
            rows.add(Row.of(i * SECOND, 1000, 0, 0));
        }
        return rows;
    }

    @Test
    void isUpForTheShareOfTimeThatTheFailureModelSays() {
        FailureModel weibull =
                new FailureModel(
                        Lifetime.Weibull.ofMean(0.7, 900), Lifetime.Weibull.ofMean(2, 100));
        FailureModel exponential =
                new FailureModel(new Lifetime.Exponential(900), new Lifetime.Exponential(100));
        for (FailureModel model : List.of(weibull, exponential)) {
            assertThat(model.availability()).isCloseTo(0.9, within(1e-12));
            ServerDynamics dynamics =
                    new ServerDynamics(
                            Optional.of(model),
                            Optional.empty(),
                            List.of(),
                            Optional.empty(),
                            false);
            RunSummary.Outages outages =
                    run(ticks(100_000), ServerFleet.of(TYPE, 200), dynamics)
                            .summary()
                            .outages()
                            .orElseThrow();
            // about 20,000 independent cycles: a standard error below 0.001
            assertThat(outages.availability()).isCloseTo(0.9, within(0.005));
            assertThat(outages.failures()).isCloseTo(20_000L, within(600L));
            assertThat(outages.failures() - outages.repairs()).isBetween(0L, 200L);
        }
    }

    @Test
    void takesAllServersOfADomainDownAtOnce() {
        FailureModel model =
                new FailureModel(new Lifetime.Exponential(500), new Lifetime.Exponential(50));
        ServerDynamics dynamics =
                new ServerDynamics(
                        Optional.empty(), Optional.of(model), List.of(), Optional.empty(), false);
        ServerFleet fleet = new ServerFleet.Static(List.of(new ServerFleet.Group(TYPE, 12, 4)));
        RunResult result = run(ticks(20_000), fleet, dynamics);
        assertThat(result.summary().outages().orElseThrow().failures()).isPositive();
        assertThat(result.summary().outages().orElseThrow().failures() % 4).isZero();
    }

    @Test
    void leavesTheFailuresOfAServerAsTheyWereWhenServersAreAdded() {
        long[] few = turnsOfServerZero(3);
        assertThat(turnsOfServerZero(50)).isEqualTo(few);
        assertThat(few).hasSize(40).isSorted();
    }

    private static long[] turnsOfServerZero(int servers) {
        ServerOutages outages =
                new ServerOutages(failing(100, 10), ServerFleet.of(TYPE, servers), 7, 0);
        List<Long> turns = new ArrayList<>();
        while (turns.size() < 40) {
            if (outages.server(0) == 0) {
                turns.add(outages.nextMicros());
            }
            outages.advance();
        }
        return turns.stream().mapToLong(Long::longValue).toArray();
    }

    @Test
    void startsATaskAgainFromTheBeginningOrWhereItWas() {
        MaintenanceWindow window = new MaintenanceWindow(0, 1, 60 * SECOND, 30 * SECOND, 0);
        for (boolean keepsProgress : List.of(false, true)) {
            ServerDynamics dynamics =
                    new ServerDynamics(
                            Optional.empty(),
                            Optional.empty(),
                            List.of(window),
                            Optional.empty(),
                            keepsProgress);
            RunSummary summary =
                    run(List.of(Row.of(0, 100 * SECOND, 1, 1)), ServerFleet.of(TYPE, 1), dynamics)
                            .summary();
            assertThat(summary.makespanSeconds()).isEqualTo(keepsProgress ? 130.0 : 190.0);
            assertThat(summary.tasks().evicted()).isOne();
            assertThat(summary.outages().orElseThrow().maintenances()).isOne();
        }
    }

    @Test
    void endsARunWhoseTasksNeverEndThoughServersFailForEver() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            rows.add(Row.of(i * SECOND, TaskBatch.NONE, SECOND / 2, 1));
        }
        RunSummary summary = run(rows, ServerFleet.of(TYPE, 10), failing(20, 5)).summary();
        assertThat(summary.tasks().running() + summary.tasks().pending()).isEqualTo(30);
    }

    @Test
    void switchesIdleServersOffAndCountsEveryJoule() {
        // idle 0-10 s on, off at 10 s; a task at 100 s calls, starts at 105 s, ends at 125 s
        IdleOff rule = new IdleOff(10 * SECOND, 5 * SECOND, 7, false);
        RunSummary summary =
                run(
                                List.of(
                                        Row.of(0, 0, 0, 0),
                                        Row.of(100 * SECOND, 20 * SECOND, SECOND, 1)),
                                ServerFleet.of(TYPE, 1),
                                with(rule))
                        .summary();
        assertThat(summary.makespanSeconds()).isEqualTo(125);
        double joules = 10 * 100 + 90 * 7 + 5 * 100 + 20 * 200;
        assertThat(summary.energy().kWh()).isCloseTo(joules / 3.6e6, within(1e-12));
        assertThat(summary.outages().orElseThrow().wakeUps()).isOne();
        assertThat(summary.outages().orElseThrow().switchOffs()).isOne();
    }

    private static ServerDynamics with(IdleOff rule) {
        return new ServerDynamics(
                Optional.empty(), Optional.empty(), List.of(), Optional.of(rule), false);
    }

    @Test
    void wakesAsManyServersAsWhatWaitsNeedsAfterACoolStart() {
        IdleOff rule = new IdleOff(1000 * SECOND, 5 * SECOND, 0, true);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            rows.add(Row.of(0, 10 * SECOND, SECOND / 2, 1));
        }
        RunSummary summary = run(rows, ServerFleet.of(TYPE, 20), with(rule)).summary();
        assertThat(summary.outages().orElseThrow().wakeUps()).isEqualTo(3);
        assertThat(summary.makespanSeconds()).isEqualTo(15);
        assertThat(summary.tasks().finished()).isEqualTo(6);
    }

    /**
     * Random loads, failures, maintenance and switching: every task ends, nothing runs on what is
     * down.
     */
    @Test
    void conservesTasksWhateverGoesDown() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Row> rows = new ArrayList<>();
            long submit = 0;
            for (int i = 0; i < 400; i++) {
                submit += random.nextLong(4 * SECOND);
                rows.add(
                        Row.of(
                                submit,
                                random.nextLong(30 * SECOND),
                                random.nextLong(SECOND),
                                random.nextLong(1000)));
            }
            IdleOff rule =
                    new IdleOff(
                            random.nextLong(20 * SECOND),
                            random.nextLong(10 * SECOND),
                            5,
                            random.nextBoolean());
            ServerDynamics dynamics =
                    new ServerDynamics(
                            failing(300, 20).failures(),
                            failing(2000, 50).failures(),
                            List.of(
                                    new MaintenanceWindow(
                                            1, 2, 100 * SECOND, 60 * SECOND, 400 * SECOND)),
                            random.nextBoolean() ? Optional.of(rule) : Optional.empty(),
                            random.nextBoolean());
            ServerFleet fleet = new ServerFleet.Static(List.of(new ServerFleet.Group(TYPE, 8, 3)));
            TreeMap<Long, Integer> fates = new TreeMap<>();
            TaskLog log = entry -> fates.merge(entry.jobId, 1, Integer::sum);
            long root = seed;
            RunSummary summary =
                    Simulation.run(
                                    SimulationSpec.of(new ColumnWorkload(100, rows), fleet)
                                            .withTaskLog(log)
                                            .withSeed(root, 0)
                                            .with(draft -> draft.dynamics = dynamics))
                            .summary();
            assertThat(summary.tasks().finished()).as("seed " + seed).isEqualTo(400);
            assertThat(fates).hasSize(400).allSatisfy((job, times) -> assertThat(times).isOne());
        }
    }

    @Test
    void wakesServersForEveryTaskOfAQuietDay() {
        IdleOff rule = new IdleOff(10 * SECOND, 5 * SECOND, 7, false);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            rows.add(Row.of(100L * i * SECOND, 20 * SECOND, SECOND, 1));
        }
        RunSummary summary = run(rows, ServerFleet.of(TYPE, 2), with(rule)).summary();
        assertThat(summary.tasks().finished()).isEqualTo(20);
    }

    @Test
    void triesTheLastTaskAgainUntilItIsThrough() {
        for (long seed = 0; seed < 50; seed++) {
            long root = seed;
            RunSummary summary =
                    Simulation.run(
                                    SimulationSpec.of(
                                                    ColumnWorkload.of(
                                                            Row.of(0, 100 * SECOND, SECOND, 1)),
                                                    ServerFleet.of(TYPE, 1))
                                            .withSeed(root, 0)
                                            .with(draft -> draft.dynamics = failing(50, 10)))
                            .summary();
            assertThat(summary.tasks().finished()).as("seed " + seed).isOne();
        }
    }

    @Test
    void refusesATaskThatNoServerStaysUpFor() {
        List<Row> rows = List.of(Row.of(0, 1000 * SECOND, 1, 1));
        assertThatThrownBy(() -> run(rows, ServerFleet.of(TYPE, 3), failing(10, 1)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("job 0, task 0: found 10000 starts")
                .hasMessageContaining("1000.0 s")
                .hasMessageContaining("keep their progress");
        FailureModel model = failing(10, 1).failures().orElseThrow();
        ServerDynamics keeping =
                new ServerDynamics(
                        Optional.of(model), Optional.empty(), List.of(), Optional.empty(), true);
        assertThat(run(rows, ServerFleet.of(TYPE, 3), keeping).summary().tasks().finished())
                .isOne();
    }

    @Test
    void failsServersUntilTheTimeThatCutsTheRun() {
        RunSummary summary =
                Simulation.run(
                                SimulationSpec.of(
                                                ColumnWorkload.of(
                                                        Row.of(0, 1_000_000 * SECOND, SECOND, 1)),
                                                ServerFleet.of(TYPE, 1))
                                        .until(10_000 * SECOND)
                                        .with(draft -> draft.dynamics = failing(50, 10)))
                        .summary();
        assertThat(summary.tasks().evicted()).isBetween(100L, 230L);
    }

    @Test
    void refusesALifetimeThatIsNotAboveZero() {
        assertThatThrownBy(() -> new Lifetime.Exponential(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("meanSeconds = 0.0, expected above 0");
        assertThatThrownBy(() -> new Lifetime.Weibull(Double.NaN, 1))
                .hasMessageContaining("shape = NaN");
    }

    @Test
    void drawsWhatACurveSaysBetweenItsPoints() {
        PowerModel curve = PowerModel.ofCurve(List.of(100.0, 160.0, 200.0));
        assertThat(curve.watts(0)).isEqualTo(100);
        assertThat(curve.watts(0.25)).isEqualTo(130);
        assertThat(curve.watts(1)).isEqualTo(200);
        ServerType type =
                new ServerType(
                        "c",
                        TYPE.capacity(),
                        curve,
                        OptionalDouble.empty(),
                        dev.stowage.model.ServerExtras.NONE);
        RunSummary summary =
                run(
                                List.of(Row.of(0, 10 * SECOND, SECOND / 4, 1)),
                                ServerFleet.of(type, 2),
                                ServerDynamics.NONE)
                        .summary();
        assertThat(summary.energy().kWh()).isCloseTo(10 * (130 + 100) / 3.6e6, within(1e-12));
    }
}
