package dev.stowage.ingest.alibaba;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Instance and container tables, of which there is no real piece: synthetic, made from the schemas
 * with the pitfalls of the real ones in known numbers. Out comes what was put in.
 */
final class SyntheticAlibabaTest {
    private static final int ROWS = 400;

    @TempDir Path folder;

    /** The tables of a year; the same seed gives the same rows. */
    private static final class Tables {
        final List<String> instances = new ArrayList<>();
        final List<String> containers = new ArrayList<>();
        final List<String> usage = new ArrayList<>();
        final Map<String, Long> outcomes = new TreeMap<>();
        final Map<String, Long> counts = new TreeMap<>();
        private final Random random;
        private final boolean is2017;

        Tables(int year, long seed) {
            is2017 = year == 2017;
            random = new Random(seed);
            for (int i = 0; i < ROWS; i++) {
                addInstance(i);
            }
            for (int container = 1; container <= ROWS / 10; container++) {
                addContainer(container);
            }
        }

        private void count(String name, boolean isOne) {
            counts.merge(name, isOne ? 1L : 0L, Long::sum);
        }

        private void addInstance(int i) {
            String[] words = {
                "Waiting", "Running", "Terminated", "Failed", "Cancelled", "Interrupted"
            };
            String[] outcomesOf = {"PENDING", "RUNNING", "FINISHED", "FAILED", "KILLED", "KILLED"};
            int status = random.nextInt(words.length);
            boolean isUnnamed = random.nextInt(20) == 0;
            boolean isEndLost = status > 1 && random.nextInt(15) == 0;
            boolean isRetry = random.nextInt(10) == 0;
            int start = 1 + random.nextInt(5000);
            String end = status < 2 || isEndLost ? "0" : "" + (start + random.nextInt(900));
            String job = isUnnamed ? "" : (is2017 ? "" : "j_") + i / 7;
            String task = isUnnamed ? "" : (is2017 ? "" : "task_x") + i % 3;
            String trial = isRetry ? "2,2" : "1,1";
            instances.add(
                    is2017
                            ? String.join(
                                            ",",
                                            "" + start,
                                            end,
                                            job,
                                            task,
                                            "9",
                                            words[status],
                                            trial)
                                    + ",1.5,0.5,0.2,0.1"
                            : String.join(",", "i" + i, task, job, "1", words[status], "" + start)
                                    + ","
                                    + end
                                    + ",m_9,"
                                    + trial
                                    + ",50,60,0.1,0.3");
            count("end-before-start", isEndLost);
            if (!isEndLost) {
                count("tasks.withoutJob", isUnnamed);
                count("tasks.retries", isRetry);
                count("instances", true);
                outcomes.merge(outcomesOf[status], 1L, Long::sum);
            }
        }

        private void addContainer(int id) {
            boolean isRemoved = random.nextInt(3) == 0;
            int created = random.nextInt(1000);
            String name = is2017 ? "" + id : "c_" + id;
            if (is2017) {
                containers.add(created + ",Create," + id + ",9,4,0.25,0.1,1|2|3");
            } else {
                containers.add(
                        name + ",m_9," + created + ",app_" + id % 4 + ",started,400,800,1.5");
            }
            if (isRemoved) {
                int removed = created + 5000;
                containers.add(
                        is2017
                                ? removed + ",Remove," + id + ",9,4,0.25,0.1,"
                                : name
                                        + ",m_9,"
                                        + removed
                                        + ",app_"
                                        + id % 4
                                        + ",stopped,400,800,1.5");
            }
            outcomes.merge(isRemoved ? "KILLED" : "RUNNING", 1L, Long::sum);
            count("containers", true);
            String[] owners = {name, is2017 ? "99999" : "c_none", ""};
            for (int owner = 0; owner < owners.length; owner++) {
                String time = owner == 2 ? "700000" : "300"; // the last beyond eight days
                usage.add(
                        is2017
                                ? time + "," + owners[owner] + ",25,10,1,1,1,1,1,1,1,1"
                                : owners[owner] + ",m_9," + time + ",25,10,,,,0,0,-1");
            }
        }
    }

    private Ingested ingest(int year, Tables tables) throws IOException {
        TraceFormat format =
                year == 2017
                        ? TraceFormats.named("alibaba-2017")
                        : TraceFormats.named("alibaba-2018");
        String containers = year == 2017 ? "container_event.csv" : "container_meta.csv";
        return Ingested.of(
                format,
                folder,
                2,
                Ingested.table(
                        folder, "batch_instance.csv", tables.instances.toArray(String[]::new)),
                Ingested.table(folder, containers, tables.containers.toArray(String[]::new)),
                Ingested.table(folder, "container_usage.csv", tables.usage.toArray(String[]::new)));
    }

    @ParameterizedTest
    @CsvSource({"2017, 1", "2017, 2", "2018, 1", "2018, 2"})
    void countsAndOutcomesAreAsGenerated(int year, long seed) throws IOException {
        Tables tables = new Tables(year, seed);
        Ingested trace = ingest(year, tables);
        Map<String, Long> counts = tables.counts;
        assertThat(counts).allSatisfy((name, count) -> assertThat(count).as(name).isPositive());
        for (String fact : List.of("tasks.withoutJob", "tasks.retries", "containers")) {
            assertThat(trace.fact(fact)).as(fact).isEqualTo(counts.get(fact));
        }
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of("end-before-start", counts.get("end-before-start")));
        assertThat(TraceInspection.of(CanonicalTrace.open(trace.output())).tasksByOutcome())
                .containsAllEntriesOf(tables.outcomes);
        long usage = counts.get("containers");
        assertThat(trace.books("container_usage"))
                .isEqualTo(
                        3 * usage
                                + " = "
                                + usage
                                + " + 0 + {unknown-task="
                                + usage
                                + ", unnamed="
                                + usage
                                + "}");
        assertThat(trace.fact("containerUsage.rowsBeyondEightDays")).isEqualTo(usage);
        assertThat(trace.query("tasks", "count(*), count(*) filter (class = 'USER_FACING')"))
                .containsExactly("" + (counts.get("instances") + usage), "" + usage);
    }

    @Test
    void theSameSeedGivesTheSameTrace() throws IOException {
        Path one = ingest(2018, new Tables(2018, 5)).output().resolve("tasks.parquet");
        Path other = ingest(2018, new Tables(2018, 5)).output().resolve("tasks.parquet");
        assertThat(Files.mismatch(one, other)).isEqualTo(-1);
    }
}
