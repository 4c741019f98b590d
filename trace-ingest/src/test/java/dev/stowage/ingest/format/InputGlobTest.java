package dev.stowage.ingest.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputGlobTest {
    @TempDir Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        for (String name :
                List.of("t/part-2.csv", "t/part-1.csv", "t/part-1.txt", "t/a b.csv", "u/v/x.csv")) {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "1\n");
        }
    }

    private List<String> expanded(String... inputs) {
        List<Path> paths = List.of(inputs).stream().map(folder::resolve).toList();
        return InputGlob.expand(paths).stream().map(p -> folder.relativize(p).toString()).toList();
    }

    @Test
    void expandsPatternsByName() {
        assertThat(expanded("t/part-*.csv")).containsExactly("t/part-1.csv", "t/part-2.csv");
        assertThat(expanded("t/part-1.{csv,txt}", "u"))
                .containsExactly("t/part-1.csv", "t/part-1.txt", "u");
        assertThat(expanded("**/x.csv", "*/a?b.csv")).containsExactly("u/v/x.csv", "t/a b.csv");
        assertThat(expanded("[tu]")).containsExactly("t", "u");
    }

    @Test
    void whatExistsIsItself() throws IOException {
        Files.writeString(folder.resolve("[1].csv"), "1\n");
        assertThat(expanded("[1].csv")).containsExactly("[1].csv");
    }

    @Test
    void patternsBelowTheCurrentFolderStayRelative() {
        assertThat(InputGlob.expand(List.of(Path.of("pom.x*"))))
                .containsExactly(Path.of("pom.xml"));
    }

    @Test
    void aPatternThatMatchesNothingOrIsNoneIsAnError() {
        assertThatThrownBy(() -> expanded("t/none-*.csv"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("t/none-*.csv: found nothing that matches");
        assertThatThrownBy(() -> expanded("none/*.csv")).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> expanded("t/[a.csv"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a pattern that can't be read");
    }

    @Test
    void aListNamesAnInputALine() throws IOException {
        Path list = Files.writeString(folder.resolve("list"), "# parts\n\n a b.csv \r\nt/*.csv\n");
        assertThat(InputGlob.listedIn(list))
                .containsExactly(Path.of("a b.csv"), Path.of("t/*.csv"));
        Path empty = Files.writeString(folder.resolve("empty"), "# nothing\n");
        assertThatThrownBy(() -> InputGlob.listedIn(empty)).hasMessageContaining("no path");
        assertThatThrownBy(() -> InputGlob.listedIn(folder.resolve("missing")))
                .isInstanceOf(InputException.class);
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0, 10});
        assertThatThrownBy(() -> InputGlob.listedIn(binary))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no list of paths");
    }

    @Test
    void aFolderIsItsFilesAndNothingThatALinkLeadsTo() throws IOException {
        Files.createSymbolicLink(folder.resolve("t/again.csv"), Path.of("part-1.csv"));
        Path other = Files.createSymbolicLink(folder.resolve("alias"), folder.resolve("t"));
        assertThat(InputFiles.of(other))
                .extracting(file -> other.relativize(file).toString())
                .containsExactly("a b.csv", "again.csv", "part-1.csv", "part-1.txt", "part-2.csv");
        Path secret = Files.writeString(folder.resolve("secret"), "x");
        Path link = Files.createSymbolicLink(folder.resolve("t/out.csv"), secret);
        assertThatThrownBy(() -> InputFiles.of(folder.resolve("t")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("t/out.csv: found a symbolic link that leads out")
                .hasMessageContaining("secret");
        Files.delete(link);
        Files.createSymbolicLink(folder.resolve("t/up"), Path.of("../u"));
        assertThatThrownBy(() -> InputFiles.of(folder.resolve("t")))
                .hasMessageContaining("leads out of the folder");
        Files.delete(folder.resolve("t/up"));
        Files.createSymbolicLink(folder.resolve("t/gone.csv"), Path.of("nowhere"));
        assertThatThrownBy(() -> InputFiles.of(folder.resolve("t")))
                .hasMessageContaining("leads nowhere");
    }
}
