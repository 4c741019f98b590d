package dev.stowage.sim.stacked;

import dev.stowage.basis.Seeds;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * PIMCloud's controller on a server over time, every 100 ms.
 *
 * @param intervals what was read and who had which cores
 * @param changedSeconds when the division was changed for the last time
 * @param failed of each removal that violated a target and was undone: how many intervals it lasted
 * @param isFeasible false if in the end nothing could help a service that violates its target
 * @param isMet true if every service meets its target at the end of the run, or in its last
 *     interval if it left, without the noise of readings
 */
public record PimCloudRun(
        List<Interval> intervals,
        double changedSeconds,
        List<Integer> failed,
        boolean isFeasible,
        boolean isMet) {
    /**
     * An interval.
     *
     * @param latencyOverTarget by service, with the noise of a reading; null while it is not there
     * @param division of the cores, by service
     * @param thresholds slack of each service that its next removal must exceed, as learnt
     * @param movedGb pages of each service that were moved or copied to other stacks
     * @param action what the controller does; empty if it waits
     */
    public record Interval(
            double seconds,
            List<@Nullable Double> latencyOverTarget,
            List<Cores> division,
            List<Double> thresholds,
            List<Double> movedGb,
            String action) {
        public Interval {
            latencyOverTarget = Collections.unmodifiableList(latencyOverTarget);
            division = List.copyOf(division);
            thresholds = List.copyOf(thresholds);
            movedGb = List.copyOf(movedGb);
        }
    }

    public PimCloudRun {
        intervals = List.copyOf(intervals);
        failed = List.copyOf(failed);
    }

    /**
     * Runs it.
     *
     * @param services put in the order of falling preference
     * @param loads at a time, in that order, as shares of the largest load alone; 0 while a service
     *     is not there
     * @param movesPages false for cores without their pages
     */
    public static PimCloudRun of(
            StackedModel model,
            List<StackedService> services,
            DoubleFunction<double[]> loads,
            double seconds,
            boolean movesPages,
            long seed) {
        PimCloudServer server =
                new PimCloudServer(
                        model,
                        services,
                        movesPages,
                        Seeds.stream(seed, "pimcloud", 0),
                        loads,
                        seconds);
        PimCloudController controller = new PimCloudController(server);
        controller.start();
        while (!server.isOver()) {
            controller.act();
        }
        return new PimCloudRun(
                server.intervals(),
                controller.changedSeconds(),
                controller.failed(),
                controller.isFeasible(),
                server.isMet());
    }

    /** Share of the intervals after a time in which a service was above its target. */
    public double violations(int service, double afterSeconds) {
        return intervals.stream()
                .filter(each -> each.seconds() > afterSeconds)
                .map(each -> each.latencyOverTarget().get(service))
                .filter(Objects::nonNull)
                .mapToDouble(latency -> latency > 1 ? 1 : 0)
                .average()
                .orElse(0);
    }

    /**
     * Share of the readings above the target in the second half of the time in which a service is
     * there; null if it was never read.
     */
    public @Nullable Double lateViolations(int service) {
        double[] there =
                intervals.stream()
                        .map(each -> each.latencyOverTarget().get(service))
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .toArray();
        OptionalDouble above =
                Arrays.stream(there, there.length / 2, there.length)
                        .map(latency -> latency > 1 ? 1 : 0)
                        .average();
        return above.isPresent() ? above.getAsDouble() : null;
    }

    /**
     * Mean of the cores of a server after a time that no service has: of the pool of best-effort
     * work.
     */
    public double idle(Cores server, ToDoubleFunction<Cores> worth, double afterSeconds) {
        return intervals.stream()
                .filter(each -> each.seconds() > afterSeconds)
                .mapToDouble(each -> worth.applyAsDouble(server.without(each.division())))
                .average()
                .orElseThrow();
    }
}
