package dev.stowage.ingest.bitbrains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.quarantine.BadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BitbrainsFormatTest {
    private static final String HEADER =
            "Timestamp [ms];\tCPU cores;\tCPU capacity provisioned [MHZ];\tCPU usage [MHZ];\tCPU usage"
                    + " [%];\tMemory capacity provisioned [KB];\tMemory usage [KB];\tDisk read"
                    + " throughput [KB/s];\tDisk write throughput [KB/s];\tNetwork received"
                    + " throughput [KB/s];\tNetwork transmitted throughput [KB/s]\n";
    private static final String REST = ";\t0.0;\t0.0;\t0.0;\t0.0\n";

    @TempDir Path folder;

    private static String row(long time, int cores, String percent, String memory, String used) {
        return time
                + ";\t"
                + cores
                + ";\t5200.0;\t1.0;\t"
                + percent
                + ";\t"
                + memory
                + ";\t"
                + used
                + REST;
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /**
     * Counted by Python 3.11.7 over the 20 files: {@code line.split(';\t')}, amounts as {@code
     * Decimal}, rows with {@code r[1] != '0'} as provisioned, {@code sum(int(r[1]) * int(D(r[4]) *
     * 10000))} for the CPU used.
     */
    @Test
    void readsTheRealPieceAsPythonDoes() {
        IngestedTrace trace =
                IngestedTrace.of(
                        TraceFormats.named("bitbrains"), folder, TestTraces.real("bitbrains"));
        assertThat(trace.table("usage").rowsRead()).isEqualTo(262746 + 20);
        assertThat(trace.table("usage").rowsUsed()).isEqualTo(67562);
        assertThat(trace.table("usage").rowsIgnored())
                .isEqualTo(Map.of("header", 20L, "not-provisioned", 195184L));
        assertThat(trace.facts())
                .isEqualTo(
                        Map.of(
                                "tasks.neverProvisioned", 0L,
                                "tasks.aliveAtEnd", 8L,
                                "tasks.requestChanges", 21L,
                                "usage.above100Percent", 0L));
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), sum(cpu_micro_cores) // 1000000, sum(memory_bytes),"
                                        + " sum(submit_micros) // 1000000, sum(duration_micros) //"
                                        + " 1000000, sum(memory_used_bytes), count(*) filter"
                                        + " (submit_censored)"))
                .containsExactly(
                        "20", "61", "301880836096", "18042333", "1962156", "215509966840", "7");
        assertThat(trace.query("usage", "count(*), sum(cpu_micro_cores)"))
                .containsExactly("67562", "4372372548");
        assertThat(trace.query("jobs", "count(*), count(distinct name)"))
                .containsExactly("20", "20");
        assertThat(trace.report().manifest().timeOrigin()).endsWith("2013-08-12T13:40:46Z");
    }

    @Test
    void aMachineLivesWhileItHasCores() throws IOException {
        Path one =
                write(
                        "7.csv",
                        HEADER
                                + row(1000, 0, "0.0", "0.0", "0.0")
                                + row(1300, 2, "50.0", "1.048576E6", "1024.0")
                                + row(1600, 4, "25.0", "2097152.0", "2048.0")
                                + row(1600, 4, "99.0", "2097152.0", "9048.0")
                                + row(1900, 0, "0.0", "0.0", "0.0")
                                + row(9000, 0, "0.0", "0.0", "0.0"));
        Path never = write("8.csv", HEADER + row(1300, 0, "0.0", "0.0", "0.0"));
        IngestedTrace trace = IngestedTrace.of(TraceFormats.named("bitbrains"), folder, one, never);
        assertThat(
                        trace.query(
                                "tasks",
                                "list(job_id), list(submit_micros // 1000000),"
                                        + " list(duration_micros // 1000000), list(outcome),"
                                        + " list(cpu_micro_cores), list(memory_bytes),"
                                        + " list(cpu_used_micro_cores), list(memory_used_bytes),"
                                        + " list(attempts)"))
                .containsExactly(
                        "[0, 1]",
                        "[300, 300]",
                        "[600, null]",
                        "[FINISHED, PENDING]",
                        "[4000000, null]",
                        "[2147483648, null]",
                        "[1000000, null]",
                        "[2097152, null]",
                        "[1, 0]");
        assertThat(trace.query("jobs", "list(name)")).containsExactly("[7, 8]");
        assertThat(trace.table("usage").rowsIgnored())
                .isEqualTo(Map.of("header", 2L, "not-provisioned", 4L, "repeated-measurement", 1L));
        assertThat(trace.facts())
                .containsEntry("tasks.neverProvisioned", 1L)
                .containsEntry("tasks.requestChanges", 1L);
    }

    @Test
    void filesOfMonthsArePartsOfOneMachine() throws IOException {
        write("rnd/2013-7/1.csv", HEADER + row(1000, 1, "1.0", "1.0", "1.0"));
        write("rnd/2013-8/1.csv", HEADER + row(1300, 1, "1.0", "1.0", "1.0"));
        write("rnd/2013-8/2.csv", HEADER + row(1300, 1, "1.0", "1.0", "2.0"));
        IngestedTrace trace =
                IngestedTrace.of(TraceFormats.named("bitbrains"), folder, folder.resolve("rnd"));
        assertThat(trace.query("jobs", "list(name), count(*)")).containsExactly("[1, 2]", "2");
        IngestedTrace window =
                IngestedTrace.of(
                        TraceFormats.named("bitbrains"),
                        folder,
                        request -> TestTraces.window(request, 300_000_000, 600_000_000),
                        folder.resolve("rnd"));
        assertThat(window.table("usage").rowsIgnored())
                .isEqualTo(Map.of("header", 3L, "outside-window", 1L));
    }

    @ParameterizedTest
    @CsvSource({
        "'1300;\t2;\t5200.0', COLUMN_COUNT",
        "';\t2;\t1.0;\t1.0;\t1.0;\t1.0;\t1.0', MISSING_VALUE",
        "'13x;\t2;\t1.0;\t1.0;\t1.0;\t1.0;\t1.0', NOT_A_NUMBER",
        "'1300;\t2;\t#VALUE!;\t1.0;\t1.0;\t1.0;\t1.0', NOT_A_NUMBER",
        "'-1300;\t2;\t1.0;\t1.0;\t1.0;\t1.0;\t1.0', NEGATIVE",
        "'1300;\t-2;\t1.0;\t1.0;\t1.0;\t1.0;\t1.0', NEGATIVE",
        "'1300;\t2;\t1.0;\t1.0;\t1.0;\t1e40;\t1.0', OUT_OF_RANGE",
        "'1300;\t2;\t1.0;\t1.0;\t1e12;\t1.0;\t1.0', OUT_OF_RANGE",
    })
    void quarantinesARowThatCannotBeUsed(String start, BadRow reason) throws IOException {
        String bad = reason == BadRow.COLUMN_COUNT ? start + "\n" : start + REST;
        Path file = write("1.csv", HEADER + row(1000, 1, "1.0", "1.0", "1.0") + bad);
        IngestedTrace trace =
                IngestedTrace.of(
                        TraceFormats.named("bitbrains"),
                        folder,
                        request -> TestTraces.with(request, ErrorPolicy.QUARANTINE, 1),
                        file);
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of(reason.label(), 1L));
        assertThat(Files.readAllLines(trace.path().resolve("quarantine.csv")))
                .last()
                .asString()
                .startsWith("1.csv,3," + reason.label());
    }

    @Test
    void refusesAnotherSeparatorAndAnotherRule() throws IOException {
        Path commas = write("1.csv", "1000,1,2,3,4,5,6,7,8,9,10\n");
        assertThatThrownBy(() -> IngestedTrace.of(TraceFormats.named("bitbrains"), folder, commas))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("vm_measurements (11 columns)");
        Path good = write("2.csv", HEADER + row(1000, 1, "1.0", "1.0", "1.0"));
        assertThatThrownBy(
                        () ->
                                IngestedTrace.of(
                                        TraceFormats.named("bitbrains"),
                                        folder,
                                        request -> TestTraces.rule(request, "priority>=2"),
                                        good))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("all-user-facing or all-batch");
    }
}
