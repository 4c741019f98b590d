package dev.stowage.workload.prototype;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.TaskClass;
import dev.stowage.workload.FaithfulModels;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.WorkloadModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StretchTest {
    /** A model whose tasks were seen for a tenth of its window. */
    private static JointModel seenForATenth(WorkloadModel model) {
        JointModel joint = model.joint();
        assertThat(joint).isNotNull();
        double seen = joint.windowSeconds() / 10;
        List<JobPrototype> jobs =
                joint.jobs().stream().filter(job -> job.atSeconds() <= seen).toList();
        return new JointModel(seen, 1, jobs);
    }

    @Test
    void isNotNeededWhereTasksAreOfAllTheWindow() {
        WorkloadModel model = FaithfulModels.model();
        JointModel joint = model.joint();
        assertThat(joint).isNotNull();
        assertThat(Stretch.of(model, joint, 1)).isNull();
    }

    @Test
    void durationsOfJobsAreThoseOfTheJobTable() {
        WorkloadModel model = FaithfulModels.model();
        JointModel joint = seenForATenth(model);
        Stretch stretch = Stretch.of(model, joint, 1);
        assertThat(stretch).isNotNull();
        ParameterModel duration =
                model.classes()
                        .get(TaskClass.BATCH)
                        .parameter(Parameter.JOB_DURATION)
                        .orElseThrow();
        int[] finished = IntStream.range(0, joint.jobs().size()).filter(stretch::holds).toArray();
        int[] batch =
                IntStream.of(finished)
                        .filter(p -> joint.jobs().get(p).taskClass() == TaskClass.BATCH)
                        .toArray();
        double[] spans = new double[50 * batch.length];
        for (int i = 0; i < spans.length; i++) {
            int p = batch[i % batch.length];
            spans[i] = stretch.factor(p, i) * joint.jobs().get(p).spanSeconds();
        }
        Arrays.sort(spans);
        double ks = 0;
        for (int i = 0; i < spans.length; i++) {
            double expected = duration.density().cdf(spans[i]);
            ks = Math.max(ks, Math.abs(expected - (i + 0.5) / spans.length));
        }
        // 1.95 / sqrt(n) would be exceeded by one sample in a thousand; strata do better
        assertThat(ks).isLessThan(1.95 / Math.sqrt(spans.length));
    }

    @Test
    void keepsTheOrderOfTheJobs() {
        WorkloadModel model = FaithfulModels.model();
        JointModel joint = seenForATenth(model);
        Stretch stretch = Stretch.of(model, joint, 1);
        assertThat(stretch).isNotNull();
        int[] batch =
                IntStream.range(0, joint.jobs().size())
                        .filter(stretch::holds)
                        .filter(p -> joint.jobs().get(p).taskClass() == TaskClass.BATCH)
                        .boxed()
                        .sorted((a, b) -> Double.compare(span(joint, a), span(joint, b)))
                        .mapToInt(Integer::intValue)
                        .toArray();
        for (int i = 1; i < batch.length; i++) {
            double shorter = stretch.factor(batch[i - 1], 3) * span(joint, batch[i - 1]);
            assertThat(stretch.factor(batch[i], 3) * span(joint, batch[i]))
                    .isGreaterThanOrEqualTo(shorter);
        }
    }

    private static double span(JointModel joint, int prototype) {
        return joint.jobs().get(prototype).spanSeconds();
    }
}
