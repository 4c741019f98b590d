package dev.stowage.report.fit;

import dev.stowage.report.Chart;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.words.Verdict;
import java.util.List;

/** What the template of a fit prints. */
public record FitView(
        String name,
        Verdict verdict,
        List<Fact> facts,
        List<Fact> words,
        List<String> notes,
        List<Section> sections) {
    /** All charts, in the order of the page. */
    List<Chart> charts() {
        return sections.stream().flatMap(section -> section.panels().stream()).toList();
    }

    /** The parameters of one class of jobs. */
    public record Section(String id, String title, String lede, List<Chart> panels) {}
}
