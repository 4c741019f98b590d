package dev.stowage.plan.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.plan.NaiveCluster;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;

class LowerBoundTest {
    private static final Resources SERVER = new Resources(10, 10);
    private static final ServerType TYPE = ServerType.of("s", SERVER);
    private static final long SECOND = 1_000_000;

    private static NaiveCluster.Task task(long submit, long duration, long cpu, long memory) {
        return new NaiveCluster.Task(submit * SECOND, duration * SECOND, cpu, memory);
    }

    private static LowerBound bound(Objective objective, NaiveCluster.Task... tasks) {
        return LowerBound.of(new NaiveCluster(List.of(tasks), SERVER).workload(), TYPE, objective);
    }

    private static Objective waits(String statistic, double seconds) {
        return Objective.parse("test", Map.of("pendingSeconds", Map.of(statistic, seconds)));
    }

    private static int servers(LowerBound bound, String method) {
        return bound.components().stream()
                .filter(component -> component.method().equals(method))
                .mapToInt(LowerBound.Component::servers)
                .findFirst()
                .orElse(0);
    }

    @Test
    void needsNoServerWithoutTasks() {
        LowerBound bound = bound(waits("p99", 60));
        assertThat(bound.servers()).isZero();
        assertThat(bound.method()).isEqualTo("none");
        assertThat(bound.gap(0)).isZero();
        assertThat(bound.demand()).isEqualTo(WorkloadFigures.NONE);
    }

    @Test
    void needsOneServerForOneTask() {
        LowerBound bound = bound(waits("p99", 60), task(0, 5, 1, 1));
        assertThat(bound.servers()).isOne();
        assertThat(bound.demand().tasks()).isOne();
        assertThat(bound.gap(3)).isEqualTo(2.0);
    }

    @Test
    void countsWhatRunsTogetherOnceTheLongestWaitIsOver() {
        NaiveCluster.Task[] tasks = new NaiveCluster.Task[8];
        Arrays.fill(tasks, task(0, 100, 5, 1));
        LowerBound bound = bound(waits("max", 50), tasks);
        assertThat(bound.servers()).isEqualTo(4);
        assertThat(bound.method()).isEqualTo("peak-cpu");
        assertThat(servers(bound(waits("max", 150), tasks), "peak-cpu"))
                .as("all may wait until the first have ended")
                .isZero();
    }

    @Test
    void exemptsTheLastTasksWhenAQuantileLetsThemWait() {
        NaiveCluster.Task[] tasks = new NaiveCluster.Task[100];
        Arrays.fill(tasks, task(0, 1000, 10, 1));
        assertThat(servers(bound(waits("p99", 1), tasks), "peak-cpu")).isEqualTo(99);
        assertThat(servers(bound(waits("p90", 1), tasks), "peak-cpu")).isEqualTo(90);
    }

    /**
     * Four long tasks that come before a hundred short ones: one server holds a p90 of 0 s where
     * the short ones may go first, so that the four are those that wait.
     */
    @Test
    void forcesNothingByAQuantileWhereAnyTaskMayBeTheOneThatWaits() {
        NaiveCluster.Task[] tasks = new NaiveCluster.Task[104];
        Arrays.fill(tasks, 0, 4, task(0, 100_000, 10, 1));
        for (int i = 4; i < tasks.length; i++) {
            tasks[i] = task(i, 1, 1, 1);
        }
        NaiveCluster cluster = new NaiveCluster(List.of(tasks), SERVER);
        Objective p90 = waits("p90", 0);
        assertThat(LowerBound.of(cluster.workload(), TYPE, p90).servers()).isEqualTo(5);
        assertThat(LowerBound.of(cluster.workload(), TYPE, p90, QueueOrder.RUNS_ONCE).servers())
                .isOne();
        assertThat(
                        LowerBound.of(
                                        cluster.workload(),
                                        TYPE,
                                        waits("max", 0),
                                        QueueOrder.RUNS_ONCE)
                                .servers())
                .isEqualTo(5);
    }

    @Test
    void packsTasksLargerThanHalfAServerOneByOne() {
        NaiveCluster.Task[] tasks = new NaiveCluster.Task[6];
        Arrays.fill(tasks, task(0, 100, 6, 1));
        LowerBound bound = bound(waits("max", 0), tasks);
        assertThat(servers(bound, "peak-cpu")).isEqualTo(4);
        assertThat(bound.servers()).isEqualTo(6);
        assertThat(bound.method()).isEqualTo("packing-cpu");
    }

    @Test
    void boundsShortTasksByTheWorkOfAnHour() {
        NaiveCluster.Task[] tasks = new NaiveCluster.Task[7100];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = task(i / 2, 10, 10, 1);
        }
        LowerBound bound = bound(waits("max", 30), tasks);
        assertThat(servers(bound, "peak-cpu")).as("no task outlasts its wait").isZero();
        assertThat(bound.servers()).isEqualTo(20);
        assertThat(bound.method()).isEqualTo("offered-load-cpu");
    }

    @Test
    void dividesByTheUtilisationAllowed() {
        NaiveCluster.Task[] tasks = new NaiveCluster.Task[10];
        Arrays.fill(tasks, task(0, 100, 5, 1));
        Objective peak =
                Objective.parse(
                        "test",
                        Map.of(
                                "pendingSeconds", Map.of("max", 0),
                                "cpuAllocated", Map.of("peak", 0.5)));
        assertThat(bound(peak, tasks).servers()).isEqualTo(10);
        assertThat(bound(peak, tasks).method()).isEqualTo("utilisation-cpu");
        Objective p95 =
                Objective.parse(
                        "test",
                        Map.of(
                                "pendingSeconds", Map.of("max", 0),
                                "cpuAllocated", Map.of("p95", 0.5)));
        assertThat(bound(p95, tasks).servers()).isEqualTo(10);
    }

    @Test
    void countsTasksThatNoServerHolds() {
        LowerBound bound = bound(waits("max", 0), task(0, 1, 11, 1), task(0, 1, 1, 1));
        assertThat(bound.demand().tooLarge()).isOne();
        assertThat(bound.demand().largestTask()).isEqualTo(new Resources(11, 1));
    }

    private static ServerType withGpus(long gpus) {
        return new ServerType(
                "g",
                SERVER,
                PowerModel.DEFAULT,
                OptionalDouble.empty(),
                ServerExtras.of(gpus, 0, 0, Map.of("arch", "x86")));
    }

    private static NaiveCluster.Task gpuTask(long submit, long duration, long cpu, long gpu) {
        return new NaiveCluster.Task(submit * SECOND, duration * SECOND, cpu, 1, gpu);
    }

    @Test
    void boundsByGpusAsByCpuAndMemory() {
        NaiveCluster.Task[] tasks = new NaiveCluster.Task[6];
        Arrays.fill(tasks, gpuTask(0, 100, 1, 3));
        NaiveCluster cluster = new NaiveCluster(List.of(tasks), SERVER, 4);
        LowerBound bound = LowerBound.of(cluster.workload(), withGpus(4), waits("max", 0));
        assertThat(servers(bound, "peak-gpu")).as("18 GPUs on servers of 4").isEqualTo(5);
        assertThat(bound.servers()).as("no two share a server").isEqualTo(6);
        assertThat(bound.method()).isEqualTo("packing-gpu");
        assertThat(bound.demand().extras().gpuTasks()).isEqualTo(6);
    }

    @Test
    void countsTasksThatNoServerHoldsForWantOfAnything() {
        NaiveCluster cluster =
                new NaiveCluster(
                        List.of(gpuTask(0, 10, 1, 1_000_000), gpuTask(0, 10, 11, 0)), SERVER, 0);
        WorkloadFigures figures = WorkloadFigures.of(cluster.workload(), TYPE);
        assertThat(figures.tooLarge()).isEqualTo(2);
        assertThat(figures.shortages().stream().map(WorkloadFigures.Shortage::resource))
                .containsExactly("cpu", "gpu");
        assertThat(figures.missing()).contains("1 asks for 1 GPU, a server has no GPUs");
        assertThat(WorkloadFigures.of(cluster.workload(), withGpus(1_000_000)).tooLarge())
                .as("of the one that asks for too much CPU")
                .isOne();
    }

    /** What an objective lets be rejected asks for nothing. */
    @Test
    void leavesOutOfTheBoundWhatNoServerHoldsForWantOfGpus() {
        NaiveCluster.Task[] tasks = new NaiveCluster.Task[8];
        Arrays.fill(tasks, gpuTask(0, 100, 10, 1));
        tasks[0] = gpuTask(0, 100, 10, 0);
        NaiveCluster cluster = new NaiveCluster(List.of(tasks), SERVER, 0);
        LowerBound bound = LowerBound.of(cluster.workload(), TYPE, waits("max", 0));
        assertThat(bound.demand().tooLarge()).isEqualTo(7);
        assertThat(bound.servers()).isOne();
    }

    @Test
    void countsTasksWhoseConstraintsNoServerMeets() {
        Workload workload =
                onArm(
                        new NaiveCluster(List.of(task(0, 1, 1, 1), task(0, 1, 1, 1)), SERVER)
                                .workload());
        WorkloadFigures figures = WorkloadFigures.of(workload, withGpus(0));
        assertThat(figures.tooLarge()).isEqualTo(2);
        assertThat(figures.missing()).contains("arch=arm", "arch=x86");
        assertThat(figures.extras().constrainedTasks()).isEqualTo(2);
    }

    /** The same tasks, which may run on ARM only. */
    private static Workload onArm(Workload tasks) {
        PlacementConstraints arm = PlacementConstraints.parse("arch=arm");
        return new Workload() {
            @Override
            public String name() {
                return tasks.name();
            }

            @Override
            public TaskSource open() {
                TaskSource source = tasks.open();
                return new TaskSource() {
                    @Override
                    public boolean read(TaskBatch batch) {
                        boolean isRead = source.read(batch);
                        batch.isPlain = false;
                        for (int i = 0; i < batch.size; i++) {
                            batch.clearExtras(i);
                            batch.constraints[i] = arm;
                        }
                        return isRead;
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
        };
    }

    @Test
    void letsAsManyReplicationsMissTheBoundAsTheClaimDoes() {
        LowerBound strong = bound(waits("max", 0), task(0, 100, 6, 1), task(0, 100, 6, 1));
        LowerBound weak = bound(waits("max", 0), task(0, 100, 6, 1), task(200, 100, 6, 1));
        assertThat(strong.servers()).isEqualTo(2);
        LowerBound both = LowerBound.overReplications(List.of(strong, weak), 0);
        assertThat(both.servers()).as("all must meet the objective").isEqualTo(2);
        assertThat(LowerBound.overReplications(List.of(strong, weak), 1).servers()).isEqualTo(1);
        assertThat(both.demand()).isEqualTo(strong.demand());
    }

    /** Whatever naive run meets the objective has at least as many servers as the bound. */
    @Test
    void neverExceedsTheFewestServersOnWhichANaiveRunMeetsTheObjective() {
        int tight = 0;
        int aboveOne = 0;
        int byGpus = 0;
        for (int seed = 0; seed < 1_500; seed++) {
            Random random = new Random(seed);
            int unit = random.nextInt(3) == 0 ? 600 : 1; // 600 s: several windows of an hour
            List<NaiveCluster.Task> tasks = randomTasks(random, unit);
            boolean hasGpus = seed % 3 == 0;
            NaiveCluster cluster =
                    hasGpus
                            ? new NaiveCluster(withGpus(tasks, random), SERVER, 4)
                            : new NaiveCluster(tasks, SERVER);
            Objective objective = randomObjective(random, unit);
            LowerBound bound =
                    LowerBound.of(cluster.workload(), hasGpus ? withGpus(4) : TYPE, objective);
            int fewest = fewest(cluster, objective, random);
            assertThat(bound.servers())
                    .as("seed %d, %s, components %s", seed, objective, bound.components())
                    .isLessThanOrEqualTo(fewest);
            tight += bound.servers() == fewest ? 1 : 0;
            aboveOne += bound.servers() > 1 ? 1 : 0;
            byGpus += bound.method().endsWith("-gpu") ? 1 : 0;
        }
        assertThat(tight).as("a bound that is always loose proves nothing").isGreaterThan(300);
        assertThat(aboveOne).isGreaterThan(300);
        assertThat(byGpus).isGreaterThan(15);
    }

    private static List<NaiveCluster.Task> withGpus(List<NaiveCluster.Task> tasks, Random random) {
        return tasks.stream()
                .map(
                        each ->
                                new NaiveCluster.Task(
                                        each.submit(),
                                        each.duration(),
                                        each.cpu(),
                                        each.memory(),
                                        random.nextInt(5)))
                .toList();
    }

    private static List<NaiveCluster.Task> randomTasks(Random random, int unit) {
        int n = 1 + random.nextInt(30);
        int horizon = 1 + random.nextInt(60);
        int longest = 1 + random.nextInt(60);
        boolean openEnded = random.nextInt(4) == 0;
        List<NaiveCluster.Task> tasks = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            NaiveCluster.Task task =
                    task(
                            (long) unit * random.nextInt(horizon),
                            (long) unit * random.nextInt(longest),
                            random.nextInt(11),
                            random.nextInt(11));
            tasks.add(
                    openEnded && random.nextInt(6) == 0
                            ? new NaiveCluster.Task(
                                    task.submit(), TaskBatch.NONE, task.cpu(), task.memory())
                            : task);
        }
        tasks.sort(Comparator.comparingLong(NaiveCluster.Task::submit));
        return tasks;
    }

    private static Objective randomObjective(Random random, int unit) {
        List<String> waits = List.of("max", "p99", "p95", "p90", "p50", "mean");
        List<String> shares = List.of("peak", "p95", "p50", "mean");
        Map<String, Object> tree = new LinkedHashMap<>();
        if (random.nextInt(8) != 0) {
            tree.put(
                    "pendingSeconds",
                    Map.of(waits.get(random.nextInt(waits.size())), unit * random.nextInt(20)));
        }
        if (random.nextInt(2) == 0) {
            tree.put(
                    random.nextBoolean() ? "cpuAllocated" : "memoryAllocated",
                    Map.of(
                            shares.get(random.nextInt(shares.size())),
                            (1 + random.nextInt(10)) / 10.0));
        }
        if (random.nextInt(6) == 0) {
            tree.put("pending", random.nextInt(4));
        }
        return Objective.parse("test", tree);
    }

    private static int fewest(NaiveCluster cluster, Objective objective, Random random) {
        List<IntBinaryOperator> placements =
                List.of(Math::min, Math::max, (a, b) -> random.nextBoolean() ? a : b);
        for (int servers = 1; servers < 1_000; servers++) {
            for (IntBinaryOperator placement : placements) {
                RunSummary run = cluster.run(servers, placement);
                if (objective.bounds().stream()
                        .allMatch(
                                each -> run.metric(each.metric()).orElseThrow() <= each.limit())) {
                    return servers;
                }
            }
        }
        throw new AssertionError("no number of servers meets " + objective);
    }
}
