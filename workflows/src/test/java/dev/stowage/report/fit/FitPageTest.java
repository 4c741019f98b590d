package dev.stowage.report.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.TraceProvenance.Table;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.fit.FitOptions;
import dev.stowage.workload.fit.FitReport;
import dev.stowage.workload.fit.ModelFitter;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class FitPageTest {
    @Test
    void drawsEveryParameterWithItsCandidates() {
        ParameterSamples samples = samples();
        WorkloadModel model =
                ModelFitter.fit(samples, FitOptions.defaults("<june>", "0.1.0"), Progress.NONE);
        FitReport report = FitReport.of(model, samples);

        String html = FitPage.html(report);

        assertThat(html).isEqualTo(FitPage.html(report));
        assertThat(html).contains("&lt;june&gt;").doesNotContain("<june>");
        assertThat(html)
                .contains("chart-batch-" + Parameter.TASK_DURATION.key())
                .contains("Duration of a task (T_D)", "Batch jobs", "all candidates");
        model.classes()
                .get(TaskClass.BATCH)
                .parameters()
                .get(Parameter.TASK_DURATION)
                .candidates()
                .forEach(candidate -> assertThat(html).contains(candidate.name()));
    }

    private static ParameterSamples samples() {
        RandomGenerator random = Seeds.stream(3, "fit page", 0);
        ParameterSamples.Builder builder = ParameterSamples.builder();
        for (int i = 0; i < 60; i++) {
            builder.countJob(TaskClass.BATCH);
            builder.add(TaskClass.BATCH, Parameter.JOB_ARRIVAL, 3_600 * random.nextDouble());
            builder.add(TaskClass.BATCH, Parameter.TASKS_PER_JOB, 1 + random.nextInt(9));
            builder.add(TaskClass.BATCH, Parameter.TASK_ARRIVAL, 0);
            builder.add(TaskClass.BATCH, Parameter.CPU, 0.1 * (1 + random.nextInt(4)));
            builder.add(TaskClass.BATCH, Parameter.MEMORY, random.nextDouble());
            double duration = 60 * Math.exp(random.nextGaussian());
            builder.add(TaskClass.BATCH, Parameter.TASK_DURATION, duration);
            builder.add(TaskClass.BATCH, Parameter.JOB_DURATION, 2 * duration);
        }
        Table table = new Table(60, 0, 3_600);
        return builder.build(
                new TraceProvenance(
                        "june",
                        "csv",
                        "",
                        "all are batch",
                        Resources.ofCoresAndGib(1, 1),
                        Map.of(TraceProvenance.JOBS, table),
                        List.of("june.csv"),
                        List.of("Made up.")));
    }
}
