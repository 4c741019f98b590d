package dev.stowage.ingest.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.fuzz.FuzzSeeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VsphereFormatsTest {
    @TempDir private Path folder;

    private IngestedTrace ingest(String format, Map<String, String> options, List<Path> files) {
        return IngestedTrace.of(
                TraceFormats.named(format),
                folder,
                r -> r.with(draft -> draft.options = options),
                files.toArray(Path[]::new));
    }

    private List<Path> seed(String format) throws IOException {
        List<Path> files = FuzzSeeds.unpack(format, Files.createTempDirectory(folder, "in"));
        assertThat(TraceFormats.recognise(files).format().name()).isEqualTo(format);
        return files;
    }

    @Test
    void machinesAreHostsAndTasksAreWhatRunsOnThem() throws IOException {
        IngestedTrace trace = ingest("rvtools", Map.of(), seed("rvtools"));
        assertThat(
                        trace.query(
                                "tasks",
                                "sum(cpu_micro_cores)::bigint, sum(memory_bytes)::bigint / 1048576,"
                                        + " list(machine_id), max(disk_bytes) / 1048576,"
                                        + " list(constraints), count(end_micros)"))
                .isEqualTo(
                        List.of(
                                "7000000",
                                "13312.0",
                                "[0, 1, null]",
                                "40960.0",
                                "[cluster=c1, cluster=c1, null]",
                                "0"));
        assertThat(trace.query("jobs", "list(name)")).isEqualTo(List.of("[web1, web1 #2, lost]"));
        assertThat(trace.table("tasks").rowsIgnored())
                .isEqualTo(Map.of("header", 1L, "powered-off", 2L));
        assertThat(trace.query("machines", "sum(cpu_micro_cores)::bigint, min(attributes)"))
                .isEqualTo(List.of("32000000", "cluster=c1"));
        assertThat(trace.report().warnings())
                .anyMatch(text -> text.startsWith("1 of 3 virtual machines are on hosts"));
    }

    @Test
    void countsWhatIsSwitchedOffAndThreadsIfAsked() throws IOException {
        IngestedTrace trace =
                ingest("rvtools", Map.of("off", "count", "core", "thread"), seed("rvtools"));
        assertThat(trace.query("tasks", "count(*)")).isEqualTo(List.of("4"));
        assertThat(trace.query("machines", "list(cpu_micro_cores)"))
                .isEqualTo(List.of("[32000000, 16000000]"));
    }

    @Test
    void aWorkbookIsReadAsItsSheetsAre() throws IOException {
        Path book = folder.resolve("estate.xlsx");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(book))) {
            put(
                    zip,
                    "xl/workbook.xml",
                    "<workbook xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/"
                            + "relationships'><sheets><sheet name='vInfo' r:id='r1'/><sheet"
                            + " name='vMemory' r:id='r2'/></sheets></workbook>");
            put(
                    zip,
                    "xl/_rels/workbook.xml.rels",
                    "<Relationships><Relationship Id='r1' Target='worksheets/a.xml'/>"
                            + "<Relationship Id='r2' Target='worksheets/b.xml'/></Relationships>");
            put(
                    zip,
                    "xl/sharedStrings.xml",
                    "<sst><si><t>VM</t></si><si><r><t>power</t></r><r><t>edOn</t></r></si></sst>");
            put(
                    zip,
                    "xl/worksheets/a.xml",
                    "<worksheet><sheetData><row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1'"
                            + " t='inlineStr'><is><t>Powerstate</t></is></c><c r='D1' t='str'>"
                            + "<v>CPUs</v></c><c r='E1' t='str'><v>Memory</v></c></row><row r='3'>"
                            + "<c r='A3' t='str'><v>web</v></c><c r='B3' t='s'><v>1</v></c><c r='D3'>"
                            + "<v>4</v></c><c r='E3'><v>8.192E3</v></c></row></sheetData>"
                            + "</worksheet>");
        }
        assertThat(TraceFormats.recognise(List.of(book)).format().name()).isEqualTo("rvtools");
        IngestedTrace trace = ingest("rvtools", Map.of(), List.of(book));
        assertThat(trace.query("tasks", "count(*), sum(cpu_micro_cores), sum(memory_bytes)"))
                .isEqualTo(List.of("1", "4000000", "8589934592"));
        assertThat(trace.table("tasks").rowsIgnored())
                .isEqualTo(Map.of("header", 1L, "empty-line", 1L));
        assertThat(trace.report().warnings()).contains("Sheets that nothing uses: vMemory.");

        byte[] bytes = Files.readAllBytes(book);
        Path cut = Files.write(folder.resolve("cut.xlsx"), Arrays.copyOf(bytes, 300));
        assertThatThrownBy(() -> ingest("rvtools", Map.of(), List.of(cut)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no whole workbook");
    }

    private static void put(OutputStream out, String name, String text) throws IOException {
        ZipOutputStream zip = (ZipOutputStream) out;
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    @Test
    void viewsAreUseOverTime() throws IOException {
        IngestedTrace trace = ingest("vrops", Map.of("core-mhz", "2500"), seed("vrops"));
        assertThat(
                        trace.query(
                                "usage",
                                "count(*), list(cpu_micro_cores), max(memory_bytes) / 1048576,"
                                        + " max(end_micros)"))
                .isEqualTo(
                        List.of("4", "[2000200, 4000000, null, 1000000]", "2000.0", "14400000000"));
        assertThat(trace.query("tasks", "list(cpu_micro_cores), list(cpu_used_micro_cores)"))
                .isEqualTo(List.of("[20000000, 20000000]", "[3000100, 1000000]"));
        assertThat(trace.facts()).containsEntry("usage.gaps", 1L);
        assertThat(trace.table("tasks").rowsIgnored())
                .isEqualTo(Map.of("header", 1L, "not-provisioned", 1L));
    }

    @Test
    void nobodyGuessesWhatAMegahertzIs() throws IOException {
        List<Path> files = seed("vrops");
        for (String speed : List.of("", "0", "fast", "-3")) {
            assertThatThrownBy(() -> ingest("vrops", Map.of("core-mhz", speed), files))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("core-mhz=2600");
        }
    }

    /** Recounted in Python from the XML of the sheet: rows poweredOn that are no templates. */
    @Test
    void theRealWorkbookHasTheMachinesThatPythonCounts() {
        IngestedTrace trace =
                ingest(
                        "rvtools",
                        Map.of(),
                        List.of(TestTraces.realData("rvtools/SizingWorkshop-RVTools.xlsx")));
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), sum(cpu_micro_cores)::bigint,"
                                        + " sum(memory_bytes)::bigint / 1048576"))
                .isEqualTo(List.of("763", "2629000000", "1.0420492E7"));
        assertThat(trace.table("tasks").rowsIgnored())
                .isEqualTo(Map.of("header", 1L, "empty-line", 2698L, "powered-off", 42L));
        assertThat(trace.query("machines", "count(*)")).isEqualTo(List.of("34"));
    }

    /** Recounted in Python: sums of the columns, 2,600 MHz a core. */
    @Test
    void theRealViewSumsToWhatPythonCounts() {
        IngestedTrace trace =
                ingest(
                        "vrops",
                        Map.of("core-mhz", "2600"),
                        List.of(TestTraces.realData("vrops/host-hourly.csv")));
        assertThat(
                        trace.query(
                                "usage",
                                "count(*), round(avg(cpu_micro_cores) / 1e6, 6),"
                                        + " round(sum(memory_bytes) / 1048576, 2)"))
                .isEqualTo(List.of("336", "18.688149", "1.7389166828E8"));
    }
}
