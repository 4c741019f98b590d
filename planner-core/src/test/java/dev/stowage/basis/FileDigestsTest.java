package dev.stowage.basis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What files hold, wherever they are and whenever it changes. */
class FileDigestsTest {
    @TempDir private Path folder;

    @Test
    void followTheContentAndNotThePath() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "abc");
        FileDigests digests = new FileDigests();
        // FIPS 180-2, appendix B.1
        String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assertThat(digests.of(file)).isEqualTo(abc);
        assertThat(digests.of(Files.copy(file, folder.resolve("b")))).isEqualTo(abc);
        Files.writeString(file, "abd");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
        assertThat(digests.of(file)).isNotEqualTo(abc);
    }

    @Test
    void ofAFolderAreThoseOfItsFiles() throws IOException {
        Path one = Files.createDirectory(folder.resolve("one"));
        Path two = Files.createDirectory(folder.resolve("two"));
        Files.writeString(one.resolve("a"), "abc");
        Files.writeString(two.resolve("a"), "abc");
        FileDigests digests = new FileDigests();
        assertThat(digests.of(one)).isEqualTo(digests.of(two));
        Files.writeString(two.resolve("b"), "");
        assertThat(digests.of(one)).isNotEqualTo(digests.of(two));
    }
}
