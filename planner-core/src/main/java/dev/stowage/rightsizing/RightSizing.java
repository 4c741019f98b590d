package dev.stowage.rightsizing;

import dev.stowage.model.TaskClass;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.evidence.History;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.ServiceUse;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.evidence.SizingRule;
import dev.stowage.rightsizing.evidence.UseRows;
import dev.stowage.rightsizing.evidence.UseShape;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * New requests for the services of what is to be packed, from the measured use of their replicas:
 * up where they use more than they ask for, down where they use less, and as they are where too
 * little was measured.
 *
 * @param services in the order of the request
 * @param rows what was read
 * @param spanMicros from the first to the last measurement of all
 * @param growth one and the margin
 */
public record RightSizing(
        List<SizedService> services, UseRows rows, long spanMicros, double growth) {
    public RightSizing {
        services = List.copyOf(services);
    }

    /**
     * Works them out in two passes over the measurements, or three if the use of a service took a
     * step, or has peaks.
     *
     * @param request whose services are numbered in its order
     * @throws dev.stowage.basis.InputException if no measurement of a resource is in a plausible
     *     unit
     */
    public static RightSizing of(PackRequest request, MeasuredUse use, SizingOptions options) {
        int count = request.services().size();
        ServiceUse measured = new ServiceUse(memoryLimits(request));
        use.visit(measured::span);
        UseRows rows = use.visit(measured::amounts);
        UseShape[] cpuShapes = new UseShape[count];
        UseShape[] memoryShapes = new UseShape[count];
        if (measured.findShapes(cpuShapes, memoryShapes)) {
            use.visit(measured::decisive);
        }
        int[] packed =
                request.services().stream().mapToInt(PlacementPlan.Service::replicas).toArray();
        SizedAmounts cpu = SizedAmounts.cpu(request, measured, options, rows.source());
        SizedAmounts memory = SizedAmounts.memory(request, measured, options, rows.source());
        double[] cpuCoverage = measured.coverage(measured.cpuTimes(), packed, !use.isByItem());
        double[] memoryCoverage =
                measured.coverage(measured.memoryTimes(), packed, !use.isByItem());
        long[] levels = measured.course().lastLevels(measured.lastMicros());
        List<SizedService> services = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            PlacementPlan.Service service = request.services().get(i);
            TaskClass taskClass = request.classes().get(service.name());
            SizingRule rule = options.rule(taskClass);
            SizedResource ofCpu =
                    cpu.resource(i, service, rule.cpu(), cpuCoverage[i], cpuShapes[i]);
            SizedResource ofMemory =
                    memory.resource(i, service, rule.memory(), memoryCoverage[i], memoryShapes[i]);
            boolean isLeaking = ofMemory.shape().kind() == UseShape.Kind.LEAK;
            History history = measured.history(i);
            Long full = isLeaking ? memory.fullMicros(service, ofMemory, history, levels[i]) : null;
            services.add(
                    new SizedService(
                            service.name(),
                            taskClass,
                            service.replicas(),
                            history,
                            ofCpu,
                            ofMemory,
                            ofMemory.isSized() && !isLeaking
                                    ? memory.limit(ofMemory, measured.memory(i))
                                    : null,
                            full,
                            measured.course().restarts(i),
                            new SizingEvidence(options)
                                    .of(
                                            history,
                                            ofCpu,
                                            ofMemory,
                                            full,
                                            measured.course().restarts(i))));
        }
        return new RightSizing(
                services, rows, measured.spanMicros(), 1 + options.margin().doubleValue());
    }

    private static long[] memoryLimits(PackRequest request) {
        int at = SizedDimensions.of(request.problem().resources()).memory();
        return request.services().stream()
                .map(PlacementPlan.Service::limit)
                .mapToLong(limit -> limit == null ? 0 : limit.get(at))
                .toArray();
    }

    /** The same with other new requests. */
    public RightSizing with(List<SizedService> others) {
        return new RightSizing(others, rows, spanMicros, growth);
    }

    /**
     * True if all services were measured for a whole week at a steady level, without too large gaps
     * and in a unit that can be believed: only then anything is said of months.
     */
    public boolean isWhole() {
        return whole().cardinality() == services.size();
    }

    /** Numbers of the services of which that is so, and no replica was killed. */
    public BitSet whole() {
        BitSet whole = new BitSet();
        for (int i = 0; i < services.size(); i++) {
            SizedService service = services.get(i);
            whole.set(
                    i,
                    service.history().spanMicros() >= SizingOptions.WEEK_MICROS
                            && service.restarts().kills() == 0
                            && service.resources().allMatch(each -> isWhole(each, service)));
        }
        return whole;
    }

    private static boolean isWhole(SizedResource resource, SizedService service) {
        return resource.shape().isLevel(service.history().lastMicros())
                && resource.use() != null
                && (resource.heldOut() == null || !resource.heldOut().isRising())
                && resource.coverage() >= SizingOptions.DEFAULT_COVERAGE
                && resource.outcome() != SizedResource.Outcome.HOURS_MISSING
                && resource.likelyUnit() == null;
    }

    /** How the requests of a service change. */
    public enum Change {
        SHRINKS,
        GROWS,
        /** One resource shrinks and the other grows. */
        BOTH,
        STAYS;

        /** Of a service. */
        public static Change of(SizedService service) {
            int cpu = Long.compare(service.cpu().after(), service.cpu().before());
            int memory = Long.compare(service.memory().after(), service.memory().before());
            if (cpu == 0 && memory == 0) {
                return STAYS;
            }
            if (cpu <= 0 && memory <= 0) {
                return SHRINKS;
            }
            return cpu >= 0 && memory >= 0 ? GROWS : BOTH;
        }
    }

    /**
     * How much of the held-out time was above the requests that the time before gives, over all
     * services that were checked.
     *
     * @param isCpu true of CPU, false of memory
     */
    public HeldOutTotal heldOut(boolean isCpu) {
        long checked = 0;
        BigDecimal micros = BigDecimal.ZERO;
        BigDecimal above = BigDecimal.ZERO;
        long rising = 0;
        for (SizedService service : services) {
            @Nullable HeldOut held = (isCpu ? service.cpu() : service.memory()).heldOut();
            if (held != null) {
                checked++;
                micros = micros.add(BigDecimal.valueOf(held.micros()));
                above = above.add(BigDecimal.valueOf(held.aboveMicros()));
                rising += held.isRising() ? 1 : 0;
            }
        }
        double share =
                micros.signum() == 0 ? 0 : above.divide(micros, 12, RoundingMode.UP).doubleValue();
        return new HeldOutTotal(checked, share, rising);
    }

    /**
     * The check over all services.
     *
     * @param services that were checked
     * @param aboveShare of their held-out measured time above their requests
     * @param rising of them whose use drifts upward
     */
    public record HeldOutTotal(long services, double aboveShare, long rising) {}
}
