package dev.stowage.cli.report;

import dev.stowage.cli.report.PlanView.Fact;
import java.util.List;

/** What the template of a trace prints. */
record TraceView(
        String name,
        String headline,
        List<DataTable> tables,
        List<Chart> arrivals,
        List<Chart> distributions,
        List<Fact> facts) {}
