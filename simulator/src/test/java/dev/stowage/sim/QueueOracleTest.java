package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.stowage.run.TaskLog.Fate;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.ColumnWorkload.Tag;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.sim.queue.QueueOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each discipline of the queue against its plain twin on random workloads, every task. */
class QueueOracleTest {
    /** Operations (submits, ends, machine events) that each discipline is checked with. */
    private static final long EVENTS = 1_000_000;

    private static final PowerModel POWER = PowerModel.of(200, 300);
    private static final List<String> PLACEMENTS =
            List.of("first-fit", "least-load", "round-robin", "random");

    private record Case(
            List<Row> rows,
            ServerFleet fleet,
            boolean rejects,
            String placement,
            int quota,
            long maxWaiting) {}

    /** Discipline, and its percentage of the operations: each has all, its variants share them. */
    private static final String SHARES =
            """
            fifo; 100
            priority[preempt=0]; 20
            priority[preempt=1]; 45
            priority[preempt=1,keep=1]; 35
            easy-backfill; 60
            easy-backfill[overestimate=50]; 40
            kube-scheduler; 60
            kube-scheduler[preempt=0]; 40
            conservative-backfill; 20
            conservative-backfill[depth=3]; 30
            conservative-backfill[overestimate=50]; 20
            conservative-backfill[overestimate=200,depth=5]; 30
            drf; 100
            sparrow-late; 60
            sparrow-late[d=1]; 20
            sparrow-late[d=4]; 20
            """;

    static Stream<Arguments> shares() {
        return SHARES.lines()
                .map(line -> line.split("; "))
                .map(parts -> Arguments.of(parts[0], Integer.parseInt(parts[1])));
    }

    @Test
    void comparesEachDiscipline() {
        assertThat(SHARES.lines().map(line -> line.replaceFirst("[\\[;].*", "")))
                .containsAll(QueueDisciplines.registry().names());
    }

    @ParameterizedTest
    @MethodSource("shares")
    void agreesWithItsPlainTwinOnEveryTask(String discipline, int percent) {
        PolicySpec queue = QueueDisciplines.registry().parse("test", discipline);
        long wanted = EVENTS * percent / 100;
        long events = 0;
        for (long seed = 0; events < wanted; seed++) {
            Case given = randomCase(new SplittableRandom(seed));
            try {
                events += compare(given, queue, false, seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(queue + ", seed " + seed + ": " + given, e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "priority[preempt=0]"})
    void agreesWithItsPlainTwinOnEveryTaskOfAGang(String discipline) {
        PolicySpec queue = QueueDisciplines.registry().parse("test", discipline);
        long events = 0;
        for (long seed = 0; events < EVENTS / 2; seed++) {
            Case given = inBursts(randomCase(new SplittableRandom(seed)));
            try {
                events += compare(given, queue, true, seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(queue + ", seed " + seed + ": " + given, e);
            }
        }
    }

    /** Few submit times, so that jobs have several tasks at one; no limit of the queue. */
    private static Case inBursts(Case given) {
        long last = given.rows().stream().mapToLong(Row::submit).max().orElse(0);
        long burst = last / 5 + 1;
        List<Row> rows = new ArrayList<>();
        for (Row row : given.rows()) {
            long submit = row.submit() / burst * burst;
            rows.add(
                    new Row(
                            submit,
                            row.duration(),
                            row.cpu() / 2,
                            row.memory() / 2,
                            row.outcome(),
                            row.tag()));
        }
        return new Case(
                rows,
                given.fleet(),
                given.rejects(),
                given.placement(),
                given.quota(),
                Long.MAX_VALUE);
    }

    private static @Nullable NaiveQueue twin(
            PolicySpec queue, boolean isGang, NaiveSimulation simulation, long seed) {
        if (isGang) {
            return new NaiveQueue.Gangs(simulation, queue.name().equals("priority"));
        }
        return switch (queue.name()) {
            case "fifo" -> null;
            case "priority" ->
                    new NaiveQueue.Priority(
                            simulation,
                            queue.parameter("preempt") == 1,
                            queue.parameter("keep") == 1);
            case "easy-backfill" ->
                    new NaiveQueue.Easy(simulation, queue.parameter("overestimate"));
            case "conservative-backfill" ->
                    new NaiveConservative(
                            simulation, queue.parameter("overestimate"), queue.parameter("depth"));
            case "drf" -> new NaiveQueue.Drf(simulation);
            case "kube-scheduler" -> new NaiveKube(simulation, queue.parameter("preempt") == 1);
            case "sparrow-late" ->
                    new NaiveSparrow(
                            simulation, queue.parameter("d"), Seeds.stream(seed, "queue", 0));
            default -> throw new IllegalArgumentException(queue.name());
        };
    }

    private static Case randomCase(SplittableRandom random) {
        long scale = List.of(1L, 1_000_000L).get(random.nextInt(2));
        int tasks = random.nextInt(50);
        int horizon = 1 + random.nextInt(40);
        int largest = 1 + random.nextInt(12);
        int users = 1 + random.nextInt(5);
        int jobs = 1 + random.nextInt(8);
        boolean hasStages = random.nextInt(3) == 0;
        List<Row> rows = new ArrayList<>();
        long[] submits =
                random.longs(tasks, 0, horizon).map(time -> time * scale).sorted().toArray();
        for (long submit : submits) {
            boolean isAlive = random.nextInt(20) == 0;
            TaskOutcome outcome =
                    isAlive
                            ? TaskOutcome.RUNNING
                            : random.nextInt(5) == 0 ? TaskOutcome.KILLED : TaskOutcome.FINISHED;
            long duration = random.nextInt(6) == 0 ? 0 : random.nextInt(20) * scale;
            int stage = random.nextInt(4);
            List<Integer> after = new ArrayList<>();
            for (int before = 0; before < stage && hasStages; before++) {
                if (random.nextInt(3) == 0) {
                    after.add(before);
                }
            }
            rows.add(
                    new Row(
                                    submit,
                                    isAlive ? TaskBatch.NONE : duration,
                                    random.nextInt(largest + 1),
                                    random.nextInt(largest + 1),
                                    outcome)
                            .with(
                                    new Tag(
                                            random.nextInt(jobs),
                                            rows.size(),
                                            random.nextInt(4) - 1,
                                            random.nextInt(users) - 1,
                                            stage,
                                            after)));
        }
        return new Case(
                rows,
                random.nextInt(3) > 0
                        ? groups(random)
                        : RandomMachines.of(
                                random, 5, 15, 1 + random.nextInt(2 * horizon), scale, POWER),
                random.nextInt(4) > 0,
                PLACEMENTS.get(random.nextInt(PLACEMENTS.size())),
                random.nextInt(4) == 0 ? 1 + random.nextInt(100) : 0,
                random.nextInt(4) == 0 ? random.nextInt(8) : Long.MAX_VALUE);
    }

    private static ServerFleet groups(SplittableRandom random) {
        List<ServerFleet.Group> groups = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            Resources capacity = new Resources(1 + random.nextInt(14), 1 + random.nextInt(14));
            groups.add(
                    new ServerFleet.Group(
                            new ServerType("t" + i, capacity, POWER, OptionalDouble.empty()),
                            1 + random.nextInt(3)));
        }
        return new ServerFleet.Static(groups);
    }

    private static PolicySpec admission(Case given) {
        if (given.quota() > 0) {
            return new PolicySpec("quota", Map.of("share", given.quota()));
        }
        return new PolicySpec(given.rejects() ? "capacity" : "none", Map.of());
    }

    /** Returns how many operations there were. */
    private static long compare(Case given, PolicySpec queue, boolean isGang, long seed) {
        NaiveSimulation oracle =
                new NaiveSimulation(
                        given.rows(),
                        given.fleet(),
                        given.placement(),
                        given.rejects() || given.quota() > 0,
                        Seeds.stream(seed, "placement", 0),
                        Long.MAX_VALUE - 1);
        oracle.keepsLevels = false;
        oracle.discipline = twin(queue, isGang, oracle, seed);
        oracle.maxWaiting = given.maxWaiting();
        if (given.quota() > 0) {
            oracle.quota = given.quota() / 100.0;
        }
        oracle.run();
        Map<Long, LoggedTask> logged = new HashMap<>();
        SimulationSpec spec =
                SimulationSpec.of(new ColumnWorkload(8, given.rows()), given.fleet())
                        .withPlacement(
                                PlacementPolicies.registry().parse("test", given.placement()))
                        .withAdmission(admission(given))
                        .withQueue(queue)
                        .withQueueing(
                                isGang
                                        ? new QueueOptions(OptionalLong.empty(), true)
                                        : new QueueOptions(
                                                OptionalLong.of(given.maxWaiting()), false))
                        .withSeed(seed, 0)
                        .withTaskLog(
                                entry ->
                                        assertThat(
                                                        logged.put(
                                                                (long) entry.taskIndex,
                                                                new LoggedTask(
                                                                        entry.fate,
                                                                        entry.firstStartMicros,
                                                                        entry.lastStartMicros,
                                                                        entry.endMicros,
                                                                        entry.server,
                                                                        entry.evictions)))
                                                .isNull());
        OutcomeRecorder outcome = new OutcomeRecorder();
        RunResult result = Simulation.run(spec, (cluster, labels) -> outcome);
        for (NaiveSimulation.Task task : oracle.tasks) {
            LoggedTask expected = LoggedTask.of(task);
            LoggedTask actual = logged.remove((long) task.number);
            if (!expected.equals(actual)) { // assertThat would cost more than the run
                assertThat(actual).as("task %s", task.number).isEqualTo(expected);
            }
        }
        assertThat(logged).isEmpty();
        requirePromisesKept(oracle, given);
        compareJobs(oracle, given, outcome.jobs);
        if (outcome.evictions != oracle.evictions) { // assertThat would cost more than the run
            assertThat(outcome.evictions).isEqualTo(oracle.evictions);
        }
        return result.engine().events();
    }

    /** On servers that stay as they are nobody starts later than he was first promised. */
    private static void requirePromisesKept(NaiveSimulation oracle, Case given) {
        if (given.fleet() instanceof ServerFleet.Static
                && oracle.discipline instanceof NaiveConservative reserving) {
            for (NaiveSimulation.Task task : oracle.tasks) {
                Long promised = reserving.firstPromise(task);
                if (promised != null && promised < NaiveConservative.NEVER) {
                    assertThat(task.firstStart)
                            .as("start of task %s", task.number)
                            .isBetween(task.row.submit(), promised);
                }
            }
        }
    }

    /** A job is over when all that was submitted has ended after the submits of an instant. */
    private static void compareJobs(
            NaiveSimulation oracle, Case given, Optional<RunSummary.Jobs> kept) {
        boolean hasStages = given.rows().stream().anyMatch(row -> !tag(row).after().isEmpty());
        assertThat(kept.isPresent()).isEqualTo(hasStages);
        if (!hasStages) {
            return;
        }
        List<Long> makespans = new ArrayList<>();
        long unfinished = 0;
        for (long job = 0; job < 8; job++) {
            long number = job;
            List<NaiveSimulation.Task> open =
                    new ArrayList<>(
                            oracle.tasks.stream()
                                    .filter(task -> tag(task.row).job() == number)
                                    .filter(task -> task.fate != Fate.REJECTED)
                                    .toList());
            while (!open.isEmpty()) { // a job that is over and comes back counts again
                long first = open.get(0).row.submit();
                long last = NaiveSimulation.NONE;
                boolean isOver = true;
                while (!open.isEmpty()
                        && (last == NaiveSimulation.NONE
                                || !isOver
                                || open.get(0).row.submit() <= last)) {
                    NaiveSimulation.Task task = open.remove(0);
                    isOver &= task.end != NaiveSimulation.NONE;
                    last = Math.max(last, task.end);
                }
                if (isOver) {
                    makespans.add(last - first);
                } else {
                    unfinished++;
                }
            }
        }
        RunSummary.Jobs jobs = kept.get();
        assertThat(jobs.unfinished()).isEqualTo(unfinished);
        assertThat(jobs.makespanSeconds().count()).isEqualTo(makespans.size());
        assertThat(jobs.makespanSeconds().max())
                .isEqualTo(makespans.stream().mapToLong(each -> each).max().orElse(0) / 1e6);
    }

    private static Tag tag(Row row) {
        return Objects.requireNonNull(row.tag());
    }
}
