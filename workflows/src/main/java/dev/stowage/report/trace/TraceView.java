package dev.stowage.report.trace;

import dev.stowage.report.Chart;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.words.Verdict;
import java.util.List;

/**
 * What the template of a trace prints.
 *
 * @param exactness of the quantiles, in a sentence
 */
public record TraceView(
        String name,
        Verdict verdict,
        List<DataTable> tables,
        List<Chart> arrivals,
        List<Chart> distributions,
        String exactness,
        List<Fact> facts) {}
