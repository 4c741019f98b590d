package dev.stowage.cli.plan;

import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.json.Json;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.TextFiles;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.report.placement.PackText;
import dev.stowage.report.placement.PlacementReport;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.rightsizing.replay.SizingVerdict.State;
import dev.stowage.rightsizing.rollout.Rollout;
import dev.stowage.workflow.pack.PackInput;
import dev.stowage.workflow.pack.PackRun;
import dev.stowage.workflow.pack.SizedPack;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code stowage pack}: where everything goes, and how to get there from what runs now. */
@Command(
        name = "pack",
        customSynopsis = "stowage pack INPUT [-o NAME.plan] [OPTIONS]",
        description = {
            "Place tasks, services or VMs on as few (or as cheap) servers as possible, and say how"
                    + " to get there from what runs now.",
            "",
            "INPUT is a trace, of which one moment is packed, a YAML file of services, servers"
                    + " and rules (docs/placement.md), or an earlier plan. Writes placement.json and report.html, with --right-size also rightsizing.json. Exits"
                    + " with 1 if something has no place, or if new requests are not safe, and with 3"
                    + " if it is proven that there is no place."
        },
        footer = {
            "  stowage pack shop.yaml",
            "  stowage pack june.trace --at 2h --headroom 10%%",
            "  stowage pack live.trace --max-moves 20 --solve-time 30s",
            "  stowage pack june.trace --at 2h --servers 40x48c256g --steps 100000",
            "  stowage pack june.trace --right-size",
            "  stowage pack shop.yaml --right-size cpu=p99,memory=max --usage usage.csv"
        })
public final class PackCommand implements Callable<Integer>, CheckedCommand {
    private static final String REPORT = "report.html";

    @Parameters(
            paramLabel = "INPUT",
            description = "A trace, a YAML file of what to pack, or an earlier plan.")
    private Path input = Path.of("");

    @Mixin private PackInputFlags inputs = new PackInputFlags();
    @Mixin private PackFlags flags = new PackFlags();
    @Mixin private RightSizeFlags rightSize = new RightSizeFlags();
    @Mixin private CatalogFlags catalogs = new CatalogFlags();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        PackingOptions options = flags.options(common);
        Optional<SizingOptions> sizing = rightSize.options(common);
        rightSize.weekly(common);
        PackInput given = inputs.read(input, catalogs, common);
        Optional<SizedPack> sized =
                sizing.map(s -> SizedPack.of(given, s, rightSize.usage(), common.progress()));
        PackRequest request = sized.map(SizedPack::request).orElse(given.request());
        String defaultName = InputNames.base(input) + ".plan";
        try (OutputTarget target = output.directory(defaultName, PlacementFile.NAME)) {
            PlacementPlan placed = new PackRun(request, options).place(common.progress());
            Optional<SizingReport> report =
                    sized.map(s -> sizing(s, placed, options, target.temporary()));
            PlacementPlan plan = placed.withNotes(report.map(SizedPack::notes).orElse(List.of()));
            PlacementFile.write(request, plan, target.temporary());
            report.ifPresent(r -> Json.write(r, target.temporary().resolve(SizingReport.NAME)));
            TextFiles.write(
                    target.temporary().resolve(REPORT),
                    PlacementReport.html(plan, report.orElse(null)));
            target.commit();
            common.print(plan, new PackText(plan, report.orElse(null), common.style())::print);
            common.note("Written: " + target.path());
            common.note("Report: " + target.path().resolve(REPORT));
            boolean isSafe = report.isEmpty() || report.get().verdict().state() != State.NOT_SAFE;
            return (plan.result().unplaced() == 0 && isSafe ? ExitCode.DONE : ExitCode.NO).code();
        }
    }

    /** What new requests rest on; writes what each week changes. */
    private SizingReport sizing(
            SizedPack sized, PlacementPlan placed, PackingOptions options, Path folder) {
        SizingReport report = sized.report(placed, options, common.progress());
        Rollout rollout = sized.rollout(report, rightSize.weekly(common));
        sized.writeWeeks(rollout, placed, folder.resolve("recommendations"));
        return sized.complete(report, rollout, options, common.progress());
    }

    @Override
    public void checkArguments() {
        flags.options(common);
        rightSize.weekly(common);
        rightSize.options(common);
    }
}
