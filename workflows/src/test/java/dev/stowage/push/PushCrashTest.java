package dev.stowage.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A push that dies at any step is finished or undone from its journal. */
class PushCrashTest {
    private static final PushVictim.Step ALIVE = step -> {};

    @TempDir private Path folder;

    /** Stands for the end of the process: nothing in the product catches it. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    private Path root(String name) throws IOException {
        Path root = Files.createDirectory(folder.resolve(name));
        Files.write(root.resolve("found"), new byte[] {1, (byte) 0xff, 0, '\n', 'x'});
        Files.setPosixFilePermissions(
                root.resolve("found"), PosixFilePermissions.fromString("rwxr-x---"));
        Files.writeString(root.resolve("same"), "same\n");
        Files.setPosixFilePermissions(
                root.resolve("same"), PosixFilePermissions.fromString("rw-r--r--"));
        return root;
    }

    /** Each file's bytes and permissions, and each folder, by path. */
    private static SortedMap<String, String> content(Path root) throws IOException {
        SortedMap<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                content.put(
                        root.relativize(file).toString(),
                        Files.isDirectory(file)
                                ? "folder"
                                : mode
                                        + new String(
                                                Files.readAllBytes(file),
                                                StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    private static PushVictim.Step dieAt(int last) {
        return step -> {
            if (step == last) {
                throw new Death();
            }
        };
    }

    @Test
    void isFinishedOrUndoneWhereverItDied() throws IOException {
        Path whole = root("whole");
        SortedMap<String, String> found = content(whole);
        PushVictim.push(whole, folder.resolve("whole.push"), false, ALIVE).carryOut("digest");
        SortedMap<String, String> planned = content(whole);
        assertThat(planned).isNotEqualTo(found).containsKey("new/made");

        int deaths = 0;
        for (int step = 0; step < 40; step++) {
            for (boolean isContinued : new boolean[] {true, false}) {
                Path root = root("r" + step + isContinued);
                Path journals = folder.resolve("r" + step + isContinued + ".push");
                try {
                    PushVictim.push(root, journals, false, dieAt(step)).carryOut("digest");
                    assertThat(content(root)).isEqualTo(planned);
                    continue;
                } catch (Death e) {
                    deaths++;
                }
                Push push = PushVictim.push(root, journals, false, ALIVE);
                if (new PushHistory(journals, "files").open().isEmpty()) {
                    assertThat(content(root)).as("died before the journal").isEqualTo(found);
                    continue;
                }
                assertThatThrownBy(() -> push.carryOut("digest"))
                        .isInstanceOf(InputException.class)
                        .hasMessageContainingAll("--continue", "--rollback", "interrupted");
                if (isContinued) {
                    push.resume();
                    assertThat(content(root)).as("died at %s", step).isEqualTo(planned);
                }
                push.rollBack();
                assertThat(content(root)).as("died at %s", step).isEqualTo(found);
            }
        }
        assertThat(deaths).isGreaterThan(20);
    }

    @Test
    void goesOnWithAnUndoingThatDied() throws IOException {
        for (int step = 0; step < 12; step++) {
            Path root = root("u" + step);
            Path journals = folder.resolve("u" + step + ".push");
            SortedMap<String, String> found = content(root);
            PushVictim.push(root, journals, false, ALIVE).carryOut("digest");
            try {
                PushVictim.push(root, journals, false, dieAt(step)).rollBack();
            } catch (Death e) {
                Push push = PushVictim.push(root, journals, false, ALIVE);
                push.rollBack();
            }
            assertThat(content(root)).as("died at %s", step).isEqualTo(found);
            assertThatThrownBy(PushVictim.push(root, journals, false, ALIVE)::rollBack)
                    .hasMessageContaining("no push to files");
        }
    }

    @Test
    void takesALineThatWasNotFinishedForNotWritten() throws IOException {
        Path root = root("whole");
        PushVictim.push(root, folder.resolve("j"), false, ALIVE).carryOut("digest");
        SortedMap<String, String> planned = content(root);
        Path journal = folder.resolve("j/files-0001.journal");
        byte[] bytes = Files.readAllBytes(journal);
        int begun = Files.readString(journal).indexOf("BEGUN");
        assertThat(begun).isPositive();
        for (int length = begun + 10; length < bytes.length; length += 7) {
            Files.write(journal, java.util.Arrays.copyOf(bytes, length));
            PushVictim.push(root, folder.resolve("j"), false, ALIVE).resume();
            assertThat(content(root)).isEqualTo(planned);
            assertThat(new PushHistory(folder.resolve("j"), "files").open()).isEmpty();
        }
    }

    @Test
    void survivesTheDeathOfARealProcess() throws IOException, InterruptedException {
        for (int step : new int[] {9, 10, 14}) {
            Path root = root("p" + step);
            SortedMap<String, String> found = content(root);
            Path journals = folder.resolve("p" + step + ".push");
            Process victim =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty(
                                            "surefire.test.class.path",
                                            System.getProperty("java.class.path")),
                                    PushVictim.class.getName(),
                                    root.toString(),
                                    journals.toString(),
                                    Integer.toString(step))
                            .redirectErrorStream(true)
                            .start();
            assertThat(victim.waitFor(20, TimeUnit.MINUTES)).isTrue();
            assertThat(victim.exitValue()).isEqualTo(137);
            assertThat(content(root)).as("half-way").isNotEqualTo(found);

            Push push = PushVictim.push(root, journals, false, ALIVE);
            push.resume();
            assertThat(Files.readString(root.resolve("new/made"))).isEqualTo("made\n");
            push.rollBack();
            assertThat(content(root)).isEqualTo(found);
        }
    }

    @Test
    void refusesToUndoWhatSomebodyElseChanged() throws IOException {
        Path root = root("r");
        SortedMap<String, String> found = content(root);
        Path journals = folder.resolve("r.push");
        PushVictim.push(root, journals, false, ALIVE).carryOut("digest");
        Files.writeString(root.resolve("found"), "theirs\n");
        SortedMap<String, String> theirs = content(root);

        assertThatThrownBy(PushVictim.push(root, journals, false, ALIVE)::rollBack)
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("found: found", "--force");
        assertThat(content(root)).isEqualTo(theirs);

        PushVictim.push(root, journals, true, ALIVE).rollBack();
        assertThat(content(root)).isEqualTo(found);
    }

    @Test
    void refusesASecondPushAtTheSameTime() throws IOException {
        Path root = root("r");
        Path journals = folder.resolve("r.push");
        List<Throwable> refused = new java.util.ArrayList<>();
        Push second = PushVictim.push(root, journals, false, ALIVE);
        PushVictim.push(
                        root,
                        journals,
                        false,
                        step -> {
                            if (step == 6) { // the first one has begun
                                try {
                                    second.rollBack();
                                } catch (InputException e) {
                                    refused.add(e);
                                }
                            }
                        })
                .carryOut("digest");
        assertThat(refused).singleElement().asString().contains("another push under way");
    }
}
