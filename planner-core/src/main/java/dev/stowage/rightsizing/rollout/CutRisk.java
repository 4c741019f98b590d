package dev.stowage.rightsizing.rollout;

import dev.stowage.rightsizing.HeldOut;
import dev.stowage.rightsizing.RecommenderCheck;
import dev.stowage.rightsizing.SizedResource;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.evidence.UseShape;
import dev.stowage.rightsizing.replay.SizingVerdict;
import dev.stowage.rightsizing.replay.SizingVerdict.Kind;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** How risky it is to take something away from a service; the smaller the earlier. */
public enum CutRisk {
    /** Never measured above its new requests, steady, for two weeks at least. */
    SMALL(0),
    /** Measured above them at times, steady, for two weeks at least. */
    MEDIUM(1),
    /** Not steady, not measured for two weeks, or its held-out part was above them for longer. */
    LARGE(2),
    /** The checks speak against it: it keeps what it has. */
    HELD_BACK(0);

    private static final long STEADY_MICROS = 2 * SizingOptions.WEEK_MICROS;

    /** Held-out time above a request that is more than the quantile of most rules leaves. */
    private static final double MUCH = 0.05;

    private static final Set<Kind> OF_SERVICES =
            EnumSet.of(Kind.WITHOUT_PLACE, Kind.RUNS_OUT, Kind.IMPLAUSIBLE, Kind.KILLED);

    private final int waits;

    CutRisk(int waits) {
        this.waits = waits;
    }

    /** Weeks before anything is taken away; meaningless of what is held back. */
    int waits() {
        return waits;
    }

    /** Services that the checks of a placement name, and that therefore keep what they have. */
    static Set<String> heldBack(SizingVerdict verdict) {
        Set<String> names = new HashSet<>(verdict.leaveAlone());
        verdict.causes().stream()
                .filter(cause -> OF_SERVICES.contains(cause.kind()))
                .forEach(cause -> names.addAll(cause.names()));
        return names;
    }

    static CutRisk of(SizedService service, Set<String> heldBack) {
        if (heldBack.contains(service.name())) {
            return HELD_BACK;
        }
        boolean isSteady =
                service.history().spanMicros() >= STEADY_MICROS
                        && service.resources()
                                .filter(SizedResource::isSized)
                                .allMatch(CutRisk::isSteady);
        if (!isSteady) {
            return LARGE;
        }
        return service.resources().allMatch(CutRisk::isNeverAbove) ? SMALL : MEDIUM;
    }

    private static boolean isSteady(SizedResource resource) {
        HeldOut held = resource.heldOut();
        return resource.shape().kind() == UseShape.Kind.STEADY
                && resource.coverage() >= SizingOptions.DEFAULT_COVERAGE
                && held != null
                && !held.isRising()
                && held.aboveShare() <= MUCH;
    }

    private static boolean isNeverAbove(SizedResource resource) {
        RecommenderCheck check = resource.recommender();
        return !resource.isSized() || (check != null && check.ownAboveShare() == 0);
    }
}
