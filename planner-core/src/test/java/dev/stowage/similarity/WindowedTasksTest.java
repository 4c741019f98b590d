package dev.stowage.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WindowedTasksTest {
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();
    private static final long LENGTH = 100;

    /** One task that ends, at 10, and one that does not, at 30. */
    private static final class Two implements Workload {
        @Override
        public String name() {
            return "two";
        }

        @Override
        public TaskSource open() {
            return new TaskSource() {
                private boolean isRead;

                @Override
                @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
                public boolean read(TaskBatch batch) {
                    batch.size = isRead ? 0 : 2;
                    for (int i = 0; i < batch.size; i++) {
                        batch.submitMicros[i] = i == 0 ? 10 : 30;
                        batch.durationMicros[i] = i == 0 ? 500 : TaskBatch.NONE;
                        TaskOutcome outcome = i == 0 ? TaskOutcome.FINISHED : TaskOutcome.RUNNING;
                        batch.outcome[i] = (byte) outcome.ordinal();
                        batch.jobId[i] = i;
                    }
                    isRead = true;
                    return batch.size > 0;
                }

                @Override
                public Map<String, Long> leftOut() {
                    return Map.of();
                }

                @Override
                public void close() {}
            };
        }
    }

    private static ObservedWorkload side() {
        TraceProvenance.Table window = new TraceProvenance.Table(2, 0, LENGTH);
        TraceProvenance provenance =
                new TraceProvenance(
                        "two",
                        "none",
                        "",
                        "",
                        Resources.ofCoresAndGib(1, 1),
                        Map.of(TraceProvenance.TASKS, window),
                        List.of(),
                        List.of());
        return new ObservedWorkload(
                "two",
                ParameterSamples.builder().build(provenance),
                new ArrivalCounts(0, LENGTH),
                new JobTable(Map.of(), 0, 2),
                new ObservedWorkload.Tasks(new Two(), job -> true, 0, LENGTH, 2, 2, 1));
    }

    /** Else those that wait behind it would wait for ever, if nothing else runs on. */
    @Test
    void aTaskThatOutlastsTheWindowEndsAfterIt() {
        TaskBatch batch = new TaskBatch(8);
        try (TaskSource source = new WindowedTasks(side(), 5, LENGTH, 1, 0, false).open()) {
            assertThat(source.read(batch)).isTrue();
        }
        assertThat(batch.size).isEqualTo(2);
        assertThat(batch.submitMicros).startsWith(5, 25);
        assertThat(batch.durationMicros).startsWith(500, LENGTH - 25 + 1);
        assertThat(OUTCOMES[batch.outcome[0]]).isEqualTo(TaskOutcome.FINISHED);
        assertThat(OUTCOMES[batch.outcome[1]].isTerminal()).isTrue();
    }
}
