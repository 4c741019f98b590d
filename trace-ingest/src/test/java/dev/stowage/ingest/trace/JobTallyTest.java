package dev.stowage.ingest.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.JobsOfTasks;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JobTallyTest {
    private static final List<TaskClass> CLASSES = List.of(TaskClass.values());
    private static final List<TaskOutcome> OUTCOMES = List.of(TaskOutcome.values());

    @TempDir Path folder;

    /** More rows than a row group, too; users of none, of few or of most tasks. */
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "3000, 0.3", "300000, 0", "300000, 0.01", "300000, 0.9"})
    void writesTheJobsThatAnotherTallyFinds(int tasks, double named) throws IOException {
        SplittableRandom random = new SplittableRandom(tasks);
        JobTally tally = new JobTally();
        JobsOfTasks others = new JobsOfTasks();
        TaskRow row = new TaskRow(Set.of());
        for (int i = 0; i < tasks; i++) {
            row.jobId = (long) i + random.nextInt(1 + i % 4);
            row.submitMicros = i / 3;
            row.taskClass = CLASSES.get(random.nextInt(CLASSES.size()));
            row.outcome = OUTCOMES.get(random.nextInt(OUTCOMES.size()));
            row.isEndCensored = random.nextInt(5) == 0;
            row.user = random.nextDouble() < named ? "user " + random.nextInt(50) : null;
            tally.add(row);
            others.add(row, null, null);
        }
        Path one = Files.createDirectory(folder.resolve("one"));
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThat(tally.write(one)).isEqualTo(others.write(other));
        assertThat(CanonicalTable.JOBS.fileIn(one))
                .hasSameBinaryContentAs(CanonicalTable.JOBS.fileIn(other));
    }
}
