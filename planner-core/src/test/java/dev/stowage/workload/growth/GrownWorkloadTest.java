package dev.stowage.workload.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.FaithfulModels;
import dev.stowage.workload.MadeWorkload;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrownWorkloadTest {
    /** 100 batch jobs of three tasks that come apart, 37 user-facing ones of one. */
    private static MadeWorkload made() {
        MadeWorkload made = new MadeWorkload();
        for (int t = 0; t < 120; t++) {
            for (int index = 0; index < 3; index++) {
                int job = t - 9 * index;
                if (job >= 0 && job < 100) {
                    made.add(1000 + job, index, t * 1000L, 0);
                }
            }
            if (t < 37) {
                made.add(7L * t, 0, t * 1000L, 1);
            }
        }
        return made;
    }

    private static Demand growth(double batch, double userFacing) {
        return new Demand(batch, userFacing, Optional.empty());
    }

    private static Set<Long> jobs(Workload workload, int taskClass) {
        return MadeWorkload.read(workload).stream()
                .filter(task -> task.taskClass() == taskClass)
                .map(MadeWorkload.Task::job)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource({
        "1.3, 1.1, 130, 41",
        "1.3, 1, 130, 37",
        "2.005, 3, 201, 111",
        "0.5, 0.1, 50, 4",
        "0.004, 0.02, 0, 1",
        "1, 1, 100, 37"
    })
    void hasAsManyJobsOfEachClassAsTheFactorSays(
            double batch, double userFacing, int batchJobs, int userFacingJobs) {
        GrownWorkload grown = GrownWorkload.of(made(), growth(batch, userFacing), 5);
        assertThat(jobs(grown, 0)).hasSize(batchJobs);
        assertThat(jobs(grown, 1)).hasSize(userFacingJobs);
        assertThat(grown.before())
                .isEqualTo(Map.of(TaskClass.BATCH, 100L, TaskClass.USER_FACING, 37L));
        assertThat(grown.after())
                .isEqualTo(
                        Map.of(
                                TaskClass.BATCH,
                                (long) batchJobs,
                                TaskClass.USER_FACING,
                                (long) userFacingJobs));
    }

    @ParameterizedTest
    @CsvSource({"1.3, 1, true", "1, 1.1, true", "2, 3, false", "0.004, 1, false", "0.5, 2, true"})
    void saysIfAnotherSeedMayChooseOtherJobs(double batch, double userFacing, boolean isDrawn) {
        GrownWorkload grown = GrownWorkload.of(made(), growth(batch, userFacing), 5);
        GrownWorkload other = grown.redrawn(6);
        assertThat(grown.isDrawn()).isEqualTo(isDrawn);
        assertThat(MadeWorkload.read(other).equals(MadeWorkload.read(grown))).isEqualTo(!isDrawn);
        assertThat(MadeWorkload.read(other))
                .isEqualTo(
                        MadeWorkload.read(GrownWorkload.of(made(), growth(batch, userFacing), 6)));
        assertThat(other.after()).isEqualTo(grown.after());
    }

    @Test
    void copiesWholeJobsAndSubmitsThemWithTheirOwn() {
        Map<Long, String> originals = new TreeMap<>();
        Map<Long, String> grown = new TreeMap<>();
        MadeWorkload.read(made())
                .forEach(
                        t ->
                                originals.merge(
                                        t.job(),
                                        t.index() + "@" + t.submitMicros(),
                                        String::concat));
        MadeWorkload.read(GrownWorkload.of(made(), growth(2.5, 2.5), 5))
                .forEach(
                        t ->
                                grown.merge(
                                        t.job(),
                                        t.index() + "@" + t.submitMicros(),
                                        String::concat));
        assertThat(grown).containsAllEntriesOf(originals);
        grown.forEach((job, tasks) -> assertThat(originals.values()).contains(tasks));
        Map<String, Long> times =
                grown.values().stream()
                        .collect(Collectors.groupingBy(tasks -> tasks, Collectors.counting()));
        assertThat(times.values()).isSubsetOf(2L, 3L);
    }

    @Test
    void countsTheTasksThatItLeavesOut() {
        GrownWorkload grown = GrownWorkload.of(made(), growth(0.4, 1), 5);
        long left = 0;
        TaskBatch batch = new TaskBatch(64);
        try (TaskSource source = grown.open()) {
            while (source.read(batch)) {
                left += batch.size;
            }
            assertThat(left).isEqualTo(3 * 40 + 37);
            assertThat(source.leftOut()).isEqualTo(Map.of("neverScheduled", 2L, "thinned", 180L));
        }
    }

    @Test
    void choosesJobsBySeed() {
        Set<Long> one = jobs(GrownWorkload.of(made(), growth(0.5, 1), 5), 0);
        assertThat(jobs(GrownWorkload.of(made(), growth(0.5, 1), 5), 0)).isEqualTo(one);
        assertThat(jobs(GrownWorkload.of(made(), growth(0.5, 1), 6), 0)).isNotEqualTo(one);
    }

    @Test
    void keepsWhatTasksHaveBesidesCpuAndMemory() {
        MadeWorkload made = new MadeWorkload();
        for (int job = 0; job < 40; job++) {
            if (job >= 14 && job < 21) {
                made.addOf(job, job, job);
            } else {
                made.add(job, 0, job, 0);
            }
        }
        List<MadeWorkload.Task> tasks = MadeWorkload.read(GrownWorkload.of(made, growth(2, 1), 1));
        assertThat(tasks).hasSize(80);
        for (MadeWorkload.Task task : tasks) {
            boolean hasUser = task.submitMicros() >= 14 && task.submitMicros() < 21;
            if (hasUser) {
                assertThat(task.user()).isEqualTo((int) task.submitMicros());
            } else {
                assertThat(task.user()).isNegative();
            }
        }
    }

    /** A class that grows less than the other is thinned again: its share of what was drawn. */
    @ParameterizedTest
    @CsvSource({"faithful", "paper"})
    void growsAModelByClass(String generator) {
        WorkloadModel model = FaithfulModels.model();
        Demand demand = growth(1.5, 0.75);
        SynthOptions drawn =
                new SynthOptions(1500, 1, 1, 1, SynthOptions.ScaleBy.COUNT, generator, 3, 0);
        GrownWorkload grown =
                GrownWorkload.of(Generators.generate(model, drawn), demand.afterDraw(), 5);
        long batch = grown.before().get(TaskClass.BATCH);
        long userFacing = grown.before().get(TaskClass.USER_FACING);
        assertThat(grown.after().get(TaskClass.BATCH)).isEqualTo(batch);
        assertThat(grown.after().get(TaskClass.USER_FACING))
                .isEqualTo(Math.round(userFacing * 0.5));
        assertThat(demand.largestGrowth()).isEqualTo(1.5);
    }
}
