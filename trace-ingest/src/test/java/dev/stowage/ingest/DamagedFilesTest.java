package dev.stowage.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damage that tools and people do to files whose first line has names: nothing of it may change
 * what is read without a word, and each message names the place and the value.
 */
class DamagedFilesTest {
    @TempDir private Path folder;

    /** One format of each reader: two of tables with a schema, two of lists, one's own. */
    private enum Kind {
        ALIBABA_GPU_2023(
                ",",
                "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
                        + "deletion_time,scheduled_time",
                "p%d,6000,12288,1,460,,LS,Succeeded,0,100,0"),
        ALIBABA_2018(
                ",",
                "task_name,instance_num,job_name,task_type,status,start_time,end_time,plan_cpu,"
                        + "plan_mem",
                "M1,1,j_%d,x,Terminated,100,110,100,0.5"),
        PHILLY(",", "timestamp,duration,num_gpus,cluster", "2017-10-03 00:0%d:00,100,1,a"),
        SLURM(
                "|",
                "JobID|User|Submit|Start|End|Elapsed|State|NNodes|NCPUS|ReqMem",
                "1_%d|u|2024-01-01T00:00:00|2024-01-01T00:00:00|2024-01-01T00:01:00|00:01:00"
                        + "|COMPLETED|1|1|1Gn"),
        CSV(",", "submit_s,duration_s,cpu,memory_gib,job", "0,10,1,1,j%d");

        private final String separator;
        private final String header;
        private final String row;

        Kind(String separator, String header, String row) {
            this.separator = separator;
            this.header = header;
            this.row = row;
        }

        private TraceFormat format() {
            String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
            return TraceFormats.registry().get(name);
        }

        private String row(int number) {
            return row.formatted(number);
        }

        private List<String> cells(String line) {
            return new ArrayList<>(Arrays.asList(line.split(Pattern.quote(separator), -1)));
        }

        private String turned(String line) {
            List<String> cells = cells(line);
            Collections.reverse(cells);
            return String.join(separator, cells);
        }
    }

    private List<String> sums(Kind kind, String text) throws IOException {
        Path in = Files.createTempDirectory(folder, "in").resolve("x.csv");
        Path out = Files.createTempDirectory(folder, "out");
        Files.writeString(in, text);
        var trace = new IngestedTrace(kind.format().ingest(TestTraces.request(out, 2, in)), out);
        assertThat(trace.report().manifest().quarantinedByReason()).isEmpty();
        return trace.query(
                "tasks",
                "count(*), sum(cpu_micro_cores), sum(memory_bytes), sum(duration_micros),"
                        + " max(job_id)");
    }

    private static String lines(String end, String... lines) {
        return String.join(end, lines) + end;
    }

    private void refused(Kind kind, String text, String... sayings) {
        assertThatThrownBy(() -> sums(kind, text))
                .as(text)
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(sayings);
    }

    @ParameterizedTest
    @EnumSource
    void aByteOrderMarkAndLinesThatEndInTwoWaysChangeNothing(Kind kind) throws IOException {
        List<String> plain = sums(kind, lines("\n", kind.header, kind.row(1), kind.row(2)));
        String mixed = kind.header + "\r\n" + kind.row(1) + "\n" + kind.row(2) + "\r\n";
        assertThat(sums(kind, mixed)).isEqualTo(plain);
        assertThat(sums(kind, "\uFEFF" + mixed)).isEqualTo(plain);
    }

    @ParameterizedTest
    @EnumSource
    void aNameThatIsThereTwiceIsNamed(Kind kind) {
        String second = kind.cells(kind.header).get(1);
        String more = kind.separator + "7";
        refused(
                kind,
                lines(
                        "\n",
                        kind.header + kind.separator + second,
                        kind.row(1) + more,
                        kind.row(2) + more),
                "the column " + second + " twice");
    }

    @ParameterizedTest
    @EnumSource
    void columnsThatAreOthersFromSomeRowOnAreBadRows(Kind kind) {
        String rows = lines("\n", kind.header, kind.row(1));
        // another file with its own order, concatenated: its names stand where values belong
        String turned = rows + lines("\n", kind.turned(kind.header), kind.turned(kind.row(2)));
        assertThatThrownBy(() -> sums(kind, turned))
                .isInstanceOf(InputException.class)
                .hasMessageMatching(
                        "(?s).*[a-z_]+ \"(" + String.join("|", kind.cells(kind.header)) + ")\".*");
        String shifted = kind.separator + kind.row(2);
        refused(kind, rows + lines("\n", shifted), "columns instead of");
        String cut = shifted.substring(0, shifted.lastIndexOf(kind.separator));
        refused(kind, rows + lines("\n", cut), "missing-value", "x.csv:3");
    }

    @ParameterizedTest
    @EnumSource
    void amountsThatOverflowAreBadRowsWithTheirValue(Kind kind) {
        List<String> names = kind.cells(kind.header);
        int tried = 0;
        for (int c = 0; c < names.size(); c++) {
            List<String> cells = kind.cells(kind.row(2));
            if (!cells.get(c).matches("[0-9.]+(Gn)?")) {
                continue;
            }
            cells.set(c, cells.get(c).replaceFirst("[0-9.]+", "99999999999999999999"));
            refused(
                    kind,
                    lines("\n", kind.header, kind.row(1), String.join(kind.separator, cells)),
                    "out-of-range",
                    "x.csv:3",
                    "\"99999999999999999999");
            tried++;
        }
        assertThat(tried).isPositive();
    }
}
