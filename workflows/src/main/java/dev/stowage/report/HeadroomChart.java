package dev.stowage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A figure over the number of servers, a line for each of those that are compared. */
public final class HeadroomChart {

    private HeadroomChart() {}

    /**
     * One that is compared.
     *
     * @param name in the legend
     * @param points servers and values of the figure
     */
    public record Curve(String name, ArrayNode points) {
        /**
         * Of numbers of servers, ascending.
         *
         * @param values of the figure; one that is not finite is a gap
         */
        public static Curve of(String name, double[] servers, double[] values) {
            return new Curve(name, Chart.pairs(servers, values));
        }
    }

    /**
     * What is drawn.
     *
     * @param id of the chart
     * @param title of it
     * @param caption below
     * @param axis of the figure
     * @param bound that is wanted; null for none
     */
    public record Figure(
            String id, String title, String caption, Axis axis, @Nullable Double bound) {}

    /**
     * The chart of plans, one for each of those that are compared.
     *
     * @param name of a plan in the legend
     * @param points of a plan, by number of servers, ascending
     * @param servers of a point
     * @param value of a point; one that is not finite is a gap
     */
    public static <P, H> Chart of(
            Figure figure,
            List<P> plans,
            Function<P, String> name,
            Function<P, List<H>> points,
            ToDoubleFunction<H> servers,
            ToDoubleFunction<H> value) {
        return of(
                figure,
                plans.stream()
                        .map(
                                plan ->
                                        Curve.of(
                                                name.apply(plan),
                                                points.apply(plan).stream()
                                                        .mapToDouble(servers)
                                                        .toArray(),
                                                points.apply(plan).stream()
                                                        .mapToDouble(value)
                                                        .toArray()))
                        .toList());
    }

    /** The chart. */
    public static Chart of(Figure figure, List<Curve> curves) {
        List<Series> series = new ArrayList<>();
        StringBuilder alt = new StringBuilder(figure.title()).append(" over servers, for ");
        for (int i = 0; i < curves.size(); i++) {
            Curve curve = curves.get(i);
            alt.append(i == 0 ? "" : ", ").append(curve.name());
            series.add(Series.of(curve.name(), "line", Chart.tone(i), curve.points()).withPoints());
        }
        List<Line> bound =
                figure.bound() == null
                        ? List.of()
                        : List.of(new Line(figure.bound(), "wanted", false, true, false, "f"));
        View view =
                new View(
                        figure.title(),
                        alt.append('.').toString(),
                        Axis.value("Servers", "").inWholeNumbers(),
                        figure.axis(),
                        false,
                        null,
                        series,
                        bound,
                        null);
        return new Chart(
                figure.id(), figure.title(), figure.caption(), false, List.of(view), List.of());
    }
}
