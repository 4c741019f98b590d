package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code examples/nightly} has people put into cron, systemd, Kubernetes and CI. */
class NightlyTest {
    private static final Path NIGHTLY = Path.of("examples/nightly");

    @TempDir private Path folder;

    @Test
    void theScriptComparesWithTheNightBefore() throws Exception {
        SweepFixture fixture = SweepFixture.in(folder);
        Path sweep =
                fixture.sweep("vary: {workload.growth: [1, 2]}\nchecks: [change of servers = 0]\n");
        assertThat(night(sweep, "2026-01-01")).isZero();
        assertThat(Files.readString(folder.resolve("out"))).contains("not decided");
        fixture.replace("base.yaml", "cpu: 4", "cpu: 2");
        assertThat(night(sweep, "2026-01-02")).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("out")))
                .contains("1 check of 1 broken", "servers.type.cpu: 4 before, 2 now");
        assertThat(folder.resolve("nights/2026-01-02/report.html")).exists();
        assertThat(folder.resolve("nights/2026-01-02.xml")).content().contains("failures=\"1\"");
        Path earlier = folder.resolve("nights/2026-01-02/sweep.json");
        Files.writeString(
                earlier,
                Files.readString(earlier).replaceFirst("formatVersion", "version of another form"));
        assertThat(night(sweep, "2026-01-03")).isZero();
        assertThat(Files.readString(folder.resolve("err"))).contains("2026-01-02/sweep.json");
        assertThat(Files.readString(folder.resolve("out"))).contains("not decided");
    }

    private int night(Path sweep, String today) throws Exception {
        List<String> words = Stowage.process(folder).command();
        Path stowage = folder.resolve("stowage.sh");
        Files.writeString(stowage, "exec '" + String.join("' '", words) + "' \"$@\"\n");
        assertThat(stowage.toFile().setExecutable(true)).isTrue();
        ProcessBuilder script =
                new ProcessBuilder(
                        "sh",
                        NIGHTLY.resolve("night.sh").toString(),
                        sweep.toString(),
                        folder.resolve("nights").toString());
        Files.writeString(stowage, "#!/bin/sh\n" + Files.readString(stowage));
        script.environment().put("STOWAGE", stowage.toString());
        script.environment().put("TODAY", today);
        Process process =
                script.redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        assertThat(process.waitFor(Stowage.HANGS_AFTER_MINUTES, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    @Test
    void theShippedSweepIsOne() {
        assertThat(
                        Stowage.run(
                                        "sweep",
                                        NIGHTLY.resolve("sweep.yaml"),
                                        "--dry-run",
                                        "--cache",
                                        folder.resolve("cells"))
                                .exits(0)
                                .out())
                .contains("64 cells");
    }

    /** The API server took it in a strict dry run of the server. */
    @Test
    void theManifestHoldsNothingThatACronJobHasNot() throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        List<JsonNode> documents =
                yaml.readerFor(JsonNode.class)
                        .<JsonNode>readValues(NIGHTLY.resolve("cronjob.yaml").toFile())
                        .readAll();
        JsonNode given = documents.get(1);
        CronJob job = yaml.treeToValue(given, CronJob.class);
        assertThat(job.getSpec().getSchedule()).isEqualTo("0 2 * * *");
        assertThat(job.getAdditionalProperties()).isEmpty();
        assertThat(job.getSpec().getAdditionalProperties()).isEmpty();
        var pod = job.getSpec().getJobTemplate().getSpec().getTemplate().getSpec();
        assertThat(pod.getAdditionalProperties()).isEmpty();
        assertThat(pod.getContainers().get(0).getAdditionalProperties()).isEmpty();
        assertThat(pod.getVolumes().get(0).getPersistentVolumeClaim().getClaimName())
                .isEqualTo(documents.get(0).at("/metadata/name").textValue());
    }

    @Test
    void whatTheyRunIsThere() throws IOException {
        try (Stream<Path> files = Files.list(NIGHTLY)) {
            for (Path file : files.toList()) {
                Matcher named =
                        Pattern.compile("(?:/opt/stowage/| )((?:examples|docs)/[\\w./-]+)")
                                .matcher(Files.readString(file));
                while (named.find()) {
                    String path = named.group(1).replaceFirst("[.:]$", "");
                    assertThat(Path.of(path)).as("named in " + file).exists();
                }
            }
        }
        JsonNode ci = new YAMLMapper().readTree(NIGHTLY.resolve("ci.yaml").toFile());
        assertThat(ci.at("/jobs/sweep/steps/3/run").textValue()).contains("night.sh");
        assertThat(Files.readString(NIGHTLY.resolve("crontab")))
                .containsPattern("(?m)^0 2 \\* \\* \\* /bin/sh ");
    }
}
