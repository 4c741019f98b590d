package dev.stowage.workflow.simulate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.run.RunSummary;
import dev.stowage.run.RunSummary.Contention;
import dev.stowage.run.RunSummary.Fragmentation;
import dev.stowage.run.RunSummary.Outages;
import dev.stowage.run.RunSummary.RejectedByReason;
import dev.stowage.run.RunSummary.ServersInUse;
import dev.stowage.stats.output.SteadyMean;
import dev.stowage.stats.output.SteadyMean.Shortfall;
import dev.stowage.words.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code summary.json} holds, and what the terminal shows of a run: results only, nothing
 * about the machine that computed them, no paths; the same bytes for the same input and seed.
 * {@code docs/files.md} explains each field; {@link RunSummary} has their units.
 *
 * @param utilisation levels by resource and kind: {@code cpuAllocated}, {@code memoryUsed}, …
 */
public record RunView(
        String workload,
        String servers,
        Map<String, String> policies,
        long seed,
        Verdict verdict,
        Tasks tasks,
        RejectedByReason rejectedByReason,
        Spread pendingSeconds,
        Spread queuedSeconds,
        Map<String, Level> utilisation,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Spread slowdown,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long outOfMemoryKills,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long oomKilled,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long standingStill,
        Fragmentation fragmentation,
        ServersInUse serversInUse,
        double energyKWh,
        boolean energyAssumed,
        double makespanSeconds,
        @Nullable SteadyState steadyState,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Jobs jobs,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Outages outages,
        Map<String, Long> leftOut,
        List<String> warnings) {
    /** Name of the file in a run directory. */
    public static final String FILE = "summary.json";

    /** Tasks by what became of them; {@link RunSummary.TaskCounts} says which add up to which. */
    public record Tasks(
            long submitted,
            long rejected,
            long started,
            long finished,
            long evicted,
            long killed,
            long running,
            long pending) {
        private static Tasks of(RunSummary.TaskCounts tasks) {
            return new Tasks(
                    tasks.submitted(),
                    tasks.rejected(),
                    tasks.started(),
                    tasks.finished(),
                    tasks.evicted(),
                    tasks.killed(),
                    tasks.running(),
                    tasks.pending());
        }
    }

    /** Mean, quantiles and maximum of observations. */
    public record Spread(double mean, double p50, double p90, double p95, double p99, double max) {
        private static Spread of(RunSummary.Distribution all) {
            return new Spread(all.mean(), all.p50(), all.p90(), all.p95(), all.p99(), all.max());
        }
    }

    /**
     * A level over time, a share of the capacity in service.
     *
     * @param capacity of GPUs, disk and network the most that was in service: GPUs, GiB, Gbit/s
     */
    public record Level(
            double mean,
            double p50,
            double p95,
            double peak,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double capacity) {
        private static Level of(RunSummary.Level level, @Nullable Double capacity) {
            return new Level(level.mean(), level.p50(), level.p95(), level.peak(), capacity);
        }
    }

    /** Means of a run that goes on like this for ever, the warm-up removed. */
    public record SteadyState(Mean pendingSeconds, Mean responseSeconds) {}

    /**
     * A mean of the steady state.
     *
     * @param mean null without an observation
     * @param warmUpEndSeconds when the warm-up ends; null if nothing was dropped
     * @param note why the mean is worth little; null if it isn't
     */
    public record Mean(
            @Nullable Double mean,
            long observations,
            long dropped,
            @Nullable Double warmUpEndSeconds,
            @Nullable String note) {
        private static Mean of(SteadyMean steady) {
            Long end = steady.warmUpEndMicros();
            Shortfall shortfall = steady.shortfall();
            return new Mean(
                    Double.isNaN(steady.mean()) ? null : steady.mean(),
                    steady.kept(),
                    steady.dropped(),
                    end == null ? null : end / 1e6,
                    shortfall == null ? null : shortfall.text());
        }
    }

    /** Whole jobs. */
    public record Jobs(long finished, long unfinished, Spread makespanSeconds) {}

    /** Of a run. */
    public static RunView of(RunSummary run) {
        Contention contention = run.contention();
        RunSummary.SteadyState steady = run.steadyState();
        return new RunView(
                run.workload(),
                run.servers(),
                run.policies(),
                run.seed(),
                RunVerdict.of(run),
                Tasks.of(run.tasks()),
                run.rejectedByReason(),
                Spread.of(run.pendingSeconds()),
                Spread.of(run.queuedSeconds()),
                utilisation(run),
                contention == null ? null : Spread.of(contention.slowdown()),
                contention == null ? null : contention.outOfMemoryKills(),
                contention == null ? null : contention.oomKilled(),
                run.standingStill().isPresent() ? run.standingStill().getAsLong() : null,
                run.fragmentation(),
                run.serversInUse(),
                run.energy().kWh(),
                run.energy().assumed(),
                run.makespanSeconds(),
                steady == null
                        ? null
                        : new SteadyState(
                                Mean.of(steady.pendingSeconds()),
                                Mean.of(steady.responseSeconds())),
                run.jobs().map(RunView::jobs).orElse(null),
                run.outages().orElse(null),
                run.leftOut(),
                run.warnings());
    }

    private static Map<String, Level> utilisation(RunSummary run) {
        Map<String, Level> levels = new LinkedHashMap<>();
        run.utilisation()
                .extras()
                .forEach((name, of) -> levels.put(name, Level.of(of.share(), of.capacity())));
        levels.put("cpuAllocated", Level.of(run.utilisation().cpuAllocated(), null));
        levels.put("memoryAllocated", Level.of(run.utilisation().memoryAllocated(), null));
        Contention contention = run.contention();
        if (contention != null) {
            levels.put("cpuUsed", Level.of(contention.cpuUsed(), null));
            levels.put("memoryUsed", Level.of(contention.memoryUsed(), null));
        }
        return levels;
    }

    private static Jobs jobs(RunSummary.Jobs jobs) {
        return new Jobs(
                jobs.makespanSeconds().count(),
                jobs.unfinished(),
                Spread.of(jobs.makespanSeconds()));
    }
}
