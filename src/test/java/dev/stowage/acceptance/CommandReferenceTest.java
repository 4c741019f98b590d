package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/cli.md} true. After a change of an option: {@code mvn -pl cli -am test
 * -Dtest=CommandReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dstowage.regenerate=true}.
 */
class CommandReferenceTest {
    private static final Path DOCUMENT = Path.of("docs/cli.md");

    private static final String INTRODUCTION =
            """
            # Command line

            This page is the help of every command, written by a test (`CommandReferenceTest`);
            do not edit it by hand.

            Results go to stdout or to files, messages and progress to stderr. `--json` prints a
            result as JSON. Outputs are written under a temporary name and moved into place when
            they are complete; an existing output is refused unless `--force` is given. Every
            seed, and every default that matters, is in the results. Options of the JVM go into
            `STOWAGE_OPTS`, as in `STOWAGE_OPTS=-Xmx8g ./stowage simulate ...`.

            | exit code | meaning |
            | --- | --- |
            | 0 | done |
            | 1 | done, and the answer is no: an objective is not met, a tolerance exceeded; see below |
            | 2 | wrong usage: unknown option, command, format or policy on the command line |
            | 3 | bad input: the message names file, line, what was expected and what to do |
            | 4 | failure: disk full, read-only, out of memory, internal error |
            | 130 | interrupted (SIGINT); no half output is left |
            | 143 | ended from outside (SIGTERM), as 130 |

            Only a command that answers a question exits with 1: `plan`, `plan diff`, `pack`,
            `push`, `forecast`, `fleet`, `tune`, `node`, `node pim`, `node canaries`, `compare`,
            `catalog diff`, `catalog verify`, `reproduce`, `report`, `sweep` and `doctor`, and
            `serverless` and `simulate` where they search for the fewest servers (`--p99`,
            `--violated`, `--least-performance`, `--p99-wait`). A run of `simulate` says what
            happens and exits with 0, also where tasks were rejected and its result is marked *no*;
            `report RESULT` of it exits with 1.
            """;

    @Test
    void saysInTheDocumentWhatTheHelpSays() throws IOException {
        String reference = reference();
        if (Boolean.getBoolean("stowage.regenerate")) {
            Files.writeString(DOCUMENT, reference);
        }
        assertThat(DOCUMENT).hasContent(reference);
    }

    private static String reference() {
        StringBuilder text = new StringBuilder(INTRODUCTION);
        section(text, List.of());
        for (String command : commands(Stowage.run("--help").exits(0).out())) {
            section(text, List.of(command));
            for (String sub : commands(Stowage.run("help", command).exits(0).out())) {
                section(text, List.of(command, sub));
            }
        }
        return text.toString();
    }

    private static void section(StringBuilder text, List<String> command) {
        Object[] arguments = new Object[command.size() + 1];
        System.arraycopy(command.toArray(), 0, arguments, 0, command.size());
        arguments[command.size()] = "--help-all"; // the same as --help where that is not short
        String help = Stowage.run(arguments).exits(0).out();
        text.append("\n## stowage")
                .append(command.isEmpty() ? "" : " " + String.join(" ", command))
                .append("\n\n```text\n")
                .append(help.strip())
                .append("\n```\n");
    }

    /** The names in the list of commands of a help text. */
    private static List<String> commands(String help) {
        return help.lines()
                .dropWhile(line -> !line.startsWith("Commands"))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .filter(line -> line.matches("  [a-z].*"))
                .map(line -> line.strip().replaceFirst(" .*", ""))
                .filter(command -> !command.equals("help"))
                .toList();
    }
}
