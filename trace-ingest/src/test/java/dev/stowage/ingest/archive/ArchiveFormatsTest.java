package dev.stowage.ingest.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.fuzz.FuzzSeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveFormatsTest {
    private static final String AFTER =
            "list(case when after_stages is null then '' else after_stages end)";

    @TempDir private Path folder;

    /** Recognises the files and ingests them. */
    private IngestedTrace ingest(String format, List<Path> files) {
        TraceFormat found = TraceFormats.recognise(files).format();
        assertThat(found.name()).isEqualTo(format);
        return IngestedTrace.of(
                found,
                folder,
                r -> r.with(draft -> draft.maxErrorShare = 1),
                files.toArray(Path[]::new));
    }

    private List<Path> unpacked(String format) throws IOException {
        return FuzzSeeds.unpack(format, Files.createTempDirectory(folder, "in"));
    }

    private IngestedTrace seed(String format) throws IOException {
        return ingest(format, unpacked(format));
    }

    /** The same rows as pandas, DuckDB and spreadsheets write them. */
    private IngestedTrace rewritten(String format, String from, String to) throws IOException {
        List<Path> files = unpacked(format);
        for (Path file : files) {
            Files.writeString(file, Files.readString(file).replace(from, to));
        }
        return ingest(format, files);
    }

    @Test
    void phillyHasGpusAndDurationsAlone() throws IOException {
        IngestedTrace trace = seed("philly");
        assertThat(
                        trace.query(
                                "tasks",
                                "list(submit_micros), list(duration_micros), sum(gpu_micros),"
                                        + " count(cpu_micro_cores), list(user)"))
                .isEqualTo(
                        List.of(
                                "[0, 0, 2932000000]",
                                "[2951000000, 2951000000, 66500000]",
                                "17000000",
                                "0",
                                "[b, b, a]"));
        assertThat(trace.facts()).containsEntry("tasks.equalRows", 1L);
        assertThat(trace.report().manifest().timeOrigin()).contains("2017-10-09T06:13:03Z");
    }

    @Test
    void factsOfTasksThatAreLeftOutAreNotCounted() throws IOException {
        IngestedTrace later =
                IngestedTrace.of(
                        TraceFormats.named("philly"),
                        folder,
                        r -> r.with(d -> d.fromMicros = OptionalLong.of(1)),
                        unpacked("philly").get(0)); // without the two equal rows at 0
        assertThat(later.table("tasks").rowsWritten()).isEqualTo(1);
        assertThat(later.facts()).containsEntry("tasks.equalRows", 0L);
    }

    @Test
    void timesOfTheClockAreOfTheNamedZone() throws IOException {
        List<Path> files = unpacked("philly");
        IngestedTrace trace =
                IngestedTrace.of(
                        TraceFormats.named("philly"),
                        folder,
                        r ->
                                r.with(
                                        d ->
                                                d.selection =
                                                        d.selection.in(
                                                                ZoneId.of("America/Los_Angeles"))),
                        files.get(0));
        assertThat(trace.report().manifest().timeOrigin()).contains("2017-10-09T13:13:03Z");
        assertThat(trace.report().warnings()).noneMatch(text -> text.contains("offset"));
    }

    @Test
    void instancesOf2025BeginAndEndOutsideOfTheTrace() throws IOException {
        IngestedTrace trace = seed("alibaba-gpu-2025");
        assertThat(
                        trace.query(
                                "tasks",
                                "list(outcome), list(submit_censored), list(duration_micros),"
                                        + " sum(gpu_micros), max(memory_bytes),"
                                        + " list(constraints)"))
                .isEqualTo(
                        List.of(
                                "[RUNNING, FINISHED, FINISHED]",
                                "[true, true, false]",
                                "[null, 50000000, 88000000]",
                                "1000000",
                                "550292684800",
                                "[different-machines, null, null]"));
        assertThat(trace.facts())
                .containsEntry("tasks.limitPerNodeNotKept", 1L)
                .containsEntry("columnsNotRead.tasks", 6L);
        assertThat(trace.report().warnings()).anyMatch(text -> text.contains("rdma_request"));
    }

    @Test
    void requestsOf2026HaveAFateAndATime() throws IOException {
        assertThat(
                        seed("alibaba-genai-2026")
                                .query("tasks", "list(outcome), list(duration_micros)"))
                .isEqualTo(List.of("[FINISHED, FAILED, PENDING]", "[32000000, 0, null]"));
    }

    @Test
    void requestsToLanguageModelsHaveNoDuration() throws IOException {
        IngestedTrace trace = seed("azure-llm-2023");
        assertThat(trace.query("tasks", "list(submit_micros), count(duration_micros)"))
                .isEqualTo(List.of("[0, 52000]", "0"));
        assertThat(trace.report().warnings()).anyMatch(text -> text.contains("only arrivals"));
    }

    @Test
    void fragmentsOfOpenDcAreUseOneAfterAnother() throws IOException {
        IngestedTrace trace = seed("opendc");
        assertThat(
                        trace.query(
                                "usage",
                                "list(start_micros), list(end_micros), list(cpu_micro_cores)"))
                .isEqualTo(
                        List.of(
                                "[0, 30000000, 30000000]",
                                "[30000000, 60000000, 60000000]",
                                "[2000000, 4000000, 0]"));
        assertThat(trace.query("tasks", "list(cpu_used_micro_cores), sum(memory_bytes) / 1048576"))
                .isEqualTo(List.of("[3000000, 0]", "104096.0"));
        assertThat(trace.table("usage").rowsIgnored())
                .isEqualTo(Map.of("header", 1L, "unknown-task", 1L));
    }

    @Test
    void workflowsWaitForTheirParentsAndForNothingInACircle() throws IOException {
        IngestedTrace wta = seed("wta");
        assertThat(wta.query("tasks", "list(stage), " + AFTER + ", list(cpu_micro_cores)"))
                .isEqualTo(
                        List.of(
                                "[1, 2, 3, 1]",
                                "[, 1, 1;2, ]",
                                "[2000000, 1000000, null, 1000000]"));
        assertThat(wta.facts())
                .containsEntry("tasks.afterInCircle", 1L)
                .containsEntry("tasks.otherResource", 1L);
        assertThat(seed("gwf").query("tasks", AFTER + ", sum(cpu_micro_cores)"))
                .isEqualTo(List.of("[, 1, 1;2]", "4000000"));
        assertThat(seed("wfformat").query("tasks", AFTER + ", list(cpu_used_micro_cores)"))
                .isEqualTo(List.of("[, 1, ]", "[1500000, null, null]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "philly! ,! ;",
                "philly! ,! '\t'",
                "philly! num_gpus! Num GPUs",
                "opendc! ,! |",
                "opendc! 16,! 16.0,",
                "opendc! 100000! 1e5",
                "gwf! ', '! ;",
                "wta! ts_submit! TS_Submit"
            })
    void readsWhatOtherToolsWriteAgain(String format, String from, String to) throws IOException {
        IngestedTrace original = seed(format);
        IngestedTrace again = rewritten(format, from, to);
        assertThat(again.path().resolve("tasks.parquet"))
                .hasSameBinaryContentAs(original.path().resolve("tasks.parquet"));
    }

    @Test
    void namesTheFirstLineThatComesAgainAndTheColumnThatIsThereTwice() throws IOException {
        Path file = unpacked("philly").get(0);
        String text = Files.readString(file);
        Files.writeString(file, "\uFEFF" + text.replace("\n", "\r\n") + text);
        IngestedTrace trace = ingest("philly", List.of(file));
        assertThat(trace.table("tasks").rowsIgnored()).isEqualTo(Map.of("header", 2L));
        assertThat(trace.table("tasks").rowsUsed()).isEqualTo(6);

        Files.writeString(file, text.replace("gpu_time", "duration"));
        assertThatThrownBy(() -> ingest("philly", List.of(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the column duration twice");
    }

    @Test
    void setsRowsAsideThatAreShiftedOrOverflow() throws IOException {
        Path file = unpacked("philly").get(0);
        Files.writeString(
                file,
                Files.readString(file)
                        + ",2017-10-09 06:13:03,2951.0,8,23608.0,b\n"
                        + ",2017-10-09 06:13:03,2951.0,8,23608.0\n"
                        + "2017-10-09 06:13:03,9e40,8,1,b\n"
                        + "2017-10-09 06:13:03,-1,8,1,b\n"
                        + "2017-10-09 06:13:03,#VALUE!,8,1,b\n");
        assertThat(ingest("philly", List.of(file)).report().manifest().quarantinedByReason())
                .isEqualTo(
                        Map.of(
                                "column-count",
                                1L,
                                "missing-value",
                                1L,
                                "out-of-range",
                                1L,
                                "negative",
                                1L,
                                "not-a-number",
                                1L));
    }

    /**
     * Recounted with pandas and DuckDB from the same files, each by one line: {@code
     * p.num_gpus.sum()}. The durations of 2026 are of requests that ended.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "philly! philly! count(*), sum(gpu_micros)::bigint, sum(duration_micros)::bigint!"
                        + " 71792 94750000000 961118600000000",
                "alibaba-gpu-2025! alibaba-gpu-2025! count(*), count(distinct job_id),"
                        + " sum(cpu_micro_cores)::bigint, sum(gpu_micros)::bigint! 23871 156"
                        + " 1252594000000 7386000000",
                "alibaba-genai-2026! alibaba-genai-2026/lora_request_trace.csv.gz! count(*),"
                        + " sum(duration_micros)::bigint, count(*) filter (outcome = 'FAILED')!"
                        + " 26823 768803000000 398",
                "azure-llm-2023! azure-llm-2023! count(*)! 8819",
                "opendc! opendc/surf_week! count(*), sum(cpu_micro_cores)::bigint,"
                        + " sum(memory_bytes)::bigint / 1048576, sum(duration_micros)::bigint! 6295"
                        + " 100720000000 6.295E8 69704250000000",
                "wta! wta! count(*), count(distinct job_id), sum(duration_micros)::bigint! 10208"
                        + " 3403 89229863000",
                "gwf! gwf! count(*), count(distinct job_id), sum(duration_micros)::bigint! 70 10"
                        + " 693000000",
                "wfformat! wfformat! count(*), sum(duration_micros)::bigint! 26 1844353000",
            })
    void theRealFilesSumToWhatOthersCount(
            String format, String data, String select, String expected) {
        IngestedTrace trace = ingest(format, List.of(TestTraces.realData(data)));
        assertThat(String.join(" ", trace.query("tasks", select))).isEqualTo(expected);
        assertThat(trace.report().manifest().quarantinedByReason()).isEmpty();
        if (format.equals("opendc")) {
            assertThat(
                            trace.query(
                                    "usage",
                                    "count(*), round(sum((end_micros - start_micros) / 1e6"
                                            + " * cpu_micro_cores / 1e6))::bigint"))
                    .isEqualTo(List.of("2323475", "725718887"));
        }
    }
}
