package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.run.RunSummary.TaskCounts;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.dynamics.MachineCursor;
import dev.stowage.sim.dynamics.Machines;
import dev.stowage.sim.engine.DirectFeed;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Execution;
import dev.stowage.sim.engine.InvariantViolation;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.SubmitCursor;
import dev.stowage.sim.engine.TaskSlots;
import dev.stowage.sim.execution.ReplayExecution;
import dev.stowage.sim.metrics.Recorder;
import dev.stowage.sim.metrics.RunLabels;
import dev.stowage.sim.metrics.SummaryRecorder;
import dev.stowage.sim.queue.FifoScheduler;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Broken parts are caught at the event at which they break a rule, with what led to it. */
class InvariantTest {
    private static final long S = 1_000_000;

    private static final PlacementPolicy FIRST_FIT = (task, cluster) -> cluster.firstFit(task);

    private final TaskSlots slots = new TaskSlots();

    private static ServerFleet servers(int count, long capacity) {
        return ServerFleet.of(ServerType.of("server", new Resources(capacity, capacity)), count);
    }

    private static Row row(long submitSeconds, long durationSeconds, long cpu) {
        return Row.of(submitSeconds * S, durationSeconds * S, cpu, cpu);
    }

    /** An engine of given parts; the oracle of nothing: it only has to fail in time. */
    private Engine engine(
            ServerFleet fleet,
            PlacementPolicy placement,
            Execution execution,
            Function<Dispatcher, Scheduler> schedulers,
            Row... rows) {
        SimulationSpec spec = SimulationSpec.of(ColumnWorkload.of(rows), fleet);
        Cluster cluster = Cluster.of(fleet);
        Recorder recorder =
                SummaryRecorder.open(cluster, new RunLabels("rows", "servers", Map.of(), 0));
        Dispatcher dispatcher =
                new Dispatcher(slots, cluster, placement, execution, recorder, null, false);
        Scheduler scheduler = schedulers.apply(dispatcher);
        return new Engine(
                new SubmitCursor(new DirectFeed(spec.workload().open())),
                new Machines(
                        MachineCursor.of(fleet),
                        null,
                        dispatcher,
                        scheduler,
                        ServerDynamics.NONE,
                        false),
                dispatcher,
                scheduler,
                (task, largest) -> true,
                recorder,
                null,
                spec);
    }

    private static InvariantViolation violationOf(Engine engine) {
        return catchThrowableOfType(InvariantViolation.class, engine::run);
    }

    @Test
    void aPolicyThatPicksAFullServerIsShownWithTheHistoryOfThatServer() {
        PlacementPolicy broken = (task, cluster) -> cluster.size() - 1; // whether it fits or not
        Engine engine =
                engine(
                        servers(3, 10),
                        broken,
                        new ReplayExecution(slots),
                        FifoScheduler::new,
                        row(0, 2, 6),
                        row(5, 100, 6),
                        row(8, 100, 7));
        InvariantViolation violation = violationOf(engine);
        assertThat(violation.rule())
                .isEqualTo("a task is started on a server that has room for it");
        assertThat(violation)
                .hasMessageContaining("Server 2 has 4 micro-cores and 4 bytes free")
                .hasMessageContaining("the task asks for 7 and 7")
                .hasMessageContaining("The task is task 0 of job 2");
        assertThat(violation.getMessage().lines().map(String::strip))
                .containsSubsequence(
                        "Last events of the task (1 of 1 known, oldest first):",
                        "8.000000 s submit  task 0 of job 2",
                        "Last events of the server 2 (3 of 3 known, oldest first):",
                        "0.000000 s start   task 0 of job 0 on server 2",
                        "2.000000 s end     task 0 of job 0 on server 2",
                        "5.000000 s start   task 0 of job 1 on server 2");
    }

    @Test
    void aPolicyThatNamesAServerThatDoesNotExistIsCaught() {
        Engine engine =
                engine(
                        servers(3, 10),
                        (task, cluster) -> 3,
                        new ReplayExecution(slots),
                        FifoScheduler::new,
                        row(0, 2, 6));
        assertThat(violationOf(engine)).hasMessageContaining("There is no server 3");
    }

    @Test
    void aSchedulerThatStartsATaskTwiceIsCaught() {
        Engine engine =
                engine(
                        servers(3, 10),
                        FIRST_FIT,
                        new ReplayExecution(slots),
                        dispatcher -> new StartsEachTask(2, dispatcher),
                        row(0, 20, 3),
                        row(1, 20, 3));
        InvariantViolation violation = violationOf(engine);
        assertThat(violation.rule()).isEqualTo("only a task that waits is started");
        assertThat(violation)
                .hasMessageContaining("runs on server 0")
                .hasMessageContaining("0.000000 s start   task 0 of job 0 on server 0");
    }

    @Test
    void aSchedulerThatStartsATaskThatHasEndedIsCaught() {
        Engine engine =
                engine(
                        servers(3, 10),
                        FIRST_FIT,
                        new ReplayExecution(slots),
                        dispatcher ->
                                new StartsEachTask(1, dispatcher) {
                                    @Override
                                    public void dispatch(long nowMicros) {
                                        if (nowMicros > 5 * S) {
                                            dispatcher.start(0, 0, nowMicros);
                                        }
                                    }
                                },
                        row(0, 6, 3),
                        row(9, 6, 3));
        assertThat(violationOf(engine))
                .hasMessageContaining("A task that has ended is started")
                .hasMessageContaining("6.000000 s end     task 0 of job 0 on server 0");
    }

    @Test
    void aSchedulerThatForgetsATaskIsCaughtAtTheEndOfTheBatch() {
        Engine engine =
                engine(
                        servers(3, 10),
                        FIRST_FIT,
                        new ReplayExecution(slots),
                        dispatcher -> new StartsEachTask(0, dispatcher),
                        row(0, 6, 3),
                        row(9, 6, 3));
        InvariantViolation violation = violationOf(engine);
        assertThat(violation.rule()).isEqualTo("submitted = rejected + ended + running + waiting");
        assertThat(violation)
                .hasMessageContaining("2 submitted, 0 rejected, 0 ended, 0 running, 0 waiting")
                .hasMessageContaining("9.000000 s submit  task 0 of job 1");
    }

    @Test
    void anExecutionThatEndsATaskTwiceIsCaught() {
        Engine engine =
                engine(
                        servers(1, 10),
                        FIRST_FIT,
                        new EndsTwice(),
                        FifoScheduler::new,
                        row(0, 6, 3),
                        row(1, 6, 3));
        InvariantViolation violation = violationOf(engine);
        assertThat(violation.rule()).isEqualTo("only a task that runs ends or is evicted");
        assertThat(violation).hasMessageContaining("A task that has ended ends.");
    }

    @Test
    void aFeedThatGoesBackInTimeIsCaught() {
        Engine engine =
                engine(
                        servers(1, 10),
                        FIRST_FIT,
                        new ReplayExecution(slots),
                        FifoScheduler::new,
                        row(0, 1, 3),
                        row(7, 1, 3),
                        row(3, 1, 3));
        InvariantViolation violation = violationOf(engine);
        assertThat(violation.rule()).isEqualTo("time does not go back");
        assertThat(violation)
                .hasMessageContaining("After 7.000000 s comes 3.000000 s")
                .hasMessageContaining("7.000000 s start   task 0 of job 1 on server 0");
    }

    @Test
    void keepsTheLastEventsHoweverLongTheRun() {
        Row[] rows = new Row[40_000];
        java.util.Arrays.setAll(rows, i -> row(i, 1, 3));
        rows[39_999] = row(39_999, 1, 11); // never fits
        Engine engine =
                engine(
                        servers(2, 10),
                        (task, cluster) -> 1,
                        new ReplayExecution(slots),
                        FifoScheduler::new,
                        rows);
        InvariantViolation violation = violationOf(engine);
        // 65,536 entries: four a task (submit and its job, start, end)
        assertThat(violation.getMessage().lines().map(String::strip))
                .anyMatch(line -> line.matches(".*server 1 \\(40 of 327\\d\\d known.*"))
                .contains("39998.000000 s start   task 0 of job 39998 on server 1");
    }

    @Test
    void aRunWithoutFaultsIsNotDisturbed() {
        Engine engine =
                engine(
                        servers(1, 10),
                        FIRST_FIT,
                        new ReplayExecution(slots),
                        FifoScheduler::new,
                        row(0, 5, 6),
                        row(1, 5, 6),
                        Row.of(2 * S, TaskBatch.NONE, 1, 1));
        engine.run();
        assertThat(engine.submitted()).isEqualTo(3);
        assertThat(engine.pending()).isZero();
    }

    @Test
    void countsThatDoNotAddUpAreRefusedInTheSummaryToo() {
        assertThatThrownBy(() -> new TaskCounts(3, 0, 2, 1, 0, 0, 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not conserved");
    }

    /** Starts each task so many times; 0 forgets it. */
    private static class StartsEachTask implements Scheduler {
        private final int times;
        private final Dispatcher dispatcher;

        StartsEachTask(int times, Dispatcher dispatcher) {
            this.times = times;
            this.dispatcher = dispatcher;
        }

        @Override
        public void submit(int slot, long nowMicros) {
            for (int i = 0; i < times; i++) {
                dispatcher.start(slot, dispatcher.place(slot), nowMicros);
            }
        }

        @Override
        public void withdraw(int slot) {
            throw new IllegalStateException("nothing waits");
        }

        @Override
        public void requeue(int slot, long nowMicros) {}

        @Override
        public void freed(int server) {}

        @Override
        public void dispatch(long nowMicros) {}

        @Override
        public int size() {
            return 0;
        }

        @Override
        public boolean couldUse(int server) {
            return false;
        }

        @Override
        public int remove() {
            throw new IllegalStateException("nothing waits");
        }
    }

    /** Each task ends a second after its start, twice. */
    private static final class EndsTwice implements Execution {
        private final Queue<Integer> due = new ArrayDeque<>();
        private long atMicros = LadderQueue.NONE;

        @Override
        public void start(int slot, int server, long nowMicros) {
            due.add(slot);
            due.add(slot);
            atMicros = nowMicros + S;
        }

        @Override
        public void cut(int slot, int server, long nowMicros) {}

        @Override
        public long nextMicros() {
            return due.isEmpty() ? LadderQueue.NONE : atMicros;
        }

        @Override
        public int pollEnd(long nowMicros) {
            Integer slot = nowMicros == atMicros ? due.poll() : null;
            return slot == null ? NONE : slot;
        }

        @Override
        public long leftMicros(int slot, int server, long nowMicros) {
            return 0;
        }
    }
}
