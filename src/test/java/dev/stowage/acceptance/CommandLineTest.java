package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Help, completion, wrong usage, colours: what the command line itself does. */
class CommandLineTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V"})
    void printsTheVersion(String option) {
        assertThat(Stowage.run(option).exits(0).out()).matches("stowage \\d+\\.\\d+\\.\\d+\n");
    }

    @Test
    void listsTheCommandsInTheOrderOfTheWork() {
        String help = Stowage.run("--help").exits(0).out();
        assertThat(help)
                .containsSubsequence("ingest", "inspect", "fit", "synth", "simulate", "catalog");
        assertThat(Stowage.run("help").exits(0).out()).isEqualTo(help);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ingest", "inspect", "fit", "synth", "simulate", "catalog", "completion"})
    void explainsACommandWithExamples(String command) {
        String help = Stowage.run("help", command).exits(0).out();
        assertThat(help).contains("Usage: stowage " + command, "Examples:", "  stowage " + command);
        assertThat(Stowage.run(command, "--help").exits(0).out()).isEqualTo(help);
    }

    @Test
    void keepsHelpWithinEightyColumns() {
        for (String command :
                new String[] {
                    "ingest", "fit", "synth", "simulate", "catalog", "cloud", "compare"
                }) {
            assertThat(Stowage.run("help", command).out().lines())
                    .as(command)
                    .allMatch(line -> line.length() <= 80);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compare",
                "cloud",
                "node calibrate",
                "tune",
                "serverless",
                "catalog import"
            })
    void writesLongExamplesAsAShellTakesThem(String command) {
        String[] words = ("help " + command).split(" ", -1);
        String help = Stowage.run((Object[]) words).exits(0).out();
        String examples = help.substring(help.indexOf("Examples:\n") + "Examples:\n".length());
        assertThat(examples).contains(" \\\n      ");
        assertThat(examples.replace(" \\\n     ", "").lines())
                .as(command)
                .allMatch(line -> line.matches(" {2}\\S.*"));
        assertThat(examples.lines()).allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "cloud", "pack", "push", "forecast"})
    void beginsALongHelpWithWhatMatters(String command) {
        String brief = Stowage.run(command, "--help").exits(0).out();
        String whole = Stowage.run(command, "--help-all").exits(0).out();
        assertThat(brief.lines().count()).isLessThan(80);
        assertThat(brief)
                .contains("Options that matter most:", "stowage " + command + " --help-all");
        assertThat(whole).contains("Output, and what every command has:");
        assertThat(whole.lines()).hasSizeGreaterThan((int) brief.lines().count());
        assertThat(whole.contains("Workload, servers and policies:"))
                .as("only simulate has options without a group of their own")
                .isEqualTo(command.equals("simulate"));
        assertThat(whole.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void beginsTheHelpOfSimulateWithTheTenOptionsThatMatter() {
        String brief = Stowage.run("simulate", "--help").exits(0).out();
        assertThat(brief.lines().count()).isLessThan(60);
        assertThat(brief)
                .contains("--servers=SPEC", "--compare", "stowage simulate --help-all")
                .doesNotContain("--domain-mttf", "--usage-model");
        assertThat(Stowage.run("simulate", "--help-all").exits(0).out())
                .containsSubsequence(
                        "Workload, servers and policies:", "--servers", "How tasks wait:")
                .contains("--domain-mttf", "--usage-model", "How servers go down and come back:");
    }

    @Test
    void breaksNoNameAndNoExampleAcrossLines() {
        assertThat(Stowage.run("simulate", "--help-all").exits(0).out())
                .contains("fragmentation.medianTask,", "10x0.5c0.5g", "serversInUse.mean,")
                .contains("submit_s,duration_s,cpu,memory_gib and");
    }

    @Test
    void helpsWithASubcommand() {
        assertThat(Stowage.run("help", "catalog", "import").exits(0).out())
                .isEqualTo(Stowage.run("catalog", "import", "--help").exits(0).out())
                .contains("Usage: stowage catalog import");
    }

    @Test
    void listsPoliciesWithTheirParametersInTheHelpOfSimulate() {
        assertThat(Stowage.run("simulate", "--help-all").exits(0).out())
                .contains("first-fit", "power-of-d", "Parameter d:", "capacity");
    }

    @Test
    void asksForACommandWhenThereIsNone() {
        Stowage.run().exits(2).says("found no command", "simulate", "stowage help");
    }

    @Test
    void offersTheNearestCommand() {
        Stowage.run("simulat").exits(2).says("simulat", "Did you mean simulate?");
        Stowage.run("help", "simulat").exits(2).says("simulat", "Did you mean simulate?");
    }

    @Test
    void offersTheNearestOption() {
        Stowage.run("simulate", "x.csv", "--servers", "1x1c1g", "--placment", "best-fit")
                .exits(2)
                .says("--placment", "Did you mean --placement?", "stowage help simulate");
    }

    @Test
    void offersTheNearestPolicy() {
        Stowage.run("simulate", "x.csv", "--servers", "1x1c1g", "--placement", "bestfit")
                .exits(2)
                .says("--placement", "bestfit", "first-fit, best-fit", "Did you mean best-fit?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--placement=power-of-d[d=0]",
                "--placement=power-of-d[e=2]",
                "--placement=first-fit[d=2]",
                "--admission=maybe",
                "--queue=lifo",
                "--fidelity=exact",
                "--seed=one",
                "--until=soon",
                "--threads=0",
                "--color=pink",
                "--servers=0x1c1g",
                "--servers=10x0c1g",
                "--servers=ten",
                "--servers=10x1c1g,",
                "--servers=99999999999x1c1g"
            })
    void refusesAWrongValueOfAnOption(String option) {
        String name = option.substring(0, option.indexOf('='));
        Stowage.Result result =
                name.equals("--servers")
                        ? Stowage.run("simulate", "x.csv", option)
                        : Stowage.run("simulate", "x.csv", "--servers=1x1c1g", option);
        result.exits(2).says("stowage: " + name, "found", "expected");
    }

    @Test
    void namesWhatIsMissing() {
        Stowage.run("simulate").exits(2).says("no --servers", "no WORKLOAD");
        Stowage.run("ingest", "csv").exits(2).says("no INPUT");
    }

    @Test
    void refusesAnUnknownFormatAsWrongUsage() {
        Stowage.run("ingest", "google-2012", "x")
                .exits(2)
                .says("google-2012", "one of auto, google-2011, ", "Did you mean google-2011?");
    }

    @Test
    void coloursOnlyATerminalThatWantsIt() {
        assertThat(Stowage.runOn(true, Map.of(), "simulat").err()).contains("\u001b[31m");
        assertThat(Stowage.runOn(false, Map.of(), "simulat").err()).doesNotContain("\u001b");
        assertThat(Stowage.runOn(true, Map.of("NO_COLOR", "1"), "simulat").err())
                .doesNotContain("\u001b");
        assertThat(Stowage.runOn(true, Map.of(), "simulat", "--color=never").err())
                .doesNotContain("\u001b");
        assertThat(Stowage.runOn(false, Map.of(), "simulat", "--color", "always").err())
                .contains("\u001b[31m");
    }

    @Test
    void showsAStackTraceOnlyWhenAskedTwice() {
        assertThat(Stowage.run("inspect", "missing").exits(3).err()).doesNotContain("\tat ");
        assertThat(Stowage.run("inspect", "missing", "-v").exits(3).err()).doesNotContain("\tat ");
        assertThat(Stowage.run("inspect", "missing", "-vv").exits(3).err()).contains("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesCommandsOptionsAndPolicies(String shell) throws Exception {
        String script = Stowage.run("completion", shell).exits(0).out();
        assertThat(script).contains("simulate", "--placement", "best-fit", "google-2011");
        Path file = Files.writeString(directory.resolve("completion"), script);
        assertThat(complete(file, "stowage", "sim")).containsExactly("simulate");
        assertThat(complete(file, "stowage", "simulate", "--placem")).contains("--placement");
        assertThat(complete(file, "stowage", "simulate", "--placement", "be"))
                .containsExactly("best-fit");
    }

    /** What bash offers for the last of {@code words}. */
    private List<String> complete(Path script, String... words)
            throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(Path.of("/bin/bash")), "no bash on this machine");
        String program =
                "compopt() { :; }; source '"
                        + script
                        + "'; COMP_WORDS=("
                        + String.join(" ", words)
                        + "); COMP_CWORD="
                        + (words.length - 1)
                        + "; COMP_LINE='"
                        + String.join(" ", words)
                        + "'; COMP_TYPE=9; _complete_stowage; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash =
                new ProcessBuilder("/bin/bash", "-c", program).redirectErrorStream(true).start();
        String offered = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(Stowage.HANGS_AFTER_MINUTES, TimeUnit.MINUTES)).isTrue();
        return offered.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }
}
