package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the README: its steps, in their order, in one folder, with the samples that are shipped. */
class ReadmeTest {
    /** A shipped sample in place of what the reader has. */
    private static final String YOURS = "path/to/clusterdata-2011";

    private static final String SAMPLE = "examples/sample/google-2011";

    /** Amounts that take longer than a test may, and smaller ones. */
    private static final Map<String, String> SMALLER =
            Map.of(
                    "--jobs 20000",
                    "--jobs 400",
                    "--jobs 3000",
                    "--jobs 300",
                    "--replications 20",
                    "--replications 4",
                    "--replications 10",
                    "--replications 3",
                    "--sla p99=500us",
                    "--sla p99=500us --knobs frequency --replications 1",
                    "--half-width 5%",
                    "--jobs 200 --half-width 80%",
                    YOURS,
                    SAMPLE);

    /**
     * Steps that need files of the reader's own; the sample has neither usage nor machines; the
     * quickstart is long, and ExamplesTest runs it.
     */
    private static final Set<String> NOT_RUN =
            Set.of(
                    "help COMMAND",
                    "plan examples/quickstart.yaml",
                    "simulate tasks.csv",
                    "applications g.trace",
                    "simulate g.trace --servers trace",
                    "plan diff june.plan july.plan",
                    "push shop.plan");

    private static final int SHOWN_AT_LEAST = 3;

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    @TempDir private Path directory;

    @Test
    void runsEveryStep() throws Exception {
        copy(Path.of("examples"), directory.resolve("examples"));
        List<String> steps = steps();
        assertThat(steps).hasSizeGreaterThan(12);
        Map<String, List<String>> shown = shown();
        assertThat(shown).hasSizeGreaterThan(SHOWN_AT_LEAST);
        for (String step : steps) {
            Path out = directory.resolve("out.txt");
            Path err = directory.resolve("err.txt");
            Process process =
                    Stowage.process(directory, words(step))
                            .redirectOutput(out.toFile())
                            .redirectError(err.toFile())
                            .start();
            Stowage.Result result = Stowage.finish(process, out, err);
            boolean isNo = step.startsWith("forecast ");
            int expected = isNo ? 1 : 0;
            assertThat(result.exit()).as(step + ": " + result.err()).isEqualTo(expected);
            List<String> expectedLines = shown.get(step);
            if (expectedLines != null) {
                assertThat(result.out().lines().map(String::strip).toList())
                        .as("what the README shows of " + step)
                        .containsSubsequence(expectedLines);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static List<String> steps() throws IOException {
        return Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.startsWith("    ./stowage "))
                .map(line -> line.substring("    ./stowage ".length()))
                .map(ReadmeTest::smaller)
                .filter(step -> NOT_RUN.stream().noneMatch(step::startsWith))
                .toList();
    }

    /**
     * The lines that the README shows of what a step prints, without those of steps that are made
     * smaller here; an ellipsis stands for lines that are left out.
     */
    private static Map<String, List<String>> shown() throws IOException {
        Map<String, List<String>> shown = new LinkedHashMap<>();
        List<String> lines = List.of();
        for (String line : Files.readAllLines(Path.of("README.md"))) {
            if (line.startsWith("    ./stowage ")) {
                String step = line.substring("    ./stowage ".length());
                lines = new ArrayList<>();
                if (smaller(step).equals(step)) {
                    shown.put(step, lines);
                }
            } else if (line.startsWith("    ")) {
                if (!line.strip().equals("…")) {
                    lines.add(line.strip());
                }
            } else if (!line.isBlank()) {
                lines = new ArrayList<>();
            }
        }
        shown.values().removeIf(List::isEmpty);
        return shown;
    }

    private static String smaller(String step) {
        String text = step;
        for (Map.Entry<String, String> each : SMALLER.entrySet()) {
            text = text.replace(each.getKey(), each.getValue());
        }
        return text;
    }

    private static Object[] words(String step) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(step);
        while (matcher.find()) {
            words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        return words.toArray();
    }
}
