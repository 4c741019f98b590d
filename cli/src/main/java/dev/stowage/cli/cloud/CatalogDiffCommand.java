package dev.stowage.cli.cloud;

import dev.stowage.bills.BillFile;
import dev.stowage.catalog.CatalogueDiff;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.option.Quantities;
import dev.stowage.report.catalogue.CatalogueDiffAnswer;
import dev.stowage.report.catalogue.CatalogueDiffText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage catalog diff}: which prices moved. */
@Command(
        name = "diff",
        customSynopsis = "stowage catalog diff BEFORE AFTER [--for BILL] [OPTIONS]",
        description = {
            "Say which prices moved from one catalogue to another and by how much, and with --for"
                    + " what that costs for what a bill says you run.",
            "",
            "Exits with 1 if the answer changed by more than --tolerance: with --for, what you run"
                    + " costs something else, or is not in both; without, a price, a commitment or"
                    + " an offer."
        },
        footer = {
            "  stowage catalog diff aws@2026-06 aws@2026-07",
            "  stowage catalog diff aws@2026-06 aws@2026-07 --for bill.csv --tolerance 1%%"
        })
final class CatalogDiffCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "BEFORE",
            description = "An imported catalogue, reference, or a file of our CSV form.")
    private String before = "";

    @Parameters(index = "1", paramLabel = "AFTER", description = "Another one.")
    private String after = "";

    @Option(
            names = "--for",
            order = 1,
            paramLabel = "BILL",
            description =
                    "Bills of what you run: FOCUS, an AWS cost and usage report, an Azure cost"
                            + " export or a Google billing export.")
    private List<Path> bills = List.of();

    @Option(
            names = "--tolerance",
            order = 2,
            paramLabel = "SHARE",
            defaultValue = "0",
            description =
                    "Share by which prices, or the cost of what you run, may differ, as in 2%% or"
                            + " 0.02 (default: ${DEFAULT-VALUE}).")
    private String tolerance = "";

    @Mixin private ImportedFlags imported = new ImportedFlags();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        double share = common.argument(() -> Quantities.share("--tolerance", tolerance));
        VmCatalogue now = imported.open(after, common);
        Map<String, Double> hours = new HashMap<>();
        List<String> leftOut = new ArrayList<>();
        for (Path file : bills) {
            BillFile bill = BillFile.read(file, now);
            bill.hours().forEach((name, each) -> hours.merge(name, each, Double::sum));
            bill.leftOutInWords().forEach(words -> leftOut.add(file + ": " + words));
        }
        CatalogueDiff diff = CatalogueDiff.of(imported.open(before, common), now, hours);
        CatalogueDiffAnswer answer =
                CatalogueDiffAnswer.of(before, after, diff, bills.isEmpty() ? null : leftOut);
        common.print(answer, new CatalogueDiffText(answer, common.style())::print);
        return (diff.isChanged(share) ? ExitCode.NO : ExitCode.DONE).code();
    }
}
