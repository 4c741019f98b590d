package dev.stowage.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.text.TextSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first rows of real files, written again as other tools write them. What {@code auto} makes of
 * each is the table in {@code docs/trace-formats.md} ({@code -Dstowage.regenerate=true}).
 */
class RealDerivativesTest {
    private static final Path PAGE = Path.of("../docs/trace-formats.md");
    private static final String BEGIN = "<!-- begin derivatives -->\n";
    private static final String END = "<!-- end derivatives -->\n";
    private static final int ROWS = 60;

    @TempDir private Path folder;

    private record Source(String format, Path file, char separator) {}

    /** A way to write rows again. */
    @FunctionalInterface
    private interface Writing {
        void write(List<List<String>> rows, Path original, Path target) throws IOException;
    }

    private static List<Source> sources() {
        return List.of(
                new Source(
                        "alibaba-gpu-2023",
                        TestTraces.real("alibaba-gpu-2023/openb_pod_list_default.csv"),
                        ','),
                new Source("philly", TestTraces.realData("philly/adaptdl-philly.csv.gz"), ','),
                new Source(
                        "alibaba-gpu-2025",
                        TestTraces.realData("alibaba-gpu-2025/disaggregated_DLRM_trace.csv.gz"),
                        ','),
                new Source(
                        "alibaba-genai-2026",
                        TestTraces.realData("alibaba-genai-2026/lora_request_trace.csv.gz"),
                        ','),
                new Source(
                        "azure-llm-2023",
                        TestTraces.realData("azure-llm-2023/AzureLLMInferenceTrace_code.csv"),
                        ','),
                new Source("gwf", TestTraces.realData("gwf/trace.gwf"), ','),
                new Source(
                        "openshift",
                        TestTraces.realData("openshift-cost-mgmt/ros-ocp-usage.csv"),
                        ','),
                new Source("vrops", TestTraces.realData("vrops/host-hourly.csv"), ','));
    }

    private static Map<String, Writing> writings() {
        Map<String, Writing> ways = new LinkedHashMap<>();
        ways.put("cut", text(",", false, false, false));
        ways.put("reordered", text(",", true, false, false));
        ways.put("renamed: capitals and blanks", renamed());
        ways.put("tabs", text("\t", false, false, false));
        ways.put("bars, quoted", text("|", false, true, false));
        ways.put("pandas: index column", text(",", false, false, true));
        ways.put("spreadsheet: BOM, `;`, quoted, CRLF", spreadsheet());
        ways.put("concatenated with its first line", concatenated());
        ways.put("DuckDB: CSV", duckDb("csv, header"));
        ways.put("DuckDB: Parquet of texts", duckDb("parquet"));
        return ways;
    }

    private static Writing text(
            String separator, boolean isShuffled, boolean isQuoted, boolean hasIndex) {
        return (rows, original, target) ->
                Files.writeString(target, text(rows, separator, isShuffled, isQuoted, hasIndex));
    }

    private static String text(
            List<List<String>> rows,
            String separator,
            boolean isShuffled,
            boolean isQuoted,
            boolean hasIndex) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, rows.get(0).size()).boxed().toList());
        if (isShuffled) {
            Collections.shuffle(order, new Random(5));
        }
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            List<String> row = rows.get(r);
            text.append(hasIndex ? (r == 0 ? "" : "" + (r - 1)) + separator : "")
                    .append(
                            order.stream()
                                    .map(c -> cell(row.get(c), separator, isQuoted))
                                    .collect(Collectors.joining(separator)))
                    .append('\n');
        }
        return text.toString();
    }

    private static String cell(String value, String separator, boolean isQuoted) {
        return isQuoted || value.contains(separator) ? '"' + value + '"' : value;
    }

    private static Writing renamed() {
        return (rows, original, target) -> {
            List<List<String>> other = new ArrayList<>(rows);
            other.set(
                    0,
                    rows.get(0).stream()
                            .map(name -> name.toUpperCase(Locale.ROOT).replace('_', ' '))
                            .toList());
            Files.writeString(target, text(other, ",", false, false, false));
        };
    }

    private static Writing spreadsheet() {
        return (rows, original, target) ->
                Files.writeString(
                        target,
                        "\uFEFF" + text(rows, ";", false, true, false).replace("\n", "\r\n"));
    }

    /** Half of the rows, and the other half with the first line once more. */
    private static Writing concatenated() {
        return (rows, original, target) -> {
            int half = rows.size() / 2;
            List<List<String>> all = new ArrayList<>(rows.subList(0, half));
            all.add(rows.get(0));
            all.addAll(rows.subList(half, rows.size()));
            Files.writeString(target, text(all, ",", false, false, false));
        };
    }

    private static Writing duckDb(String form) {
        return (rows, original, target) ->
                TestTraces.duckDbRun(
                        "copy (select * from read_csv('"
                                + original
                                + "', header = true, all_varchar = true)) to '"
                                + target
                                + "' (format "
                                + form
                                + ")");
    }

    private static List<List<String>> rows(Source source) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        try (TextSource text = TextSource.open(source.file(), bytes -> {});
                CsvReader<CsvRecord> records =
                        CsvReader.builder()
                                .detectBomHeader(true)
                                .fieldSeparator(source.separator())
                                .ofCsvRecord(text.asStream(), StandardCharsets.UTF_8)) {
            for (CsvRecord record : records) {
                if (rows.size() > ROWS) {
                    break;
                }
                rows.add(record.getFields().stream().map(String::strip).toList());
            }
        }
        return rows;
    }

    @Test
    void writesWhatAutoMakesOfEach() throws IOException {
        StringBuilder table = new StringBuilder("| written again |");
        List<Source> sources = sources();
        sources.forEach(source -> table.append(" `").append(source.format()).append("` |"));
        table.append("\n| --- |").append(" --- |".repeat(sources.size())).append('\n');
        int same = 0;
        int all = 0;
        for (Map.Entry<String, Writing> way : writings().entrySet()) {
            table.append("| ").append(way.getKey()).append(" |");
            for (Source source : sources) {
                String outcome = outcome(source, way.getValue());
                all++;
                same += outcome.equals("same") ? 1 : 0;
                table.append(' ').append(outcome).append(" |");
            }
            table.append('\n');
        }
        table.append('\n')
                .append(same)
                .append(" of ")
                .append(all)
                .append(" give the same bytes of tasks as the original.\n");
        check(table.toString());
        assertThat(all).isGreaterThanOrEqualTo(60);
    }

    private String outcome(Source source, Writing way) throws IOException {
        List<List<String>> rows = rows(source);
        Path in = Files.createTempDirectory(folder, "in");
        Path original = in.resolve("original.csv");
        Files.writeString(original, text(rows, ",", false, false, false));
        Path derived = in.resolve("derived.dat");
        way.write(rows, original, derived);
        TraceFormat format;
        try {
            format = TraceFormats.recognise(List.of(derived)).format();
        } catch (InputException e) {
            return "not recognised";
        }
        if (!format.name().equals(source.format())) {
            return "taken for " + format.name();
        }
        try {
            Path expected = ingest(format, original);
            Path found = ingest(format, derived);
            return Files.mismatch(expected, found) < 0 ? "same" : "other tasks";
        } catch (InputException e) {
            return "refused";
        }
    }

    private Path ingest(TraceFormat format, Path file) {
        Map<String, String> options =
                format.name().equals("vrops") ? Map.of("core-mhz", "2500") : Map.of();
        return IngestedTrace.of(format, folder, r -> r.with(draft -> draft.options = options), file)
                .path()
                .resolve("tasks.parquet");
    }

    private static void check(String expected) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if (Boolean.getBoolean("stowage.regenerate")) {
            Files.writeString(PAGE, page.substring(0, from) + expected + page.substring(to));
            return;
        }
        assertThat(page.substring(from, to)).isEqualTo(expected);
    }
}
