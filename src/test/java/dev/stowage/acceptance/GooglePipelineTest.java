package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trace to model to workload to run on the real pieces of the Google 2011 trace. */
class GooglePipelineTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Pattern SIMILARITY =
            Pattern.compile(
                    "\\| ([A-Z_]+)\\[(B|UF)\\] \\| \\d+ % \\|[^|]*\\| ([0-9.]+) % \\(`([a-z-]+)`\\)"
                            + " \\| [0-9.]+ \\|");

    @TempDir private Path directory;

    @Test
    void goesFromTheTraceToTheRunOfASyntheticWorkloadAndOfTheTraceItself() throws IOException {
        Path google = Shared.require("traces/google-2011");
        Path trace = directory.resolve("g.trace");
        Path model = directory.resolve("g.json");
        Path report = directory.resolve("fit.html");
        Path workload = directory.resolve("w.trace");

        Stowage.run("ingest", "google-2011", google, "-o", trace).exits(0);
        assertRowsAddUp(trace);
        assertThat(Stowage.run("inspect", trace).exits(0).out()).contains("tasks", "machines");
        Stowage.run("fit", trace, "-o", model, "--report", report).exits(0);
        assertThat(Files.readString(report)).contains("<html");
        assertSimilaritiesAreAsDocumented(JSON.readTree(model.toFile()));
        assertThat(Stowage.run("inspect", model).exits(0).out()).contains("taskDurationSeconds");
        Stowage.run("synth", model, "--jobs", "20000", "--seed", "1", "-o", workload).exits(0);
        JsonNode synthetic =
                simulate(workload, "run", "--servers", "200x1c1g", "--placement", "best-fit");
        assertTasksAddUp(synthetic);
        JsonNode recorded =
                simulate(trace, "run2", "--servers", "trace", "--placement", "best-fit");
        assertTasksAddUp(recorded);
        assertThat(recorded.at("/leftOut").isEmpty()).isFalse();
    }

    /**
     * Every row of the table in {@code docs/models.md}; 90 % on average (published: 75 %) and none
     * below 75 %.
     */
    private static void assertSimilaritiesAreAsDocumented(JsonNode model) throws IOException {
        Matcher row = SIMILARITY.matcher(Files.readString(Path.of("docs", "models.md")));
        double sum = 0;
        int rows = 0;
        while (row.find()) {
            String of = row.group(2).equals("B") ? "BATCH" : "USER_FACING";
            JsonNode chosen = chosen(model.at("/classes/" + of + "/parameters"), row.group(1));
            double similarity = 1 - chosen.at("/scores/distance").doubleValue();
            assertThat(row.group(3))
                    .isEqualTo(String.format(Locale.ROOT, "%.1f", 100 * similarity));
            assertThat(row.group(4)).isEqualTo(chosen.get("name").textValue());
            assertThat(similarity).as(row.group()).isGreaterThanOrEqualTo(0.75);
            sum += similarity;
            rows++;
        }
        assertThat(rows).isEqualTo(8);
        assertThat(sum / rows).isGreaterThanOrEqualTo(0.9);
    }

    private static JsonNode chosen(JsonNode parameters, String symbol) {
        for (JsonNode parameter : parameters) {
            for (JsonNode candidate : parameter.get("candidates")) {
                if (parameter.get("symbol").textValue().equals(symbol)
                        && candidate.get("chosen").booleanValue()) {
                    return candidate;
                }
            }
        }
        throw new AssertionError("no chosen candidate for " + symbol);
    }

    private JsonNode simulate(Path workload, String name, String... options) throws IOException {
        Path out = directory.resolve(name);
        Object[] args = new Object[options.length + 4];
        System.arraycopy(new Object[] {"simulate", workload, "-o", out}, 0, args, 0, 4);
        System.arraycopy(options, 0, args, 4, options.length);
        Stowage.run(args).exits(0);
        return JSON.readTree(out.resolve("summary.json").toFile());
    }

    private static void assertTasksAddUp(JsonNode summary) {
        JsonNode tasks = summary.get("tasks");
        long accounted = 0;
        for (String fate : new String[] {"rejected", "finished", "killed", "running", "pending"}) {
            accounted += tasks.get(fate).asLong();
        }
        assertThat(accounted).isEqualTo(tasks.get("submitted").asLong()).isPositive();
    }

    /** Rows read = rows used + rows quarantined + rows ignored, in every table. */
    private static void assertRowsAddUp(Path trace) throws IOException {
        JsonNode tables = JSON.readTree(trace.resolve("manifest.json").toFile()).get("tables");
        Map<String, Long> read = new LinkedHashMap<>();
        tables.properties()
                .forEach(
                        entry -> {
                            JsonNode rows = entry.getValue();
                            long ignored = 0;
                            for (JsonNode count : rows.get("rowsIgnored")) {
                                ignored += count.asLong();
                            }
                            assertThat(rows.get("rowsRead").asLong())
                                    .as(entry.getKey())
                                    .isEqualTo(
                                            rows.get("rowsUsed").asLong()
                                                    + rows.get("rowsQuarantined").asLong()
                                                    + ignored);
                            read.put(entry.getKey(), rows.get("rowsRead").asLong());
                        });
        assertThat(read).containsKeys("tasks", "machines");
        assertThat(read.get("machines")).isEqualTo(37_780);
        assertThat(read.get("tasks")).isEqualTo(237_584);
    }
}
