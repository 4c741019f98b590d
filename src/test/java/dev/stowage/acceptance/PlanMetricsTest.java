package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The figures of a plan for Prometheus: the grammar of OpenMetrics 1.0, and what plan.json says.
 */
class PlanMetricsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SAMPLE =
            Pattern.compile(
                    "(stowage_plan_[a-z_]+)\\{([a-z]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"(?:,[a-z]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\")*)}"
                            + " (-?[0-9]+(?:\\.[0-9]+)?(?:E-?[0-9]+)?|[+-]Inf|NaN)");

    @TempDir private Path directory;

    @Test
    void saysWhatThePlanSays() throws Exception {
        Path scenario = directory.resolve("q\"uo\\te.yaml");
        Files.writeString(
                scenario,
                Files.readString(Path.of("examples/night-batch.yaml"))
                        .replace("name: Night batch", "name: 'Night \"batch\" \\'")
                        .replace(
                                "csv: night-batch.csv",
                                "csv: " + Path.of("examples/night-batch.csv").toAbsolutePath()));
        Path out = directory.resolve("p");
        Stowage.run("plan", scenario, "-q", "-o", out).exits(0);
        JsonNode plan = JSON.readTree(out.resolve("plan.json").toFile());
        Map<String, Double> figures = figures(Files.readAllLines(out.resolve("plan.prom")));
        String of = "plan=\"Night \\\"batch\\\" \\\\\"";
        assertThat(figures.get("stowage_plan_servers{" + of + ",type=\"r660\"}"))
                .isEqualTo(plan.at("/servers/0/count").asDouble());
        assertThat(figures.get("stowage_plan_met{" + of + "}")).isEqualTo(1);
        assertThat(figures.get("stowage_plan_servers_lower_bound{" + of + "}"))
                .isEqualTo(plan.at("/lowerBound/servers").asDouble());
        for (JsonNode each : plan.path("objective")) {
            String metric = "{" + of + ",metric=\"" + each.path("metric").asText() + "\"}";
            assertThat(figures.get("stowage_plan_objective_bound" + metric))
                    .isEqualTo(each.path("bound").asDouble());
            assertThat(figures.get("stowage_plan_objective_value" + metric))
                    .isEqualTo(each.path("value").asDouble());
            assertThat(figures.get("stowage_plan_objective_upper" + metric))
                    .isEqualTo(each.path("upper").asDouble());
        }
        assertThat(figures.get("stowage_plan_cost_usd_per_month{" + of + ",of=\"own servers\"}"))
                .isEqualTo(plan.at("/cost/monthlyUsd").asDouble());
        long costs = figures.keySet().stream().filter(each -> each.contains("cost_usd")).count();
        assertThat(costs).isEqualTo(1 + plan.path("clouds").size());
    }

    @Test
    void feedsTheBoardOfTheExample() throws Exception {
        String board = Files.readString(Path.of("examples/grafana/stowage-plan.json"));
        JSON.readTree(board);
        Path out = directory.resolve("p");
        Stowage.run("plan", "examples/night-batch.yaml", "-q", "-o", out).exits(0);
        String text = Files.readString(out.resolve("plan.prom"));
        Matcher asked = Pattern.compile("stowage_plan_[a-z_]+").matcher(board);
        while (asked.find()) {
            assertThat(text).contains("# TYPE " + asked.group() + " gauge\n");
        }
    }

    /** The samples by name and labels; fails where a line is not of the grammar. */
    private static Map<String, Double> figures(List<String> lines) {
        Map<String, Double> figures = new HashMap<>();
        Set<String> declared = new HashSet<>();
        String family = "";
        assertThat(lines.get(lines.size() - 1)).isEqualTo("# EOF");
        for (String line : lines.subList(0, lines.size() - 1)) {
            if (line.startsWith("# TYPE ")) {
                assertThat(line).endsWith(" gauge");
                family = line.substring("# TYPE ".length(), line.length() - " gauge".length());
                assertThat(declared.add(family)).as(family).isTrue();
            } else if (line.startsWith("# HELP ")) {
                assertThat(line).startsWith("# HELP " + family + " ");
            } else {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(sample.group(1)).isEqualTo(family);
                String key = sample.group(1) + "{" + sample.group(2) + "}";
                Double value = Double.valueOf(sample.group(3).replace("Inf", "Infinity"));
                assertThat(figures.put(key, value)).as(key).isNull();
            }
        }
        return figures;
    }
}
