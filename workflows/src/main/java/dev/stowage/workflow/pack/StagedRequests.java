package dev.stowage.workflow.pack;

import dev.stowage.basis.Progress;
import dev.stowage.model.Resources;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.SizedRequests;
import dev.stowage.rightsizing.replay.StagedSaving;
import dev.stowage.rightsizing.rollout.Rollout;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * New requests week by week, with what each week saves: each is packed, by the heuristics alone.
 *
 * @param today what is to be packed, with the requests of today
 */
record StagedRequests(PackRequest today, PackingOptions packing, Progress progress) {
    /** The packing of one week. */
    private record Packed(Resources asked, BigDecimal cost, int unplaced) {}

    /** What is to be packed from a week on. */
    PackRequest request(Rollout.Week week) {
        return SizedRequests.of(today, week.sizing(), Map.of());
    }

    StagedSaving saving(Rollout rollout, BigDecimal weeklyShare) {
        Packed now = packed(today);
        Packed before = now;
        List<StagedSaving.Week> weeks = new ArrayList<>();
        for (Rollout.Week week : rollout.weeks()) {
            Packed after = packed(request(week));
            weeks.add(
                    new StagedSaving.Week(
                            week.number(),
                            week.changed(),
                            before.asked.cpuMicroCores() - after.asked.cpuMicroCores(),
                            before.asked.memoryBytes() - after.asked.memoryBytes(),
                            after.cost,
                            after.unplaced));
            before = after;
        }
        return new StagedSaving(weeklyShare, now.cost, now.unplaced, rollout.heldBack(), weeks);
    }

    private Packed packed(PackRequest request) {
        PlacementPlan plan =
                new PackRun(request, packing.withSearch(PackingOptions.Search.NONE))
                        .attempt(progress);
        List<PackingResource> resources = request.problem().resources();
        int cpu = resources.indexOf(PackingResource.CPU);
        int memory = resources.indexOf(PackingResource.MEMORY);
        Resources asked =
                request.problem().items().stream()
                        .map(PackItem::demand)
                        .map(d -> new Resources(d.get(cpu), d.get(memory)))
                        .reduce(Resources.NONE, Resources::plus);
        return new Packed(asked, plan.result().cost(), plan.result().unplaced());
    }
}
