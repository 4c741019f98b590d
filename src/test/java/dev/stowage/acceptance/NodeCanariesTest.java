package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code node canaries}: which profile holds for a new input, by the command line. */
class NodeCanariesTest {
    @TempDir private Path folder;

    private Path input(String name, double deviation, int records) throws IOException {
        SplittableRandom random = new SplittableRandom(name.hashCode());
        StringBuilder text = new StringBuilder("size\n");
        for (int i = 0; i < records; i++) {
            text.append(10 + deviation * random.nextGaussian()).append('\n');
        }
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void saysWhichProfileHolds() throws IOException {
        Path known = input("known.csv", 2, 8000);
        assertThat(
                        run("node", "canaries", input("like.csv", 2, 6000), "--known", known)
                                .exits(0)
                                .out()
                                .replaceAll("\\s+", " "))
                .contains("the profile of that canary holds for it", "1/16 500 size");
        assertThat(
                        run(
                                        "node",
                                        "canaries",
                                        folder.resolve("like.csv"),
                                        "--known",
                                        known,
                                        "--json")
                                .exits(0)
                                .out())
                .contains("\"isSimilar\" : true", "\"seed\" : 42");
    }

    @Test
    void writesThePartToProfileOn() throws IOException {
        Path other = input("other.csv", 4, 6400);
        Path part = folder.resolve("part.csv");
        Path known = input("known.csv", 2, 8000);
        assertThat(run("node", "canaries", other, "--known", known, "--write", part).exits(1).out())
                .contains("differs", "is like no canary");
        var all = Files.readAllLines(other);
        var written = Files.readAllLines(part);
        assertThat(run("node", "canaries", other, "--known", known).out().replaceAll("\\s+", " "))
                .containsPattern("A \\d+th of its own records has its variance: profile it on that")
                .containsPattern("other.csv 1/16 400 size [0-9.]+ [0-9.]+ alike");
        // what was advised is alike: named as known, some part of it is
        assertThat(run("node", "canaries", other, "--known", other).exits(0).out())
                .contains("the profile of that canary holds");
        int step = 6400 / (written.size() - 1);
        assertThat(step).isIn(16, 32, 64, 128, 256);
        for (int i = 1; i < written.size(); i++) {
            assertThat(written.get(i)).isEqualTo(all.get(1 + (i - 1) * step));
        }
    }

    /** Every 16th record of a period of 16 is the same: no canary has the variance of the whole. */
    @Test
    void advisesNoPartThatItsOwnTestRefutes() throws IOException {
        StringBuilder text = new StringBuilder("size\n");
        for (int i = 0; i < 8000; i++) {
            text.append(10 + i % 16).append('\n');
        }
        Path waves = Files.writeString(folder.resolve("waves.csv"), text);
        Path known = input("known.csv", 2, 8000);
        Path part = folder.resolve("part.csv");
        var result = run("node", "canaries", waves, "--known", known, "--write", part).exits(1);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains("No canary of its own has its variance either")
                .contains("profile it on all of it");
        assertThat(part).doesNotExist();
        Path small = input("small.csv", 9, 100);
        assertThat(
                        run("node", "canaries", small, "--known", known)
                                .exits(1)
                                .out()
                                .replaceAll("\\s+", " "))
                .contains("It is too small for canaries of its own: profile it on all of it.");
        run("node", "canaries", small, "--known", known, "--write", part)
                .exits(1)
                .says("Not written", "the input is too small for canaries of its own");
        assertThat(part).doesNotExist();
    }

    @Test
    void warnsOfHeavyTails() throws IOException {
        StringBuilder text = new StringBuilder("size\n");
        for (int i = 1; i <= 2000; i++) {
            text.append(1.0 / i).append('\n');
        }
        Path heavy = Files.writeString(folder.resolve("heavy.csv"), text);
        assertThat(run("node", "canaries", heavy, "--known", heavy).out())
                .contains("heavier tails than a normal");
    }

    @Test
    void refusesWhatItCanNotCompare() throws IOException {
        Path known = input("known.csv", 2, 8000);
        Path words = Files.writeString(folder.resolve("words.csv"), "size\n1\nmany\n");
        run("node", "canaries", words, "--known", known)
                .exits(3)
                .says("words.csv:3", "\"many\" in size", "a number");
        Path gap = Files.writeString(folder.resolve("gap.csv"), "size\n1\n\n2\n\n");
        run("node", "canaries", gap, "--known", known)
                .exits(3)
                .says("gap.csv:3", "\"\" in size", "a number");
        Path columns = Files.writeString(folder.resolve("columns.csv"), "weight\n1\n2\n");
        run("node", "canaries", columns, "--known", known).exits(3).says("columns size", "weight");
        Path few = input("few.csv", 1, 304);
        run("node", "canaries", known, "--known", few)
                .exits(3)
                .says("few.csv", "a 16th of 19 records, its largest canary", "at least 20");
        run("node", "canaries", input("tiny.csv", 1, 19), "--known", known)
                .exits(3)
                .says("tiny.csv", "19 records", "at least 20");
        run("node", "canaries", known, "--known", known, "--records", 19)
                .exits(2)
                .says("--records", "at least 20");
        assertThat(
                        run("node", "canaries", known, "--known", input("some.csv", 2, 700))
                                .out()
                                .replaceAll("\\s+", " "))
                .contains("some.csv, with fewer than 20 records: 1/64, 1/128, 1/256.");
        run("node", "canaries", known, "--known", known, "--width", 7)
                .exits(3)
                .says("8000 records", "whole lines of 7");
        run("node", "canaries", known, "--known", known, "--alpha", 0).exits(2).says("--alpha");
    }
}
