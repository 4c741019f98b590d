package dev.stowage.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.Selection;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.fuzz.FuzzSeeds;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.model.Resources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens to files on their way, and what every format makes of it. */
final class BadInputContractTest {
    private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    @TempDir Path folder;
    private int runs;

    /** Every format whose files are text. */
    private static Stream<String> textFormats() {
        return TraceFormats.registry().keySet().stream().filter(name -> !name.equals("parquet"));
    }

    private static Stream<String> families() {
        return TraceFormats.registry().values().stream()
                .filter(format -> format instanceof TraceFamily)
                .map(TraceFormat::name);
    }

    /** The small trace of a format, every file changed. */
    private Path[] files(String format, UnaryOperator<byte[]> change) {
        try {
            Path in = Files.createDirectory(folder.resolve("in " + runs++));
            List<Path> files = FuzzSeeds.unpack(format, in);
            for (Path file : files) {
                Files.write(file, change.apply(Files.readAllBytes(file)));
            }
            return files.toArray(Path[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private IngestedTrace ingest(
            String format, UnaryOperator<IngestRequest> change, Path... inputs) {
        try {
            Path output = Files.createDirectory(folder.resolve("out" + runs++));
            IngestRequest request =
                    TestTraces.with(
                            TestTraces.request(output, 2, inputs), ErrorPolicy.QUARANTINE, 1);
            TraceFormat reader = TraceFormats.registry().get(format);
            if (reader.options().stream().anyMatch(o -> o.name().equals("core-mhz"))) {
                request = TestTraces.option(request, "core-mhz", "2500");
            }
            return new IngestedTrace(reader.ingest(change.apply(request)), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private IngestedTrace ingest(String format, Path... inputs) {
        return ingest(format, request -> request, inputs);
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused(String format, Path... inputs) {
        return assertThatThrownBy(() -> ingest(format, inputs))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("expected");
    }

    private static void assertSameTables(IngestedTrace a, IngestedTrace b) {
        try (Stream<Path> files = Files.list(a.path())) {
            for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
                assertThat(b.path().resolve(file.getFileName())).hasSameBinaryContentAs(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Arrays.asList(parts).forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    private static byte[] gzip(byte[] text) {
        return TestTraces.gzip(new String(text, StandardCharsets.UTF_8));
    }

    private static byte[] gzipByLines(byte[] text) {
        String lines = new String(text, StandardCharsets.UTF_8);
        return join(lines.lines().map(line -> TestTraces.gzip(line + "\n")).toArray(byte[][]::new));
    }

    private static byte[] crlf(byte[] text) {
        return new String(text, StandardCharsets.UTF_8)
                .replace("\n", "\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @MethodSource("textFormats")
    void compressionMembersLineEndsAndAByteOrderMarkChangeNothing(String format) {
        IngestedTrace plain = ingest(format, files(format, text -> text));
        assertThat(plain.report().manifest().quarantinedByReason()).isEmpty();
        List<UnaryOperator<byte[]>> changes =
                List.of(
                        BadInputContractTest::gzip,
                        BadInputContractTest::gzipByLines,
                        Zstd::compress,
                        text -> join(Zstd.compress(text), Zstd.compress(new byte[0])),
                        BadInputContractTest::crlf,
                        text -> join(BOM, text));
        for (UnaryOperator<byte[]> change : changes) {
            assertSameTables(plain, ingest(format, files(format, change)));
        }
    }

    @ParameterizedTest
    @MethodSource("textFormats")
    void compressedDataThatIsCutDamagedOrABombIsRefused(String format) {
        refused(format, files(format, text -> cut(gzip(text), 9)))
                .hasMessageContaining("gzip data that ends too early")
                .hasMessageContaining("gzip -t");
        refused(format, files(format, text -> join(gzip(text), cut(gzip(text), 9))))
                .hasMessageContaining("gzip data that ends too early");
        refused(format, files(format, text -> cut(Zstd.compress(text), 3)))
                .hasMessageContaining("zstd data that ends too early");
        refused(format, files(format, text -> join(gzip(text), BOM)))
                .hasMessageContaining("something else behind the gzip data");
        Path[] bomb = files(format, BadInputContractTest::gzip);
        Selection limited = Selection.EVERYTHING.with(InflationLimit.of(20));
        assertThatThrownBy(() -> ingest(format, r -> r.with(d -> d.selection = limited), bomb))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("more than 20 bytes of text")
                .hasMessageContaining("--max-inflated");
    }

    private static byte[] cut(byte[] bytes, int count) {
        return Arrays.copyOf(bytes, bytes.length - count);
    }

    @ParameterizedTest
    @MethodSource("textFormats")
    void nulBytesAndParquetUnderAnotherNameAreNoText(String format) {
        refused(format, files(format, text -> join(new byte[] {'a', ',', 0}, text)));
        byte[] parquet = "PAR1\u0015\u0004PAR1".getBytes(StandardCharsets.ISO_8859_1);
        refused(format, files(format, text -> parquet));
    }

    @ParameterizedTest
    @MethodSource("families")
    void aRowThatIsCutOrHasABrokenFirstFieldIsSetAside(String format) {
        IngestedTrace plain = ingest(format, files(format, text -> text));
        int files = plain.report().manifest().files().size();
        // half of the last row once more, without the end of its line
        IngestedTrace half = ingest(format, files(format, text -> join(text, halfRow(text))));
        assertThat(badRows(half)).isPositive().isLessThanOrEqualTo(files);
        // a byte that is no UTF-8 and no digit before the last row once more
        byte[] broken = {(byte) 0xff};
        IngestedTrace utf8 =
                ingest(format, files(format, text -> join(text, broken, lastRow(text))));
        assertThat(badRows(utf8)).isPositive().isLessThanOrEqualTo(files);
        assertThat(utf8.report().manifest().quarantinedByReason().keySet())
                .isSubsetOf("not-text", "not-a-number", "not-json", "unknown-word", "column-count");
    }

    private static long badRows(IngestedTrace trace) {
        return trace.report().manifest().quarantinedByReason().values().stream()
                .mapToLong(rows -> rows)
                .sum();
    }

    private static byte[] lastRow(byte[] text) {
        String[] lines = new String(text, StandardCharsets.UTF_8).split("\n", -1);
        return (lines[lines.length - 2] + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] halfRow(byte[] text) {
        byte[] row = lastRow(text);
        return Arrays.copyOf(row, row.length / 2);
    }

    @ParameterizedTest
    @MethodSource("families")
    void aRowOfTenMegabytesIsRefusedWithItsLine(String format) {
        byte[] row = new byte[10_000_000];
        Arrays.fill(row, (byte) 'x');
        refused(format, files(format, text -> join(text, row, new byte[] {'\n'}, lastRow(text))))
                .hasMessageMatching("(?s).*:\\d+: found a line of more than 1048576 bytes.*");
    }

    @Test
    void yourOwnRowOfTenMegabytesIsRefusedToo() {
        byte[] row = "0,60,1,2,".concat("x".repeat(10_000_000)).getBytes(StandardCharsets.UTF_8);
        refused("csv", files("csv", text -> join(text, row, new byte[] {'\n'})))
                .hasMessageMatching("(?s).*:5: found a line of more than 1048576 bytes.*");
    }

    /** Programs that write JSON without line ends write all of it in one. */
    @Test
    void aSnapshotOfAClusterMayBeOneLongLine() {
        IngestedTrace plain = ingest("kubernetes", files("kubernetes", text -> text));
        byte[] blanks = " ".repeat(10_000_000).getBytes(StandardCharsets.UTF_8);
        UnaryOperator<byte[]> inOneLine =
                text -> {
                    String json = new String(text, StandardCharsets.UTF_8);
                    return join(json.replace('\n', ' ').getBytes(StandardCharsets.UTF_8), blanks);
                };
        assertSameTables(plain, ingest("kubernetes", files("kubernetes", inOneLine)));
    }

    @Test
    void aJobThatIsNoNumberBelowTwoToThe63IsAName() {
        UnaryOperator<byte[]> rows =
                text ->
                        """
                        submit_s,duration_s,cpu,memory_gib,job
                        0,1,1,1,9223372036854775807
                        1,1,1,1,9223372036854775808
                        2,1,1,1,18446744073709551617
                        3,1,1,1,9223372036854775808
                        """
                                .getBytes(StandardCharsets.UTF_8);
        IngestedTrace trace = ingest("csv", files("csv", rows));
        assertThat(trace.report().manifest().quarantinedByReason()).isEmpty();
        assertThat(trace.query("tasks", "count(distinct job_id), count(*), max(job_id) >= 1"))
                .isEqualTo(List.of("3", "4", "true"));
        assertThat(trace.query("jobs", "count(*), max(tasks)")).isEqualTo(List.of("3", "2"));
    }

    @ParameterizedTest
    @MethodSource("families")
    void aFolderMayHaveBlanksInItsNameAndUnrelatedFilesButNoLinkOut(String format)
            throws IOException {
        Path[] files = files(format, text -> text);
        Path root = files[0];
        while (!root.getFileName().toString().startsWith("in ")) {
            root = root.getParent();
        }
        IngestedTrace named = ingest(format, files);
        Files.writeString(root.resolve("READ ME.txt"), "About these files.\n");
        Files.writeString(root.resolve(".DS_Store"), "\0\0");
        if (isFoundByName(format)) {
            IngestedTrace all = ingest(format, root);
            assertSameTables(named, all);
            assertThat(all.report().warnings()).anyMatch(text -> text.contains("READ ME.txt"));
        }
        Path outside = Files.writeString(folder.resolve("outside-" + format), "secret\n");
        Path link = Files.createSymbolicLink(root.resolve("link.csv"), outside);
        refused(format, root)
                .hasMessageContaining(link.getFileName() + ": found a symbolic link that leads out")
                .hasMessageNotContaining("secret\n");
    }

    /** The seed of swf is a single file without a name. */
    private static boolean isFoundByName(String format) {
        return !format.equals("swf");
    }

    /** Rows as spreadsheets and careless programs leave them; the good seed stands before. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "google-2011! task_events.csv! 6.1E+08,,1,0,7,0,u,2,9,0.5,0.25,0.1,0! precision-lost",
                "google-2011! task_events.csv! 610000000,,1.68846E+11,0,7,0,u,2,9,0.5,0.25,0.1,0!"
                        + " precision-lost",
                "google-2011! task_events.csv! 610000000,,9223372036854775808,0,7,0,u,2,9,0.5,,,0!"
                        + " out-of-range",
                "google-2011! task_events.csv! 610000000;;1;0;7;0;u;2;9;0.5;0.25;0.1;0! column-count",
                "google-2011! job_events.csv! 600000000,,5,0,1.68846E+11,2,name,logical!"
                        + " precision-lost",
                "azure-2017! vmtable.csv! 1.68846E+11,s,d,0,5,1,1,1,Interactive,4,7! precision-lost",
                "azure-2019! vmtable.csv! 1.68846E+11,s,d,0,5,1,1,1,Interactive,4,8! precision-lost",
                "azure-2017! vmtable.csv! z;s;d;0;5;1;1;1;Interactive;4;7! column-count",
                "alibaba-2017! batch_task.csv! 90,120,1.68846E+11,1,2,Terminated,50,0.5!"
                        + " precision-lost",
                "alibaba-2017! batch_task.csv! 90,120,9223372036854775808,1,2,Terminated,50,0.5!"
                        + " out-of-range",
                "alibaba-2017! batch_task.csv! 90|120|4|1|2|Terminated|50|0.5! column-count",
                "alibaba-2018! batch_task.csv! M1,1,1.68846E+11,1,Terminated,110,120,100.0,0.5!"
                        + " precision-lost",
                "alibaba-2018! batch_task.csv! M1;1;j_9;1;Terminated;110;120;100.0;0.5! column-count",
                "alibaba-gpu-2023! openb_pod_list.csv! 1.7E+11,6000,12288,1,460,P100,LS,Failed,3,4,3!"
                        + " precision-lost",
                "swf! input! 1.68846E+11 10 5 100 4 90 1024 4 200 2048 1 3 1 2 1 -1 -1 -1!"
                        + " precision-lost",
                "swf! input! 9223372036854775808 10 5 100 4 90 1024 4 2 2 1 3 1 2 1 -1 -1 -1!"
                        + " out-of-range",
                "swf! input! 99,10,5,100,4,90,1024,4,200,2048,1,3,1,2,1,-1,-1,-1! column-count",
                "bitbrains! 3.csv! 1372633000,1,2600.0,10.5,50,1048576,2048.5,0,1.5,0,0.2!"
                        + " column-count",
                "csv! input! 8,1,1,1,1.68846E+11,batch,,,,,,,,,,! precision-lost",
                "csv! input! 8;1;1;1;a;batch;;;;;;;;;;! column-count",
            })
    void aMangledRowIsSetAsideWithItsReason(String format, String file, String row, String reason)
            throws IOException {
        Path[] files = files(format, text -> text);
        Path changed = Arrays.stream(files).filter(f -> f.endsWith(file)).findFirst().orElseThrow();
        long line = Files.readAllLines(changed).size() + 1L;
        Files.write(
                changed,
                join(Files.readAllBytes(changed), (row + "\n").getBytes(StandardCharsets.UTF_8)));
        IngestedTrace trace = ingest(format, files);
        assertThat(trace.report().manifest().quarantinedByReason()).isEqualTo(Map.of(reason, 1L));
        assertThat(Files.readString(trace.path().resolve("quarantine.csv")))
                .contains("," + line + "," + reason + ",");
        assertThatThrownBy(
                        () -> ingest(format, r -> TestTraces.with(r, ErrorPolicy.FAIL, 0), files))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(changed + ":" + line + ": found ")
                .hasMessageContaining("expected ")
                .hasMessageContaining("--on-error quarantine");
    }

    /** A value that a spreadsheet could not compute, in each column of a row of tasks. */
    @ParameterizedTest
    @CsvSource({
        "google-2011, task_events.csv",
        "azure-2017, vmtable.csv",
        "azure-2019, vmtable.csv",
        "alibaba-2017, batch_task.csv",
        "alibaba-2018, batch_task.csv",
        "alibaba-gpu-2023, openb_pod_list.csv",
    })
    void aValueThatASpreadsheetCouldNotComputeIsNoNumber(String format, String file)
            throws IOException {
        Path[] files = files(format, text -> text);
        Path changed = Arrays.stream(files).filter(f -> f.endsWith(file)).findFirst().orElseThrow();
        byte[] good = Files.readAllBytes(changed);
        String[] columns = new String(lastRow(good), StandardCharsets.UTF_8).strip().split(",", -1);
        int refusals = 0;
        for (int i = 0; i < columns.length; i++) {
            String[] row = columns.clone();
            row[i] = "#VALUE!";
            Files.write(
                    changed,
                    join(good, (String.join(",", row) + "\n").getBytes(StandardCharsets.UTF_8)));
            refusals += badRows(ingest(format, files)) > 0 ? 1 : 0;
        }
        assertThat(refusals).isGreaterThanOrEqualTo(columns.length / 2); // the others are texts
    }

    /** Families of more than one table. */
    private static Stream<String> tableFamilies() {
        return families().filter(name -> tables(name).size() > 1);
    }

    private static List<SourceSchema> tables(String format) {
        return ((TraceFamily) TraceFormats.registry().get(format)).tables();
    }

    @ParameterizedTest
    @MethodSource("tableFamilies")
    void aTableThatIsMissingSaysWhatTheTraceCannotAnswer(String format) {
        Path[] files = files(format, text -> text);
        assertThat(missing(ingest(format, files))).isEmpty();
        int said = 0;
        for (SourceSchema table : tables(format)) {
            Path[] others =
                    Arrays.stream(files)
                            .filter(file -> !table.isNamed(file.getFileName().toString()))
                            .toArray(Path[]::new);
            assertThat(others.length < files.length || table.withoutIt().isEmpty()).isTrue();
            List<String> sentences = missing(ingest(format, others));
            String sentence = "There is no " + table.tableName() + ": " + table.withoutIt() + ".";
            assertThat(sentences)
                    .isEqualTo(table.withoutIt().isEmpty() ? List.of() : List.of(sentence));
            said += sentences.size();
        }
        assertThat(said).isGreaterThanOrEqualTo(2);
    }

    private static List<String> missing(IngestedTrace trace) {
        return trace.report().warnings().stream()
                .filter(sentence -> sentence.startsWith("There is no "))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("tableFamilies")
    void anyTableAloneIsRead(String format) {
        for (Path file : files(format, text -> text)) {
            IngestedTrace trace = ingest(format, file);
            assertThat(trace.report().manifest().files()).hasSize(1);
            assertThat(trace.report().manifest().quarantinedByReason()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("families")
    void theLargestMachineScalesWhatIsNormalisedAndNothingElse(String format) {
        Path[] files = files(format, text -> text);
        IngestedTrace one = ingest(format, files);
        Resources size = Resources.ofCoresAndGib(48, 256);
        IngestedTrace large = ingest(format, r -> r.with(d -> d.machine = size), files);
        boolean isNormalised = one.report().manifest().machine() != null;
        for (String table : List.of("tasks", "machines", "usage")) {
            if (one.report().manifest().tables().containsKey(table)
                    && one.table(table).rowsWritten() > 0) {
                long rows = one.table(table).rowsWritten();
                double before = sum(one, table, "memory_bytes");
                double after = sum(large, table, "memory_bytes");
                long times = isNormalised ? 256 : 1;
                assertThat(after).isBetween(times * before, times * (before + rows));
                long cores = format.startsWith("google") ? 48 : 1;
                double cpuBefore = sum(one, table, "cpu_micro_cores");
                assertThat(sum(large, table, "cpu_micro_cores"))
                        .isBetween(cores * cpuBefore, cores * (cpuBefore + rows));
            }
        }
        assertThat(isNormalised)
                .isEqualTo(format.startsWith("google") || format.matches("alibaba-201[78]"));
    }

    private static double sum(IngestedTrace trace, String table, String column) {
        return Double.parseDouble(
                trace.query(table, "coalesce(sum(" + column + "), 0)::double").get(0));
    }

    /** Times that go back: set aside, put in order, or refused by the user's own files. */
    @Test
    void rowsInAnotherOrderAreNotLost() {
        for (String format : families().toList()) {
            Path[] files = files(format, BadInputContractTest::backwards);
            IngestedTrace trace = ingest(format, files);
            assertThat(trace.report().manifest().tables().values())
                    .as(format)
                    .allSatisfy(
                            table ->
                                    assertThat(table.rowsRead())
                                            .isEqualTo(
                                                    table.rowsUsed()
                                                            + table.rowsQuarantined()
                                                            + table.rowsIgnored().values().stream()
                                                                    .mapToLong(n -> n)
                                                                    .sum()));
        }
        Path[] csv = files("csv", BadInputContractTest::backwards);
        assertThat(ingest("csv", csv).report().manifest().quarantinedByReason())
                .containsOnlyKeys("unsorted");
    }

    /** A header line stays the first one. */
    private static byte[] backwards(byte[] text) {
        String[] lines = new String(text, StandardCharsets.UTF_8).split("\n", -1);
        boolean hasHeader = Character.isLetter(lines[0].charAt(0)) && !lines[0].startsWith("m_");
        StringBuilder turned = new StringBuilder();
        for (int i = lines.length - 2; i >= (hasHeader ? 1 : 0); i--) {
            turned.append(lines[i]).append('\n');
        }
        return ((hasHeader ? lines[0] + "\n" : "") + turned).getBytes(StandardCharsets.UTF_8);
    }

    /** How the second of two equal rows is counted, where it says nothing new. */
    @ParameterizedTest
    @CsvSource({
        "azure-2017, vmtable.csv, 2, duplicate",
        "azure-2019, vmtable.csv, 2, duplicate",
        "alibaba-gpu-2023, openb_node_list.csv, 2, duplicate",
        "alibaba-gpu-2023, openb_pod_list.csv, 2, duplicate",
        "swf, input, 12, duplicate",
    })
    void aSecondRowAboutTheSameThingIsSetAside(String format, String file, int line, String reason)
            throws IOException {
        IngestedTrace trace = ingestWithARowTwice(format, file, line);
        assertThat(trace.report().manifest().quarantinedByReason()).isEqualTo(Map.of(reason, 1L));
    }

    @ParameterizedTest
    @CsvSource({
        "bitbrains, 3.csv, 1, usage, repeated-measurement",
        "alibaba-2018, machine_meta.csv, 1, machines, unchanged",
    })
    void aSecondRowThatSaysNothingNewIsIgnoredByRule(
            String format, String file, int line, String table, String rule) throws IOException {
        Map<String, Long> before = ingest(format, files(format, t -> t)).table(table).rowsIgnored();
        Map<String, Long> after =
                ingestWithARowTwice(format, file, line).table(table).rowsIgnored();
        assertThat(after.getOrDefault(rule, 0L)).isEqualTo(before.getOrDefault(rule, 0L) + 1);
    }

    /** Events that cannot happen twice change nothing but the fact that counts them. */
    @ParameterizedTest
    @CsvSource({
        "google-2011, task_events.csv, 9, tasks, tasks.repeatedEnds",
        "google-2019, instance_events.csv, 2, tasks, tasks.repeatedSchedules",
        "google-2011, job_events.csv, 3, jobs, jobs.repeatedEnds",
    })
    void anEventThatIsThereTwiceCountsOnce(
            String format, String file, int line, String table, String fact) throws IOException {
        IngestedTrace once = ingest(format, files(format, text -> text));
        IngestedTrace twice = ingestWithARowTwice(format, file, line);
        assertThat(twice.table(table).rowsUsed()).isEqualTo(once.table(table).rowsUsed() + 1);
        assertThat(twice.facts().get(fact)).isEqualTo(once.facts().getOrDefault(fact, 0L) + 1);
        String[] sums =
                table.equals("tasks")
                        ? new String[] {"count(*)", "sum(attempts)"}
                        : new String[] {"count(*)"};
        for (String sum : sums) {
            assertThat(twice.query(table, sum)).as(sum).isEqualTo(once.query(table, sum));
        }
    }

    private IngestedTrace ingestWithARowTwice(String format, String file, int line)
            throws IOException {
        Path[] files = files(format, text -> text);
        Path changed = Arrays.stream(files).filter(f -> f.endsWith(file)).findFirst().orElseThrow();
        List<String> lines = new ArrayList<>(Files.readAllLines(changed));
        lines.add(line, lines.get(line - 1));
        Files.write(changed, lines);
        return ingest(format, files);
    }
}
