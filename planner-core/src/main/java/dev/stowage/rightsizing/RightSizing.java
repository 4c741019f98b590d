package dev.stowage.rightsizing;

import dev.stowage.model.TaskClass;
import dev.stowage.packing.PackRequest;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PlacementPlan;
import dev.stowage.rightsizing.SizedResource.Outcome;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
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
 * @param neededHistoryMicros history that a service had to have
 */
public record RightSizing(
        List<SizedService> services, UseRows rows, long spanMicros, long neededHistoryMicros) {
    private static final long MILLI_CORE = 1_000;
    private static final long MIB = 1L << 20;

    public RightSizing {
        services = List.copyOf(services);
    }

    /**
     * Works them out in two passes over the measurements.
     *
     * @param request whose services are numbered in its order
     */
    public static RightSizing of(PackRequest request, MeasuredUse use, SizingOptions options) {
        ServiceUse measured = new ServiceUse(request.services().size());
        use.visit(measured::span);
        UseRows rows = use.visit(measured::amounts);
        long needed = options.neededHistoryMicros(measured.spanMicros());
        Sizing sizing = new Sizing(request, measured, options, needed);
        List<SizedService> services = new ArrayList<>();
        for (int i = 0; i < request.services().size(); i++) {
            services.add(sizing.service(i));
        }
        return new RightSizing(services, rows, measured.spanMicros(), needed);
    }

    /** Sizes one service after another. */
    private record Sizing(
            PackRequest request, ServiceUse measured, SizingOptions options, long neededMicros) {
        SizedService service(int number) {
            PlacementPlan.Service service = request.services().get(number);
            TaskClass taskClass = request.classes().get(service.name());
            SizingRule rule = options.rule(taskClass);
            SizedDimensions at = SizedDimensions.of(request.problem().resources());
            History history = measured.history(number);
            RequestSize memorySize = size(options.floor().memoryBytes(), MIB, at.memory());
            ServiceUse.Amounts memoryUse = measured.memory(number);
            SizedResource cpu =
                    resource(
                            service.request().get(at.cpu()),
                            new Measured("cpu", rule.cpu(), history, measured.cpu(number)),
                            size(options.floor().cpuMicroCores(), MILLI_CORE, at.cpu()));
            SizedResource memory =
                    resource(
                            service.request().get(at.memory()),
                            new Measured("memory", rule.memory(), history, memoryUse),
                            memorySize);
            return new SizedService(
                    service.name(),
                    taskClass,
                    service.replicas(),
                    history,
                    cpu,
                    memory,
                    memory.isSized() ? limit(memory, memoryUse) : null,
                    new SizingEvidence(options, neededMicros).of(history, cpu, memory));
        }

        private RequestSize size(long floor, long unit, int resource) {
            long largest = 0;
            for (PackServer server : request.problem().servers()) {
                largest = Math.max(largest, server.usable().get(resource));
            }
            return new RequestSize(options.margin(), floor, unit, largest);
        }

        private SizedResource resource(long before, Measured of, RequestSize size) {
            ServiceUse.Amounts use = of.use();
            if (use.rows() == 0) {
                return new SizedResource(
                        of.name(),
                        before,
                        before,
                        of.quantile(),
                        0,
                        Outcome.NOT_MEASURED,
                        null,
                        null);
            }
            UseSketch all = UseSketch.of(use.early(), use.late());
            long used = all.quantile(of.quantile());
            Outcome outcome = outcome(of, used, size);
            boolean isChecked =
                    outcome.isSized() && use.early().total() > 0 && use.late().total() > 0;
            return new SizedResource(
                    of.name(),
                    before,
                    outcome.isSized() ? size.of(used) : before,
                    of.quantile(),
                    used,
                    outcome,
                    UseFigures.of(use, all),
                    isChecked ? HeldOut.of(use, of.quantile(), size) : null);
        }

        private Outcome outcome(Measured of, long used, RequestSize size) {
            if (of.use().rows() < options.minMeasurements()) {
                return Outcome.TOO_FEW;
            }
            if (of.history().spanMicros() < neededMicros) {
                return Outcome.TOO_SHORT;
            }
            if (size.isCapped(used)) {
                return Outcome.LARGEST_SERVER;
            }
            return size.isFloor(used) ? Outcome.FLOOR : Outcome.RULE;
        }

        /** The most that was seen, with the margin, and at least the request. */
        private long limit(SizedResource memory, ServiceUse.Amounts use) {
            long most =
                    new RequestSize(options.margin(), 0, MIB, Long.MAX_VALUE).wanted(use.peak());
            return Math.max(memory.after(), most);
        }
    }

    private record Measured(
            String name, UseQuantile quantile, History history, ServiceUse.Amounts use) {}

    /** Services whose requests are other than before, in a way. */
    public long count(Change change) {
        return services.stream().filter(service -> Change.of(service) == change).count();
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
