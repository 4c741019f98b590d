package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.growth.Demand;
import dev.stowage.workload.growth.GrownWorkload;
import dev.stowage.workload.growth.Season;
import dev.stowage.workload.growth.SeasonalWorkload;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.LoadScale;
import dev.stowage.workload.synthesis.MeanLoad;
import dev.stowage.workload.synthesis.SynthOptions;
import dev.stowage.workload.synthesis.SynthOptions.ScaleBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GPU requests in models and in what is drawn from them. */
class GpuModelTest {
    private static final TaskClass[] CLASSES = TaskClass.values();

    private static SynthOptions options(String generator) {
        return new SynthOptions(FaithfulModels.JOBS, 1, 1, 1, ScaleBy.COUNT, generator, 11, 0);
    }

    private static Workload workload(String generator) {
        return Generators.generate(FaithfulModels.withGpus(), options(generator));
    }

    /** Tasks by class, CPU and GPU request, and whether batches of that size say what they use. */
    private static Map<List<Object>, Long> requests(Workload workload, int batchSize) {
        Map<List<Object>, Long> counts = new HashMap<>();
        TaskBatch batch = new TaskBatch(batchSize);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    double gpus = batch.isPlain ? 0 : batch.gpuMicros[i] / 1e6;
                    TaskClass taskClass = CLASSES[batch.taskClass[i]];
                    counts.merge(
                            List.of(taskClass, batch.cpuMicroCores[i] / 1e6, gpus), 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    @Test
    void requestsOfGpusGoWithWhatElseJobsAre() {
        Map<List<Object>, Long> requests = requests(workload(Generators.FAITHFUL), 100);
        assertThat(requests.keySet())
                .containsExactlyInAnyOrder(
                        List.of(TaskClass.BATCH, 2.0, 2.0),
                        List.of(TaskClass.BATCH, 0.5, 0.0),
                        List.of(TaskClass.BATCH, 0.5, 0.5),
                        List.of(TaskClass.USER_FACING, 2.0, 0.0),
                        List.of(TaskClass.USER_FACING, 0.5, 0.0));
    }

    @ParameterizedTest
    @ValueSource(strings = {Generators.FAITHFUL, Generators.PAPER})
    void theSizeOfBatchesChangesNothing(String generator) {
        Workload workload = workload(generator);
        assertThat(requests(workload, 1)).isEqualTo(requests(workload, 4096));
    }

    @Test
    void onlyBatchesWithSuchTasksAreNotPlain() {
        TaskBatch batch = new TaskBatch(7);
        int plain = 0;
        int others = 0;
        try (TaskSource source = workload(Generators.FAITHFUL).open()) {
            while (source.read(batch)) {
                boolean isUsed = false;
                for (int i = 0; !batch.isPlain && i < batch.size; i++) {
                    assertThat(batch.afterStages[i]).isEmpty();
                    assertThat(batch.userId[i]).isEqualTo(-1);
                    isUsed |= batch.usesExtras(i);
                }
                assertThat(isUsed).isEqualTo(!batch.isPlain);
                plain += batch.isPlain ? 1 : 0;
                others += batch.isPlain ? 0 : 1;
            }
        }
        assertThat(plain).isPositive();
        assertThat(others).isPositive();
    }

    @Test
    void thePublishedGeneratorDrawsThemByThemselves() {
        Map<List<Object>, Long> requests = requests(workload(Generators.PAPER), 100);
        assertThat(requests)
                .containsKeys(
                        List.of(TaskClass.BATCH, 2.0, 0.0),
                        List.of(TaskClass.BATCH, 0.5, 2.0),
                        List.of(TaskClass.BATCH, 0.5, 0.5));
        assertThat(requests.keySet())
                .filteredOn(key -> key.get(0) == TaskClass.USER_FACING)
                .allMatch(key -> key.get(2).equals(0.0));
    }

    @ParameterizedTest
    @ValueSource(strings = {Generators.FAITHFUL, Generators.PAPER})
    void otherDrawsAreThoseOfTheModelWithoutThem(String generator) {
        Map<List<Object>, Long> with = new HashMap<>();
        requests(workload(generator), 64)
                .forEach((key, n) -> with.merge(key.subList(0, 2), n, Long::sum));
        Workload plain = Generators.generate(FaithfulModels.model(), options(generator));
        Map<List<Object>, Long> without = new HashMap<>();
        requests(plain, 64).forEach((key, n) -> without.merge(key.subList(0, 2), n, Long::sum));
        assertThat(with).isEqualTo(without);
        assertThat(plain.columns()).isEmpty();
        assertThat(workload(generator).columns()).containsExactly(TaskColumn.GPU);
        assertThat(workload(generator).asRecorded().columns()).containsExactly(TaskColumn.GPU);
    }

    @Test
    void theFileOfAModelWithoutThemDoesNotMentionThem() {
        assertThat(FaithfulModels.model().toJson()).doesNotContain("gpu");
        assertThat(FaithfulModels.withGpus().toJson())
                .contains("\"gpus\"", "\"T_R.gpu\"", "\"version\" : 2");
    }

    @Test
    void theFileReadsBackToTheSameModel() {
        String json = FaithfulModels.withGpus().toJson();
        WorkloadModel read = ModelReader.read("m.json", json);
        assertThat(read.toJson()).isEqualTo(json);
        assertThat(requests(Generators.generate(read, options(Generators.FAITHFUL)), 100))
                .isEqualTo(requests(workload(Generators.FAITHFUL), 100));
    }

    @Test
    void forecastsKeepThem() {
        Workload base = workload(Generators.FAITHFUL);
        Map<List<Object>, Long> before = requests(base, 100);
        Season season = new Season(Season.evenly(24), Season.evenly(7), 0, 0);
        Workload bent = SeasonalWorkload.of(base, season);
        assertThat(bent.columns()).containsExactly(TaskColumn.GPU);
        assertThat(requests(bent, 100)).isEqualTo(before);
        Workload grown = GrownWorkload.of(base, new Demand(3, 3, Optional.empty()), 5);
        assertThat(grown.columns()).containsExactly(TaskColumn.GPU);
        Map<List<Object>, Long> threefold = new HashMap<>();
        before.forEach((key, n) -> threefold.put(key, 3 * n));
        assertThat(requests(grown, 100)).isEqualTo(threefold);
    }

    @Test
    void aLoadIsReachedWithThem() {
        SynthOptions options =
                LoadScale.solve(FaithfulModels.withGpus(), options(Generators.FAITHFUL), 0.5, 200);
        Workload workload = Generators.generate(FaithfulModels.withGpus(), options);
        double window = FaithfulModels.WINDOW_SECONDS * options.arrivalScale();
        assertThat(MeanLoad.of(workload, window).cores()).isCloseTo(100, within(2.0));
        assertThat(requests(workload, 100)).containsKey(List.of(TaskClass.BATCH, 2.0, 2.0));
    }
}
