package dev.stowage.workflow.plan;

import dev.stowage.basis.Progress;
import dev.stowage.plan.CapacityPlan.PlannedServers;
import dev.stowage.plan.MixAnswer;
import dev.stowage.plan.MixPlanner;
import dev.stowage.plan.MixPlanner.MixRun;
import dev.stowage.plan.SearchOptions;
import dev.stowage.plan.SearchResult;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.objective.Objective;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cheapest mix of the kinds of servers of a scenario.
 *
 * @param search as of one kind; its servers are those of all kinds together
 * @param counts by kind
 * @param planned servers of each type that the mix has, whether there already or bought
 * @param answer which kinds, and what they cost
 */
record MixedServers(
        SearchResult search, List<Integer> counts, List<PlannedServers> planned, MixAnswer answer) {
    /** Searches. */
    static MixedServers search(
            Scenario.Kinds choice,
            PooledMix bound,
            SearchOptions options,
            Objective objective,
            ScenarioFile file,
            MixRun run,
            Progress progress) {
        List<Kind> kinds = choice.kinds();
        for (int i = 0; i < kinds.size(); i++) {
            if (bound.tasks() > 0 && bound.fitting(i) == 0) {
                throw file.problem(
                        "/servers/types",
                        kinds.get(i).name()
                                + " ("
                                + Amounts.size(kinds.get(i).server())
                                + "), which holds none of "
                                + bound.tasks()
                                + " tasks",
                        "types that hold a task each",
                        "Leave it out, or correct its size.");
            }
        }
        MixPlanner.Result found =
                MixPlanner.search(kinds, bound, options, objective, run, progress);
        return new MixedServers(
                found.search(),
                Arrays.stream(found.counts()).boxed().toList(),
                planned(kinds, found.counts()),
                MixAnswer.of(
                        kinds,
                        found.mixes(),
                        found.counts(),
                        choice.retired().stream()
                                .map(
                                        each ->
                                                each.count()
                                                        + " × "
                                                        + each.type()
                                                        + " by "
                                                        + each.by())
                                .toList()));
    }

    private static List<PlannedServers> planned(List<Kind> kinds, int[] counts) {
        Map<String, PlannedServers> byType = new LinkedHashMap<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                Kind kind = kinds.get(i);
                byType.merge(
                        kind.name(),
                        PlannedServers.of(kind.server(), counts[i]),
                        (a, b) ->
                                new PlannedServers(
                                        a.type(), a.count() + b.count(), a.cores(), a.memoryGiB()));
            }
        }
        return new ArrayList<>(byType.values());
    }
}
