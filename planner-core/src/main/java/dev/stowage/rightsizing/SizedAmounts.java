package dev.stowage.rightsizing;

import dev.stowage.basis.InputException;
import dev.stowage.packing.AmountText;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.policy.autoscale.kubernetes.Recommendation.Amount;
import dev.stowage.rightsizing.SizedResource.Outcome;
import dev.stowage.rightsizing.evidence.History;
import dev.stowage.rightsizing.evidence.MeasuredTimes;
import dev.stowage.rightsizing.evidence.Plausibility;
import dev.stowage.rightsizing.evidence.ServiceUse;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.evidence.UseFigures;
import dev.stowage.rightsizing.evidence.UseQuantile;
import dev.stowage.rightsizing.evidence.UseRow;
import dev.stowage.rightsizing.evidence.UseShape;
import dev.stowage.rightsizing.evidence.UseShape.Kind;
import dev.stowage.rightsizing.evidence.UseSketch;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * New requests for one resource, service by service: the rule, what it needs, and what the shape of
 * use makes of it.
 */
final class SizedAmounts {
    private static final long MILLI_CORE = 1_000;
    private static final long MIB = 1L << 20;
    private static final double DAY = SizingOptions.DAY_MICROS;

    /** Where use rises steadily, a request is good for so long. */
    static final long GOOD_FOR_DAYS = 7;

    private final PackingResource resource;
    private final boolean isCpu;
    private final String name;
    private final int dimension;
    private final ServiceUse measured;
    private final SizingOptions options;
    private final RequestSize size;
    private final IntFunction<ServiceUse.Amounts> amounts;
    private final MeasuredTimes times;
    private final @Nullable String[] likelyUnits;

    private SizedAmounts(
            PackingResource resource,
            PackRequest request,
            ServiceUse measured,
            SizingOptions options,
            String source) {
        isCpu = resource.equals(PackingResource.CPU);
        this.resource = resource;
        this.measured = measured;
        this.options = options;
        name = isCpu ? "cpu" : "memory";
        SizedDimensions at = SizedDimensions.of(request.problem().resources());
        dimension = isCpu ? at.cpu() : at.memory();
        amounts = isCpu ? measured::cpu : measured::memory;
        times = isCpu ? measured.cpuTimes() : measured.memoryTimes();
        long largest = 0;
        for (PackServer server : request.problem().servers()) {
            largest = Math.max(largest, server.usable().get(dimension));
        }
        size =
                isCpu
                        ? new RequestSize(
                                options.margin(),
                                options.floor().cpuMicroCores(),
                                MILLI_CORE,
                                largest)
                        : new RequestSize(
                                options.margin(), options.floor().memoryBytes(), MIB, largest);
        likelyUnits = likelyUnits(request, source);
    }

    static SizedAmounts cpu(
            PackRequest request, ServiceUse measured, SizingOptions options, String source) {
        return new SizedAmounts(PackingResource.CPU, request, measured, options, source);
    }

    static SizedAmounts memory(
            PackRequest request, ServiceUse measured, SizingOptions options, String source) {
        return new SizedAmounts(PackingResource.MEMORY, request, measured, options, source);
    }

    private @Nullable String[] likelyUnits(PackRequest request, String source) {
        int count = request.services().size();
        long[] medians = new long[count];
        long[] requests = new long[count];
        boolean[] counters = new boolean[count];
        for (int i = 0; i < count; i++) {
            ServiceUse.Amounts use = amounts.apply(i);
            medians[i] = use.rows() == 0 ? UseRow.UNKNOWN : level(use.all());
            requests[i] = request.services().get(i).request().get(dimension);
            counters[i] = isCpu && measured.course().isCounter(i);
        }
        @Nullable String[] units =
                new Plausibility(isCpu, medians, requests, counters, size.largest()).likelyUnits();
        if (Plausibility.isNone(medians, units)) {
            throw unusable(source, request, medians, units);
        }
        return units;
    }

    /** The median, or what a tenth of the time is above if no server has that much. */
    private long level(UseSketch use) {
        long median = use.quantile(UseQuantile.ofPercent(50));
        long high = use.quantile(UseQuantile.ofPercent(90));
        return median <= size.largest() && high > size.largest() ? high : median;
    }

    private InputException unusable(
            String source, PackRequest request, long[] medians, @Nullable String[] units) {
        int first = 0;
        while (units[first] == null) {
            first++;
        }
        return InputException.at(
                source,
                name
                        + " with a level of "
                        + AmountText.asked(resource, medians[first])
                        + " for a replica of "
                        + request.services().get(first).name(),
                isCpu
                        ? "cores in use, at most " + AmountText.there(resource, size.largest())
                        : "GiB in use, at most " + AmountText.there(resource, size.largest()),
                "All of the column seems to be " + units[first] + ".");
    }

    /** What becomes of the request of a service. */
    SizedResource resource(
            int number,
            PlacementPlan.Service service,
            UseQuantile quantile,
            double coverage,
            UseShape measuredShape) {
        UseShape shape = likelyUnits[number] == null ? measuredShape : UseShape.UNKNOWN;
        long before = service.request().get(dimension);
        ServiceUse.Amounts use = amounts.apply(number);
        if (use.rows() == 0) {
            return new SizedResource(
                    name,
                    before,
                    before,
                    quantile,
                    0,
                    Outcome.NOT_MEASURED,
                    null,
                    null,
                    coverage,
                    shape,
                    null,
                    null);
        }
        UseSketch all = use.all();
        long used = used(number, all, use, quantile, shape);
        Outcome outcome = outcome(number, service.name(), used, coverage, shape);
        long after = after(outcome, before, used);
        boolean isChecked = outcome.isSized() && use.early().total() > 0 && use.late().total() > 0;
        return new SizedResource(
                name,
                before,
                after,
                quantile,
                used,
                outcome,
                UseFigures.of(use, all),
                isChecked ? HeldOut.of(use, quantile, size) : null,
                coverage,
                shape,
                likelyUnits[number] == null ? recommender(number, all, after) : null,
                likelyUnits[number]);
    }

    private RecommenderCheck recommender(int number, UseSketch all, long after) {
        Amount target = Objects.requireNonNull(measured.recommended(number));
        long request = isCpu ? target.cpuMilli() * MILLI_CORE : target.memoryBytes();
        return new RecommenderCheck(
                request,
                (double) all.above(request) / all.total(),
                (double) all.above(after) / all.total());
    }

    private long after(Outcome outcome, long before, long used) {
        if (!outcome.isSized()) {
            return before;
        }
        return outcome == Outcome.LEAK ? Math.max(before, size.of(used)) : size.of(used);
    }

    /** The use that the request is made from: also that of peaks, and of what was killed. */
    private long used(
            int number,
            UseSketch all,
            ServiceUse.Amounts use,
            UseQuantile quantile,
            UseShape shape) {
        long used = usedAtLast(number, all, use, quantile, shape);
        UseSketch peaks = isCpu ? measured.cpuInPeaks(number) : measured.memoryInPeaks(number);
        if (peaks != null) {
            used = Math.max(used, peaks.quantile(quantile));
        }
        return isCpu || shape.kind() == Kind.LEAK
                ? used
                : Math.max(used, measured.course().restarts(number).neededBytes());
    }

    private long usedAtLast(
            int number,
            UseSketch all,
            ServiceUse.Amounts use,
            UseQuantile quantile,
            UseShape shape) {
        long whole = all.quantile(quantile);
        if (shape.kind() == Kind.TREND && shape.perDay() > 0) {
            long end = use.late().total() > 0 ? use.late().quantile(quantile) : whole;
            return Math.max(whole, end) + shape.perDay() * GOOD_FOR_DAYS;
        }
        UseSketch after = isCpu ? measured.cpuAfterStep(number) : measured.memoryAfterStep(number);
        if (shape.kind() != Kind.STEP || after == null || quantile.equals(UseQuantile.MAX)) {
            return whole;
        }
        long since = measured.lastMicros()[number] - shape.sinceMicros();
        boolean isLong = since >= options.minHistoryMicros();
        if (shape.levelAfter() > shape.levelBefore()) {
            return isLong ? after.quantile(quantile) : Math.max(whole, after.max());
        }
        return isLong ? after.quantile(quantile) : whole;
    }

    private Outcome outcome(
            int number, String service, long used, double coverage, UseShape shape) {
        if (options.keep().contains(service)) {
            return Outcome.KEPT;
        }
        if (likelyUnits[number] != null) {
            return Outcome.IMPLAUSIBLE;
        }
        if (amounts.apply(number).rows() < options.minMeasurements()) {
            return Outcome.TOO_FEW;
        }
        long span = measured.history(number).spanMicros();
        if (span < options.minHistoryMicros()) {
            return Outcome.TOO_SHORT;
        }
        if (coverage < options.minCoverage()) {
            return Outcome.LOW_COVERAGE;
        }
        if (isIncomplete(number, span)) {
            return Outcome.HOURS_MISSING;
        }
        if (shape.kind() == Kind.LEAK) {
            return Outcome.LEAK;
        }
        if (size.isCapped(used)) {
            return Outcome.LARGEST_SERVER;
        }
        return size.isFloor(used) ? Outcome.FLOOR : Outcome.RULE;
    }

    /** Of a history of a day all hours must be there, of one of a week all days. */
    private boolean isIncomplete(int number, long span) {
        long least = options.minHistoryMicros();
        return (least >= SizingOptions.DAY_MICROS && times.missingHours(number, span).length > 0)
                || (least >= SizingOptions.WEEK_MICROS
                        && times.missingDays(number, span).length > 0);
    }

    /** The most that was seen, with the margin, and at least the request. */
    long limit(SizedResource sized, ServiceUse.Amounts use) {
        long most = new RequestSize(options.margin(), 0, MIB, Long.MAX_VALUE).wanted(use.peak());
        return Math.max(sized.after(), most);
    }

    /** When a leaking replica reaches its limit, or all that the largest server has. */
    long fullMicros(
            PlacementPlan.Service service, SizedResource sized, History history, long level) {
        long limit = service.limit() == null ? 0 : service.limit().get(dimension);
        long most = limit > 0 ? limit : size.largest();
        double days = (double) Math.max(0, most - level) / sized.shape().perDay();
        return history.lastMicros() + (long) Math.min(days * DAY, 1e17);
    }
}
