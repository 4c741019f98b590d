package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.json.Json;
import dev.stowage.option.Quantities;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.workflow.plan.ChangeText;
import dev.stowage.workflow.plan.JsonDifference.Change;
import dev.stowage.workflow.plan.PlanDifference;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage plan diff}: what changed between two results, and why. */
@Command(
        name = "diff",
        customSynopsis = "stowage plan diff BEFORE AFTER [OPTIONS]",
        description = {
            "Say what changed between two results, and what of the things they rest on changed.",
            "",
            "Compares what `plan`, `pack`, `simulate` (also with --replications or --compare) and"
                    + " `cloud` wrote: plan.json, placement.json, summary.json, replications.json,"
                    + " comparison.json, cloud.json and scenario.yaml, those that both have. The"
                    + " answer is what to buy or run, whether that holds, and what it costs. Exits"
                    + " with 1 if the answers differ by more than --tolerance, so that a nightly job"
                    + " can raise a flag."
        },
        footer = {
            "  stowage plan diff june.plan july.plan",
            "  stowage plan diff yesterday.plan today.plan --json"
        })
final class PlanDiffCommand implements Callable<Integer> {
    private static final int CELL = 44;

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A result's folder, or its file.")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "AFTER", description = "The result to compare with it.")
    private Path after = Path.of("");

    @Option(
            names = "--rows",
            order = 1,
            paramLabel = "N",
            defaultValue = "30",
            description = "Most rows of a table; --json has all (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--tolerance",
            order = 2,
            paramLabel = "SHARE",
            defaultValue = "0",
            description =
                    "Share by which numbers of servers, cost and figures may differ, as in 2%% or 0.02 (default:"
                            + " ${DEFAULT-VALUE}).")
    private String tolerance = "";

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        double share = common.argument(() -> Quantities.share("--tolerance", tolerance));
        PlanDifference difference = PlanDifference.of(before, after, share);
        if (common.isJson()) {
            common.out().print(Json.text(difference.json()));
        } else {
            print(difference, common.out());
        }
        return (difference.isChanged() ? ExitCode.NO : ExitCode.DONE).code();
    }

    private void print(PlanDifference difference, PrintWriter out) {
        Wrapped.print(out, difference.sentence());
        table("they also say", difference.answers(), out);
        table("what they rest on", difference.causes(), out);
    }

    private void table(String title, List<Change> changes, PrintWriter out) {
        if (changes.isEmpty()) {
            return;
        }
        out.println();
        TextTable table =
                new TextTable(
                        Column.text(title),
                        Column.figure("before"),
                        Column.figure("after"),
                        Column.figure("change"));
        changes.stream()
                .limit(rows)
                .forEach(
                        change ->
                                table.row(
                                        cut(ChangeText.label(change.path())),
                                        cut(ChangeText.value(change.path(), change.before())),
                                        cut(ChangeText.value(change.path(), change.after())),
                                        ChangeText.relative(change)));
        table.print(out, common.style(), 0);
        if (changes.size() > rows) {
            out.println(
                    "and " + Figures.count(changes.size() - rows) + " more (--rows N, or --json)");
        }
    }

    private static String cut(String text) {
        return text.length() > CELL ? text.substring(0, CELL - 1) + "…" : text;
    }
}
