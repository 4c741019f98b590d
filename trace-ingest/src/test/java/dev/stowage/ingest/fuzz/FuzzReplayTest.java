package dev.stowage.ingest.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gives every input of the corpora to its target again: seeds, and what fuzzing has found. */
final class FuzzReplayTest {
    private static final Duration LONGEST = Duration.ofSeconds(20); // takes milliseconds

    private static final List<String> GOOD = List.of("tables", "window", "metrics");

    @TempDir Path folder;

    private static Stream<String> targets() {
        return FuzzTarget.targets().stream();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void everyTargetHasACorpusThatItStands(String target) throws IOException {
        Path inputs = FuzzSeeds.write(target, folder);
        List<Path> all;
        try (Stream<Path> files = Files.list(inputs)) {
            all = files.sorted().toList();
        }
        assertThat(all).isNotEmpty();
        for (Path input : all) {
            byte[] data = Files.readAllBytes(input);
            Path run = Files.createTempDirectory(folder, "run");
            boolean isTaken =
                    Assertions.assertTimeoutPreemptively(
                            LONGEST, () -> FuzzTarget.run(target, data, run), () -> "" + input);
            boolean isSeed = GOOD.contains(input.getFileName().toString());
            assertThat(isTaken || !isSeed).as("%s is refused", input).isTrue();
        }
    }

    @Test
    void aBundleIsSeveralFilesAndSettingsThatStayInTheirFolder() throws IOException {
        String text =
                "first\n#! file a/b.csv\r\n1,2\n#! option x=y\n3\n#! file ../c\n4\n#! from 7\n";
        Bundle bundle =
                Bundle.unpack(text.getBytes(java.nio.charset.StandardCharsets.UTF_8), folder);
        assertThat(bundle.files())
                .containsExactly(folder.resolve("input"), folder.resolve("a/b.csv"));
        assertThat(folder.resolve("input")).hasContent("first\n4\n");
        assertThat(folder.resolve("a/b.csv")).hasContent("1,2\r\n3\n");
        assertThat(bundle.setting("option")).isEqualTo("x=y");
        assertThat(bundle.micros("from")).hasValue(7);
        assertThat(bundle.micros("to")).isEmpty();
    }
}
