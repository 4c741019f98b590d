package dev.stowage.workload.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.model.Workload;
import dev.stowage.workload.FaithfulModels;
import dev.stowage.workload.MadeWorkload;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeasonalWorkloadTest {
    private static final long HOUR = Season.HOUR_MICROS;
    private static final double TIES = 3; // jobs of one instant, at most so many in the model

    private static List<Double> ones(int size) {
        return new ArrayList<>(Collections.nCopies(size, 1.0));
    }

    private static Season hours(double startHour, int startDay, double... fromMidnight) {
        List<Double> factors = ones(24);
        for (int i = 0; i < fromMidnight.length; i++) {
            factors.set(i, fromMidnight[i]);
        }
        return new Season(factors, ones(7), startHour, startDay);
    }

    /** Jobs of one task at random times of so many hours, ten of them there before. */
    private static MadeWorkload random(int jobs, double hours) {
        Random random = new Random(1);
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            times.add(1 + (long) (random.nextDouble() * hours * HOUR));
        }
        Collections.sort(times);
        MadeWorkload made = new MadeWorkload();
        for (int i = 0; i < 10; i++) {
            made.add(i, 0, 0, 0);
        }
        for (int i = 0; i < jobs; i++) {
            made.add(10 + i, 0, times.get(i), i % 2);
        }
        return made;
    }

    private static long[] perHour(Workload workload, int hours) {
        long[] counts = new long[hours];
        Set<Long> jobs = new HashSet<>();
        for (MadeWorkload.Task task : MadeWorkload.read(workload)) {
            if (jobs.add(task.job()) && task.submitMicros() > 0) {
                counts[(int) (task.submitMicros() / HOUR)]++;
            }
        }
        return counts;
    }

    @Test
    void givesEachHourItsJobsTimesItsFactorAndConservesTheirNumber() {
        MadeWorkload made = random(12_000, 6);
        double[] factors = {1, 2, 0.5, 0, 4, 1};
        long[] before = perHour(made, 6);
        long[] after = perHour(SeasonalWorkload.of(made, hours(0, 0, factors)), 6);
        double total = 0;
        for (int h = 0; h < 6; h++) {
            total += before[h] * factors[h];
        }
        long sum = 0;
        for (int h = 0; h < 6; h++) {
            assertThat((double) after[h])
                    .as("hour " + h)
                    .isCloseTo(12_000 * before[h] * factors[h] / total, within(1.0));
            sum += after[h];
        }
        assertThat(sum).isEqualTo(12_000);
    }

    @Test
    void countsHoursFromWhereTheWorkloadStarts() {
        // time 0 is 23:30 on Sunday: half an hour of that, then Monday
        List<Double> days = ones(7);
        days.set(6, 0.0);
        Season season = new Season(ones(24), days, 23.5, 6);
        Workload bent = SeasonalWorkload.of(random(1000, 2), season);
        assertThat(MadeWorkload.read(bent).stream().filter(t -> t.submitMicros() > 0))
                .hasSize(1000)
                .allMatch(task -> task.submitMicros() >= HOUR / 2);
    }

    @Test
    void changesNothingIfAllFactorsAreTheSame() {
        MadeWorkload made = random(500, 30);
        List<MadeWorkload.Task> bent = MadeWorkload.read(SeasonalWorkload.of(made, hours(5, 2)));
        List<MadeWorkload.Task> plain = MadeWorkload.read(made);
        assertThat(perHour(SeasonalWorkload.of(made, hours(0, 2)), 30))
                .isEqualTo(perHour(made, 30));
        assertThat(bent)
                .extracting(MadeWorkload.Task::job)
                .isEqualTo(plain.stream().map(MadeWorkload.Task::job).toList());
    }

    @Test
    void leavesWhatWasThereAtTheStartAndTheOrderOfTasks() {
        MadeWorkload made = random(800, 48);
        List<MadeWorkload.Task> plain = MadeWorkload.read(made);
        List<MadeWorkload.Task> bent =
                MadeWorkload.read(SeasonalWorkload.of(made, hours(3.25, 4, 0, 5, 0, 0, 7)));
        assertThat(bent).hasSize(plain.size());
        assertThat(bent)
                .extracting(MadeWorkload.Task::job)
                .isEqualTo(plain.stream().map(MadeWorkload.Task::job).toList());
        assertThat(bent.subList(0, 10)).allMatch(task -> task.submitMicros() == 0);
    }

    @Test
    void keepsJobsOfOneInstantTogether() {
        MadeWorkload made = new MadeWorkload();
        for (int i = 0; i < 100; i++) {
            made.add(i, 0, HOUR / 2, 0);
        }
        made.add(100, 0, 3 * HOUR / 2, 0);
        List<MadeWorkload.Task> bent =
                MadeWorkload.read(SeasonalWorkload.of(made, hours(0, 0, 1, 100)));
        assertThat(bent.subList(0, 100))
                .extracting(MadeWorkload.Task::submitMicros)
                .containsOnly(bent.get(0).submitMicros());
    }

    @ParameterizedTest
    @CsvSource({"faithful", "paper"})
    void bendsTheClockOfAModel(String generator) {
        WorkloadModel model = FaithfulModels.model();
        SynthOptions options =
                new SynthOptions(4000, 1, 1, 1, SynthOptions.ScaleBy.COUNT, generator, 3, 0);
        Workload drawn = Generators.generate(model, options);
        int hours = (int) Math.ceil(model.windowSeconds() / 3600) + 1;
        long[] before = perHour(drawn, hours);
        long[] after = perHour(SeasonalWorkload.of(drawn, hours(0, 0, 3)), hours);
        double total = 0;
        long jobs = 0;
        for (int h = 0; h < hours; h++) {
            total += before[h] * (h % 24 == 0 ? 3.0 : 1);
            jobs += before[h];
        }
        for (int h = 0; h < hours; h++) {
            double expected = jobs * before[h] * (h % 24 == 0 ? 3.0 : 1) / total;
            assertThat((double) after[h]).as("hour " + h).isCloseTo(expected, within(TIES));
        }
        assertThat(Arrays.stream(after).sum()).isEqualTo(jobs);
    }

    @Test
    void refusesASeasonWithoutJobs() {
        List<Double> none = new ArrayList<>(Collections.nCopies(24, 0.0));
        none.set(20, 1.0);
        Season night = new Season(none, ones(7), 0, 0);
        assertThatThrownBy(() -> SeasonalWorkload.of(random(100, 2), night))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no hour with jobs that has a factor above 0");
    }
}
