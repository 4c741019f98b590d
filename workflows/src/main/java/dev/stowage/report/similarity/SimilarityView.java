package dev.stowage.report.similarity;

import dev.stowage.report.Chart;
import dev.stowage.report.DataTable;
import dev.stowage.report.HeatMap;
import dev.stowage.report.PlanView.Fact;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the template of a comparison of two workloads prints.
 *
 * @param verdict what became of the tolerances; empty if there are none
 * @param tables all figures
 * @param sections parameters by class, and arrivals
 * @param ranks the matrices
 * @param replay what a cluster made of both
 */
public record SimilarityView(
        String title,
        String headline,
        String verdict,
        boolean isMet,
        List<DataTable> tables,
        List<Section> sections,
        String ranksLede,
        List<HeatMap> ranks,
        String replayLede,
        List<DataTable> replayTables,
        List<Chart> replay,
        List<Fact> facts) {
    /** All charts, in the order of the page. */
    List<Chart> allCharts() {
        return Stream.concat(
                        sections.stream().flatMap(section -> section.charts().stream()),
                        replay.stream())
                .toList();
    }

    /** Charts under one heading. */
    public record Section(String id, String title, String lede, List<Chart> charts) {}
}
