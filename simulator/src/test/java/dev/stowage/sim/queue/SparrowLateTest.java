package dev.stowage.sim.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskOutcome;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.ColumnWorkload;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.ColumnWorkload.Tag;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparrowLateTest {
    private static final int SERVERS = 5;
    private static final int JOBS = 6;

    /** Neither job fits on the other kind of server, and both have tasks of both kinds. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void startsEveryTaskThoughTheOldestOfAJobFitsOnlyElsewhere(int d) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            boolean asksForCpu = i % 3 == 0;
            rows.add(
                    new Row(
                                    i / 8,
                                    1 + i % 4,
                                    asksForCpu ? 4 : 1,
                                    asksForCpu ? 1 : 4,
                                    TaskOutcome.FINISHED)
                            .with(new Tag(i % 2, i, 0, 0, 0, List.of())));
        }
        ServerFleet fleet =
                new ServerFleet.Static(
                        List.of(
                                new ServerFleet.Group(ServerType.of("cpu", new Resources(4, 1)), 3),
                                new ServerFleet.Group(
                                        ServerType.of("memory", new Resources(1, 4)), 3)));
        RunSummary summary =
                Simulation.run(
                                SimulationSpec.of(new ColumnWorkload(8, rows), fleet)
                                        .withQueue(
                                                QueueDisciplines.registry()
                                                        .parse("test", "sparrow-late[d=" + d + "]"))
                                        .withSeed(d, 0))
                        .summary();
        assertThat(summary.tasks().finished()).isEqualTo(400);
    }

    /** Ousterhout et al., SOSP 2013: 100 workers of a slot, jobs of 10 tasks of 1 s on average. */
    @ParameterizedTest
    @CsvSource({"0.5, 0.039, 0.004", "0.7, 0.19, 0.02"})
    void waitsAsLittleAsBatchSamplingDoes(double load, double expected, double tolerance) {
        SplittableRandom random = new SplittableRandom(11);
        List<Row> rows = new ArrayList<>();
        double time = 0;
        for (int job = 0; job < 20_000; job++) {
            time -= Math.log1p(-random.nextDouble()) * 10 / (100 * load);
            for (int task = 0; task < 10; task++) {
                double seconds = -Math.log1p(-random.nextDouble());
                rows.add(
                        new Row(
                                        Math.round(time * 1e6),
                                        Math.round(seconds * 1e6),
                                        1,
                                        1,
                                        TaskOutcome.FINISHED)
                                .with(new Tag(job, rows.size(), 0, 0, 0, List.of())));
            }
        }
        ServerFleet fleet = ServerFleet.of(ServerType.of("worker", new Resources(1, 1)), 100);
        RunSummary summary =
                Simulation.run(
                                SimulationSpec.of(new ColumnWorkload(4096, rows), fleet)
                                        .withQueue(
                                                QueueDisciplines.registry()
                                                        .parse("test", "sparrow-late"))
                                        .withSeed(1, 0))
                        .summary();
        assertThat(summary.pendingSeconds().mean()).isCloseTo(expected, within(tolerance));
    }

    /** A job of the plain queues; open until nothing refers to it as the present one. */
    private static final class Job {
        boolean isClosed;
        int held;
    }

    @Test
    void keepsTheOrderOfEachServerAndBoundsVoidReservations() {
        SplittableRandom random = new SplittableRandom(7);
        Reservations reservations = new Reservations(SERVERS);
        List<Deque<Job>> queues = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) {
            queues.add(new ArrayDeque<>());
        }
        Job[] jobs = new Job[JOBS];
        Arrays.setAll(jobs, job -> new Job());
        long most = 0;
        for (int i = 0; i < 200_000; i++) {
            int server = random.nextInt(SERVERS);
            int job = random.nextInt(JOBS);
            int action = random.nextInt(100);
            if (action < 60) {
                reservations.add(server, job);
                queues.get(server).addLast(jobs[job]);
                jobs[job].held++;
            } else if (action < 61) {
                reservations.close(job);
                jobs[job].isClosed = true;
                jobs[job] = new Job();
            } else if (server > 0) { // the first one is never tried
                Deque<Job> queue = queues.get(server);
                queue.removeIf(each -> each.isClosed);
                int expected =
                        queue.isEmpty()
                                ? Reservations.NONE
                                : Arrays.asList(jobs).indexOf(queue.getFirst());
                assertThat(reservations.head(server)).isEqualTo(expected);
                if (!queue.isEmpty()) {
                    queue.removeFirst().held--;
                    reservations.removeHead(server);
                }
            }
            int holding = Arrays.stream(jobs).mapToInt(each -> each.held).sum();
            most = Math.max(most, reservations.size() - 2L * holding);
        }
        assertThat(most).isBetween(900L, 1024L + SERVERS);
    }
}
