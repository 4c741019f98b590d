package dev.stowage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import java.util.ArrayList;
import java.util.List;

/** A figure over time, a line for each of those that are compared. */
public final class TimelineChart {
    private TimelineChart() {}

    /**
     * One that is compared.
     *
     * @param name in the legend
     * @param points seconds and values of the figure
     */
    public record Line(String name, ArrayNode points) {
        /**
         * Of moments, ascending.
         *
         * @param values at them; one that is not finite is a gap
         */
        public static Line of(String name, double[] seconds, double[] values) {
            return new Line(name, Chart.pairs(seconds, values));
        }
    }

    /**
     * The chart.
     *
     * @param what is compared, as in {@code controller}
     * @param endSeconds of the axis of time
     * @param isStepped true if a value holds until the next one
     */
    public static Chart of(
            String id,
            String title,
            String what,
            Axis axis,
            double endSeconds,
            boolean isStepped,
            List<Line> lines) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            Series drawn = Series.of(line.name(), "line", Chart.tone(i), line.points());
            series.add(isStepped ? drawn.stepped() : drawn);
        }
        View view =
                new View(
                        title,
                        title + " over time by " + what,
                        Axis.value("Time", "s")
                                .from(0)
                                .to(endSeconds)
                                .inSteps(Ticks.step("s", endSeconds)),
                        axis,
                        false,
                        null,
                        series,
                        List.of(),
                        null);
        return new Chart(
                id, title, "A line for each " + what + ".", false, List.of(view), List.of());
    }
}
