package dev.stowage.ingest.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A synthetic log of 60 jobs. The counts are those of awk (mawk 1.3.4), for example {@code awk
 * '!/^;/ && ($11<2 || $11>4) && ($4>0 || ($4==0 && $11!=5)) {n++; d+=$4} END {print n, d}'
 * synthetic.swf}.
 */
final class SwfFormatTest {
    private static final Path LOG =
            Path.of("src/test/resources/dev/stowage/ingest/swf/synthetic.swf");
    private static final String JOB = "1 10 5 100 4 90 1024 4 200 2048 1 3 1 2 1 -1 -1 -1\n";

    @TempDir Path folder;

    private IngestedTrace ingest(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("a.swf"), text);
        return IngestedTrace.of(
                TraceFormats.named("swf"),
                folder,
                request -> TestTraces.with(request, ErrorPolicy.QUARANTINE, 1),
                file);
    }

    @Test
    void countsWhatAwkCounts() {
        IngestedTrace trace = IngestedTrace.of(TraceFormats.named("swf"), folder, LOG);
        assertThat(trace.table("tasks").rowsRead()).isEqualTo(74);
        assertThat(trace.table("tasks").rowsIgnored())
                .isEqualTo(Map.of("comment", 11L, "part-of-a-job", 3L));
        assertThat(trace.facts())
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("tasks.processorsUnknown", 2L),
                                Map.entry("tasks.processorsRequestedOnly", 1L),
                                Map.entry("tasks.memoryRequestAbsent", 31L),
                                Map.entry("tasks.statusUnknown", 2L),
                                Map.entry("tasks.cancelledBeforeStart", 2L),
                                Map.entry("tasks.runTimeUnknown", 1L),
                                Map.entry("tasks.runTimeZero", 2L),
                                Map.entry("tasks.waitTimeUnknown", 2L),
                                Map.entry("tasks.withPrecedingJob", 3L),
                                Map.entry("jobs.partsWithoutWhole", 0L),
                                Map.entry("jobs.submitsBeforeRowAbove", 0L)));
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), sum(cpu_micro_cores) // 1000000, sum(memory_bytes) //"
                                        + " 1024, sum(attempts), sum(duration_micros) // 1000000,"
                                        + " sum(submit_micros) // 1000000, sum(schedule_micros) //"
                                        + " 1000000, sum(cpu_used_micro_cores), count(*) filter"
                                        + " (outcome = 'KILLED'), count(*) filter (outcome ="
                                        + " 'FAILED'), count(*) filter (outcome = 'LOST')"))
                .containsExactly(
                        "60",
                        "1745",
                        "2940928",
                        "57",
                        "52688",
                        "580706",
                        "612045",
                        "1481709090",
                        "3",
                        "15",
                        "1");
        assertThat(trace.query("jobs", "count(*), sum(tasks), count(distinct \"user\")"))
                .containsExactly("60", "60", "7");
        assertThat(trace.report().warnings()).isEmpty();
        assertThat(trace.report().manifest().provenance().parameters())
                .containsEntry("header.UnixStartTime", "749458803")
                .containsEntry("header.TimeZoneString", "US/Pacific")
                .containsEntry("tasks", "job");
        assertThat(trace.report().manifest().timeOrigin()).endsWith("UnixStartTime 749458803");
    }

    @Test
    void theComputerIsOneMachineOfAllProcessorsWhereAJobIsOneTask() {
        IngestedTrace trace = IngestedTrace.of(TraceFormats.named("swf"), folder, LOG);
        MachineEvents machines = CanonicalTrace.open(trace.path()).machineEvents().orElseThrow();
        assertThat(machines.machines()).isEqualTo(1);
        assertThat(trace.query("machines", "cpu_micro_cores // 1000000, memory_bytes >> 30"))
                .containsExactly("128", "128");
    }

    @Test
    void aTaskForEachProcessorRunsOnTheNodesOfTheComputer() {
        IngestedTrace trace =
                IngestedTrace.of(
                        TraceFormats.named("swf"),
                        folder,
                        request -> TestTraces.option(request, "tasks", "processor"),
                        LOG);
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), max(cpu_micro_cores), sum(cpu_micro_cores) // 1000000,"
                                        + " sum(memory_bytes) // 1024"))
                .containsExactly("1747", "1000000", "1745", "2940928");
        assertThat(trace.query("jobs", "count(*), sum(tasks)")).containsExactly("60", "1747");
        assertThat(trace.query("machines", "count(*), max(cpu_micro_cores) // 1000000"))
                .containsExactly("32", "4");
    }

    @Test
    void theProcessorsAskedForCountIfAskedFor() throws IOException {
        String row = "1 10 5 100 4 90 1024 6 200 2048 1 3 1 2 0 -1 -1 -1\n";
        Path file = Files.writeString(folder.resolve("b.swf"), row);
        IngestedTrace trace =
                IngestedTrace.of(
                        TraceFormats.named("swf"),
                        folder,
                        r -> TestTraces.option(r, "processors", "requested"),
                        file);
        assertThat(trace.query("tasks", "cpu_micro_cores, memory_bytes, class"))
                .containsExactly("6000000", String.valueOf(6 * 2048 * 1024L), "BATCH");
        IngestedTrace interactive =
                IngestedTrace.of(
                        TraceFormats.named("swf"),
                        folder,
                        r -> TestTraces.rule(r, "queue=0"),
                        file);
        assertThat(interactive.query("tasks", "class")).containsExactly("USER_FACING");
        assertThatThrownBy(
                        () ->
                                IngestedTrace.of(
                                        TraceFormats.named("swf"),
                                        folder,
                                        r -> TestTraces.rule(r, "priority>=1"),
                                        file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("all-batch or queue=0");
    }

    @ParameterizedTest
    @CsvSource({
        "1 10 5 100 4 90 1024 4 200 2048 1 3 1 2 1 -1 -1, COLUMN_COUNT",
        "9 -1x 5 100 4 90 1024 4 200 2048 1 3 1 2 1 -1 -1 -1, NOT_A_NUMBER",
        "9 10 -2 100 4 90 1024 4 200 2048 1 3 1 2 1 -1 -1 -1, NEGATIVE",
        "9 10 5 100 -4 90 1024 4 200 2048 1 3 1 2 1 -1 -1 -1, NEGATIVE",
        "9 10 5 100 4 90 1024 4 200 2048 6 3 1 2 1 -1 -1 -1, OUT_OF_RANGE",
        "9 10 5 100 99999999 90 1024 4 200 2048 1 3 1 2 1 -1 -1 -1, OUT_OF_RANGE",
        "9 10 5 1e300 4 90 1024 4 200 2048 1 3 1 2 1 -1 -1 -1, OUT_OF_RANGE",
        "1 10 5 100 4 90 1024 4 200 2048 1 3 1 2 1 -1 -1 -1, DUPLICATE",
    })
    void quarantinesARowThatCannotBeUsed(String row, BadRow reason) throws IOException {
        IngestedTrace trace = ingest(JOB + row + "\r\n");
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of(reason.label(), 1L));
        assertThat(trace.table("tasks").rowsUsed()).isEqualTo(1);
        assertThat(Files.readAllLines(trace.path().resolve("quarantine.csv")))
                .last()
                .asString()
                .startsWith("a.swf,2," + reason.label());
    }

    @Test
    void refusesAnotherFormatAndWarnsOfMissingJobs() throws IOException {
        Path csv = Files.writeString(folder.resolve("x.swf"), "1,2,3\n");
        assertThatThrownBy(() -> IngestedTrace.of(TraceFormats.named("swf"), folder, csv))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("swf_jobs (18 columns)");
        assertThat(ingest("; MaxJobs: 7\n" + JOB).report().warnings())
                .containsExactly(
                        "The log does not say MaxProcs: simulate with --servers of your own.",
                        "The log says MaxJobs 7, and 1 jobs were taken.");
    }

    @Test
    void partsOfAJobAreIgnoredAndCountedIfTheWholeIsMissing() throws IOException {
        IngestedTrace trace = ingest(JOB + JOB.replace("1 10", "2 11").replace(" 1 3 1", " 2 3 1"));
        assertThat(trace.table("tasks").rowsIgnored()).isEqualTo(Map.of("part-of-a-job", 1L));
        assertThat(trace.facts()).containsEntry("jobs.partsWithoutWhole", 1L);
    }
}
