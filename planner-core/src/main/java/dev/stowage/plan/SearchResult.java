package dev.stowage.plan;

import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.run.RunSummary;
import java.util.List;
import java.util.Optional;

/**
 * The answer of a capacity search.
 *
 * @param servers smallest number of servers found that meets the objective; the largest number
 *     tried if none does
 * @param met true if the objective holds on them
 * @param objective every bound with its value on them
 * @param confidence how sure that is
 * @param curve the metrics around the answer, ascending by servers
 * @param summary the run of replication 0 on {@code simulatedServers}
 * @param simulatedServers number of servers of that run: {@code servers}, or 1 if none are needed
 * @param runs simulations that were run
 * @param between limits of the number that the share asked for needs; empty if nobody wants any, or
 *     nothing is drawn at random, or more servers do not help each window, or the objective is not
 *     met
 * @param notes what a person should know about the answer, one sentence each
 */
public record SearchResult(
        int servers,
        boolean met,
        List<ObjectiveValue> objective,
        Confidence confidence,
        List<CurvePoint> curve,
        RunSummary summary,
        int simulatedServers,
        int runs,
        Optional<NeedLimits> between,
        List<String> notes) {
    public SearchResult {
        objective = List.copyOf(objective);
        curve = List.copyOf(curve);
        notes = List.copyOf(notes);
    }
}
