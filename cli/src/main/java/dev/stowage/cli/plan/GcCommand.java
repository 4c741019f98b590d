package dev.stowage.cli.plan;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.option.OptionException;
import dev.stowage.output.Leftovers;
import dev.stowage.output.Leftovers.Leftover;
import dev.stowage.report.SharedCharts;
import dev.stowage.words.Amounts;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage gc}: room on the disk of a folder of results. */
@Command(
        name = "gc",
        customSynopsis = "stowage gc FOLDER [--dry-run] [--assets shared|inside] [OPTIONS]",
        description = {
            "Remove what killed runs left below a folder; let its reports share their charts.",
            "",
            "What a process that runs still writes is left alone. Kept answers of sweeps have a"
                    + " command of their own, `sweep gc`."
        },
        footer = {"  stowage gc runs --dry-run", "  stowage gc runs --assets shared"})
public final class GcCommand implements Callable<Integer> {
    /** Where the chart library of reports is. */
    enum Assets {
        SHARED,
        INSIDE
    }

    @Parameters(paramLabel = "FOLDER", description = "A folder of results.")
    private Path folder = Path.of("");

    @Option(names = "--dry-run", order = 1, description = "Say what would be removed.")
    private boolean isDry;

    @Option(
            names = "--assets",
            order = 2,
            paramLabel = "WHERE",
            description = {
                "shared: the reports below the folder name one file with the chart library in it."
                        + " A report that is sent alone has no charts then.",
                "inside: each holds it again."
            })
    private @Nullable Assets assets;

    @Mixin private CommonOptions common = new CommonOptions();

    /** What was found, and done unless {@code isDryRun}. */
    record Tidied(
            String folder, boolean isDryRun, List<Left> leftovers, int reports, long savedBytes) {
        record Left(String path, long bytes) {}
    }

    @Override
    public Integer call() {
        if (!Files.isDirectory(folder)) {
            throw InputException.of(
                    folder,
                    Files.exists(folder) ? "a file" : "nothing",
                    "a folder of results",
                    "Name the folder that holds what your commands wrote.");
        }
        if (isDry && assets != null) {
            throw new OptionException(
                    "--dry-run is for what killed runs left; use it without --assets.");
        }
        List<Leftover> left = Leftovers.under(folder);
        long saved = left.stream().mapToLong(Leftover::bytes).sum();
        SharedCharts.Change change = new SharedCharts.Change(0, 0);
        if (!isDry) {
            left.forEach(Leftovers::remove);
            change = assets == null ? change : moved(assets);
        }
        Tidied tidied =
                new Tidied(
                        folder.toString(),
                        isDry,
                        left.stream()
                                .map(each -> new Tidied.Left(each.path().toString(), each.bytes()))
                                .toList(),
                        change.reports(),
                        saved + change.savedBytes());
        common.print(tidied, out -> print(tidied, out));
        return ExitCode.DONE.code();
    }

    private SharedCharts.Change moved(Assets where) {
        return where == Assets.SHARED ? SharedCharts.share(folder) : SharedCharts.putBack(folder);
    }

    private void print(Tidied tidied, PrintWriter out) {
        String verb = isDry ? "Would remove " : "Removed ";
        out.println(
                tidied.leftovers().isEmpty()
                        ? "Nothing left by killed runs in " + folder
                        : verb
                                + Amounts.counted(tidied.leftovers().size(), "leftover")
                                + " of killed runs:");
        tidied.leftovers()
                .forEach(each -> out.println("  " + each.path() + " (" + size(each.bytes()) + ")"));
        if (assets != null && !isDry) {
            out.println(
                    Amounts.counted(tidied.reports(), "report")
                            + " changed: all below "
                            + folder
                            + (assets == Assets.SHARED
                                    ? " now share their charts."
                                    : " now hold their charts."));
        }
        long bytes = tidied.savedBytes();
        if (bytes != 0 && !isDry) {
            out.println(
                    folder
                            + " is "
                            + size(Math.abs(bytes))
                            + (bytes > 0 ? " smaller." : " larger."));
        }
    }

    private static String size(long bytes) {
        return Amounts.decimal(bytes / 1048576.0) + " MiB";
    }
}
