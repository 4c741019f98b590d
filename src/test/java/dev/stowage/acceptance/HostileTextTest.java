package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No text from outside moves a cursor, colours, rings or turns round what a terminal shows: names,
 * keys, values and arguments with control characters go through the commands that print them.
 */
class HostileTextTest {
    private static final String ACTED =
            "\u0001\u0007\b\u000b\f\r\u001b\u007f\u0085\u009b\u200f\u2028\u202e\u2066";

    @TempDir private Path directory;

    @Test
    void commandsMaskWhatATerminalWouldObey() throws IOException {
        Random random = new Random(34);
        for (int round = 0; round < 4; round++) {
            String hostile = hostile(random);
            for (List<Object> command : commands(hostile, round)) {
                for (boolean isTerminal : new boolean[] {false, true}) {
                    Stowage.Result result =
                            Stowage.runOn(
                                    isTerminal,
                                    Map.of("NO_COLOR", "1", "TERM", "dumb"),
                                    command.toArray());
                    assertMasked(command, result.out());
                    if (!isTerminal) { // there a bar returns to the begin of its line
                        assertMasked(command, result.err());
                    }
                }
            }
        }
    }

    /** Colours are ours alone, also where they are wanted. */
    /** Java hands such names over with a character in place of the bytes. */
    @Test
    void namesThatAreNotUtf8AreNamedAsSuch() throws IOException {
        Stowage.run("plan", directory.resolve("t\ufffdsks.yaml"))
                .exits(3)
                .says("of bytes that are not UTF-8", "Rename the file");
        Path there = Files.writeString(directory.resolve("\ufffd.yaml"), "seed: x\n");
        Stowage.run("plan", there).exits(3).says("\ufffd.yaml:1");
    }

    @Test
    void coloursOfOthersDoNotPass() throws IOException {
        Path scenario =
                Files.writeString(directory.resolve("s.yaml"), "\"\\e[31mname\": 1\nseed: x\n");
        String said = Stowage.run("plan", scenario, "--color", "always").err();
        assertThat(said)
                .contains("\u001b[31mstowage: \u001b[0m", "\\u001b[31mname")
                .doesNotContain("\u001b[31mname");
    }

    /** Files are shown on terminals and in browsers, too; JSON and YAML keep what was given. */
    @Test
    void aNameWritesNoLineOfItsOwn() throws IOException {
        Path scenario =
                Files.writeString(directory.resolve("s.yaml"), "\"name\\nall is well\": 1\n");
        assertThat(Stowage.run("plan", scenario).exits(3).err())
                .contains("name\\u000aall is well")
                .doesNotContain("\nstowage: all is well", "\nall is well");
    }

    @Test
    void writtenFilesMaskIt() throws IOException {
        String hostile = hostile(new Random(35)) + "\u202e";
        String yaml = quoted(hostile);
        Path scenario =
                write(
                        9,
                        "s.yaml",
                        "name: "
                                + yaml
                                + "\n"
                                + plan().replace("{cpu", "{name: " + yaml + ", cpu"));
        Path plan = directory.resolve("masked.plan");
        Stowage.run("plan", scenario, "-q", "-o", plan).exits(0);
        for (String name : List.of("plan.prom", "plan.json", "scenario.yaml", "report.html")) {
            assertMasked(List.of(name), Files.readString(plan.resolve(name)));
        }
        assertThat(new ObjectMapper().readTree(plan.resolve("plan.json").toFile()).path("name"))
                .isEqualTo(TextNode.valueOf(hostile));
        assertThat(new YAMLMapper().readTree(plan.resolve("scenario.yaml").toFile()).path("name"))
                .isEqualTo(TextNode.valueOf(hostile));
    }

    private List<List<Object>> commands(String hostile, int round) throws IOException {
        String yaml = quoted(hostile);
        Path named = write(round, "named.yaml", "name: " + yaml + "\n" + plan());
        Path key = write(round, "key.yaml", yaml + ": 1\n" + plan());
        Path value = write(round, "value.yaml", plan() + "seed: " + yaml + "\n");
        Path broken = write(round, "broken.yaml", "a: [\"" + hostile + "\n");
        Path csv =
                write(
                        round,
                        "tasks.csv",
                        "submit_s,duration_s,cpu,memory_gib\n0,10,\"" + hostile + "\",1\n");
        Path header = write(round, "header.csv", "submit_s,\"" + hostile + "\"\n0,10\n");
        Path odd =
                write(
                        round,
                        hostile.replace('/', '_') + ".csv",
                        "submit_s,duration_s,cpu,memory_gib\n0,10,1,1\n");
        Path shop =
                write(
                        round,
                        "shop.yaml",
                        "services:\n  - {name: "
                                + yaml
                                + ", cpu: 1, memoryGiB: 1, replicas: 2}\nservers:\n"
                                + "  - {name: "
                                + yaml
                                + ", cpu: 4, memoryGiB: 8, count: 2}\n");
        Path json = write(round, "odd.json", "{\"" + hostile.replace("\"", "") + "\": 1}");
        List<List<Object>> commands = new ArrayList<>();
        for (Path scenario : List.of(named, key, value, broken)) {
            commands.add(List.of("plan", scenario, "-o", out(round), "--force"));
        }
        for (Path tasks : List.of(csv, header, odd)) {
            commands.add(
                    List.of("simulate", tasks, "--servers", "1x4c4g", "-o", out(round), "--force"));
            commands.add(List.of("ingest", "csv", tasks, "-o", out(round) + ".trace", "--force"));
            commands.add(List.of("inspect", tasks));
            commands.add(List.of("cloud", tasks, "-o", out(round) + ".cloud", "--force"));
            commands.add(List.of("forecast", tasks, "-o", out(round) + ".json", "--force"));
        }
        commands.add(List.of("pack", shop, "-o", out(round) + ".pack", "--force"));
        commands.add(List.of("inspect", json));
        for (String name : List.of("plan", "inspect", "fit", "synth", "pack", "compare", "push")) {
            commands.add(List.of(name, hostile));
            commands.add(List.of(name, "--" + hostile));
        }
        commands.add(List.of(hostile));
        return commands;
    }

    private static void assertMasked(List<Object> command, String text) {
        assertThat(text.chars().filter(HostileTextTest::isActed).toArray())
                .as("%s printed %s", command, text)
                .isEmpty();
    }

    private static boolean isActed(int c) {
        return (Character.isISOControl(c) && c != '\n' && c != '\t') || ACTED.indexOf(c) >= 0;
    }

    private static String hostile(Random random) {
        StringBuilder text = new StringBuilder("x\u001b]0;owned\u0007\u001b[2J");
        for (int i = 0; i < 12; i++) {
            text.append(ACTED.charAt(random.nextInt(ACTED.length())))
                    .append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> quoted.append(String.format("\\u%04x", c)));
        return quoted.append('"').toString();
    }

    private static String plan() {
        return """
                workload: {csv: ../tasks.csv}
                servers: {type: {cpu: 4, memoryGiB: 8}}
                objective: {pendingSeconds: {p99: 60}}
                """;
    }

    private Path out(int round) {
        return directory.resolve("out" + round);
    }

    private Path write(int round, String name, String text) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("round" + round));
        Files.writeString(
                directory.resolve("tasks.csv"),
                "submit_s,duration_s,cpu,memory_gib\n0,10,1,1\n5,10,1,1\n");
        return Files.writeString(folder.resolve(name), text);
    }
}
