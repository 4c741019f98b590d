package dev.stowage.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.FormatRecognition;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables with names in their first line, written as tools write them again: other separators, other
 * order, quotes, an index column, whole numbers as {@code 1.0}. {@code auto} recognises each, and
 * the trace is that of the original, byte for byte.
 */
class DerivativesTest {
    @TempDir private Path folder;

    private record Table(String format, String separator, List<List<String>> rows) {
        static Table of(String format, String separator, String... lines) {
            return new Table(
                    format,
                    separator,
                    Stream.of(lines).map(line -> List.of(line.split(",", -1))).toList());
        }

        String text(String between, List<Integer> order, boolean isQuoted, boolean hasIndex) {
            StringBuilder text = new StringBuilder();
            for (int r = 0; r < rows.size(); r++) {
                List<String> row = rows.get(r);
                String quote = isQuoted ? "\"" : "";
                String index = r == 0 ? "" : Integer.toString(r - 1);
                text.append(hasIndex ? index + between : "")
                        .append(
                                order.stream()
                                        .map(c -> quote + row.get(c) + quote)
                                        .collect(Collectors.joining(between)))
                        .append('\n');
            }
            return text.toString();
        }

        List<Integer> order() {
            return IntStream.range(0, rows.get(0).size()).boxed().toList();
        }
    }

    private static final List<Table> TABLES =
            List.of(
                    Table.of(
                            "alibaba-gpu-2023",
                            ",",
                            "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,"
                                    + "creation_time,deletion_time,scheduled_time",
                            "a,12000,16384,1,1000,,LS,Running,0,900,0",
                            "b,6000,12288,1,460,,BE,Succeeded,42,190,43"),
                    Table.of(
                            "alibaba-2018",
                            ",",
                            "task_name,instance_num,job_name,task_type,status,start_time,end_time,"
                                    + "plan_cpu,plan_mem",
                            "M1,2,j_1,1,Terminated,87076,87086,50.0,0.2",
                            "R2_1,1,j_1,1,Terminated,87087,87099,100,0.3"),
                    Table.of(
                            "alibaba-2017",
                            ",",
                            "create_time,end_time,job_id,task_id,instance_num,status,plan_cpu,"
                                    + "plan_mem",
                            "100,200,1,1,2,Terminated,50,0.01",
                            "110,250,2,1,1,Terminated,100,0.02"),
                    Table.of(
                            "bitbrains",
                            ";\t",
                            "Timestamp [ms],CPU cores,CPU capacity provisioned [MHZ],CPU usage"
                                    + " [MHZ],CPU usage [%],Memory capacity provisioned [KB],Memory"
                                    + " usage [KB],Disk read throughput [KB/s],Disk write throughput"
                                    + " [KB/s],Network received throughput [KB/s],Network"
                                    + " transmitted throughput [KB/s]",
                            "1376314846,4,11703.99,10912.0,93.2,6.7108864E7,6129274.4,0.1,15.6,0,2.1",
                            "1376315146,4,11703.99,10890.5,93.0,6.7108864E7,7129274.4,0,1.6,0,2.1"));

    static Stream<Arguments> derivatives() {
        List<Arguments> all = new ArrayList<>();
        Random random = new Random(7);
        for (Table table : TABLES) {
            for (String separator : List.of(",", ";", "\t", "|", "; ")) {
                for (int kind = 0; kind < 8; kind++) {
                    List<Integer> order = new ArrayList<>(table.order());
                    if ((kind & 1) != 0) {
                        Collections.shuffle(order, random);
                    }
                    String text = table.text(separator, order, (kind & 2) != 0, (kind & 4) != 0);
                    all.add(Arguments.of(table, text));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("derivatives")
    void readsEachAsTheOriginal(Table table, String text) throws IOException {
        Path original =
                write("a/17.csv", table.text(table.separator(), table.order(), false, false));
        Path derived = write("b/17.csv", text);

        FormatRecognition found = TraceFormats.recognise(List.of(derived));

        assertThat(found.format().name()).isEqualTo(table.format());
        assertSameTables(
                IngestedTrace.of(found.format(), folder, original),
                IngestedTrace.of(found.format(), folder, derived));
    }

    @Test
    void takesWholeNumbersThatEndInPointZero() throws IOException {
        Table table = TABLES.get(1);
        String plain = table.text(",", table.order(), false, false);
        String headless = plain.substring(plain.indexOf('\n') + 1);
        Path original = write("a/batch_task.csv", headless);
        Path derived = write("b/batch_task.csv", headless.replace(",2,", ",2.0,"));
        var format = TraceFormats.registry().get("alibaba-2018");
        assertSameTables(
                IngestedTrace.of(format, folder, original),
                IngestedTrace.of(format, folder, derived));

        Path half = write("c/batch_task.csv", headless.replaceAll(",[12],j", ",1.5,j"));
        assertThatThrownBy(() -> IngestedTrace.of(format, folder, half))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("instance_num \"1.5\", line 1");
    }

    @Test
    void refusesTheSameRowsTwiceHoweverTheyAreWritten() throws IOException {
        Table table = TABLES.get(0);
        Path plain = write("a/one.csv", table.text(",", table.order(), false, false));
        Path packed = folder.resolve("a/two.csv.gz");
        Files.write(packed, TestTraces.gzip(Files.readString(plain)));
        var format = TraceFormats.registry().get(table.format());
        assertThatThrownBy(() -> IngestedTrace.of(format, folder, plain, packed))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the same rows as one.csv");

        List<List<String>> rows = table.rows();
        Table other = new Table("", ",", List.of(rows.get(0), rows.get(2), rows.get(1)));
        Path turned = write("a/three.csv", other.text(";", table.order(), true, true));
        assertThatThrownBy(() -> IngestedTrace.of(format, folder, plain, turned))
                .hasMessageContaining("the same rows as one.csv");
    }

    /**
     * As when files with their first lines are put together; in the table's order, and in another.
     */
    @Test
    void passesOverAFirstLineThatComesAgainInTheMiddle() throws IOException {
        Table table = TABLES.get(0);
        List<Integer> turned = new ArrayList<>(table.order());
        Collections.reverse(turned);
        var format = TraceFormats.registry().get(table.format());
        for (List<Integer> order : List.of(table.order(), turned)) {
            String text = table.text(",", order, false, false);
            String first = text.substring(0, text.indexOf('\n') + 1);
            int middle = text.indexOf('\n', first.length()) + 1;
            Path plain = write("a/openb_pod_list.csv", text);
            Path joined =
                    write(
                            "b/openb_pod_list.csv",
                            text.substring(0, middle) + first + text.substring(middle));
            IngestedTrace trace = IngestedTrace.of(format, folder, joined);
            assertSameTables(IngestedTrace.of(format, folder, plain), trace);
            assertThat(trace.table("tasks").rowsIgnored()).containsEntry("header", 2L);
        }
    }

    @Test
    void namesWhatIsNoRowsOfText() throws IOException {
        Table table = TABLES.get(3);
        String text = table.text(";\t", table.order(), false, false);
        Path wide = folder.resolve("wide.csv");
        Files.write(wide, ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16BE));
        assertThatThrownBy(() -> TraceFormats.recognise(List.of(wide)))
                .hasMessageContaining("UTF-16");

        Path old = write("old.csv", text.replace('\n', '\r'));
        assertThatThrownBy(() -> TraceFormats.recognise(List.of(old)))
                .hasMessageContaining("carriage return alone");
    }

    @Test
    void namesTheFormatsOfAFolderOfSeveralAndHowToMergeThem() throws IOException {
        for (Table table : TABLES.subList(0, 2)) {
            String text = table.text(table.separator(), table.order(), false, false);
            write("mix/" + table.format() + ".csv", text);
        }
        assertThatThrownBy(() -> TraceFormats.recognise(List.of(folder.resolve("mix"))))
                .hasMessageContaining("alibaba-2018.csv alibaba-2018")
                .hasMessageContaining("alibaba-gpu-2023.csv alibaba-gpu-2023")
                .hasMessageContaining("--merge");
    }

    @Test
    void doesNotTakeATableWithOtherNamesForOneOfItsOwn() throws IOException {
        Path other =
                write(
                        "x.csv",
                        "depth,mass,height,width,age,size,note,rank,rest\na,1,2,3,4,5,6,7,8\n");
        assertThatThrownBy(() -> TraceFormats.recognise(List.of(other)))
                .hasMessageContaining("no format that is known");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void assertSameTables(IngestedTrace a, IngestedTrace b) throws IOException {
        try (Stream<Path> files = Files.list(a.path())) {
            for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
                assertThat(b.path().resolve(file.getFileName())).hasSameBinaryContentAs(file);
            }
        }
    }
}
