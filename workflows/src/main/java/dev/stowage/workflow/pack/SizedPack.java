package dev.stowage.workflow.pack;

import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.csv.UsageCsv;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.recommendation.RecommendationFiles;
import dev.stowage.report.placement.SizingAnswer;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.SizedRequests;
import dev.stowage.rightsizing.evidence.DistinctUse;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.replay.HeldOutReplay;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.rightsizing.replay.UseReplay;
import dev.stowage.rightsizing.rollout.Rollout;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is packed with new requests.
 *
 * @param before with its requests as they were
 * @param request with new ones
 */
public record SizedPack(
        PackRequest before,
        PackRequest request,
        MeasuredUse use,
        SizingOptions options,
        RightSizing sizing) {
    /**
     * Makes new requests.
     *
     * @param usage a CSV of measured use; empty for that of the trace
     */
    public static SizedPack of(
            PackInput given, SizingOptions options, Optional<Path> usage, Progress progress) {
        PackRequest before = given.request();
        if (!before.problem()
                .resources()
                .containsAll(List.of(PackingResource.CPU, PackingResource.MEMORY))) {
            throw InputException.of(
                    given.path(), "no cpu or no memory among its resources", "both", null);
        }
        List<String> names = before.services().stream().map(PlacementPlan.Service::name).toList();
        requireKnown(options.keep(), names);
        MeasuredUse use =
                new DistinctUse(
                        usage.map(path -> UsageCsv.read(path, names))
                                .orElseGet(() -> given.use(progress)));
        RightSizing sizing = RightSizing.of(before, use, options);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("usage", sizing.rows().source());
        inputs.put("right-sizing", SizingAnswer.rule(options));
        return new SizedPack(
                before, SizedRequests.of(before, sizing, inputs), use, options, sizing);
    }

    private static void requireKnown(Set<String> keep, List<String> names) {
        for (String name : keep) {
            if (!names.contains(name)) {
                throw InputException.at(
                        "--keep",
                        "\"" + name + "\"",
                        "a service that is packed",
                        NearestName.question(name, names).orElse(null));
            }
        }
    }

    /** What the sizes rest on, and what measured use makes of the placement. */
    public SizingReport report(PlacementPlan plan, PackingOptions packing, Progress progress) {
        return SizingReport.of(
                before,
                plan,
                options,
                sizing,
                UseReplay.of(plan, use, sizing),
                heldOut(packing, progress));
    }

    /** The end of the recording on a placement by its beginning, packed by heuristics alone. */
    @Nullable HeldOutReplay heldOut(PackingOptions packing, Progress progress) {
        PackingOptions quick = packing.withSearch(PackingOptions.Search.NONE);
        return HeldOutReplay.of(
                before,
                use,
                options,
                sizing,
                request -> new PackRun(request, quick).attempt(progress));
    }

    /** New requests week by week, the smallest risk first. */
    public Rollout rollout(SizingReport report, BigDecimal weeklyShare) {
        return Rollout.of(sizing, report.verdict(), weeklyShare);
    }

    /** The report with what would be safe, and with what it saves week by week. */
    public SizingReport complete(
            SizingReport report, Rollout rollout, PackingOptions packing, Progress progress) {
        return report.with(
                new SaferRequests(this, packing, progress).of(report.verdict()),
                new StagedRequests(before, packing, progress)
                        .saving(rollout, BigDecimal.valueOf(rollout.weeklyShare())));
    }

    /** Writes the requests of each week as people apply them. */
    public void writeWeeks(Rollout rollout, PlacementPlan plan, Path folder) {
        RecommendationFiles files = new RecommendationFiles(plan, folder);
        for (Rollout.Week week : rollout.weeks()) {
            files.write(
                    week.number(),
                    week.changed(),
                    SizedRequests.of(before, week.sizing(), Map.of()).services());
        }
    }

    /** What a person should know. */
    public static List<String> notes(SizingReport report) {
        return SizingAnswer.notes(report);
    }
}
