package dev.stowage.workload.synthesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.Models;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.synthesis.SynthOptions.ScaleBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@SuppressWarnings("EnumOrdinal") // what TaskBatch holds
class PaperGeneratorTest {
    private record Task(
            long submit,
            long duration,
            long cpu,
            long memory,
            long job,
            int index,
            int priority,
            byte taskClass,
            byte outcome) {}

    private static List<Task> tasks(Workload workload, int batchSize) {
        List<Task> tasks = new ArrayList<>();
        TaskBatch batch = new TaskBatch(batchSize);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    tasks.add(
                            new Task(
                                    batch.submitMicros[i],
                                    batch.durationMicros[i],
                                    batch.cpuMicroCores[i],
                                    batch.memoryBytes[i],
                                    batch.jobId[i],
                                    batch.taskIndex[i],
                                    batch.priority[i],
                                    batch.taskClass[i],
                                    batch.outcome[i]));
                }
            }
            assertThat(source.leftOut()).isEmpty();
        }
        return tasks;
    }

    private static PaperGenerator generator(SynthOptions options) {
        return PaperGenerator.of(Models.model(), options);
    }

    private static SynthOptions scaled(double arrival, double batch, double uf, ScaleBy by) {
        return new SynthOptions(2000, arrival, batch, uf, by, "paper", 7, 0);
    }

    @Test
    void deliversEveryTaskOfEveryJobInOrderOfSubmit() {
        PaperGenerator generator = generator(SynthOptions.of(2000, 7));
        List<Task> tasks = tasks(generator, 100);
        OfferedLoad load = generator.offeredLoad();
        assertThat(load.jobs()).isEqualTo(2000);
        assertThat(tasks).hasSize((int) load.tasks());
        Map<Long, Integer> next = new HashMap<>();
        long before = 0;
        for (Task task : tasks) {
            assertThat(task.submit()).isGreaterThanOrEqualTo(before);
            before = task.submit();
            assertThat(task.index()).isEqualTo(next.merge(task.job(), 1, Integer::sum) - 1);
        }
        assertThat(next).hasSize(2000);
        assertThat(next.keySet()).allMatch(job -> job >= 1 && job <= 2000);
        double coreSeconds =
                tasks.stream().mapToDouble(t -> t.duration() / 1e6 * t.cpu() / 1e6).sum();
        assertThat(load.coreSeconds()).isCloseTo(coreSeconds, within(1e-9 * coreSeconds));
    }

    @Test
    void drawsOnlyWhatTheTraceHas() {
        for (Task task : tasks(generator(SynthOptions.of(2000, 3)), 4096)) {
            ParameterModel duration = parameter(task, Parameter.TASK_DURATION);
            assertThat(task.duration() / 1e6)
                    .isBetween(duration.low() - 1e-6, duration.high() + 1e-6);
            assertThat(task.cpu()).isIn(125_000L, 250_000L, 375_000L, 500_000L);
            assertThat(task.memory() / (double) (1L << 30)).isBetween(0.5 - 1e-8, 1.5);
            assertThat(task.priority()).isIn(0, 4, 8);
            assertThat(task.index()).isLessThan(Models.MAX_TASKS);
            assertThat(task.submit()).isBetween(0L, (long) ((Models.WINDOW_SECONDS + 3.001) * 1e6));
            assertThat(TaskOutcome.values()[task.outcome()]).isEqualTo(TaskOutcome.FINISHED);
        }
    }

    private static ParameterModel parameter(Task task, Parameter parameter) {
        return Models.model()
                .classes()
                .get(TaskClass.values()[task.taskClass()])
                .parameter(parameter)
                .orElseThrow();
    }

    @Test
    void makesTheTasksOfAJobIdenticalButForTheirArrival() {
        Map<Long, Task> first = new HashMap<>();
        for (Task task : tasks(generator(SynthOptions.of(500, 3)), 64)) {
            Task other = first.putIfAbsent(task.job(), task);
            if (other != null) {
                assertThat(task.duration()).isEqualTo(other.duration());
                assertThat(task.cpu()).isEqualTo(other.cpu());
                assertThat(task.memory()).isEqualTo(other.memory());
                assertThat(task.priority()).isEqualTo(other.priority());
                assertThat(task.taskClass()).isEqualTo(other.taskClass());
            }
        }
    }

    @Test
    void deliversTheSameTasksOnEveryPassAndForEveryBatchSize() {
        PaperGenerator generator = generator(SynthOptions.of(700, 11));
        List<Task> tasks = tasks(generator, 4096);
        assertThat(tasks(generator, 1)).isEqualTo(tasks);
        assertThat(tasks(generator(SynthOptions.of(700, 11)), 333)).isEqualTo(tasks);
    }

    @Test
    void drawsAnewForAnotherSeedOrReplication() {
        List<Task> tasks = tasks(generator(SynthOptions.of(100, 1)), 64);
        assertThat(tasks(generator(SynthOptions.of(100, 2)), 64)).isNotEqualTo(tasks);
        assertThat(tasks(generator(SynthOptions.of(100, 1).withReplication(1)), 64))
                .isNotEqualTo(tasks);
    }

    @Test
    void keepsTheSharesOfTheClasses() {
        Map<Long, Byte> classes = new HashMap<>();
        tasks(generator(SynthOptions.of(4000, 5)), 4096)
                .forEach(task -> classes.put(task.job(), task.taskClass()));
        long batch = classes.values().stream().filter(c -> c == 0).count();
        assertThat(batch / 4000.0).isCloseTo(0.75, within(0.03));
    }

    @Test
    void followsTheArrivalsAndTaskArrivalsOfTheModel() {
        List<Task> tasks = tasks(generator(SynthOptions.of(4000, 5)), 4096);
        double[] first =
                tasks.stream().filter(t -> t.index() == 0).mapToDouble(Task::submit).toArray();
        double mean = Arrays.stream(first).average().orElseThrow() / 1e6;
        assertThat(mean).isCloseTo(Models.WINDOW_SECONDS / 2, within(1500.0));
    }

    @Test
    void halvesTheLoadForTwiceTheArrivalScale() {
        PaperGenerator once = generator(scaled(1, 1, 1, ScaleBy.COUNT));
        PaperGenerator twice = generator(scaled(2, 1, 1, ScaleBy.COUNT));
        assertThat(twice.offeredLoad().coreSeconds()).isEqualTo(once.offeredLoad().coreSeconds());
        assertThat(twice.offeredLoad().meanCores())
                .isCloseTo(once.offeredLoad().meanCores() / 2, within(1e-9));
    }

    @Test
    void scalesDurationsByTheNumberOfTasksOrByTheirLength() {
        OfferedLoad once = generator(scaled(1, 1, 1, ScaleBy.COUNT)).offeredLoad();
        OfferedLoad count = generator(scaled(1, 3, 3, ScaleBy.COUNT)).offeredLoad();
        OfferedLoad duration = generator(scaled(1, 3, 3, ScaleBy.DURATION)).offeredLoad();
        assertThat(duration.tasks()).isEqualTo(once.tasks());
        assertThat(duration.coreSeconds())
                .isCloseTo(3 * once.coreSeconds(), within(1e-4 * once.coreSeconds()));
        assertThat((double) count.tasks()).isBetween(2.0 * once.tasks(), 3.3 * once.tasks());
    }

    @Test
    void scalesOneClassWithoutTouchingTheOther() {
        List<Task> plain = tasks(generator(scaled(1, 1, 1, ScaleBy.DURATION)), 4096);
        List<Task> scaled = tasks(generator(scaled(1, 1, 5, ScaleBy.DURATION)), 4096);
        assertThat(scaled.stream().filter(t -> t.taskClass() == 0).toList())
                .isEqualTo(plain.stream().filter(t -> t.taskClass() == 0).toList());
        assertThat(scaled).isNotEqualTo(plain);
    }

    @Test
    void countsTheJobsThatItCutDown() {
        PaperGenerator generator = generator(SynthOptions.of(2000, 7));
        Map<Long, Integer> sizes = new HashMap<>();
        tasks(generator, 4096).forEach(t -> sizes.merge(t.job(), 1, Integer::sum));
        long largest = sizes.values().stream().filter(n -> n == Models.MAX_TASKS).count();
        assertThat(generator.cappedJobs()).isPositive().isLessThanOrEqualTo(largest);
    }

    @Test
    void isEmptyWithoutJobs() {
        PaperGenerator generator = generator(SynthOptions.of(0, 1));
        assertThat(tasks(generator, 8)).isEmpty();
        assertThat(generator.offeredLoad().tasks()).isZero();
    }

    @Test
    void expectsTheLoadThatItOffers() {
        SynthOptions options = SynthOptions.of(40_000, 2);
        OfferedLoad expected = OfferedLoad.expected(Models.model(), options);
        OfferedLoad offered = generator(options).offeredLoad();
        assertThat(expected.jobs()).isEqualTo(offered.jobs());
        assertThat(expected.coreSeconds())
                .isCloseTo(offered.coreSeconds(), within(0.1 * offered.coreSeconds()));
    }

    @Test
    void offersOnlyGeneratorsThatExist() {
        assertThat(Generators.names()).containsExactlyInAnyOrder("faithful", "paper", "resampled");
        SynthOptions unknown = new SynthOptions(1, 1, 1, 1, ScaleBy.COUNT, "faithful", 1, 0);
        assertThatThrownBy(() -> Generators.generate(Models.model(), unknown))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("faithful")
                .hasMessageContaining("paper");
    }
}
