package dev.stowage.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.format.Selection;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.fuzz.FuzzSeeds;
import dev.stowage.ingest.manifest.TraceManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sample of jobs is the same jobs in every table, of every format. */
final class SampleTest {
    private static final OptionalLong LATE = OptionalLong.of(1L << 60);

    @TempDir Path folder;

    private static Stream<String> formats() {
        return TraceFormats.registry().keySet().stream();
    }

    private IngestedTrace ingest(String format, double share, Path... inputs) {
        Selection selection = Selection.EVERYTHING.with(new JobSample(share));
        return ingest(format, request -> request.with(d -> d.selection = selection), inputs);
    }

    private IngestedTrace ingest(
            String format, UnaryOperator<IngestRequest> change, Path... inputs) {
        try {
            Path output = Files.createTempDirectory(folder, "out");
            IngestRequest request =
                    TestTraces.with(
                            TestTraces.request(output, 2, inputs), ErrorPolicy.QUARANTINE, 1);
            TraceFormat reader = TraceFormats.registry().get(format);
            boolean hasSpeed = reader.options().stream().anyMatch(o -> o.name().equals("core-mhz"));
            IngestRequest asked =
                    hasSpeed ? TestTraces.option(request, "core-mhz", "2500") : request;
            return new IngestedTrace(reader.ingest(change.apply(asked)), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long ignored(IngestedTrace trace) {
        TraceManifest manifest = trace.report().manifest();
        return manifest.facts().getOrDefault("tasks.notSampled", 0L)
                + manifest.tables().values().stream()
                        .mapToLong(table -> table.rowsIgnored().getOrDefault("not-sampled", 0L))
                        .sum();
    }

    /** Names of the jobs, or their numbers, each between blanks. */
    private static String names(IngestedTrace trace) {
        return trace.table("jobs") == null
                ? ""
                : trace.query("jobs", "string_agg(' ' || coalesce(name, job_id::text) || ' ', '')")
                        .get(0)
                        .replace("null", "");
    }

    private static long tasks(IngestedTrace trace) {
        return trace.table("tasks") == null ? 0 : trace.table("tasks").rowsWritten();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void everyFormatTakesSomeJobsAndCountsTheRowsOfTheOthers(String format) throws IOException {
        Path[] inputs =
                FuzzSeeds.unpack(format, Files.createDirectory(folder.resolve("in")))
                        .toArray(Path[]::new);
        IngestedTrace whole = ingest(format, 1, inputs);
        assertThat(ignored(whole)).isZero();
        long wholeTasks = tasks(whole);
        long before = 0;
        for (double share : new double[] {1e-9, 0.3, 0.6, 0.9}) {
            IngestedTrace some = ingest(format, share, inputs);
            long tasks = tasks(some);
            assertThat(tasks).isBetween(before, wholeTasks);
            assertThat(ignored(some) > 0).isEqualTo(tasks < wholeTasks);
            assertThat(some.report().manifest().provenance().parameters())
                    .containsEntry("sample", Double.toString(share));
            for (String name : names(some).split("(?<= )(?= )", -1)) {
                assertThat(names(whole)).contains(name);
            }
            before = tasks;
        }
        IngestedTrace none = ingest(format, 1e-9, inputs);
        assertThat(tasks(none)).isZero();
        countsNothing(none);
    }

    /** Facts are of the trace, or tell what is not in it; backward steps are of events. */
    private static void countsNothing(IngestedTrace none) {
        none.facts()
                .forEach(
                        (fact, count) -> {
                            boolean isOfTheTrace = fact.matches("(tasks|jobs|usage)[.].*");
                            if (isOfTheTrace
                                    && !fact.matches(".*(notSampled|LeftOut|backwardSteps)")) {
                                assertThat(count).as(fact).isZero();
                            }
                        });
    }

    @ParameterizedTest
    @MethodSource("formats")
    void factsAreOfTheWindow(String format) throws IOException {
        Path[] inputs =
                FuzzSeeds.unpack(format, Files.createDirectory(folder.resolve("in")))
                        .toArray(Path[]::new);
        IngestedTrace none;
        try {
            none = ingest(format, request -> request.with(d -> d.fromMicros = LATE), inputs);
        } catch (InputException e) {
            assertThat(e).hasMessageContaining("--from"); // a snapshot has no window
            return;
        }
        if (tasks(none) == 0) {
            countsNothing(none);
        }
    }

    /** Every job that is in the sample is whole, in all tables of the real trace. */
    @Test
    void theTablesOfARealTraceAgree() {
        Path source = TestTraces.real("google-2011");
        IngestedTrace whole = ingest("google-2011", 1, source);
        IngestedTrace some = ingest("google-2011", 0.1, source);
        for (String table : List.of("tasks", "jobs", "usage")) {
            String in = "'" + some.path() + "/" + table + ".parquet'";
            String kept = " where job_id in (select job_id from " + in + ")";
            String all = "count(*), sum(hash(t))";
            assertThat(some.query(table, all, "t")).isEqualTo(whole.query(table, all, "t" + kept));
        }
        double share =
                Double.parseDouble(some.query("jobs", "count(*)").get(0))
                        / Double.parseDouble(whole.query("jobs", "count(*)").get(0));
        assertThat(share).isBetween(0.08, 0.12);
        // tasks of jobs that the job table has, too, are of the sampled ones
        String jobs = "'" + whole.path() + "/jobs.parquet'";
        String sampled = "'" + some.path() + "/jobs.parquet'";
        assertThat(
                        some.query(
                                "tasks",
                                "count(*)",
                                "where job_id in (select job_id from "
                                        + jobs
                                        + ") and job_id not in (select job_id from "
                                        + sampled
                                        + ")"))
                .containsExactly("0");
    }

    @Test
    void aSampleHasItsShareAndASmallerOneIsPartOfIt() {
        JobSample tenth = new JobSample(0.1);
        JobSample fifth = new JobSample(0.2);
        int inTenth = 0;
        for (int job = 0; job < 100_000; job++) {
            inTenth += tenth.keeps(job) ? 1 : 0;
            assertThat(fifth.keeps(job) || !tenth.keeps(job)).isTrue();
        }
        assertThat(inTenth).isBetween(9_700, 10_300); // 3 standard deviations
        int named = 0;
        for (int job = 0; job < 100_000; job++) {
            byte[] name = ("j_" + job).getBytes(StandardCharsets.UTF_8);
            named += tenth.keeps(name, 0, name.length) ? 1 : 0;
        }
        assertThat(named).isBetween(9_700, 10_300);
        assertThatThrownBy(() -> new JobSample(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
