package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario in {@code examples/} does what it says. */
class ExamplesTest {
    @TempDir private Path directory;

    static List<Path> scenarios() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("examples"))) {
            List<Path> found = files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
            assertThat(found).hasSizeGreaterThanOrEqualTo(3);
            return found;
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void findsAPlan(Path scenario) {
        Stowage.Result result =
                run("plan", scenario, "-o", directory.resolve("example.plan")).exits(0);

        assertThat(result.out()).contains("this workload at its objective.", "Report: ");
        assertThat(directory.resolve("example.plan/report.html")).exists();
    }
}
