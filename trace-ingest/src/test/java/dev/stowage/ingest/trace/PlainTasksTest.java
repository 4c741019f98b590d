package dev.stowage.ingest.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlainTasksTest {
    @TempDir Path folder;

    /** Across the end of a row group too, with full batches and others. */
    @ParameterizedTest
    @CsvSource({"1, 4096, true", "5000, 1000, false", "270000, 4096, true", "270000, 777, false"})
    void columnByColumnGivesTheSameBytesAsRowByRow(int tasks, int perBatch, boolean isZeroUnknown)
            throws IOException {
        Path plain = write("plain", new Made(tasks, perBatch, isZeroUnknown, true));
        Path extended = write("extended", new Made(tasks, perBatch, isZeroUnknown, false));
        for (String table : new String[] {"tasks.parquet", "jobs.parquet"}) {
            assertThat(Files.mismatch(plain.resolve(table), extended.resolve(table)))
                    .as(table)
                    .isEqualTo(-1);
        }
    }

    private Path write(String name, Workload workload) throws IOException {
        Path directory = Files.createDirectory(folder.resolve(name));
        TraceWriter.Written written = TraceWriter.writeTables(workload, directory, Progress.NONE);
        assertThat(written.tasks()).isEqualTo(((Made) workload).tasks);
        return directory;
    }

    /**
     * Random tasks.
     *
     * @param isPlain false: batches say that rows use extra columns, and none does
     */
    private record Made(int tasks, int perBatch, boolean isZeroUnknown, boolean isPlain)
            implements Workload {
        @Override
        public String name() {
            return "made";
        }

        @Override
        public long standingJobs() {
            return 20;
        }

        @Override
        public TaskSource open() {
            return new MadeTasks(this);
        }
    }

    private static final class MadeTasks implements TaskSource {
        private final Made made;
        private final SplittableRandom random = new SplittableRandom(7);
        private int written;

        MadeTasks(Made made) {
            this.made = made;
        }

        @Override
        public boolean read(TaskBatch batch) {
            batch.size = Math.min(made.perBatch, made.tasks - written);
            batch.isPlain = made.isPlain;
            for (int row = 0; row < batch.size; row++, written++) {
                batch.submitMicros[row] = written / 3 * 1000L;
                batch.durationMicros[row] =
                        random.nextInt(9) == 0 ? TaskBatch.NONE : random.nextInt(1 << 30);
                batch.cpuMicroCores[row] = random.nextInt(4) * 500_000L;
                batch.memoryBytes[row] = random.nextInt(3) * 1_048_576L;
                batch.jobId[row] = 1L + written / 10 + random.nextInt(30);
                batch.taskIndex[row] = written % 10;
                batch.priority[row] = random.nextInt(12);
                batch.taskClass[row] = (byte) random.nextInt(TaskClass.values().length);
                batch.outcome[row] = (byte) random.nextInt(TaskOutcome.values().length);
                if (!made.isPlain) {
                    batch.clearExtras(row);
                }
            }
            return batch.size > 0;
        }

        @Override
        public Map<String, Long> leftOut() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
