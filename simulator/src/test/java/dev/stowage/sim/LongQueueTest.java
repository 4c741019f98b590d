package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.ColumnWorkload.Tag;
import dev.stowage.sim.queue.QueueDisciplines;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues and instants of unusual size: what comes in is what comes out. */
class LongQueueTest {
    private static final int MANY = 100_000;
    private static final long S = 1_000_000;

    private static RunSummary run(String queue, int servers, int tasks, IntFunction<Row> row) {
        return run(queue, "capacity", servers, tasks, row);
    }

    private static RunSummary run(
            String queue, String admission, int servers, int tasks, IntFunction<Row> row) {
        List<Row> rows = new ArrayList<>(tasks);
        for (int i = 0; i < tasks; i++) {
            rows.add(row.apply(i));
        }
        ServerType type =
                new ServerType(
                        "t", new Resources(16, 16), PowerModel.DEFAULT, OptionalDouble.empty());
        PolicySpec discipline = QueueDisciplines.registry().parse("test", queue);
        return Simulation.run(
                        SimulationSpec.of(
                                        new ColumnWorkload(1024, rows),
                                        ServerFleet.of(type, servers))
                                .withAdmission(
                                        AdmissionPolicies.registry().parse("test", admission))
                                .withQueue(discipline))
                .summary();
    }

    static List<String> queues() {
        return List.of(
                "fifo",
                "priority",
                "easy-backfill",
                "conservative-backfill",
                "drf",
                "kube-scheduler",
                "sparrow-late");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fifo",
                "priority[preempt=0]",
                "priority[preempt=1]",
                "easy-backfill",
                "easy-backfill[overestimate=100]",
                "conservative-backfill",
                "conservative-backfill[overestimate=100,depth=20]",
                "drf",
                "kube-scheduler",
                "kube-scheduler[preempt=0]",
                "sparrow-late",
            })
    void startsAndEndsAHundredThousandTasksThatWaitAtOnce(String queue) {
        SplittableRandom random = new SplittableRandom(1);
        RunSummary summary =
                run(
                        queue,
                        100,
                        MANY,
                        i ->
                                Row.of(
                                                i,
                                                (1L + random.nextInt(100)) * S,
                                                1L + random.nextInt(8),
                                                1L + random.nextInt(8))
                                        .with(
                                                new Tag(
                                                        i / 3,
                                                        i % 3,
                                                        random.nextInt(12),
                                                        random.nextInt(1000),
                                                        0,
                                                        List.of())));
        assertThat(summary.tasks().finished()).isEqualTo(MANY);
    }

    @ParameterizedTest
    @MethodSource("queues")
    void endsTasksOfNoDurationInTheInstantThatTheyComeIn(String queue) {
        int tasks = queue.equals("fifo") ? 1_000_000 : MANY;
        RunSummary summary = run(queue, 3, tasks, i -> Row.of(7, 0, 10, 10));
        assertThat(summary.tasks().finished()).isEqualTo(tasks);
        assertThat(summary.pendingSeconds().max()).isZero();
        assertThat(summary.makespanSeconds()).isEqualTo(7e-6);
    }

    @ParameterizedTest
    @MethodSource("queues")
    void tasksThatAskForNothingNeverWaitForRoom(String queue) {
        RunSummary summary = run(queue, 1, MANY, i -> Row.of(i, 1000 * S, 0, 0));
        assertThat(summary.tasks().finished()).isEqualTo(MANY);
        assertThat(summary.pendingSeconds().max()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "priority", "easy-backfill", "conservative-backfill", "drf"})
    void tasksLargerThanAnyServerAreRejectedOrWaitForEver(String queue) {
        IntFunction<Row> row = i -> Row.of(i, S, i % 2 == 0 ? 17 : 1, 1);
        RunSummary rejecting = run(queue, "capacity", 2, 2000, row);
        assertThat(rejecting.tasks().rejected()).isEqualTo(1000);
        assertThat(rejecting.tasks().finished()).isEqualTo(1000);

        var waiting = run(queue, "none", 2, 2000, row).tasks();
        assertThat(waiting.rejected()).isZero();
        assertThat(waiting.pending()).isGreaterThanOrEqualTo(1000);
        assertThat(waiting.finished() + waiting.pending()).isEqualTo(2000);
    }

    @Test
    void knowsAMillionJobs() {
        RunSummary summary =
                run(
                        "sparrow-late",
                        100,
                        1_000_000,
                        i ->
                                Row.of(i * 10L, 100, 1, 1)
                                        .with(Tag.ofPriority(i * 0x9E3779B97F4AL, 0)));
        assertThat(summary.tasks().finished()).isEqualTo(1_000_000);
    }
}
