package dev.stowage.report;

import dev.stowage.report.PlanView.Fact;
import dev.stowage.words.Verdict;
import java.util.List;

/**
 * What the template of a report in sections prints.
 *
 * @param kind of report, as in {@code Applications}
 * @param name what it is about
 * @param verdict the answer, and how sure it is
 * @param notes what the reader should know
 * @param sections charts and tables
 * @param facts where it comes from
 * @param same what has to be the same for the same file
 */
public record SectionedView(
        String kind,
        String name,
        Verdict verdict,
        List<String> notes,
        List<Section> sections,
        List<Fact> facts,
        String same) {
    /** Of an answer that is neither yes nor no. */
    public SectionedView(
            String kind,
            String name,
            String headline,
            List<String> notes,
            List<Section> sections,
            List<Fact> facts,
            String same) {
        this(kind, name, Verdict.open(headline), notes, sections, facts, same);
    }

    /** All charts, in the order of the page. */
    public List<Chart> allCharts() {
        return sections.stream().flatMap(section -> section.charts().stream()).toList();
    }

    /** Charts, maps, tracks and tables under one heading. */
    public record Section(
            String id,
            String title,
            String lede,
            List<Chart> charts,
            List<HeatMap> maps,
            List<Tracks> tracks,
            List<DataTable> tables) {
        /** Without tracks. */
        public Section(
                String id,
                String title,
                String lede,
                List<Chart> charts,
                List<HeatMap> maps,
                List<DataTable> tables) {
            this(id, title, lede, charts, maps, List.of(), tables);
        }

        /** Without maps and tracks. */
        public Section(
                String id, String title, String lede, List<Chart> charts, List<DataTable> tables) {
            this(id, title, lede, charts, List.of(), tables);
        }
    }
}
