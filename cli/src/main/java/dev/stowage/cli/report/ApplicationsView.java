package dev.stowage.cli.report;

import dev.stowage.cli.report.PlanView.Fact;
import java.util.List;

/** What the template of a choice of applications prints. */
record ApplicationsView(
        String name,
        String headline,
        List<String> notes,
        List<Section> sections,
        List<Fact> facts) {
    /** All charts, in the order of the page. */
    List<Chart> allCharts() {
        return sections.stream().flatMap(section -> section.charts().stream()).toList();
    }

    /** Charts and tables under one heading. */
    record Section(
            String id, String title, String lede, List<Chart> charts, List<DataTable> tables) {}
}
