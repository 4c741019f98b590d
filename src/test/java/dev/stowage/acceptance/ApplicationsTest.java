package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code stowage applications} from the outside. Importances of the real pieces are those that
 * {@code execution_features.py} (beside the resources of these tests) prints from the published
 * files: {@code python3 execution_features.py ../shared/traces}, DuckDB 2.0.0, NumPy 2.4.6.
 */
class ApplicationsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Pattern DOCUMENTED =
            Pattern.compile(
                    "\\| `(\\w+)` \\| `\\w+` \\|([^|\n]*)\\|[^|\n]*\\|([^|\n]*)\\|([^|\n]*)\\|");

    @TempDir private Path directory;

    private static JsonNode applications(Object... args) throws IOException {
        List<Object> all = new ArrayList<>(List.of("applications"));
        all.addAll(List.of(args));
        all.add("--json");
        JsonNode result = JSON.readTree(Stowage.run(all.toArray()).exits(0).out());
        assertThat(Schemas.problems("applications.schema.json", result)).isEmpty();
        return result;
    }

    private static Map<String, Double> importances(JsonNode result) {
        Map<String, Double> importances = new LinkedHashMap<>();
        for (JsonNode each : result.get("features")) {
            importances.put(each.get("feature").asText(), each.get("importance").asDouble());
        }
        return importances;
    }

    private static List<String> selected(JsonNode array, String name) {
        List<String> names = new ArrayList<>();
        for (JsonNode each : array) {
            if (each.get("selected").asBoolean()) {
                names.add(each.get(name).asText());
            }
        }
        return names;
    }

    private static void assertImportances(JsonNode result, Object... nameAndShare) {
        Map<String, Double> found = importances(result);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < nameAndShare.length; i += 2) {
            String name = (String) nameAndShare[i];
            names.add(name);
            assertThat(found.get(name))
                    .as(name)
                    .isCloseTo((Double) nameAndShare[i + 1], within(1e-6));
        }
        assertThat(found.keySet()).containsExactlyElementsOf(names);
        assertThat(found.values().stream().mapToDouble(d -> d).sum()).isCloseTo(1, within(1e-12));
    }

    private JsonNode google() throws IOException {
        Path trace = directory.resolve("g.trace");
        Stowage.run("ingest", "google-2011", Shared.require("traces/google-2011"), "-o", trace)
                .exits(0);
        return applications(trace);
    }

    @Test
    void findsTheImportancesOfTheGooglePieceAndTheSelectedFeatures() throws IOException {
        JsonNode result = google();
        assertThat(result.get("measurements").asInt()).isEqualTo(60);
        assertImportances(
                result,
                "meanCpuCores",
                0.1118276,
                "pageCacheGib",
                0.1046364,
                "maxCpuCores",
                0.1037820,
                "maxDiskIo",
                0.1036300,
                "meanDiskIo",
                0.1021850,
                "maxMemoryGib",
                0.0970553,
                "memoryAccessesPerInstruction",
                0.0950252,
                "diskSpaceGib",
                0.0949428,
                "meanMemoryGib",
                0.0935287,
                "cyclesPerInstruction",
                0.0933870);
        // seven reach 71.8 %, eight 81.3 %
        assertThat(selected(result.get("features"), "feature"))
                .containsExactly(
                        "meanCpuCores",
                        "pageCacheGib",
                        "maxCpuCores",
                        "maxDiskIo",
                        "meanDiskIo",
                        "maxMemoryGib",
                        "memoryAccessesPerInstruction",
                        "diskSpaceGib");
        assertThat(result.at("/components/0/explained").asDouble()).isCloseTo(0.4675, within(1e-4));
        assertThat(result.get("unused"))
                .extracting(each -> each.get("feature").asText())
                .containsExactly("networkIn", "networkOut", "medianCpuCores", "tailCpuCores");
        assertThat(result.get("notes").get(0).asText()).contains("--machine");
        assertDocumented(importances(result), 3);
    }

    @Test
    void findsTheImportancesOfTheContainersOfAlibaba() throws IOException {
        JsonNode result = applications(alibaba());
        assertThat(result.get("measurements").asInt()).isEqualTo(6570);
        assertImportances(
                result,
                "cyclesPerInstruction",
                0.1547230,
                "meanMemoryGib",
                0.1526132,
                "meanCpuCores",
                0.1520165,
                "meanDiskIo",
                0.1460169,
                "networkIn",
                0.1370192,
                "networkOut",
                0.1288096,
                "memoryAccessesPerInstruction",
                0.1288017);
        assertThat(selected(result.get("features"), "feature")).hasSize(6);
        assertDocumented(importances(result), 4);
    }

    /** Container_usage of 2018 as measurements: which column is which feature. */
    private Path alibaba() throws IOException {
        Path usage = Shared.require("traces/alibaba-2018/container_usage.csv.gz");
        Path csv = directory.resolve("containers.csv");
        StringBuilder rows =
                new StringBuilder(
                        "meanCpuCores,meanMemoryGib,networkIn,networkOut,meanDiskIo,"
                                + "cyclesPerInstruction,memoryAccessesPerInstruction\n");
        try (BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(usage)),
                                StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] row = line.split(",", -1);
                String accesses = row[7].isEmpty() ? "" : row[7] + "e-3"; // for 1,000 instructions
                rows.append(
                        String.join(
                                ",", row[3], row[4], row[8], row[9], row[10], row[5], accesses));
                rows.append('\n');
            }
        }
        Files.writeString(csv, rows);
        return csv;
    }

    /** Every importance is in docs/applications.md, and none that is not found. */
    private static void assertDocumented(Map<String, Double> found, int group) throws IOException {
        Matcher row = DOCUMENTED.matcher(Files.readString(Path.of("docs", "applications.md")));
        int rows = 0;
        while (row.find()) {
            Double share = found.get(row.group(1));
            assertThat(row.group(group).strip())
                    .as(row.group(1))
                    .isEqualTo(
                            share == null
                                    ? "-"
                                    : String.format(Locale.ROOT, "%.1f %%", 100 * share));
            rows++;
        }
        assertThat(rows).isEqualTo(14);
    }

    /** Log-normal features, as the application "alike" of {@link #pool} has them. */
    private Path measurements(int rows) throws IOException {
        Random random = new Random(5);
        StringBuilder text =
                new StringBuilder("when,meanCpuCores,meanMemoryGib,pageCacheGib,networkIn\n");
        for (int i = 0; i < rows; i++) {
            double common = random.nextGaussian();
            text.append(i).append(',').append(Math.exp(0.4 * common)).append(',');
            text.append(4 * Math.exp(0.2 * common + 0.2 * random.nextGaussian())).append(',');
            text.append(Math.exp(0.3 * random.nextGaussian())).append(",\n");
        }
        Path csv = directory.resolve("m.csv");
        Files.writeString(csv, text);
        return csv;
    }

    private Path pool(String... lines) throws IOException {
        Path pool = directory.resolve("pool.yaml");
        Files.write(pool, List.of(lines));
        return pool;
    }

    @Test
    void ranksTheUsersOwnPoolOnTheUsersOwnMeasurements() throws IOException {
        Path pool =
                pool(
                        "applications:",
                        "  - {name: far, class: batch, source: us, features: {meanCpuCores: 90,"
                                + " meanMemoryGib: 900, pageCacheGib: 90}}",
                        "  - {name: alike, class: batch, source: us, features: {meanCpuCores: 1,"
                                + " meanMemoryGib: [3, 5]}, estimates: {pageCacheGib: [0.9, 1.1]}}",
                        "  - {name: unknown, class: user-facing, source: us, features:"
                                + " {networkIn: 1}}");
        Path map = directory.resolve("map.csv");
        JsonNode result = applications(measurements(500), "--pool", pool, "--top", 1, "--map", map);
        assertThat(map).hasContent("application,share\nalike,1.0\n");
        assertThat(result.get("applications"))
                .extracting(each -> each.get("name").asText())
                .containsExactly("alike", "far", "unknown");
        assertThat(selected(result.get("applications"), "name")).containsExactly("alike");
        assertThat(result.at("/applications/0/similarity").asDouble()).isGreaterThan(0.8);
        assertThat(result.at("/applications/2/similarity").isNull()).isTrue();
        assertThat(result.get("notes").get(0).asText()).contains("when");
        assertThat(result.get("unused").toString())
                .contains("{\"feature\":\"networkIn\",\"observations\":0");
    }

    @Test
    void showsWhatIsSelectedAndWhatIsAnEstimate() throws IOException {
        String text = Stowage.run("applications", measurements(500)).exits(0).out();
        assertThat(text)
                .contains(
                        "m, 500 measurements",
                        "*  meanMemoryGib",
                        "selected: 3 of 3 features reach 75.0 %",
                        "Not in this trace: ",
                        "Applications of the shipped pool",
                        "rodinia-kmeans",
                        "~ from an estimate: nobody measured what the application does.")
                .containsPattern("similarity +compared +by estimates");
        assertThat(text).isEqualTo(Stowage.run("applications", directory.resolve("m.csv")).out());
    }

    @Test
    void shipsTheApplicationsThatTheThesisNames() throws IOException {
        JsonNode result = applications(measurements(100));
        assertThat(result.get("pool").asText()).isEqualTo("shipped");
        assertThat(result.get("applications"))
                .extracting(each -> each.get("name").asText())
                .contains("tpc-h", "tpc-e", "tpc-w", "nginx", "redis", "couchdb", "memcached")
                .filteredOn(name -> name.startsWith("rodinia-"))
                .hasSize(12);
        for (JsonNode each : result.get("applications")) {
            assertThat(each.get("source").asText()).isNotBlank();
            assertThat(each.get("features")).isNotEmpty();
        }
    }

    @Test
    void saysThatATraceHasNoUsageTable() throws IOException {
        Path csv = directory.resolve("tasks.csv");
        Files.writeString(csv, "submit_s,duration_s,cpu,memory_gib\n0,1,1,1\n");
        Path trace = directory.resolve("t.trace");
        Stowage.run("ingest", "csv", csv, "-o", trace).exits(0);
        Stowage.run("applications", trace)
                .exits(3)
                .says(
                        "a trace with the tables ",
                        "tasks",
                        "one with usage",
                        "docs/applications.md");
        Stowage.run("applications", csv)
                .exits(3)
                .says("tasks.csv:1", "no column that is a feature", "meanCpuCores");
        Stowage.run("applications", directory.resolve("none")).exits(3).says("no such file");
    }

    @Test
    void refusesTooFewOrUselessMeasurements() throws IOException {
        Stowage.run("applications", measurements(29))
                .exits(3)
                .says("29 measurements", "at least 30");
        Path constant = directory.resolve("constant.csv");
        Files.writeString(constant, "meanCpuCores\n" + "2.5\n".repeat(40));
        Stowage.run("applications", constant)
                .exits(3)
                .says("no feature that varies", "always the same: meanCpuCores");
        Path broken = directory.resolve("broken.csv");
        Files.writeString(broken, "meanCpuCores,maxCpuCores\n1,2\n1,two\n");
        Stowage.run("applications", broken).exits(3).says("broken.csv:3", "\"two\" as maxCpuCores");
        Files.writeString(broken, "meanCpuCores,meanCpuCores\n1,2\n");
        Stowage.run("applications", broken).exits(3).says("the column meanCpuCores twice");
    }

    @Test
    void saysWhereAPoolIsWrong() throws IOException {
        Path pool =
                pool(
                        "applications:",
                        "  - name: a",
                        "    class: batsh",
                        "    source: us",
                        "    features: {meanCpu: 1, maxCpuCores: -1, meanMemoryGib: [1, 2, 3]}",
                        "  - {name: b, class: batch}");
        Stowage.run("applications", measurements(40), "--pool", pool)
                .exits(3)
                .says(
                        "pool.yaml:3:12: applications[0].class",
                        "pool.yaml:5:16: applications[0].features.meanCpu",
                        "the unknown key \"meanCpu\"",
                        "pool.yaml:5:41: applications[0].features.maxCpuCores: found -1, expected a"
                                + " number of at least 0, or [least, largest]",
                        "pool.yaml:5:60",
                        "no key \"source\"",
                        "docs/applications.md");
    }

    @Test
    void saysWhatNoApplicationCanDo() throws IOException {
        Path pool =
                pool(
                        "applications:",
                        "  - {name: a, class: batch, source: us, features: {meanCpuCores: [2, 1],"
                                + " cyclesPerInstruction: 5000}}",
                        "  - {name: a, class: batch, source: us, features: {maxCpuCores: 1},"
                                + " estimates: {maxCpuCores: 2}}",
                        "  - {name: c, class: batch, source: us}");
        Stowage.run("applications", measurements(40), "--pool", pool)
                .exits(3)
                .says(
                        "pool.yaml:2:",
                        "from 2 to 1",
                        "5000.0",
                        "the name \"a\" again",
                        "a feature that stands in features too",
                        "neither features nor estimates");
    }

    @Test
    void refusesImpossibleOptions() throws IOException {
        Path csv = measurements(40);
        Stowage.run("applications", csv, "--share", "0").exits(2).says("--share: found 0.0");
        Stowage.run("applications", csv, "--share", "NaN").exits(2).says("--share");
        Stowage.run("applications", csv, "--top", "0").exits(2).says("--top: found 0");
        Stowage.run("applications", csv, "--pool", directory.resolve("none.yaml"))
                .exits(3)
                .says("none.yaml", "a pool of applications in YAML");
    }

    @Test
    void drawsImportancesAndTheRankingAndMarksEstimates() throws IOException {
        Path csv = directory.resolve("m.csv");
        StringBuilder rows = new StringBuilder("meanCpuCores,meanMemoryGib\n");
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            double cpu = 0.1 + random.nextDouble();
            rows.append(String.format(Locale.ROOT, "%.4f,%.4f%n", cpu, random.nextDouble()));
        }
        Files.writeString(csv, rows);
        Path page = directory.resolve("a.html");
        JsonNode result = applications(csv, "--report", page);
        String html = Files.readString(page);
        assertThat(html).contains("chart-importance", "chart-similarity", "Estimated", "~");
        for (String name : selected(result.get("applications"), "name")) {
            assertThat(html).contains(name);
        }
        for (String feature : selected(result.get("features"), "feature")) {
            assertThat(html).contains(feature);
        }
        Stowage.run("applications", csv, "--report", page).exits(3).says("a.html", "--force");
        Stowage.run("applications", csv, "--report", page, "--force").exits(0);
        assertThat(Files.readString(page)).isEqualTo(html);
    }
}
