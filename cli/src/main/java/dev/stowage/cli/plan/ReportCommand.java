package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.TextFiles;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.plan.ResultsOverview;
import dev.stowage.workflow.plan.ResultsPage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage report}: several results side by side. */
@Command(
        name = "report",
        customSynopsis = "stowage report RESULT... [-o PAGE.html] [OPTIONS]",
        description = {
            "Put several results on one page: what each answers, whether it holds, and its cost.",
            "",
            "Reads what `plan`, `pack`, `simulate` (also with --replications or --compare) and"
                    + " `cloud` wrote, each with its own verdict. Exits with 0 if all of them hold, and"
                    + " with 1 if one does not or if that is not decided: of an empty workload, of"
                    + " tasks that were not replayed, of alternatives that one run can't tell"
                    + " apart."
        },
        footer = {
            "  stowage report june.plan july.plan august.plan -o summer.html",
            "  stowage report *.run --json"
        })
public final class ReportCommand implements Callable<Integer> {
    private static final int WIDTH = 80;

    @Parameters(
            arity = "1..*",
            paramLabel = "RESULT",
            description = "Folders of results, or their files.")
    private List<Path> results = List.of();

    @Option(
            names = {"-o", "--output"},
            order = 1,
            paramLabel = "PAGE",
            description = "HTML page to write.")
    private @Nullable Path page;

    @Option(names = "--force", order = 2, description = "Replace the page if it is there.")
    private boolean isForced;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        ResultsOverview overview = ResultsOverview.of(results);
        if (page != null) {
            try (OutputTarget target = OutputTarget.file(page, isForced)) {
                TextFiles.write(target.temporary(), ResultsPage.html(overview));
                target.commit();
            }
        }
        common.print(overview, out -> print(overview, out));
        if (page != null) {
            common.note("Report: " + page);
        }
        return (overview.areAllHeld() ? ExitCode.DONE : ExitCode.NO).code();
    }

    private void print(String text, PrintWriter out) {
        if (!text.isEmpty()) {
            Wrapped.lines(text, common.width(WIDTH) - 2).forEach(line -> out.println("  " + line));
        }
    }

    private void print(ResultsOverview overview, PrintWriter out) {
        Wrapped.print(out, common.style().bold(overview.verdict()));
        for (ResultsOverview.Result each : overview.results()) {
            String[] cells = ResultsPage.cells(each);
            out.println();
            out.println(cells[0] + " (" + cells[1] + "): " + cells[2]);
            for (int i = 3; i < cells.length; i++) {
                print(cells[i], out);
            }
            each.figures().forEach(figure -> print(ResultsPage.text(figure), out));
        }
    }
}
