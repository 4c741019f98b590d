package dev.stowage.cli.plan;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.report.ReportPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
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
    /** Longer than a program takes to find that it can't. */
    private static final int PATIENCE_SECONDS = 2;

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
        String address = report.toAbsolutePath().normalize().toUri().toString();
        common.print(new Opened(address), out -> out.println(address));
        common.out().flush();
        List<String> opener = opener(common.environment().getOrDefault("BROWSER", ""));
        if (isOpened(opener, report)) {
            return ExitCode.DONE.code();
        }
        throw new UncheckedIOException(
                new IOException(
                        opener.get(0)
                                + ": found no such program, or one that failed, expected one that opens a"
                                + " page\n  Set BROWSER, or open the address yourself."));
    }

    /** What {@code --json} prints. */
    record Opened(String report) {}

    /** A program that goes on is a browser; one that ends has to end well. */
    private static boolean isOpened(List<String> opener, Path report) {
        List<String> command = new ArrayList<>(opener);
        command.add(report.toAbsolutePath().toString());
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return !process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
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
