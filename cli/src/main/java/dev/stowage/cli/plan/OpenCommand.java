package dev.stowage.cli.plan;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.report.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code stowage open}: the report of a result, in the browser. */
@Command(
        name = "open",
        customSynopsis = "stowage open RESULT [OPTIONS]",
        description = {
            "Open the report of a result in the browser.",
            "",
            "Prints where the report is, and hands it to the program that BROWSER names, or to that"
                    + " of the desktop. Exits with 4 if there is none."
        },
        footer = {"  stowage open june.plan", "  BROWSER=firefox stowage open google.run"})
public final class OpenCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RESULT", description = "A result's folder, or its report.")
    private Path result = Path.of("");

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Path report = Files.isDirectory(result) ? result.resolve(ReportPage.FILE) : result;
        if (!Files.isRegularFile(report)) {
            throw InputException.of(
                    result,
                    Files.exists(result) ? "no " + ReportPage.FILE : "nothing",
                    "a folder with " + ReportPage.FILE,
                    "Name the folder that a command wrote.");
        }
        common.out().println(report.toAbsolutePath().normalize().toUri());
        common.out().flush();
        List<String> opener = opener(common.environment().getOrDefault("BROWSER", ""));
        try {
            List<String> command = new ArrayList<>(opener);
            command.add(report.toAbsolutePath().toString());
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return ExitCode.DONE.code();
        } catch (IOException e) {
            common.note(
                    "No program to open it: found none named "
                            + opener.get(0)
                            + ". Set BROWSER, or open the address yourself.");
            return ExitCode.FAILURE.code();
        }
    }

    private static List<String> opener(String browser) {
        if (!browser.isBlank()) {
            return List.of(browser);
        }
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return system.contains("mac")
                ? List.of("open")
                : system.contains("win")
                        ? List.of("rundll32", "url.dll,FileProtocolHandler")
                        : List.of("xdg-open");
    }
}
