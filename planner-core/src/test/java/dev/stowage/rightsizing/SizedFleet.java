package dev.stowage.rightsizing;

import dev.stowage.model.Resources;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.evidence.DistinctUse;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.evidence.SizingRule;
import dev.stowage.rightsizing.replay.HeldOutReplay;
import dev.stowage.rightsizing.replay.ReplayResult;
import dev.stowage.rightsizing.replay.SizingVerdict;
import dev.stowage.rightsizing.replay.UseReplay;
import dev.stowage.rightsizing.replay.UseReplayTest;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A drawn fleet with new requests, packed and judged as the command does it. */
record SizedFleet(
        RightSizing sizing,
        PlacementPlan plan,
        ReplayResult replay,
        HeldOutReplay heldOut,
        SizingVerdict verdict) {
    /** The defaults of the command. */
    static final SizingOptions OPTIONS =
            new SizingOptions(
                    SizingRule.DEFAULT,
                    Map.of(),
                    new BigDecimal("0.15"),
                    new Resources(10_000, 16L << 20),
                    20,
                    SizingOptions.DEFAULT_HISTORY_MICROS,
                    SizingOptions.DEFAULT_COVERAGE,
                    Set.of());

    static SizedFleet of(DrawnFleet fleet) {
        MeasuredUse use = new DistinctUse(fleet.use);
        RightSizing sizing = RightSizing.of(fleet.request, use, OPTIONS);
        PlacementPlan plan = UseReplayTest.plan(SizedRequests.of(fleet.request, sizing, Map.of()));
        ReplayResult replay = UseReplay.of(plan, use, sizing);
        HeldOutReplay heldOut =
                Objects.requireNonNull(
                        HeldOutReplay.of(fleet.request, use, OPTIONS, sizing, UseReplayTest::plan));
        return new SizedFleet(
                sizing, plan, replay, heldOut, SizingVerdict.of(plan, sizing, replay, heldOut));
    }
}
