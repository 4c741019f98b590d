package dev.stowage.workload.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.TaskDemands;
import dev.stowage.workload.TaskGroup;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups of the jobs that a model keeps. */
class GroupTallyTest {
    private static final JobSamples.Shape SMALL =
            new JobSamples.Shape(TaskOutcome.FINISHED, 0, 0.5, 1, TaskDemands.NONE);
    private static final JobSamples.Shape LARGE =
            new JobSamples.Shape(TaskOutcome.FINISHED, 0, 2, 4, TaskDemands.NONE);

    private final JobSamples samples = new JobSamples();
    private final JobSamples.Job job =
            samples.addJob(TaskClass.BATCH, 10, false, 1, JobSamples.NO_SESSION);

    private List<TaskGroup> groups() {
        return samples.prototypes().get(0).groups();
    }

    @Test
    void whatStartsAndEndsTogetherStaysTogether() {
        for (int i = 0; i < 30; i++) {
            job.add(SMALL, 600, 0);
        }
        job.add(LARGE, 60, 0);
        for (int i = 0; i < 20; i++) {
            job.add(SMALL, 30, 100);
        }
        job.add(SMALL, 600, 0);
        assertThat(groups()).hasSize(3);
        assertThat(groups()).extracting(TaskGroup::tasks).containsExactly(31, 1, 20);
        assertThat(groups()).extracting(TaskGroup::cpuCores).containsExactly(0.5, 2.0, 0.5);
        assertThat(groups())
                .extracting(g -> g.durationSeconds().at(0))
                .containsExactly(600.0, 60.0, 30.0);
        assertThat(groups())
                .extracting(g -> g.arrivalSeconds().at(0))
                .containsExactly(0.0, 0.0, 100.0);
    }

    @Test
    void manyWavesOfAShapeAreSpread() {
        for (int i = 0; i < 32; i++) {
            job.add(SMALL, 100 + i, i);
        }
        assertThat(groups()).hasSize(32).allMatch(g -> g.durationSeconds().isConstant());
        job.add(SMALL, 200, 50);
        job.add(SMALL, 100, 0);
        assertThat(groups()).hasSize(1);
        TaskGroup all = groups().get(0);
        assertThat(all.tasks()).isEqualTo(34);
        assertThat(all.durationSeconds().mean() * 34).isCloseTo(32 * 115.5 + 300, within(1e-6));
        assertThat(all.arrivalSeconds().mean() * 34).isCloseTo(32 * 15.5 + 50, within(1e-6));
    }

    @Test
    void anEndlessTaskHasNoDuration() {
        JobSamples.Shape running =
                new JobSamples.Shape(TaskOutcome.RUNNING, 0, 1, 1, TaskDemands.NONE);
        job.add(running, 5, 3);
        job.add(running, 7, 3);
        assertThat(groups()).hasSize(1);
        assertThat(groups().get(0).tasks()).isEqualTo(2);
    }
}
