package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.policy.PolicySpec;
import dev.stowage.run.RunSummary.RejectedByReason;
import dev.stowage.run.RunSummary.TaskCounts;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.metrics.PendingBucket;
import dev.stowage.sim.queue.QueueOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The semantics of a run, one by one, on cases that can be followed by hand. */
class SimulationTest {
    private static final long S = 1_000_000;
    private static final PolicySpec OPEN = new PolicySpec("none", Map.of());

    private static ServerFleet servers(int count, long cpu, long memory) {
        return ServerFleet.of(ServerType.of("server", new Resources(cpu, memory)), count);
    }

    /** Events as time in seconds, machine, cpu, memory. */
    private static ServerFleet machines(int count, long[]... events) {
        int n = events.length;
        long[] time = new long[n];
        int[] machine = new int[n];
        long[] cpu = new long[n];
        long[] memory = new long[n];
        for (int i = 0; i < n; i++) {
            time[i] = events[i][0] * S;
            machine[i] = (int) events[i][1];
            cpu[i] = events[i][2];
            memory[i] = events[i][3];
        }
        return new ServerFleet.Recorded(
                "events", new MachineEvents(count, time, machine, cpu, memory), PowerModel.DEFAULT);
    }

    private static Row row(long submitSeconds, long durationSeconds, long cpu) {
        long duration = durationSeconds == TaskBatch.NONE ? TaskBatch.NONE : durationSeconds * S;
        return Row.of(submitSeconds * S, duration, cpu, cpu);
    }

    private static RunResult run(ServerFleet servers, Row... rows) {
        return Simulation.run(SimulationSpec.of(ColumnWorkload.of(rows), servers));
    }

    @Test
    void nothingOvertakesTheHeadOfTheQueue() {
        // the third task would fit at once, but the second, which does not, is before it
        RunResult result = run(servers(1, 10, 10), row(0, 10, 6), row(1, 10, 6), row(2, 1, 1));
        assertThat(result.summary().pendingSeconds().max()).isEqualTo(9); // 2nd: from 1 to 10
        assertThat(result.summary().makespanSeconds()).isEqualTo(20);
        assertThat(result.pendingTimes())
                .contains(new PendingBucket(0, 0, 1), new PendingBucket(5, 10, 2));
    }

    @Test
    void rejectsAndCountsATaskThatNoServerCouldEverHold() {
        RunResult result = run(servers(2, 10, 10), row(0, 1, 11), row(0, 1, 10));
        assertThat(result.summary().tasks()).isEqualTo(new TaskCounts(2, 1, 1, 1, 0, 0, 0, 0));
        assertThat(result.summary().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 1", "1, 1, 2", "2, 0, 3"})
    void dropsATaskThatWouldWaitBesideAsManyAsMay(long most, long dropped, long finished) {
        SimulationSpec spec =
                SimulationSpec.of(
                                ColumnWorkload.of(row(0, 9, 6), row(1, 9, 6), row(2, 9, 6)),
                                servers(1, 10, 10))
                        .withQueueing(new QueueOptions(OptionalLong.of(most), false));
        RunResult result = Simulation.run(spec);
        assertThat(result.summary().rejectedByReason())
                .isEqualTo(new RejectedByReason(0, 0, dropped));
        assertThat(result.summary().tasks().finished()).isEqualTo(finished);
    }

    @Test
    void warnsWhenEveryTaskIsRejected() {
        RunResult result = run(servers(2, 10, 10), row(0, 1, 11));
        assertThat(result.summary().warnings()).singleElement().asString().contains("rejected");
    }

    @Test
    void aTaskThatFitsNothingBlocksTheQueueForEverWithoutAdmissionControl() {
        SimulationSpec spec =
                SimulationSpec.of(
                                ColumnWorkload.of(row(0, 5, 1), row(1, 5, 11), row(2, 5, 1)),
                                servers(1, 10, 10))
                        .withAdmission(OPEN);
        RunResult result = Simulation.run(spec);
        assertThat(result.summary().tasks()).isEqualTo(new TaskCounts(3, 0, 1, 1, 0, 0, 0, 2));
        assertThat(result.summary().objectivePendingSeconds().max()).isInfinite();
        assertThat(result.summary().pendingSeconds().max()).isZero();
        assertThat(result.summary().warnings())
                .singleElement()
                .asString()
                .contains("task 0 of job 1", "2 tasks wait");
        assertThat(result.summary().metric("pending")).hasValue(2);
    }

    @Test
    void aTaskAliveAtTheEndOfTheTraceRunsToTheEndOfTheRun() {
        RunResult result =
                run(servers(1, 10, 10), row(0, TaskBatch.NONE, 4), row(1, 5, 4), row(2, 5, 4));
        assertThat(result.summary().tasks()).isEqualTo(new TaskCounts(3, 0, 3, 2, 0, 0, 1, 0));
        assertThat(result.summary().makespanSeconds()).isEqualTo(11);
    }

    @Test
    void endsAsPendingWhatWaitsForATaskThatNeverEnds() {
        RunResult result = run(servers(1, 10, 10), row(0, TaskBatch.NONE, 6), row(1, 5, 6));
        assertThat(result.summary().tasks()).isEqualTo(new TaskCounts(2, 0, 1, 0, 0, 0, 1, 1));
        assertThat(result.summary().objectivePendingSeconds().max()).isInfinite();
        assertThat(result.summary().warnings()).singleElement().asString().contains("for ever");
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILLED", "FAILED", "LOST", "EVICTED"})
    void endsATaskAsKilledAtTheAgeAtWhichItsRecordEnds(TaskOutcome outcome) {
        RunResult result = run(servers(1, 10, 10), new Row(0, 5 * S, 1, 1, outcome), row(1, 1, 1));
        assertThat(result.summary().tasks()).isEqualTo(new TaskCounts(2, 0, 2, 1, 0, 1, 0, 0));
        assertThat(result.summary().makespanSeconds()).isEqualTo(2); // a kill is no finish
    }

    @Test
    void aMachineThatGoesDownPutsItsTasksBackAtTheHeadInOrderOfSubmit() {
        List<String> ends = new ArrayList<>();
        SimulationSpec spec =
                SimulationSpec.of(
                                ColumnWorkload.of(row(1, 9, 5), row(2, 9, 5), row(3, 9, 5)),
                                machines(
                                        1,
                                        new long[] {0, 0, 10, 10},
                                        new long[] {5, 0, 0, 0},
                                        new long[] {20, 0, 10, 10}))
                        .withTaskLog(
                                entry ->
                                        ends.add(
                                                entry.jobId
                                                        + " "
                                                        + entry.lastStartMicros / S
                                                        + "-"
                                                        + entry.endMicros / S
                                                        + " "
                                                        + entry.evictions));
        RunResult result = Simulation.run(spec);
        assertThat(ends).containsExactly("0 20-29 1", "1 20-29 1", "2 29-38 0");
        assertThat(result.summary().tasks().evicted()).isEqualTo(2);
        assertThat(result.summary().pendingSeconds().max()).isEqualTo(26);
    }

    @Test
    void aMachineThatShrinksEvictsTheLatestPlacedFirst() {
        RunResult result =
                run(
                        machines(1, new long[] {0, 0, 10, 10}, new long[] {5, 0, 7, 7}),
                        row(1, 9, 4),
                        row(2, 9, 2),
                        row(3, 9, 4));
        // 10 allocated, 7 left: only the third goes, and comes back when the first ends
        assertThat(result.summary().tasks()).isEqualTo(new TaskCounts(3, 0, 3, 3, 1, 0, 0, 0));
        assertThat(result.summary().makespanSeconds()).isEqualTo(19);
    }

    @Test
    void goesOnWithMachineEventsAsLongAsOneCanLetATaskStart() {
        RunResult result =
                run(
                        machines(
                                2,
                                new long[] {0, 0, 4, 4},
                                new long[] {100, 0, 0, 0},
                                new long[] {200, 1, 8, 8},
                                new long[] {300, 1, 9, 9}),
                        row(1, 5, 8));
        assertThat(result.summary().tasks().finished()).isEqualTo(1);
        assertThat(result.summary().makespanSeconds()).isEqualTo(205);
        // the event at 300 comes after the last task event
        assertThat(result.series().columns().get("cpuCapacityCores")).doesNotContain(9 / 1e6);
    }

    @Test
    void doesNotReplayMachineEventsAfterTheLastTaskEvent() {
        RunResult result =
                run(
                        machines(1, new long[] {0, 0, 10, 10}, new long[] {50, 0, 0, 0}),
                        row(0, 10, 10));
        assertThat(result.summary().utilisation().cpuAllocated().mean()).isEqualTo(1);
        assertThat(result.engine().events()).isEqualTo(3); // up, submit, finish
    }

    @Test
    void aRemovalAndReturnOfAMachineInOneInstantEndsWithTheMachineUp() {
        RunResult result =
                run(
                        machines(
                                1,
                                new long[] {0, 0, 10, 10},
                                new long[] {5, 0, 0, 0},
                                new long[] {5, 0, 10, 10}),
                        row(0, 10, 10));
        assertThat(result.summary().tasks().evicted()).isEqualTo(1);
        assertThat(result.summary().makespanSeconds()).isEqualTo(15);
    }

    @Test
    void aRunCutShortLeavesTasksRunningAndPendingWithTheirWaitSoFar() {
        SimulationSpec spec =
                SimulationSpec.of(
                        ColumnWorkload.of(
                                row(0, 10, 10), row(2, 10, 10), row(3, 10, 10), row(50, 1, 1)),
                        servers(1, 10, 10));
        RunResult result = Simulation.run(spec.until(12 * S));
        assertThat(result.summary().tasks()).isEqualTo(new TaskCounts(3, 0, 2, 1, 0, 0, 1, 1));
        assertThat(result.summary().objectivePendingSeconds().max()).isCloseTo(9, within(1e-2));
        assertThat(result.summary().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1"})
    void runsAWorkloadOfNoneOrOneTask(int tasks, long expected) {
        Row[] rows = tasks == 0 ? new Row[0] : new Row[] {row(3, 2, 5)};
        RunResult result = run(servers(1, 10, 10), rows);
        assertThat(result.summary().tasks().finished()).isEqualTo(expected);
        assertThat(result.summary().warnings()).hasSize(1 - tasks);
        assertThat(result.summary().utilisation().cpuAllocated().mean()).isEqualTo(0.5 * tasks);
        assertThat(result.series().size()).isPositive();
    }

    @Test
    void runsAMillionTasksOfNoDurationAtOneInstant() {
        Row[] rows = new Row[1_000_000];
        java.util.Arrays.fill(rows, row(7, 0, 10));
        RunResult result = run(servers(3, 10, 10), rows);
        assertThat(result.summary().tasks().finished()).isEqualTo(1_000_000);
        assertThat(result.summary().pendingSeconds().max()).isZero();
        assertThat(result.summary().makespanSeconds()).isEqualTo(7);
    }

    @Test
    void runsABurstOfTasksThatAllEndTogether() {
        Row[] rows = new Row[100_000];
        java.util.Arrays.fill(rows, row(0, 10, 1));
        RunResult result = run(servers(1000, 10, 10), rows);
        assertThat(result.summary().tasks().finished()).isEqualTo(100_000);
        assertThat(result.summary().makespanSeconds()).isEqualTo(100); // ten waves of 10,000
        assertThat(result.summary().utilisation().cpuAllocated().mean()).isEqualTo(1);
    }

    @Test
    void measuresEnergyFromTheLinearPowerModel() {
        ServerType type =
                new ServerType(
                        "server",
                        new Resources(10, 10),
                        PowerModel.of(200, 300),
                        java.util.OptionalDouble.empty());
        RunResult result = run(ServerFleet.of(type, 2), row(0, 3600, 5));
        // two idle servers and half of 100 W for an hour
        assertThat(result.summary().energy().kWh()).isCloseTo(0.45, within(1e-12));
        assertThat(result.summary().energy().assumed()).isFalse();
    }

    @Test
    void measuresFragmentationAsFreeCpuThatATypicalTaskCannotUse() {
        // 10 servers, each with 4 of 10 left; the median task needs 6
        Row[] rows = new Row[10];
        java.util.Arrays.fill(rows, row(0, 100, 6));
        RunResult result = run(servers(10, 10, 10), rows);
        assertThat(result.summary().fragmentation().medianTask()).isEqualTo(1);
        RunResult roomy = run(servers(10, 12, 12), rows);
        assertThat(roomy.summary().fragmentation().medianTask()).isZero();
    }

    @Test
    void keepsTheSeriesBoundedAndItsIntegralExact() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(row(i * 40L, 30, 5));
        }
        RunResult result = run(servers(1, 10, 10), rows.toArray(Row[]::new));
        double[] running = result.series().columns().get("tasksRunning");
        assertThat(running.length).isBetween(1000, 2048);
        double step = result.series().stepMicros() / 1e6;
        double taskSeconds = 0;
        double left = result.summary().makespanSeconds();
        for (double level : running) {
            taskSeconds += level * Math.min(step, left);
            left -= step;
        }
        assertThat(taskSeconds).isCloseTo(5000 * 30.0, within(1e-3));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void passesOnAnErrorOfTheWorkload(int threads) {
        Workload damaged =
                new Workload() {
                    @Override
                    public String name() {
                        return "damaged";
                    }

                    @Override
                    public TaskSource open() {
                        TaskSource good = ColumnWorkload.of(row(0, 1, 1)).open();
                        return new TaskSource() {
                            private boolean isRead;

                            @Override
                            public boolean read(TaskBatch batch) {
                                if (isRead) {
                                    throw InputException.atLine(
                                            Path.of("x.csv"), 3, "-1", "a number", null);
                                }
                                isRead = true;
                                return good.read(batch);
                            }

                            @Override
                            public Map<String, Long> leftOut() {
                                return Map.of();
                            }

                            @Override
                            public void close() {}
                        };
                    }
                };
        SimulationSpec spec = SimulationSpec.of(damaged, servers(1, 10, 10)).withThreads(threads);
        assertThatThrownBy(() -> Simulation.run(spec))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("x.csv:3");
    }

    @Test
    void refusesAnEndBeyondTheRangeOfTheClock() {
        Row row = new Row(5, Long.MAX_VALUE - 3, 1, 1, TaskOutcome.FINISHED);
        assertThatThrownBy(() -> run(servers(1, 10, 10), row)).isInstanceOf(InputException.class);
    }

    @Test
    void stopsAtSubmitTimesThatGoBack() {
        assertThatThrownBy(() -> run(servers(1, 10, 10), row(5, 1, 1), row(4, 1, 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("go back");
    }

    /**
     * M/M/c: the mean wait of an Erlang-C queue, c = 8, utilisation 0.8: C(8, 6.4) / (8 - 6.4) *
     * mean service time. Ten replications of 100,000 tasks; the mean must lie within four standard
     * errors.
     */
    @Test
    void waitsAsLongAsErlangSaysInAQueueOfMemorylessArrivalsAndServices() {
        int replications = 10;
        double[] means = new double[replications];
        for (int replication = 0; replication < replications; replication++) {
            SplittableRandom random = new SplittableRandom(replication);
            Row[] rows = new Row[100_000];
            double time = 0;
            for (int i = 0; i < rows.length; i++) {
                time += -1e6 / 6.4 * Math.log(1 - random.nextDouble());
                long service = Math.round(-1e6 * Math.log(1 - random.nextDouble()));
                rows[i] = Row.of((long) time, service, 1, 1);
            }
            means[replication] = run(servers(8, 1, 1), rows).summary().pendingSeconds().mean();
        }
        double mean = java.util.Arrays.stream(means).average().orElseThrow();
        double variance =
                java.util.Arrays.stream(means).map(x -> (x - mean) * (x - mean)).sum()
                        / (replications - 1);
        double standardError = Math.sqrt(variance / replications);
        double expected = erlangC(8, 6.4) / (8 - 6.4);
        assertThat(mean).isCloseTo(expected, within(4 * standardError));
        assertThat(4 * standardError).isLessThan(expected * 0.1); // the check can fail
    }

    private static double erlangC(int servers, double load) {
        double term = 1;
        double sum = 1;
        for (int k = 1; k < servers; k++) {
            term *= load / k;
            sum += term;
        }
        double last = term * load / servers * servers / (servers - load);
        return last / (sum + last);
    }
}
