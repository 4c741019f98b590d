package dev.stowage.workflow.pack;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.migration.Migration;
import dev.stowage.packing.migration.MigrationPlanner;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementPlans;
import dev.stowage.packing.search.PackingSolver;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.util.List;

/** A packing that is looked for, and the way there. */
public record PackRun(PackRequest request, PackingOptions options) {
    private static final int MANY_MOVES = 100;
    private static final int SHOWN = 5;

    /**
     * Packs.
     *
     * @throws InputException if it is proven that not all items have a place: why, and the least
     *     change that helps
     */
    public PlacementPlan place(Progress progress) {
        PackedResult found = found(progress);
        List<InputException.Issue> proven =
                found.infeasibilities().stream()
                        .filter(Infeasibility::isProven)
                        .map(Infeasibility::issue)
                        .toList();
        if (!proven.isEmpty()) {
            throw InputException.of(proven);
        }
        PlacementPlan plan = plan(found);
        return plan.withNotes(ofToday()).withNotes(ofMoves(plan));
    }

    /** What the placement of today breaks: why items move, and why it may take more than today. */
    private List<String> ofToday() {
        List<String> broken = Packing.current(request.problem()).violations();
        return broken.isEmpty()
                ? List.of()
                : List.of(
                        "What runs today breaks "
                                + Amounts.counted(broken.size(), "rule")
                                + ", the plan none: "
                                + String.join(
                                        "; ", broken.subList(0, Math.min(SHOWN, broken.size())))
                                + (broken.size() > SHOWN
                                        ? "; and " + Figures.count(broken.size() - SHOWN) + " more."
                                        : "."));
    }

    /** That fewer moves could do, where nothing limits them and most of many items move. */
    private List<String> ofMoves(PlacementPlan plan) {
        int moves = plan.result().moves();
        long running = plan.items().stream().filter(item -> item.from() != null).count();
        boolean isMost = moves >= MANY_MOVES && moves > running / 2;
        return options.maxMoves().isPresent() || !isMost
                ? List.of()
                : List.of(
                        Figures.count(moves)
                                + " of "
                                + Figures.count(running)
                                + " items move, because nothing limits that: --max-moves gives the"
                                + " servers first that few moves can empty.");
    }

    /** Packs what can be packed; notes say why the rest has no place. */
    public PlacementPlan attempt(Progress progress) {
        PackedResult found = found(progress);
        PlacementPlan plan = plan(found);
        List<String> reasons =
                found.infeasibilities().stream().map(each -> each.issue().message()).toList();
        return PlacementFile.checked(request, plan.withNotes(reasons));
    }

    private PackedResult found(Progress progress) {
        return PackingSolver.solve(request.problem(), options, progress);
    }

    private PlacementPlan plan(PackedResult found) {
        Migration way =
                MigrationPlanner.plan(
                        request.problem(),
                        Packing.current(request.problem()).toArray(),
                        found.packing().toArray());
        return PlacementPlans.of(request, found, way, options);
    }
}
