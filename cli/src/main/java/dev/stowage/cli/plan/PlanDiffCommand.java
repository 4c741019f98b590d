package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.option.Quantities;
import dev.stowage.workflow.plan.DifferenceText;
import dev.stowage.workflow.plan.PlanDifference;
import java.nio.file.Path;
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
                    + " comparison.json, cloud.json, portfolio.json and scenario.yaml, those that both"
                    + " have. The answer is what to buy or run, whether that holds, and what it costs. Exits"
                    + " with 1 if the answers differ by more than --tolerance, so that a nightly job"
                    + " can raise a flag."
        },
        footer = {
            "  stowage plan diff june.plan july.plan",
            "  stowage plan diff yesterday.plan today.plan --json"
        })
final class PlanDiffCommand implements Callable<Integer> {
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
        if (rows < 1) {
            throw common.usage("--rows: found " + rows + ", expected a whole number of at least 1");
        }
        PlanDifference difference = PlanDifference.of(before, after, share);
        common.print(
                difference.json(), new DifferenceText(difference, rows, common.style())::print);
        return (difference.isChanged() ? ExitCode.NO : ExitCode.DONE).code();
    }
}
