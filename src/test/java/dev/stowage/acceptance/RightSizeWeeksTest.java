package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code pack --right-size} says would be safe, and what it writes for each week. */
class RightSizeWeeksTest {
    private static final int DAYS = 15;
    private static final long START = 1_782_000_000L / 86_400 * 86_400;
    private static final Pattern REMEDY =
            Pattern.compile("asked for more than it has with (--\\S+ \\S+) \\(");

    @TempDir private Path directory;

    /** An hour of each day is 4.2 % of the time: the 95th percentile leaves it out. */
    @Test
    void staysWithinWhatServersHaveWithWhatItAdvises() throws IOException {
        Path input = input(12, "s", 12);
        usage(12, "s", hour -> hour % 24 == 9 ? 10 : 1);

        Matcher remedy = REMEDY.matcher(pack(input, 1));

        assertThat(remedy.find()).isTrue();
        JsonNode report = report();
        assertThat(Schemas.problems("rightsizing.schema.json", report)).isEmpty();
        assertThat(report.at("/staged/heldBack")).hasSize(12);
        String again = pack(input, 0, remedy.group(1).split(" "));
        assertThat(again).doesNotContain("Not safe");
        int servers = report.at("/remedies/0/servers").asInt();
        assertThat(again).startsWith(servers + " servers hold 12 items");
    }

    @Test
    void writesPatchesValuesAndAutoscalersOfEachWeek() throws IOException {
        Path input = input(2, "shop/Deployment/s", 8);
        usage(2, "shop/Deployment/s", hour -> 2);

        String out = pack(input, 0);

        // 8 cores, 6, 4, 2.3 in steps of a quarter; 8 GiB, 6, 4, and 2.3 with the margin
        assertThat(out).contains("In 3 weeks, each request at most 25 % of today's less a week");
        Path weeks = directory.resolve("x.plan/recommendations/shop");
        for (int week = 1; week <= 3; week++) {
            Path folder = weeks.resolve("week-" + week);
            String cpu = List.of("6", "4", "2300m").get(week - 1);
            JsonNode patch = yaml(folder.resolve("deployment-s0.patch.yaml"));
            assertThat(patch.at("/metadata/namespace").asText()).isEqualTo("shop");
            assertThat(patch.at("/spec/template/spec/containers/0/resources/requests/cpu").asText())
                    .isEqualTo(cpu);
            assertThat(
                            yaml(folder.resolve("deployment-s0.vpa.yaml"))
                                    .at("/spec/resourcePolicy/containerPolicies/0/minAllowed/cpu")
                                    .asText())
                    .isEqualTo(cpu);
            assertThat(
                            yaml(folder.resolve("deployment-s0.values.yaml"))
                                    .at("/resources/requests/cpu")
                                    .asText())
                    .isEqualTo(cpu);
            assertThat(yaml(folder.resolve("kustomization.yaml")).at("/patches")).hasSize(2);
        }
        assertThat(weeks.resolve("week-4")).doesNotExist();
    }

    @Test
    void writesPatchesOfKindsThatCanBePatched() throws IOException {
        List<String> names = List.of("shop/CronJob/c", "shop/Job/j");
        Path input =
                Files.writeString(
                        directory.resolve("input.yaml"),
                        """
                        servers: [{name: node, count: 9, memoryGiB: 64, cpu: 16}]
                        services:
                          - {name: shop/CronJob/c, cpu: 8, memoryGiB: 8}
                          - {name: shop/Job/j, cpu: 8, memoryGiB: 8}
                        """);
        usage(names, hour -> 2);

        pack(input, 0);

        Path week = directory.resolve("x.plan/recommendations/shop/week-1");
        JsonNode patch = yaml(week.resolve("cronjob-c.patch.yaml"));
        assertThat(patch.at("/apiVersion").asText()).isEqualTo("batch/v1");
        assertThat(patch.at("/spec/jobTemplate/spec/template/spec/containers")).hasSize(1);
        assertThat(
                        yaml(week.resolve("cronjob-c.vpa.yaml"))
                                .at("/spec/targetRef/apiVersion")
                                .asText())
                .isEqualTo("batch/v1");
        assertThat(week.resolve("job-j.patch.yaml")).doesNotExist();
        assertThat(week.resolve("job-j.values.yaml")).content().contains("# No patch: the pods of");
        assertThat(yaml(week.resolve("kustomization.yaml")).at("/patches")).hasSize(1);
    }

    /** Names that look alike as files are still two files, and one is none of Kubernetes. */
    @Test
    void writesEachServiceToFilesOfItsOwn() throws IOException {
        Path input =
                Files.writeString(
                        directory.resolve("input.yaml"),
                        """
                        servers: [{name: node, count: 9, memoryGiB: 64, cpu: 16}]
                        services:
                          - {name: a b, replicas: 1, cpu: 8, memoryGiB: 8}
                          - {name: a-b, replicas: 1, cpu: 8, memoryGiB: 8}
                        """);
        usage(List.of("a b", "a-b"), hour -> 2);

        pack(input, 0);

        Path week = directory.resolve("x.plan/recommendations/input/week-1");
        assertThat(yaml(week.resolve("kustomization.yaml")).at("/patches").findValuesAsText("path"))
                .containsExactly("deployment-a-b.patch.yaml", "deployment-a-b-2.patch.yaml");
        assertThat(week.resolve("deployment-a-b.patch.yaml"))
                .content()
                .startsWith("# Kubernetes takes no such name")
                .contains("name: a b");
        assertThat(week.resolve("deployment-a-b-2.patch.yaml"))
                .content()
                .startsWith("apiVersion")
                .contains("name: a-b");
    }

    @Test
    void savesInAllWeeksTogetherWhatItSavesInTheEnd() throws IOException {
        Path input = input(3, "s", 8);
        usage(3, "s", hour -> 1 + hour % 5);

        pack(input, 0, "--weekly", "10%");

        JsonNode report = report();
        long cpu = 0;
        long memory = 0;
        for (JsonNode week : report.at("/staged/weeks")) {
            cpu += week.get("savedMicroCores").asLong();
            memory += week.get("savedBytes").asLong();
        }
        assertThat(cpu).isEqualTo(difference(report, "cpuMicroCores")).isPositive();
        assertThat(memory).isEqualTo(difference(report, "memoryBytes")).isPositive();
    }

    @Test
    void refusesAWeekThatTakesNothingAndKillsThatAreNoNumber() throws IOException {
        Path input = input(1, "s", 8);
        usage(1, "s", hour -> 1);
        run("pack", input, "--right-size", "--usage", file(), "--weekly", "0%")
                .exits(2)
                .says("--weekly: found 0%, expected above 0 and at most 100%");
        Files.writeString(
                file(), "service,start_s,end_s,cpu,memory_gib,oom_kills\ns0,0,60,1,1,-1\n");
        run("pack", input, "--right-size", "--usage", file())
                .exits(3)
                .says("usage.csv:2: found \"-1\" as oom_kills, expected a number of kills from 0");
    }

    private static long difference(JsonNode report, String what) {
        return report.at("/before/" + what).asLong() - report.at("/after/" + what).asLong();
    }

    /** Use of a replica. */
    @FunctionalInterface
    private interface Use {
        double cores(int hour);
    }

    private void usage(int services, String name, Use use) throws IOException {
        usage(IntStream.range(0, services).mapToObj(s -> name + s).toList(), use);
    }

    private void usage(List<String> services, Use use) throws IOException {
        StringBuilder csv = new StringBuilder("service,replica,start_s,end_s,cpu,memory_gib\n");
        for (int hour = 0; hour < 24 * DAYS; hour++) {
            for (String service : services) {
                long start = START + 3600L * hour;
                csv.append(
                        String.format(
                                Locale.ROOT,
                                "%s,r,%d,%d,%.3f,2%n",
                                service,
                                start,
                                start + 3600,
                                use.cores(hour)));
            }
        }
        Files.writeString(file(), csv.toString());
    }

    private Path input(int services, String name, int cpu) throws IOException {
        StringBuilder yaml = new StringBuilder("servers:\n");
        yaml.append("  - {name: node, count: 14, memoryGiB: 128, cpu: 16}\nservices:\n");
        for (int s = 0; s < services; s++) {
            yaml.append("  - {name: ").append(name).append(s);
            yaml.append(", replicas: 1, memoryGiB: 8, cpu: ").append(cpu).append("}\n");
        }
        return Files.writeString(directory.resolve("x.yaml"), yaml.toString());
    }

    private Path file() {
        return directory.resolve("usage.csv");
    }

    private String pack(Path input, int exit, String... options) {
        Object[] first = {
            "pack",
            input,
            "--right-size",
            "--usage",
            file(),
            "-o",
            directory.resolve("x.plan"),
            "--force"
        };
        Object[] all = Stream.concat(Stream.of(first), Stream.of(options)).toArray();
        return run(all).exits(exit).out().replaceAll("\\s+", " ");
    }

    private JsonNode report() throws IOException {
        return new ObjectMapper().readTree(directory.resolve("x.plan/rightsizing.json").toFile());
    }

    private static JsonNode yaml(Path file) throws IOException {
        return new YAMLMapper().readTree(file.toFile());
    }
}
