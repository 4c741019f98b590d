package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.InputException;
import dev.stowage.basis.PlainState;
import dev.stowage.model.FailureModel;
import dev.stowage.model.IdleOff;
import dev.stowage.model.Lifetime;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.run.ServerLoads;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.ColumnWorkload.Tag;
import dev.stowage.sim.checkpoint.Checkpointing;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.OutOfMemory;
import dev.stowage.sim.execution.UsageModels;
import dev.stowage.sim.observation.Decision;
import dev.stowage.sim.observation.Observation;
import dev.stowage.sim.observation.TaskTrace;
import dev.stowage.sim.queue.FreedServers;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.sim.queue.QueueOptions;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that was killed and resumed gives the bytes of one that was not. */
class CheckpointTest {
    private static final long S = 1_000_000;

    @TempDir private Path folder;

    /** Ends a run as a power cut does. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Lines that a resumed run takes back to those of its checkpoint. */
    private static final class Lines implements TaskLog, Checkpointed {
        private List<String> lines = new ArrayList<>();

        @Override
        public void task(TaskEntry entry) {
            lines.add(entry.jobId + " " + LoggedTask.of(entry));
        }

        @Override
        public void writeState(DataOutput out) throws IOException {
            out.writeInt(lines.size());
        }

        @Override
        public void readState(DataInput in) throws IOException {
            lines = new ArrayList<>(lines.subList(0, in.readInt()));
        }
    }

    static Stream<String> placements() {
        return PlacementPolicies.registry().names().stream();
    }

    private static Row[] rows(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        Row[] rows = new Row[count];
        long submit = 0;
        for (int i = 0; i < count; i++) {
            submit += random.nextInt(3) == 0 ? 0 : random.nextLong(2 * S);
            long duration = random.nextInt(50) == 0 ? 0 : random.nextLong(60 * S);
            rows[i] = Row.of(submit, duration, random.nextLong(1, 7), random.nextLong(1, 7));
        }
        return rows;
    }

    private static ServerFleet steadyServers() {
        return ServerFleet.of(ServerType.of("server", new Resources(10, 10)), 24);
    }

    /** Machines that come, go, shrink and grow. */
    private static ServerFleet movingServers() {
        SplittableRandom random = new SplittableRandom(3);
        int machines = 30;
        int n = 400;
        long[] time = new long[n];
        int[] machine = new int[n];
        long[] capacity = new long[n];
        for (int i = 0; i < n; i++) {
            time[i] = i < machines ? 0 : time[i - 1] + random.nextLong(5 * S);
            machine[i] = i < machines ? i : random.nextInt(machines);
            capacity[i] = i < machines || random.nextBoolean() ? random.nextLong(5, 12) : 0;
        }
        return new ServerFleet.Recorded(
                "moving",
                new MachineEvents(machines, time, machine, capacity, capacity),
                PowerModel.DEFAULT);
    }

    private SimulationSpec spec(String placement, ServerFleet fleet, long seed) {
        return SimulationSpec.of(new ColumnWorkload(100, List.of(rows(seed, 2000))), fleet)
                .withPlacement(PlacementPolicies.registry().parse("test", placement))
                .withSeed(seed, 0);
    }

    private SimulationSpec checkpointed(
            SimulationSpec spec, boolean isResumed, BooleanSupplier isDue, Runnable afterWrite) {
        Checkpointing options =
                new Checkpointing(
                        folder.resolve("checkpoint"),
                        isResumed,
                        Map.of("workload digest", "1"),
                        isDue,
                        afterWrite);
        return spec.with(draft -> draft.checkpointing = Optional.of(options));
    }

    /** Due once, at an instant; dead some instants later. */
    private static BooleanSupplier dueOnce(int instant, int deathAfter) {
        int[] seen = new int[1];
        return () -> {
            if (seen[0] == instant + deathAfter) {
                throw new Killed();
            }
            return seen[0]++ == instant;
        };
    }

    private static void requireSame(RunResult resumed, RunResult whole) {
        assertThat(resumed.summary()).isEqualTo(whole.summary());
        assertThat(resumed.pendingTimes()).isEqualTo(whole.pendingTimes());
        assertThat(resumed.engine().events()).isEqualTo(whole.engine().events());
        TimeSeries series = whole.series();
        assertThat(resumed.series().timeMicros()).isEqualTo(series.timeMicros());
        series.columns()
                .forEach(
                        (name, values) ->
                                assertThat(resumed.series().columns().get(name))
                                        .as(name)
                                        .isEqualTo(values));
    }

    @ParameterizedTest
    @MethodSource("placements")
    void goesOnToTheSameResultsAfterBeingKilledAnywhere(String placement) {
        SplittableRandom random = new SplittableRandom(placement.hashCode());
        for (ServerFleet fleet : List.of(steadyServers(), movingServers())) {
            for (int trial = 0; trial < 2; trial++) {
                requireResumable(spec(placement, fleet, trial), random, 1500);
            }
        }
    }

    /** Jobs of four tasks with users and priorities; stages, and constraints, if wanted. */
    private static Workload demanding(long seed, boolean hasStages, boolean isConstrained) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Row> rows = new ArrayList<>();
        for (Row row : rows(seed, 1200)) {
            int i = rows.size();
            List<Integer> after = hasStages && i % 4 > 1 ? List.of(i % 4 - 2) : List.of();
            rows.add(
                    row.with(
                            new Tag(
                                    i / 4,
                                    i % 4,
                                    random.nextInt(4),
                                    i / 4 % 7,
                                    hasStages ? i % 4 : 0,
                                    after)));
        }
        Workload tasks = new ColumnWorkload(100, rows);
        return isConstrained ? new ApartFromEachOther(tasks) : tasks;
    }

    /** Half of the jobs want each of their tasks on a machine of its own. */
    private record ApartFromEachOther(Workload tasks) implements Workload {
        @Override
        public String name() {
            return tasks.name();
        }

        @Override
        public Set<TaskColumn> columns() {
            return Set.of(TaskColumn.USER, TaskColumn.CONSTRAINTS);
        }

        @Override
        public TaskSource open() {
            PlacementConstraints apart = PlacementConstraints.parse("different-machines");
            TaskSource source = tasks.open();
            return new TaskSource() {
                @Override
                public boolean read(TaskBatch batch) {
                    boolean hasMore = source.read(batch);
                    for (int i = 0; i < batch.size; i++) {
                        batch.constraints[i] = batch.jobId[i] % 2 == 0 ? apart : null;
                    }
                    return hasMore;
                }

                @Override
                public Map<String, Long> leftOut() {
                    return source.leftOut();
                }

                @Override
                public void close() {
                    source.close();
                }
            };
        }
    }

    /** Kills a run twice, resumes it twice, and compares. */
    private void requireResumable(SimulationSpec spec, SplittableRandom random, int instants) {
        Lines wholeLog = new Lines();
        List<ServerLoads> loads = new ArrayList<>();
        Observation observation = Observation.NONE.withLoads(loads::add);
        SimulationSpec observed = spec.with(draft -> draft.observation = observation);
        RunResult whole = Simulation.run(observed.withTaskLog(wholeLog));
        Lines log = new Lines();
        SimulationSpec logged = observed.withTaskLog(log);
        for (boolean isResumed : new boolean[] {false, true}) {
            int due = random.nextInt(isResumed ? instants / 4 : instants);
            int death = 1 + random.nextInt(90);
            assertThatThrownBy(
                            () ->
                                    Simulation.run(
                                            checkpointed(
                                                    logged,
                                                    isResumed,
                                                    dueOnce(due, death),
                                                    () -> {})))
                    .isInstanceOf(Killed.class);
        }
        RunResult resumed =
                Simulation.run(checkpointed(logged, true, () -> false, () -> {}).withThreads(2));
        requireSame(resumed, whole);
        assertThat(log.lines).isEqualTo(wholeLog.lines);
        assertThat(loads).hasSize(2);
        assertThat(loads.get(1)).isEqualTo(loads.get(0));
    }

    /** Every discipline that is registered, so that none can forget its state, and variants. */
    static Stream<String> queues() {
        return Stream.concat(
                QueueDisciplines.registry().names().stream(),
                Stream.of(
                        "priority[keep=1]",
                        "priority[preempt=0]",
                        "kube-scheduler[preempt=0]",
                        "easy-backfill[overestimate=30]",
                        "conservative-backfill[overestimate=30,depth=20]"));
    }

    @ParameterizedTest
    @MethodSource("queues")
    void goesOnToTheSameResultsWithEveryQueue(String queue) {
        SplittableRandom random = new SplittableRandom(queue.hashCode());
        PolicySpec discipline = QueueDisciplines.registry().parse("test", queue);
        for (ServerFleet fleet : List.of(steadyServers(), movingServers())) {
            for (int kind = 0; kind < 3; kind++) {
                Workload tasks = demanding(kind, kind == 1, kind == 2);
                PolicySpec placement =
                        PlacementPolicies.registry()
                                .parse("test", kind == 0 ? "round-robin" : "power-of-d");
                SimulationSpec spec =
                        SimulationSpec.of(tasks, fleet)
                                .withQueue(discipline)
                                .withAdmission(AdmissionPolicies.registry().parse("test", "quota"))
                                .withPlacement(placement);
                requireResumable(spec, random, 800);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "priority[preempt=0]"})
    void goesOnToTheSameResultsWithGangs(String queue) {
        SplittableRandom random = new SplittableRandom(queue.hashCode());
        for (ServerFleet fleet : List.of(steadyServers(), movingServers())) {
            for (int kind = 0; kind < 2; kind++) {
                SimulationSpec spec =
                        SimulationSpec.of(gangs(kind, kind == 1), fleet)
                                .withQueue(QueueDisciplines.registry().parse("test", queue))
                                .withPlacement(
                                        PlacementPolicies.registry().parse("test", "power-of-d"))
                                .withQueueing(new QueueOptions(OptionalLong.empty(), true));
                requireResumable(spec, random, 500);
            }
        }
    }

    /** The jobs of {@link #demanding}, whose tasks come in together. */
    private static Workload gangs(long seed, boolean hasStages) {
        List<Row> rows = ((ColumnWorkload) demanding(seed, hasStages, false)).rows();
        List<Row> together = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            long submit = rows.get(i - i % 4).submit();
            together.add(
                    Row.of(submit, row.duration(), row.cpu(), row.memory())
                            .with(Objects.requireNonNull(row.tag())));
        }
        return new ColumnWorkload(100, together);
    }

    @ParameterizedTest
    @CsvSource({
        "request, kill, false",
        "beta, requeue[times=3], false",
        "ratio[cpu=150;memory=120], requeue[times=1], true",
        "request, requeue[times=2], true"
    })
    void goesOnToTheSameResultsWhileTasksContend(String model, String memory, boolean isMeasured) {
        SplittableRandom random = new SplittableRandom(6);
        Fidelity fidelity =
                Fidelity.CONTENDED
                        .withOvercommit(1.5, 1.5)
                        .withUsageModel(
                                UsageModels.registry().parse("test", model.replace(';', ',')))
                        .withOutOfMemory(OutOfMemory.registry().parse("test", memory));
        for (ServerFleet fleet : List.of(steadyServers(), movingServers())) {
            for (String queue :
                    List.of("fifo", "priority", "kube-scheduler", "easy-backfill", "drf")) {
                SimulationSpec spec =
                        SimulationSpec.of(used(isMeasured), fleet)
                                .withQueue(QueueDisciplines.registry().parse("test", queue))
                                .withFidelity(fidelity);
                requireResumable(spec, random, 1000);
            }
        }
    }

    /** Tasks that use more and less than they ask for; a quarter of them unmeasured. */
    private static Workload used(boolean hasWindows) {
        SplittableRandom random = new SplittableRandom(11);
        List<UsedWorkload.Row> rows = new ArrayList<>();
        for (Row row : rows(11, 1500)) {
            List<UsedWorkload.Window> windows = new ArrayList<>();
            long start = row.submit();
            for (int i = hasWindows ? random.nextInt(6) : 0; i > 0; i--) {
                windows.add(
                        new UsedWorkload.Window(
                                start, random.nextLong(-1, 9), random.nextLong(-1, 9)));
                start += random.nextLong(20 * S);
            }
            boolean isMeasured = random.nextInt(4) > 0;
            rows.add(
                    new UsedWorkload.Row(
                            row.submit(),
                            row.duration(),
                            row.cpu(),
                            row.memory(),
                            random.nextInt(3),
                            isMeasured ? random.nextLong(1, 9) : TaskBatch.NONE,
                            isMeasured ? random.nextLong(1, 8) : TaskBatch.NONE,
                            windows));
        }
        return new UsedWorkload(rows);
    }

    /** Decisions that a resumed run takes back to those of its checkpoint. */
    private static final class Decisions implements Consumer<Decision>, Checkpointed {
        private List<Decision> made = new ArrayList<>();

        @Override
        public void accept(Decision decision) {
            made.add(decision);
        }

        @Override
        public void writeState(DataOutput out) throws IOException {
            out.writeInt(made.size());
        }

        @Override
        public void readState(DataInput in) throws IOException {
            made = new ArrayList<>(made.subList(0, in.readInt()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "priority", "drf"})
    void goesOnToTheSameDecisionsAboutATask(String queue) {
        SimulationSpec spec =
                SimulationSpec.of(demanding(3, false, false), movingServers())
                        .withQueue(QueueDisciplines.registry().parse("test", queue));
        Decisions whole = new Decisions();
        Simulation.run(traced(spec, whole));
        assertThat(whole.made).hasSizeGreaterThan(10);
        SplittableRandom random = new SplittableRandom(2);
        for (int trial = 0; trial < 4; trial++) {
            Decisions decisions = new Decisions();
            SimulationSpec traced = traced(spec, decisions);
            int due = random.nextInt(400, 700);
            assertThatThrownBy(
                            () ->
                                    Simulation.run(
                                            checkpointed(
                                                    traced, false, dueOnce(due, 70), () -> {})))
                    .isInstanceOf(Killed.class);
            Simulation.run(checkpointed(traced, true, () -> false, () -> {}));
            assertThat(decisions.made).isEqualTo(whole.made);
        }
    }

    /** Traces the tasks of a job that comes in half way. */
    private static SimulationSpec traced(SimulationSpec spec, Decisions to) {
        TaskTrace trace = new TaskTrace(150, OptionalInt.empty(), 100, to);
        return spec.with(draft -> draft.observation = Observation.NONE.withTask(trace));
    }

    @Test
    void refusesToStartWhereAPartOfTheStateWasForgotten() {
        FreedServers state = new FreedServers(3);
        PlainState forgetful = new Owner(state, List.of());
        assertThat(PlainState.forgotten(List.of(forgetful))).containsExactly("Owner.state");
        assertThat(PlainState.forgotten(List.of(new Owner(state, List.of(state))))).isEmpty();
        assertThat(PlainState.forgotten(List.of(forgetful, state))).isEmpty();
    }

    /** Has an object with state, which it names or not. */
    private static final class Owner implements PlainState {
        @SuppressWarnings("unused") // read by reflection
        private final FreedServers state;

        private final transient List<Checkpointed> owned;

        Owner(FreedServers state, List<Checkpointed> owned) {
            this.state = state;
            this.owned = owned;
        }

        @Override
        public List<Checkpointed> owned() {
            return owned;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goesOnToTheSameResultsWhileServersFailAndAreSwitchedOff(boolean keepsProgress) {
        SplittableRandom random = new SplittableRandom(4);
        FailureModel failures =
                new FailureModel(new Lifetime.Exponential(400), new Lifetime.Exponential(60));
        ServerDynamics dynamics =
                new ServerDynamics(
                        Optional.of(failures),
                        Optional.empty(),
                        List.of(new MaintenanceWindow(3, 9, 200 * S, 100 * S, 0)),
                        Optional.of(new IdleOff(10 * S, 5 * S, 7, true)),
                        keepsProgress);
        for (String queue :
                List.of(
                        "fifo",
                        "priority",
                        "easy-backfill",
                        "conservative-backfill",
                        "drf",
                        "kube-scheduler",
                        "sparrow-late")) {
            SimulationSpec spec =
                    SimulationSpec.of(demanding(5, false, false), steadyServers())
                            .withQueue(QueueDisciplines.registry().parse("test", queue))
                            .with(draft -> draft.dynamics = dynamics);
            requireResumable(spec, random, 1000);
        }
    }

    @Test
    void checkpointsDoNotChangeARunThatIsNotKilled() {
        SimulationSpec spec = spec("power-of-d", movingServers(), 9);
        int[] written = new int[1];
        int[] asked = new int[1];
        RunResult kept =
                Simulation.run(
                        checkpointed(spec, false, () -> asked[0]++ % 50 == 0, () -> written[0]++));
        requireSame(kept, Simulation.run(spec));
        assertThat(written[0]).isGreaterThan(20);
    }

    @Test
    void refusesToGoOnUnderOtherInputs() {
        SimulationSpec spec = spec("best-fit", steadyServers(), 1);
        assertThatThrownBy(
                        () -> Simulation.run(checkpointed(spec, false, dueOnce(50, 1), () -> {})))
                .isInstanceOf(Killed.class);
        for (SimulationSpec other :
                List.of(
                        spec.withSeed(2, 0),
                        spec.until(50 * S),
                        spec.withServers(movingServers()),
                        spec.withPlacement(PlacementPolicies.registry().parse("x", "worst-fit")))) {
            assertThatThrownBy(
                            () -> Simulation.run(checkpointed(other, true, () -> false, () -> {})))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("a run with")
                    .hasMessageContaining("same inputs");
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.3, 0.9999})
    void refusesACheckpointThatWasCutShort(double share) throws IOException {
        SimulationSpec spec = spec("first-fit", steadyServers(), 1);
        Path file = folder.resolve("checkpoint");
        assertThatThrownBy(
                        () -> Simulation.run(checkpointed(spec, false, dueOnce(500, 1), () -> {})))
                .isInstanceOf(Killed.class);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, (int) (whole.length * share)));
        assertDamaged(spec);
    }

    @Test
    void refusesACheckpointWithAWrongBit() throws IOException {
        SimulationSpec spec = spec("first-fit", steadyServers(), 1);
        Path file = folder.resolve("checkpoint");
        assertThatThrownBy(
                        () -> Simulation.run(checkpointed(spec, false, dueOnce(500, 1), () -> {})))
                .isInstanceOf(Killed.class);
        byte[] whole = Files.readAllBytes(file);
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 5; i++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);
            assertDamaged(spec);
        }
    }

    private void assertDamaged(SimulationSpec spec) {
        assertThatThrownBy(() -> Simulation.run(checkpointed(spec, true, () -> false, () -> {})))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void refusesToResumeWithoutACheckpoint() {
        assertThatThrownBy(
                        () ->
                                Simulation.run(
                                        checkpointed(
                                                spec("first-fit", steadyServers(), 1),
                                                true,
                                                () -> false,
                                                () -> {})))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no such file");
    }

    @Test
    void refusesCheckpointsOfWhatCannotWriteItsState() {
        List<Long> ends = new ArrayList<>();
        TaskLog forgetful = entry -> ends.add(entry.endMicros);
        SimulationSpec spec = spec("first-fit", steadyServers(), 1).withTaskLog(forgetful);
        assertThatThrownBy(() -> Simulation.run(checkpointed(spec, false, () -> false, () -> {})))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("log of tasks", "can't be resumed");
    }
}
