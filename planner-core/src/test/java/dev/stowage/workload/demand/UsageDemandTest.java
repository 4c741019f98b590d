package dev.stowage.workload.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskSource;
import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Held against adding up every measurement in every second. */
class UsageDemandTest {
    private static final long SECOND = 1_000_000L;

    private record Row(long start, long end, long cpu, long memory) {}

    private record Measured(List<Row> rows) implements Workload {
        @Override
        public String name() {
            return "measured";
        }

        @Override
        public TaskSource open() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<UsageSource> usage() {
            return Optional.of(new Rows(rows));
        }
    }

    private static final class Rows implements UsageSource {
        private final List<Row> rows;
        private int next;

        Rows(List<Row> rows) {
            this.rows = rows;
        }

        @Override
        public boolean read(UsageBatch batch) {
            batch.size = 0;
            while (next < rows.size() && batch.size < 3) {
                Row row = rows.get(next++);
                batch.startMicros[batch.size] = row.start() * SECOND;
                batch.endMicros[batch.size] = row.end() * SECOND;
                batch.cpuMicroCores[batch.size] = row.cpu();
                batch.memoryBytes[batch.size] = row.memory();
                batch.size++;
            }
            return batch.size > 0;
        }

        @Override
        public void close() {}
    }

    private static Optional<UsageDemand.Result> of(List<Row> rows, long interval) {
        return UsageDemand.of(new Measured(rows), interval, Progress.NONE);
    }

    @Test
    void addsUpWhatIsMeasuredAtTheSameTime() {
        Random random = new Random(8);
        for (int round = 0; round < 200; round++) {
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(30); i++) {
                long start = 20L + random.nextInt(60);
                rows.add(
                        new Row(
                                start,
                                start + 1L + random.nextInt(25),
                                random.nextInt(9),
                                random.nextInt(9)));
            }
            rows.sort(Comparator.comparingLong(Row::start));
            int interval = 1 + random.nextInt(7);
            UsageDemand.Result found = of(rows, interval).orElseThrow();
            long origin = found.originMicros() / SECOND;
            assertThat(origin).isEqualTo(rows.get(0).start() / interval * interval);
            assertThat(found.measurements()).isEqualTo(rows.size());
            Resources[] needs = found.demand().atDecisions(interval);
            for (int i = 0; i < needs.length; i++) {
                long cpu = 0;
                long memory = 0;
                for (long at = origin + (long) i * interval;
                        at < origin + (i + 1L) * interval;
                        at++) {
                    cpu = Math.max(cpu, sum(rows, at, true));
                    memory = Math.max(memory, sum(rows, at, false));
                }
                assertThat(needs[i]).as("round " + round).isEqualTo(new Resources(cpu, memory));
            }
        }
    }

    private static long sum(List<Row> rows, long at, boolean isCpu) {
        return rows.stream()
                .filter(row -> row.start() <= at && at < row.end())
                .mapToLong(row -> isCpu ? row.cpu() : row.memory())
                .sum();
    }

    @Test
    void countsWhatIsMissing() {
        UsageDemand.Result found =
                of(
                                List.of(
                                        new Row(0, 10, UsageBatch.UNKNOWN, 5),
                                        new Row(3, 3, 100, 100),
                                        new Row(5, 9, 2, 1)),
                                10)
                        .orElseThrow();
        assertThat(found.measurements()).isEqualTo(2);
        assertThat(found.absent()).isEqualTo(1);
        assertThat(found.instant()).isEqualTo(1);
        assertThat(found.demand().peak()).isEqualTo(new Resources(2, 6));
        assertThat(of(List.of(new Row(3, 3, 1, 1)), 10)).isEmpty();
        assertThat(of(List.of(), 10)).isEmpty();
    }
}
