package dev.stowage.ingest.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.quarantine.BadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AzureFormatTest {
    private static final String VMS_2017 =
            """
            vmid,subscriptionid,deploymentid,created,deleted,maxcpu,avgcpu,p95,category,cores,memory
            a,s1,d1,0,2591700,99,25.5,90,Interactive,4,7
            b,s1,d1,300,900,50,10,40,Delay-insensitive,1,1.75
            c,s2,d2,600,,50,,40,Unkown,2,3.5
            """;
    private static final String VMS_2019 =
            """
            a,s1,d1,0,2591700,99,25.5,90,Interactive,24,64
            b,s1,d1,300,900,50,10,40,Delay-insensitive,>24,>64
            c,s2,d2,600,700,50,,40,Unknown,2,2
            d,s2,d2,600,700,50,,40,Unknown,4,32
            """;

    @TempDir Path folder;

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private IngestedTrace ingest(TraceFormat format, Path... inputs) {
        return IngestedTrace.of(
                format,
                folder,
                request -> TestTraces.with(request, ErrorPolicy.QUARANTINE, 1),
                inputs);
    }

    /**
     * Counted by Python 3.11.7: {@code csv.reader} over the rows, amounts as {@code Decimal},
     * {@code sum(int(D(r[6]) * 10000) * int(r[9]) for r in rows)} for the CPU used.
     */
    @Test
    void readsTheRealPieceAsPythonDoes() {
        IngestedTrace trace =
                IngestedTrace.of(
                        TraceFormats.named("azure-2017"), folder, TestTraces.real("azure-2017"));
        assertThat(trace.table("tasks").rowsRead()).isEqualTo(10);
        assertThat(trace.table("usage").rowsRead()).isEqualTo(100);
        // none of the readings is of one of the ten: csv, len({r[1]...} & {r[0]...}) == 0
        assertThat(trace.table("usage").rowsIgnored()).isEqualTo(Map.of("unknown-task", 100L));
        assertThat(trace.facts())
                .isEqualTo(
                        Map.of(
                                "tasks.createdAtStart", 7L,
                                "tasks.aliveAtEnd", 6L,
                                "tasks.classUnknown", 2L,
                                "tasks.subscriptions", 4L,
                                "tasks.deployments", 5L,
                                "usage.above100Percent", 0L));
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), sum(cpu_micro_cores) // 1000000, sum(memory_bytes) /"
                                        + " 1073741824, sum(submit_micros) // 1000000,"
                                        + " sum(duration_micros) // 1000000, count(*) filter (class"
                                        + " = 'USER_FACING'), sum(cpu_used_micro_cores)"))
                .containsExactly("10", "38", "233.5", "6760500", "3748500", "2", "6588099");
        assertThat(trace.query("jobs", "count(*), sum(tasks), count(distinct \"user\")"))
                .containsExactly("5", "10", "4");
    }

    @Test
    void aDeploymentIsAJobAndReadingsAreSharesOfTheCoresOfTheirMachine() throws IOException {
        Path vms = write("vmtable.csv", VMS_2017);
        Path readings =
                write(
                        "vm_cpu_readings/file-1.csv",
                        "300,b,1,50,12.5\n0,a,1,101,25.3333333\n0,x,1,2,3\n");
        IngestedTrace trace = ingest(TraceFormats.named("azure-2017"), vms, readings);
        assertThat(trace.table("tasks").rowsIgnored()).isEqualTo(Map.of("header", 1L));
        assertThat(
                        trace.query(
                                "tasks",
                                "list(job_id), list(task_index), list(\"class\"), list(outcome),"
                                        + " list(duration_micros), list(cpu_micro_cores),"
                                        + " list(cpu_used_micro_cores), list(\"user\"),"
                                        + " list(submit_censored), list(end_censored)"))
                .containsExactly(
                        "[0, 0, 1]",
                        "[0, 1, 0]",
                        "[USER_FACING, BATCH, BATCH]",
                        "[RUNNING, FINISHED, RUNNING]",
                        "[null, 600000000, null]",
                        "[4000000, 1000000, 2000000]",
                        "[1020000, 100000, null]",
                        "[s1, s1, s2]",
                        "[true, false, false]",
                        "[true, false, true]");
        assertThat(trace.query("jobs", "list(name), list(tasks), list(outcome), list(end_micros)"))
                .containsExactly("[d1, d2]", "[2, 1]", "[RUNNING, RUNNING]", "[null, null]");
        assertThat(
                        trace.query(
                                "usage",
                                "list(start_micros), list(end_micros), list(task_index),"
                                        + " list(cpu_micro_cores), list(max_cpu_micro_cores)"))
                .containsExactly(
                        "[0, 300000000]",
                        "[300000000, 600000000]",
                        "[0, 1]",
                        "[1013332, 125000]",
                        "[4040000, 500000]");
        assertThat(trace.facts()).containsEntry("usage.above100Percent", 1L);
        assertThat(trace.table("usage").rowsIgnored()).isEqualTo(Map.of("unknown-task", 1L));
    }

    @Test
    void everyMachineMayBeAJobOfItsOwnAndUnknownCategoriesUserFacing() throws IOException {
        Path vms = write("vmtable.csv", VMS_2017);
        IngestedTrace single =
                IngestedTrace.of(
                        TraceFormats.named("azure-2017"),
                        folder,
                        request -> TestTraces.option(request, "job", "vm"),
                        vms);
        assertThat(single.query("jobs", "list(job_id), list(name), list(logical_name)"))
                .containsExactly("[0, 1, 2]", "[a, b, c]", "[d1, d1, d2]");
        IngestedTrace userFacing =
                IngestedTrace.of(
                        TraceFormats.named("azure-2017"),
                        folder,
                        request -> TestTraces.rule(request, "category!=Delay-insensitive"),
                        vms);
        assertThat(userFacing.query("tasks", "list(\"class\")"))
                .containsExactly("[USER_FACING, BATCH, USER_FACING]");
        assertThatThrownBy(
                        () ->
                                IngestedTrace.of(
                                        TraceFormats.named("azure-2017"),
                                        folder,
                                        request -> TestTraces.rule(request, "priority>=3"),
                                        vms))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("category=Interactive");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "edge; [24000000, 24000000, 2000000, 4000000]; [64.0, 64.0, 2.0, 32.0]",
                "twice; [24000000, 48000000, 2000000, 4000000]; [64.0, 128.0, 2.0, 32.0]",
                "middle; [16000000, 48000000, 1000000, 3000000]; [48.0, 128.0, 1.0, 20.0]",
            })
    void theValueOfABucketIsChosenByRuleAndTheRangesAreFacts(
            String rule, String cores, String memory) throws IOException {
        Path vms = write("vmtable.csv", VMS_2019);
        IngestedTrace trace =
                IngestedTrace.of(
                        TraceFormats.named("azure-2019"),
                        folder,
                        request -> TestTraces.option(request, "bucket", rule),
                        vms);
        assertThat(trace.query("tasks", "list(cpu_micro_cores), list(memory_bytes / 1073741824)"))
                .containsExactly(cores, memory);
        assertThat(trace.facts())
                .containsEntry("tasks.cores(0,2]", 1L)
                .containsEntry("tasks.cores(4,8]", 0L)
                .containsEntry("tasks.cores(8,24]", 1L)
                .containsEntry("tasks.cores(24,inf)", 1L)
                .containsEntry("tasks.memoryGib(8,32]", 1L)
                .containsEntry("tasks.memoryGib(64,inf)", 1L);
        assertThat(trace.report().manifest().provenance().parameters())
                .containsEntry("bucket", rule);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a,s,d,0,5,1,1,1,Interactive,4; COLUMN_COUNT",
                ",s,d,0,5,1,1,1,Interactive,4,7; MISSING_VALUE",
                "z,s,d,x,5,1,1,1,Interactive,4,7; NOT_A_NUMBER",
                "z,s,d,-5,5,1,1,1,Interactive,4,7; NEGATIVE",
                "z,s,d,0,5,1,-1,1,Interactive,4,7; NEGATIVE",
                "z,s,d,9,5,1,1,1,Interactive,4,7; END_BEFORE_START",
                "z,s,d,0,5,1,1,1,interactive?,4,7; UNKNOWN_WORD",
                "z,s,d,0,5,1,1,1,Interactive,1e30,7; OUT_OF_RANGE",
                "a,s,d,0,5,1,1,1,Interactive,4,7; DUPLICATE",
            })
    void quarantinesARowThatCannotBeUsed(String row, BadRow reason) throws IOException {
        Path vms = write("vmtable.csv", VMS_2017 + row + "\n");
        IngestedTrace trace = ingest(TraceFormats.named("azure-2017"), vms);
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of(reason.label(), 1L));
        assertThat(trace.table("tasks").rowsUsed()).isEqualTo(3);
        assertThat(Files.readAllLines(trace.path().resolve("quarantine.csv")))
                .last()
                .asString()
                .startsWith("vmtable.csv,5," + reason.label());
    }

    @Test
    void anUnknownBucketAndTheTraceOf2017AsThatOf2019AreRefused() throws IOException {
        Path vms = write("vmtable.csv", VMS_2019.replace(",2,2\n", ",3,2\n"));
        assertThat(
                        ingest(TraceFormats.named("azure-2019"), vms)
                                .report()
                                .manifest()
                                .quarantinedByReason())
                .isEqualTo(Map.of("unknown-word", 1L));
        Path real = TestTraces.real("azure-2017/vmtable/vmtable.csv.gz");
        assertThatThrownBy(() -> IngestedTrace.of(TraceFormats.named("azure-2019"), folder, real))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("vmtable (11 columns)");
    }

    @Test
    void readingsWithoutMachinesSayWhatIsMissing() throws IOException {
        Path readings = write("vm_cpu_readings-1.csv", "300,b,1,50,12.5\n");
        IngestedTrace trace = ingest(TraceFormats.named("azure-2017"), readings);
        assertThat(trace.report().warnings())
                .containsExactly("There is no vmtable: the trace can't be replayed or fitted.");
        assertThat(trace.table("usage").rowsIgnored()).isEqualTo(Map.of("unknown-task", 1L));
    }
}
