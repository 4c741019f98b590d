package dev.stowage.workflow.sweep.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a text that changed. */
class InputDifferenceTest {
    @TempDir private Path directory;

    @Test
    void tellsTheFirstLineThatDiffers() throws IOException {
        assertThat(between("a: 1\nusd: 210\n", "a: 1\nusd: 230\n"))
                .isEqualTo("line 2 \"usd: 210\" before, \"usd: 230\" now");
        assertThat(between("a: 1\nb: 2\nc: 3\n", "a: 2\nb: 2\nc: 4\n"))
                .isEqualTo("line 1 \"a: 1\" before, \"a: 2\" now, and 1 line more of 3");
        assertThat(between("a: 1\n", "a: 1\nb: 2\n"))
                .isEqualTo("lines 1 before, 2 now, from line 2 nothing before, \"b: 2\" now");
        assertThat(between("x".repeat(300) + "1\n", "x".repeat(300) + "2\n"))
                .contains("x1\" before, \"…x", "x2\" now")
                .hasSizeLessThan(250);
    }

    private String between(String before, String now) throws IOException {
        return InputDifference.between(
                Files.writeString(directory.resolve("before.yaml"), before),
                Files.writeString(directory.resolve("now.yaml"), now));
    }
}
