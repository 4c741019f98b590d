package dev.stowage.plan;

import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.run.RunSummary;
import java.util.List;

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
        List<String> notes) {
    public SearchResult {
        objective = List.copyOf(objective);
        curve = List.copyOf(curve);
        notes = List.copyOf(notes);
    }
}
