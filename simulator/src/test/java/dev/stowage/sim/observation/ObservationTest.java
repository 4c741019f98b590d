package dev.stowage.sim.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.run.ServerLoads;
import dev.stowage.run.ServerLog;
import dev.stowage.run.ServerLog.Stay;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.ColumnWorkload;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.RunResult;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.observation.Decision.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run writes down beside its summary. */
class ObservationTest {
    private static final long S = 1_000_000;

    private static ServerFleet servers(int count, long capacity) {
        return ServerFleet.of(ServerType.of("server", new Resources(capacity, capacity)), count);
    }

    private static Row row(long submitSeconds, long durationSeconds, long cpu) {
        return Row.of(submitSeconds * S, durationSeconds * S, cpu, cpu);
    }

    private static Row[] randomRows(int count) {
        SplittableRandom random = new SplittableRandom(11);
        Row[] rows = new Row[count];
        long submit = 0;
        for (int i = 0; i < count; i++) {
            submit += random.nextLong(3 * S);
            rows[i] = Row.of(submit, random.nextLong(40 * S), random.nextLong(1, 7), 2);
        }
        return rows;
    }

    private static SimulationSpec observed(
            Observation observation, ServerFleet fleet, Row... rows) {
        return SimulationSpec.of(ColumnWorkload.of(rows), fleet)
                .with(draft -> draft.observation = observation);
    }

    // --- loads of servers ---

    @Test
    void loadsOfServersAddUpToTheMeanOfTheRun() {
        List<ServerLoads> told = new ArrayList<>();
        RunResult result =
                Simulation.run(
                        observed(
                                Observation.NONE.withLoads(told::add),
                                servers(7, 10),
                                randomRows(2000)));

        List<ServerLoads.Load> loads = told.get(0).servers();
        assertThat(loads.stream().mapToDouble(ServerLoads.Load::cpuShare).average().orElseThrow())
                .isCloseTo(
                        result.summary().utilisation().cpuAllocated().mean(), withPercentage(1e-9));
        assertThat(
                        loads.stream()
                                .mapToDouble(ServerLoads.Load::memoryShare)
                                .average()
                                .orElseThrow())
                .isCloseTo(
                        result.summary().utilisation().memoryAllocated().mean(),
                        withPercentage(1e-9));
        assertThat(loads.stream().mapToLong(ServerLoads.Load::tasks).sum()).isEqualTo(2000);
        assertThat(loads).allSatisfy(load -> assertThat(load.upShare()).isEqualTo(1));
    }

    /** A server of 10 that is there from 0 to 10 s, one of 20 from 4 s on; the run ends at 14 s. */
    @Test
    void shareOfALoadIsOfTheTimeThatTheServerWasUp() {
        List<ServerLoads> told = new ArrayList<>();
        ServerFleet moving =
                new ServerFleet.Recorded(
                        "moving",
                        new MachineEvents(
                                3,
                                new long[] {0, 4 * S, 10 * S},
                                new int[] {0, 1, 0},
                                new long[] {10, 20, 0},
                                new long[] {10, 20, 0}),
                        PowerModel.DEFAULT);
        Simulation.run(
                observed(
                        Observation.NONE.withLoads(told::add),
                        moving,
                        row(0, 5, 5),
                        row(4, 10, 15)));

        List<ServerLoads.Load> loads = told.get(0).servers();
        assertThat(loads.get(0)).isEqualTo(new ServerLoads.Load(0.25, 0.25, 10 / 14.0, 1));
        assertThat(loads.get(1)).isEqualTo(new ServerLoads.Load(0.75, 0.75, 10 / 14.0, 1));
        assertThat(loads.get(2)).isEqualTo(new ServerLoads.Load(Double.NaN, Double.NaN, 0, 0));
        assertThat(told.get(0).neverUsed()).isEqualTo(1);
    }

    @Test
    void aRunWithoutTasksTellsNoLoads() {
        List<ServerLoads> told = new ArrayList<>();
        Simulation.run(observed(Observation.NONE.withLoads(told::add), servers(2, 10)));
        assertThat(told).isEmpty();
    }

    // --- series ---

    @ParameterizedTest
    @ValueSource(longs = {S / 3, S, 60 * S, 100_000 * S})
    void writesRowsOfTheLengthAskedForWhoseIntegralIsThatOfTheRun(long stepMicros) {
        List<TimeSeries> blocks = new ArrayList<>();
        Row[] rows = randomRows(5000);
        RunResult result =
                Simulation.run(
                        observed(
                                Observation.NONE.withSeries(stepMicros, blocks::add),
                                servers(3, 10),
                                rows));
        long startMicros = rows[0].submit();
        long endMicros = (long) (result.summary().makespanSeconds() * S + 0.5);
        double coreMicros = 0;
        long next = startMicros;
        for (TimeSeries block : blocks) {
            double[] cores = block.columns().get("cpuAllocatedCores");
            for (int i = 0; i < block.size(); i++) {
                assertThat(block.timeMicros()[i]).isEqualTo(next);
                long length = Math.min(stepMicros, endMicros - next);
                coreMicros += cores[i] * length;
                next += stepMicros;
            }
        }
        assertThat(next).isGreaterThanOrEqualTo(endMicros);
        assertThat(next - stepMicros).isLessThan(endMicros);
        double expected = 0;
        for (Row row : rows) {
            expected += (double) row.duration() * row.cpu() / Resources.MICRO_CORES_PER_CORE;
        }
        assertThat(coreMicros).isCloseTo(expected, withPercentage(1e-9));
    }

    @Test
    void aSeriesOfAChosenResolutionChangesNoResult() {
        Row[] rows = randomRows(3000);
        RunResult plain = Simulation.run(observed(Observation.NONE, servers(3, 10), rows));
        RunResult observed =
                Simulation.run(
                        observed(
                                Observation.NONE.withSeries(S, block -> {}), servers(3, 10), rows));
        assertThat(observed.summary()).isEqualTo(plain.summary());
        assertThat(observed.series().timeMicros()).isEqualTo(plain.series().timeMicros());
        plain.series()
                .columns()
                .forEach(
                        (name, values) ->
                                assertThat(observed.series().columns().get(name))
                                        .isEqualTo(values));
    }

    // --- servers ---

    @Test
    void writesTheStaysOnAServerWithWhatIsFreeAroundThem() {
        List<Stay> stays = new ArrayList<>();
        ServerFleet fleet =
                new ServerFleet.Recorded(
                        "events",
                        new MachineEvents(
                                2,
                                new long[] {0, 0, 20 * S},
                                new int[] {0, 1, 1},
                                new long[] {4, 10, 0},
                                new long[] {4, 10, 0}),
                        PowerModel.DEFAULT);
        Simulation.run(
                observed(
                        Observation.NONE.withServers(Set.of(1), stays::add),
                        fleet,
                        row(1, 5, 6),
                        row(2, 100, 4),
                        row(3, 5, 1)));
        assertThat(stays)
                .extracting(Stay::jobId, Stay::startMicros, Stay::endMicros, Stay::ended)
                .containsExactly(
                        tuple(-1L, 0L, 0L, ServerLog.Ending.UP),
                        tuple(0L, S, 6 * S, ServerLog.Ending.FINISHED),
                        tuple(2L, 3 * S, 8 * S, ServerLog.Ending.FINISHED),
                        tuple(-1L, 20 * S, 20 * S, ServerLog.Ending.DOWN));
        Stay first = stays.get(1);
        assertThat(first.afterStart()).isEqualTo(new ServerLog.Free(4, 4));
        assertThat(first.afterEnd())
                .isEqualTo(new ServerLog.Free(9, 9)); // the third is still there
    }

    // --- one task ---

    private static List<Decision> trace(
            String placement, ServerFleet fleet, long job, Row... rows) {
        List<Decision> decisions = new ArrayList<>();
        TaskTrace trace = new TaskTrace(job, OptionalInt.empty(), 5, decisions::add);
        Simulation.run(
                observed(Observation.NONE.withTask(trace), fleet, rows)
                        .withPlacement(PlacementPolicies.registry().parse("test", placement)));
        return decisions;
    }

    @Test
    void saysWhyATaskWentToAServerAndNotToTheOthers() {
        List<Decision> decisions =
                trace("best-fit", servers(4, 10), 2, row(0, 50, 9), row(0, 50, 4), row(1, 50, 3));
        assertThat(decisions)
                .extracting(Decision::step)
                .containsExactly(Step.SUBMITTED, Step.TRIED, Step.STARTED, Step.FINISHED);
        Decision tried = decisions.get(1);
        assertThat(tried.server()).hasValue(1);
        assertThat(tried.fitting()).hasValue(3);
        assertThat(tried.refusals())
                .containsExactly(new Decision.Refusal("too little CPU and memory", 1, List.of(0)));
        assertThat(tried.alternatives())
                .extracting(Decision.Candidate::server)
                .containsExactly(2, 3);
        assertThat(tried.text())
                .contains("server 1 (load 0.4)", "by best-fit (the most loaded", "3 of 4 servers");
    }

    @Test
    void saysBehindWhomATaskWaitsAndWhatWasClosest() {
        List<Decision> decisions =
                trace(
                        "first-fit",
                        servers(2, 10),
                        3,
                        row(0, 50, 9),
                        row(0, 30, 8),
                        row(1, 9, 7),
                        row(2, 9, 3));
        assertThat(decisions)
                .extracting(Decision::step)
                .containsExactly(
                        Step.SUBMITTED, Step.QUEUED, Step.TRIED, Step.STARTED, Step.FINISHED);
        assertThat(decisions.get(1).text())
                .contains("1 task before it", "the next is task 0 of job 2");
        assertThat(decisions.get(1).ahead()).hasValue(1);
        assertThat(decisions.get(3).text()).contains("after 28.000000 s");

        List<Decision> head =
                trace("first-fit", servers(2, 10), 2, row(0, 50, 9), row(0, 30, 8), row(1, 9, 7));
        Decision refused = head.get(1);
        assertThat(refused.text()).contains("none of 2 servers fits");
        assertThat(refused.server()).isEmpty();
        assertThat(refused.alternatives())
                .extracting(Decision.Candidate::server)
                .containsExactly(1, 0); // server 1 lacks less
    }

    @Test
    void saysThatATaskWasNotLetIn() {
        List<Decision> decisions = trace("first-fit", servers(2, 10), 0, row(0, 50, 11));
        assertThat(decisions)
                .extracting(Decision::step)
                .containsExactly(Step.SUBMITTED, Step.REJECTED);
        assertThat(decisions.get(1).text()).contains("could ever hold it");
        assertThat(decisions.get(1).refusals())
                .containsExactly(
                        new Decision.Refusal(
                                "too little CPU and memory even when empty", 2, List.of(0, 1)));
    }

    @Test
    void saysNothingOfTasksThatNobodyAskedFor() {
        assertThat(trace("first-fit", servers(2, 10), 7, row(0, 50, 1))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.stowage.sim.NaivePlacement#policies")
    void asksAnyPolicyWithoutDisturbingIt(String placement) {
        Row[] rows = randomRows(2000);
        SimulationSpec spec =
                observed(Observation.NONE, servers(4, 10), rows)
                        .withPlacement(PlacementPolicies.registry().parse("test", placement));
        List<Decision> decisions = new ArrayList<>();
        RunResult plain = Simulation.run(spec);
        for (long job : new long[] {3, 700, 1999}) {
            TaskTrace trace = new TaskTrace(job, OptionalInt.of(0), 1, decisions::add);
            RunResult traced =
                    Simulation.run(
                            spec.with(
                                    draft -> draft.observation = Observation.NONE.withTask(trace)));
            assertThat(traced.summary()).isEqualTo(plain.summary());
        }
        assertThat(decisions).filteredOn(d -> d.step() == Step.FINISHED).hasSize(3);
    }
}
