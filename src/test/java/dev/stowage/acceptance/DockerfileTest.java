package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** {@code packages/Dockerfile}: linted everywhere; built and run where packages and Docker are. */
class DockerfileTest {
    private static final Path PACKAGES = Path.of("packages");
    private static final Set<String> KNOWN =
            Set.of("FROM", "ADD", "RUN", "USER", "HEALTHCHECK", "ENTRYPOINT");

    @Test
    void isSlimUnprivilegedAndTellsItsHealth() throws IOException {
        List<String> lines =
                Files.readAllLines(PACKAGES.resolve("Dockerfile")).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .toList();

        assertThat(lines).allMatch(line -> KNOWN.contains(line.substring(0, line.indexOf(' '))));
        assertThat(lines.get(0)).matches("FROM debian:[a-z]+-slim"); // a release, not the latest
        int user = only(lines, "USER ");
        int entry = only(lines, "ENTRYPOINT ");
        assertThat(lines.get(user)).matches("USER [1-9]\\d*:[1-9]\\d*"); // a number, not root
        assertThat(entry).isEqualTo(lines.size() - 1).isGreaterThan(user);
        assertThat(lines.get(entry)).isEqualTo("ENTRYPOINT [\"stowage\"]"); // signals reach it
        assertThat(lines.get(only(lines, "HEALTHCHECK ")))
                .endsWith("CMD [\"stowage\", \"--version\"]");
        assertThat(lines.get(only(lines, "ADD ")))
                .isEqualTo("ADD target/stowage-*.tar.gz /usr/lib/");
        assertThat(lines).noneMatch(line -> line.contains("apt-get") || line.contains("curl"));
    }

    private static int only(List<String> lines, String instruction) {
        List<String> found = lines.stream().filter(each -> each.startsWith(instruction)).toList();
        assertThat(found).as(instruction).hasSize(1);
        return lines.indexOf(found.get(0));
    }

    @Test
    void planIsMadeInAContainerWhoseRootIsReadOnly() throws Exception {
        assumeTrue(run("docker", "info").exit() == 0, "skipped: no Docker");
        assumeTrue(
                Files.isDirectory(PACKAGES.resolve("target/staging")), "skipped: no packages yet");
        String image = "stowage-test";
        Said built = run("docker", "build", "-q", "-t", image, PACKAGES.toString());
        assertThat(built.exit()).as(built.text()).isZero();

        Said planned =
                run(
                        "docker",
                        "run",
                        "--rm",
                        "--read-only",
                        "--network=none",
                        "--tmpfs=/tmp:exec",
                        image,
                        "plan",
                        "/usr/lib/stowage-0.1.0/examples/night-batch.yaml",
                        "-o",
                        "/tmp/night.plan");

        assertThat(planned.exit()).as(planned.text()).isZero();
        assertThat(planned.text()).contains("13 servers");
    }

    private record Said(int exit, String text) {}

    private static Said run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            byte[] said = process.getInputStream().readAllBytes();
            return new Said(process.waitFor(), new String(said, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new Said(-1, e.toString()); // not there
        }
    }
}
