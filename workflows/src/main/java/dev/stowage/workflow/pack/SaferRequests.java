package dev.stowage.workflow.pack;

import dev.stowage.basis.Progress;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.SizedRequests;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.replay.Remedy;
import dev.stowage.rightsizing.replay.SizingVerdict;
import dev.stowage.rightsizing.replay.UseReplay;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What would keep servers within what they have: larger margins, and services left alone, each
 * packed and replayed as the command would do it with these options.
 */
record SaferRequests(SizedPack sized, PackingOptions packing, Progress progress) {
    private static final List<Integer> MARGINS = List.of(30, 50, 100, 200);

    /** Until one is within, at most five; none if no server is above what it has. */
    List<Remedy> of(SizingVerdict verdict) {
        List<Remedy> tried = new ArrayList<>();
        if (!verdict.isAbove()) {
            return tried;
        }
        if (!verdict.leaveAlone().isEmpty()) {
            Set<String> keep = new TreeSet<>(sized.options().keep());
            keep.addAll(verdict.leaveAlone());
            tried.add(
                    remedy(
                            "--keep " + String.join(",", keep),
                            sized.options().with(sized.options().margin(), keep)));
        }
        for (int margin : MARGINS) {
            BigDecimal share = BigDecimal.valueOf(margin, 2);
            if (share.compareTo(sized.options().margin()) > 0) {
                Remedy remedy =
                        remedy(
                                "--margin " + margin + "%",
                                sized.options().with(share, sized.options().keep()));
                tried.add(remedy);
                if (remedy.isWithin()) {
                    return tried;
                }
            }
        }
        return tried;
    }

    private Remedy remedy(String text, SizingOptions options) {
        RightSizing sizing = RightSizing.of(sized.before(), sized.use(), options);
        SizedPack other =
                new SizedPack(
                        sized.before(),
                        SizedRequests.of(sized.before(), sizing, Map.of()),
                        sized.use(),
                        options,
                        sizing);
        PlacementPlan plan = new PackRun(other.request(), packing).attempt(progress);
        SizingVerdict verdict =
                SizingVerdict.of(
                        plan,
                        sizing,
                        UseReplay.of(plan, sized.use(), sizing),
                        other.heldOut(packing, progress));
        int unplaced = plan.result().unplaced();
        return new Remedy(
                text,
                plan.result().servers(),
                unplaced,
                unplaced == 0 && !verdict.isAbove(),
                verdict.state());
    }
}
