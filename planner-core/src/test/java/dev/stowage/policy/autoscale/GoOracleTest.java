package dev.stowage.policy.autoscale;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The fixtures are what the autoscalers' own Go packages decide. Builds them from the Go module
 * registry, which takes minutes: only with {@code STOWAGE_GO=1}, else it is skipped, visibly.
 */
class GoOracleTest {
    private static final Path FOLDER = Path.of("src/test/resources/dev/stowage/policy/autoscale");

    @ParameterizedTest
    @CsvSource({
        "knative/oracle, go run ., knative/kpa-decisions.txt",
        "kubernetes/oracle-hpa, ./run, kubernetes/hpa-decisions.txt",
        "kubernetes/oracle-vpa, go run ., kubernetes/vpa-recommendations.txt",
    })
    void makesTheFixtureAnew(String folder, String command, String fixture)
            throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                "1".equals(System.getenv("STOWAGE_GO")),
                "Go is not asked for: STOWAGE_GO is not 1");
        Path output = Files.createTempFile("oracle", ".txt");
        try {
            Process process =
                    new ProcessBuilder(List.of(command.split(" ")))
                            .directory(FOLDER.resolve(folder).toFile())
                            .redirectOutput(output.toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            assertThat(process.waitFor()).isZero();
            assertThat(Files.readString(output, UTF_8))
                    .isEqualTo(Files.readString(FOLDER.resolve(fixture), UTF_8));
        } finally {
            Files.delete(output);
        }
    }
}
