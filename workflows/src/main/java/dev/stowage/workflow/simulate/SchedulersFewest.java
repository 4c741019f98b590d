package dev.stowage.workflow.simulate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.stowage.plan.FewestClaim;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fewest servers on which schedulers of profiled tasks hold a goal, each by itself on the same
 * arrivals.
 *
 * @param server the kind, as typed
 * @param tasks that arrived
 * @param leftOut tasks that no scheduler got, by the reason
 * @param schedulers in the order asked for
 * @param notes what a person should know, one sentence each
 */
public record SchedulersFewest(
        String workload,
        String server,
        long seed,
        SchedulerGoal goal,
        long tasks,
        Map<String, Long> leftOut,
        List<Scheduler> schedulers,
        List<String> notes) {
    /**
     * One of them, as it was asked for, every parameter said.
     *
     * @param firstRun figures of the first run on the number found; null if none was
     */
    public record Scheduler(
            String scheduler,
            String isolation,
            @JsonUnwrapped FewestClaim found,
            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable FirstRun firstRun) {}

    /**
     * What tasks have there, whether or not it was asked for.
     *
     * @param leastPerformance of any task over its run
     * @param meanWaitSeconds of all tasks
     * @param p99WaitSeconds the least wait that 99 of 100 tasks do not exceed
     */
    public record FirstRun(
            double leastPerformance, double meanWaitSeconds, double p99WaitSeconds) {}

    public SchedulersFewest {
        schedulers = List.copyOf(schedulers);
        notes = List.copyOf(notes);
    }

    /** A scheduler without its parameters, unless another one here has the same name. */
    public String name(Scheduler each) {
        return SchedulersView.brief(
                each.scheduler(), schedulers.stream().map(Scheduler::scheduler).toList());
    }

    /** True if every scheduler holds the goal on some number. */
    @JsonIgnore
    public boolean isMet() {
        return schedulers.stream().allMatch(each -> each.found().isMet());
    }
}
