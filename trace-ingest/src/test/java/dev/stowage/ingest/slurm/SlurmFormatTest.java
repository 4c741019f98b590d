package dev.stowage.ingest.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmFormatTest {
    private static final String HEADER =
            "JobID|JobName|User|State|Submit|Start|End|NNodes|AllocCPUS|ReqMem|ReqTRES|AllocTRES|"
                    + "NodeList|TotalCPU|MaxRSS\n";
    private static final String TIMES =
            "2024-03-01T08:00:00|2024-03-01T08:00:10|2024-03-01T09:00:10|";
    private static final String ONE =
            "11|sort|ada|COMPLETED|" + TIMES + "1|8|4000M|||n01|04:00:00|\n";

    @TempDir private Path folder;

    private IngestedTrace ingest(String text) throws IOException {
        return ingest(Files.writeString(folder.resolve("jobs.txt"), text));
    }

    private IngestedTrace ingest(Path... files) {
        return IngestedTrace.of(
                new SlurmFormat(), folder, r -> r.with(draft -> draft.maxErrorShare = 1), files);
    }

    @Test
    void readsWhatAJobAskedForGotAndUsed() throws IOException {
        IngestedTrace trace = ingest(HEADER + ONE);
        assertThat(
                        trace.query(
                                "tasks",
                                "submit_micros, schedule_micros, end_micros, duration_micros,"
                                        + " outcome, cpu_micro_cores, memory_bytes, user,"
                                        + " cpu_used_micro_cores"))
                .isEqualTo(
                        List.of(
                                "0",
                                "10000000",
                                "3610000000",
                                "3600000000",
                                "FINISHED",
                                "8000000",
                                "4194304000",
                                "ada",
                                "4000000"));
        assertThat(trace.report().manifest().timeOrigin()).contains("2024-03-01T08:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"|", "☃", ";", "\t|"})
    void takesAnySeparatorAndOneAtTheEndOfLines(String separator) throws IOException {
        String text = (HEADER + ONE).replace("|\n", "|x\n").replace("|", separator);
        assertThat(ingest(text.replace("x\n", "\n")).query("tasks", "sum(cpu_micro_cores)"))
                .isEqualTo(List.of("8000000"));
        String ended = (HEADER + ONE).replace("\n", "|\n").replace("|", separator);
        Path file = Files.writeString(folder.resolve("ended.txt"), ended);
        assertThat(TraceFormats.recognise(List.of(file)).format().name()).isEqualTo("slurm");
        assertThat(ingest(file).query("tasks", "sum(cpu_micro_cores)"))
                .isEqualTo(List.of("8000000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8000Mn| 1",
                "8000M| 1",
                "2147484648Mn| 1",
                "1000Mc| 1",
                "1000c| 1",
                "4000Mn| 2",
                "8192000Kn| 1"
            })
    void readsRequestsOfMemoryInAllTheirForms(String cell) throws IOException {
        String[] parts = cell.split("\\| ", -1);
        String row = ONE.replace("|1|8|4000M|", "|" + parts[1] + "|8|" + parts[0] + "|");
        assertThat(ingest(HEADER + row).query("tasks", "sum(memory_bytes) / 1048576"))
                .isEqualTo(List.of("8000.0"));
    }

    /** In Berlin the clock went from 3:00 back to 2:00 on 27 October 2024: twice 2:00 to 3:00. */
    @ParameterizedTest
    @CsvSource({
        // submit, start, end, elapsed; start and end in UTC
        "01:00:00, 01:30:00, 02:30:00, 3600, 23:30:00, 00:30:00",
        "01:00:00, 01:30:00, 02:30:00, 7200, 23:30:00, 01:30:00",
        "01:00:00, 02:30:00, 03:30:00, 7200, 00:30:00, 02:30:00",
        "01:00:00, 02:30:00, 03:30:00, 3600, 01:30:00, 02:30:00",
        "01:00:00, 02:10:00, 02:20:00, 4200, 00:10:00, 01:20:00",
        "01:00:00, 02:50:00, 02:10:00, 1200, 00:50:00, 01:10:00",
        "01:00:00, 02:50:00, 02:10:00, '', 00:50:00, 01:10:00", // it can't end before its start
        "02:40:00, 02:20:00, 03:20:00, '', 01:20:00, 02:20:00", // nor start before its submit
        "01:00:00, 01:30:00, 02:30:00, 1800, 23:30:00, 00:30:00", // suspended for half an hour
        "01:00:00, 01:30:00, 02:30:00, '', 23:30:00, 00:30:00"
    })
    void elapsedTellsWhichOfTwoHoursItWas(
            String submit, String start, String end, String elapsed, String from, String to)
            throws IOException {
        String day = "2024-10-27T";
        Path file =
                Files.writeString(
                        folder.resolve("hour.txt"),
                        "JobID|State|Submit|Start|End|ElapsedRaw|NNodes|AllocCPUS\n"
                                + String.join(
                                        "|",
                                        "7",
                                        "COMPLETED",
                                        day + submit,
                                        day + start,
                                        day + end,
                                        elapsed,
                                        "1",
                                        "1\n"));
        IngestedTrace trace =
                IngestedTrace.of(
                        new SlurmFormat(),
                        folder,
                        r -> r.with(d -> d.selection = d.selection.in(ZoneId.of("Europe/Berlin"))),
                        file);
        String origin = trace.report().manifest().timeOrigin().replaceFirst(".*, ", "");
        long submitted = Instant.parse(origin).getEpochSecond();
        long began =
                Instant.parse((from.startsWith("23") ? "2024-10-26T" : day) + from + "Z")
                        .getEpochSecond();
        long ended = Instant.parse(day + to + "Z").getEpochSecond();
        assertThat(
                        trace.query(
                                "tasks",
                                "schedule_micros // 1000000 + "
                                        + submitted
                                        + ", end_micros // 1000000 + "
                                        + submitted))
                .containsExactly(Long.toString(began), Long.toString(ended));
    }

    @Test
    void makesATaskOfEachNodeOrOneOfAll() throws IOException {
        String row =
                "12|x|bob|TIMEOUT|"
                        + TIMES
                        + "3|8|||cpu=8,mem=10M,gres/gpu=3,gres/gpu:a100=3|n[08-09],m1|00:00:00|\n";
        Path nodes =
                Files.writeString(
                        folder.resolve("nodes.txt"),
                        """
                        NodeName=n08 CfgTRES=cpu=4,mem=5M,gres/gpu=2,gres/gpu:a100=2
                        NodeName=m1
                           CPUTot=64 RealMemory=1000 State=IDLE

                        """);
        Path jobs = Files.writeString(folder.resolve("j.txt"), HEADER + row);
        IngestedTrace trace = ingest(jobs, nodes);
        String select =
                "list(cpu_micro_cores), sum(memory_bytes), sum(gpu_micros), list(machine_id)";
        assertThat(trace.query("tasks", select))
                .isEqualTo(
                        List.of(
                                "[3000000, 3000000, 2000000]",
                                "10485760",
                                "3000000",
                                "[0, null, 1]"));
        assertThat(trace.query("machines", "count(*), sum(gpu_micros)"))
                .isEqualTo(List.of("2", "2000000"));
        assertThat(trace.facts())
                .containsEntry("jobs.ofSeveralNodes", 1L)
                .containsEntry("tasks.machinesNotInMachineTable", 1L);

        IngestedTrace whole =
                IngestedTrace.of(
                        new SlurmFormat(), folder, r -> TestTraces.option(r, "tasks", "job"), jobs);
        assertThat(whole.query("tasks", "count(*), sum(cpu_micro_cores)"))
                .isEqualTo(List.of("1", "8000000"));
    }

    @Test
    void findsTheNameThatHasSeparatorsInIt() throws IOException {
        IngestedTrace trace =
                ingest(HEADER + ONE.replace("sort", "a|b||c") + ONE.replace("11|", "13|"));
        assertThat(trace.query("jobs", "list(logical_name order by job_id)"))
                .isEqualTo(List.of("[a|b||c, sort]"));
        assertThat(trace.facts()).containsEntry("rows.separatorsInNames", 1L);
        assertThat(
                        ingest(HEADER + ONE + ONE.replace("11|sort|", "12|"))
                                .report()
                                .manifest()
                                .quarantinedByReason())
                .isEqualTo(Map.of("column-count", 1L));
    }

    @Test
    void countsStepsArraysAndSecondRuns() throws IOException {
        String step = "11.batch|batch||COMPLETED|" + TIMES + "1|8||||n01|03:59:00|2048K\n";
        String array =
                "14_[1-4,9%2]|a|ada|PENDING|2024-03-01T08:03:00|Unknown|Unknown|1|1|1G|||None"
                        + " assigned|00:00:00|\n";
        String again =
                ONE.replace("08:00:10|", "10:00:00|")
                        .replace("09:00:10", "10:30:00")
                        .replace("COMPLETED", "NODE_FAIL");
        IngestedTrace trace = ingest(HEADER + ONE + step + array + again + ONE);
        assertThat(trace.query("tasks", "count(*), count(distinct job_id), max(attempts)"))
                .isEqualTo(List.of("6", "2", "2"));
        assertThat(
                        trace.query(
                                "tasks",
                                "outcome, memory_used_bytes, evictions, duration_micros",
                                "where user = 'ada' and attempts = 2"))
                .isEqualTo(List.of("FAILED", "2097152", "1", "1800000000"));
        assertThat(trace.table("tasks").rowsIgnored())
                .isEqualTo(Map.of("part-of-a-job", 1L, "earlier-attempt", 1L, "header", 1L));
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of("duplicate", 1L));
    }

    @Test
    void readsColumnsOfFixedWidth() throws IOException {
        String text =
                """
                       JobID      State              Submit               Start                 End      NCPUS
                ------------ ---------- ------------------- ------------------- ------------------- ----------
                          11 CANCELLED+ 2024-03-01T08:00:00 2024-03-01T08:00:10 2024-03-01T09:00:10          8
                   11.ba+    CANCELLED+ 2024-03-01T08:00:00 2024-03-01T08:00:10 2024-03-01T09:00:10          8
                """;
        assertThat(ingest(text).query("tasks", "count(*), min(outcome), sum(cpu_micro_cores)"))
                .isEqualTo(List.of("1", "KILLED", "8000000"));
    }

    @Test
    void saysWhichColumnsItNeeds() {
        assertThatThrownBy(() -> ingest("JobID|JobName|MaxRSS\n1|a|2K\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("JobID, State and Submit")
                .hasMessageContaining("sacct -a -P -o");
    }

    @Test
    void setsBadRowsAsideWithTheirReason() throws IOException {
        IngestedTrace trace =
                ingest(
                        HEADER
                                + ONE
                                + ONE.replace("COMPLETED", "SLEEPING").replace("11|", "1|")
                                + ONE.replace("08:00:10", "07:00:10").replace("11|", "2|")
                                + ONE.replace("|8|", "|9e30|").replace("11|", "3|")
                                + ONE.replace("08:00:00", "8 o'clock").replace("11|", "4|"));
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(
                        Map.of(
                                "unknown-word",
                                1L,
                                "end-before-start",
                                1L,
                                "out-of-range",
                                1L,
                                "not-a-number",
                                1L));
    }

    /**
     * A month of a cluster. Recounted in Python: CPUs are column 19, or 20 where that is 0; memory
     * is that of AllocTRES, of ReqTRES without it, of ReqMem without either; core-seconds are CPUs
     * times end minus start.
     */
    @Test
    void theRealLogSumsToWhatPythonCounts() {
        Path log = TestTraces.realData("slurm-sacct/xdmod-phillips.log.gz");
        IngestedTrace trace = ingest(log);
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), count(distinct job_id), sum(cpu_micro_cores)::bigint,"
                                        + " sum(memory_bytes)::bigint, sum(gpu_micros)::bigint,"
                                        + " sum(cpu_micro_cores::hugeint * duration_micros)"))
                .isEqualTo(
                        List.of(
                                "4373",
                                "4285",
                                "34933000000",
                                Long.toString(103_028_000L << 20),
                                "4000000",
                                "42364758000000000000"));
        assertThat(trace.query("jobs", "count(*)", "where outcome = 'KILLED'"))
                .isEqualTo(List.of("244"));
    }

    @Test
    void theRealDumpsWithSeparatorsInNamesLoseNoJob() {
        IngestedTrace trace = ingest(TestTraces.realData("slurm-sacct/sacct_dump2101.log"));
        assertThat(trace.query("tasks", "count(*)")).isEqualTo(List.of("12"));
        assertThat(trace.report().manifest().quarantinedByReason())
                .as("the second half of a line that is broken in a name")
                .isEqualTo(Map.of("column-count", 1L));
        IngestedTrace nodes = ingest(TestTraces.realData("slurm-nodes/scontrol-show-nodes.txt"));
        assertThat(nodes.query("machines", "sum(gpu_micros) % 1000000")).isEqualTo(List.of("0"));
    }
}
