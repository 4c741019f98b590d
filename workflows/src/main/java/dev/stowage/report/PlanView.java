package dev.stowage.report;

import java.util.ArrayList;
import java.util.List;

/** What the template of a plan prints, in words and formatted numbers. */
public record PlanView(
        String name,
        boolean isMet,
        Answer answer,
        List<KeyFigure> figures,
        List<String> notes,
        String objectiveLede,
        String valueLabel,
        String upperLabel,
        List<ObjectiveRow> objective,
        Chart headroom,
        String loadLede,
        List<Chart> load,
        String waitingLede,
        Chart waiting,
        String costLede,
        Chart cost,
        List<SectionedView.Section> more,
        List<String> confidence,
        List<Fact> otherwise,
        List<Fact> question,
        List<AssumptionRow> assumptions,
        List<Fact> inputs,
        String colophon,
        String planJson) {

    /** All charts, in the order of the page. */
    public List<Chart> charts() {
        List<Chart> charts = new ArrayList<>();
        charts.add(headroom);
        charts.addAll(load);
        charts.add(waiting);
        charts.add(cost);
        more.forEach(section -> charts.addAll(section.charts()));
        return charts;
    }

    /** A number that somebody will quote. */
    public record KeyFigure(String label, String value, String unit, String detail) {}

    /** A name and what it stands for. */
    public record Fact(String label, String value) {}

    /**
     * A bound of the objective.
     *
     * @param filled value over bound as per cent, in words; empty if it makes no sense
     * @param width of its bar, 0 to 100
     */
    public record ObjectiveRow(
            String label,
            String bound,
            String value,
            String upper,
            boolean met,
            boolean implied,
            String filled,
            int width) {
        public boolean hasBar() {
            return !filled.isEmpty();
        }
    }

    /** A figure that was not computed by the run; {@code kind} in lower case. */
    public record AssumptionRow(String what, String value, String kind, String source) {}
}
