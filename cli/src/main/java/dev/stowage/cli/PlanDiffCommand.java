package dev.stowage.cli;

import dev.stowage.cli.JsonDifference.Change;
import dev.stowage.json.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage plan diff}: what changed between two plans, and why. */
@Command(
        name = "diff",
        customSynopsis = "stowage plan diff BEFORE AFTER [OPTIONS]",
        description = {
            "Say what changed between two plans, and what of the things they rest on changed.",
            "",
            "Compares plan.json, placement.json and scenario.yaml, those that both have. Exits with"
                    + " 1 if the answers differ, so that a nightly job can raise a flag."
        },
        footer = {
            "  stowage plan diff june.plan july.plan",
            "  stowage plan diff yesterday.plan today.plan --json"
        })
final class PlanDiffCommand implements Callable<Integer> {
    private static final int CELL = 44;

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A plan's folder, or its file.")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "AFTER", description = "The plan to compare with it.")
    private Path after = Path.of("");

    @Option(
            names = "--rows",
            order = 1,
            paramLabel = "N",
            defaultValue = "30",
            description = "Most rows of a table; --json has all (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        PlanDifference difference = PlanDifference.of(before, after);
        if (common.isJson()) {
            common.out().print(Json.text(difference.json()));
        } else {
            print(difference, common.out());
        }
        return (difference.isChanged() ? ExitCode.NO : ExitCode.DONE).code();
    }

    private void print(PlanDifference difference, PrintWriter out) {
        out.println(common.style().bold(headline(difference)));
        table("what", difference.answers(), out);
        if (!difference.causes().isEmpty()) {
            out.println();
            out.println(
                    difference.isChanged()
                            ? "What the plans rest on differs in:"
                            : "What the plans rest on differs all the same, in:");
            table("why", difference.causes(), out);
        } else if (difference.isChanged()) {
            out.println();
            Wrapped.print(
                    out,
                    "Nothing that the plans say about their inputs differs: the search itself came"
                            + " to something else (its time, its steps, or another machine).");
        }
    }

    private static String headline(PlanDifference difference) {
        return difference.isChanged()
                ? "The answer changed, in "
                        + Figures.count(difference.answers().size())
                        + (difference.answers().size() == 1 ? " figure." : " figures.")
                : "The answer is the same.";
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
                                        change.path(),
                                        cut(change.before().orElse("-")),
                                        cut(change.after().orElse("-")),
                                        relative(change)));
        table.print(out, common.style(), 0);
        if (changes.size() > rows) {
            out.println(
                    "and " + Figures.count(changes.size() - rows) + " more (--rows N, or --json)");
        }
    }

    private static String relative(Change change) {
        return change.relative().isPresent()
                ? String.format(Locale.ROOT, "%+.1f%%", 100 * change.relative().getAsDouble())
                : "";
    }

    private static String cut(String text) {
        return text.length() > CELL ? text.substring(0, CELL - 1) + "…" : text;
    }
}
