package dev.stowage.report.serverless;

import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.report.Ticks;
import dev.stowage.sim.serverless.FunctionFigures;
import dev.stowage.sim.serverless.ServerlessResult;
import dev.stowage.sim.serverless.WindowFigures;
import dev.stowage.words.Figures;
import dev.stowage.workflow.serverless.ServerlessJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The report of functions under several autoscalers: latency, CPU and instances over time, and the
 * figures of each run. The same runs give the same bytes.
 */
public final class ServerlessPage {

    private final List<ServerlessResult> results;

    private ServerlessPage(List<ServerlessResult> results) {
        this.results = results;
    }

    /**
     * The text of the page.
     *
     * @param name of the workload
     * @param provenance what a reader should know of how it was made, by name
     */
    public static String html(
            List<ServerlessResult> results, String name, Map<String, String> provenance) {
        List<Fact> facts = new ArrayList<>();
        provenance.forEach((label, value) -> facts.add(new Fact(label, value)));
        ServerlessPage page = new ServerlessPage(results);
        SectionedView view =
                new SectionedView(
                        "Functions",
                        name,
                        page.headline(),
                        List.of(
                                "This is one run: a point without an interval. Another seed may"
                                        + " give other figures, and another order. --p99 with"
                                        + " --replications says in how many runs a number of"
                                        + " servers holds."),
                        List.of(page.overTime(), page.figures()),
                        facts,
                        "workload, servers, autoscalers, seed and version");
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    /** Who loses least, and among those has the least p99. */
    private String headline() {
        ServerlessResult best = results.get(0);
        for (ServerlessResult result : results) {
            long less = lost(best) - lost(result);
            boolean isFaster = result.all().p99Millis() < best.all().p99Millis();
            best = less > 0 || (less == 0 && isFaster) ? result : best;
        }
        long lost = lost(best);
        boolean isOneOfMore = results.stream().anyMatch(each -> lost(each) > lost);
        return (results.size() == 1 ? "p99 of all answers: " : "Least p99 of all answers")
                + (results.size() == 1
                        ? ""
                        : (isOneOfMore ? " among those that lose fewest requests: " : ": "))
                + Figures.number(best.all().p99Millis())
                + " ms, under "
                + Autoscalers.brief(best.autoscaler())
                + ", with up to "
                + Figures.number(ServerlessJson.mostCores(best))
                + " cores"
                + (lost == 0
                        ? "."
                        : "; " + Figures.count(lost) + " requests are dropped or still open.");
    }

    private static long lost(ServerlessResult result) {
        return result.balance().dropped() + result.balance().inFlight();
    }

    private Section overTime() {
        return new Section(
                "time",
                "Over time",
                "A request belongs to the window of its arrival, however late its answer.",
                List.of(
                        chart(
                                "chart-p99",
                                "Latency",
                                "99th percentile of the requests that arrived in each window.",
                                Axis.log("Latency (ms)", "ms"),
                                window -> window.latencies().p99Millis()),
                        chart(
                                "chart-cores",
                                "CPU of instances",
                                "Mean of the cores that instances had.",
                                Axis.value("Cores", "cores"),
                                WindowFigures::meanCoresGiven),
                        chart(
                                "chart-instances",
                                "Instances",
                                "Most instances that served in each window.",
                                Axis.value("Instances", "").inWholeNumbers(),
                                WindowFigures::mostReady)),
                List.of());
    }

    private Chart chart(
            String id,
            String title,
            String caption,
            Axis axis,
            ToDoubleFunction<WindowFigures> figure) {
        List<Series> series = new ArrayList<>();
        StringBuilder alt = new StringBuilder("Line chart, largest value of each: ");
        for (int i = 0; i < results.size(); i++) {
            ServerlessResult result = results.get(i);
            double[] x =
                    result.windows().stream().mapToDouble(WindowFigures::startSeconds).toArray();
            double[] y = result.windows().stream().mapToDouble(figure).toArray();
            String tone = Chart.tone(i);
            series.add(
                    Series.of(
                                    Autoscalers.brief(result.autoscaler()),
                                    "line",
                                    tone,
                                    Chart.pairs(x, y))
                            .stepped());
            double most = 0;
            for (double value : y) {
                most = value > most ? value : most;
            }
            alt.append(i == 0 ? "" : ", ")
                    .append(Autoscalers.brief(result.autoscaler()))
                    .append(' ')
                    .append(Figures.number(most));
        }
        double end =
                results.stream()
                        .mapToDouble(ServerlessResult::simulatedSeconds)
                        .max()
                        .orElseThrow();
        View view =
                new View(
                        title,
                        alt.append('.').toString(),
                        Axis.value("Time", "s").from(0).to(end).inSteps(Ticks.step("s", end)),
                        axis,
                        false,
                        null,
                        series,
                        List.of(),
                        null);
        return new Chart(id, title, caption, false, List.of(view), List.of());
    }

    private Section figures() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "each function under each autoscaler",
                        DataTable.Column.text("Autoscaler"),
                        DataTable.Column.text("Function"),
                        DataTable.Column.number("Requests"),
                        DataTable.Column.number("Dropped"),
                        DataTable.Column.number("Arrived cold"),
                        DataTable.Column.number("p50, ms"),
                        DataTable.Column.number("p99, ms"),
                        DataTable.Column.number("p99.9, ms"),
                        DataTable.Column.number("Most instances"),
                        DataTable.Column.number("Instances made"),
                        DataTable.Column.number("Core hours given"),
                        DataTable.Column.number("Core hours used"));
        for (ServerlessResult result : results) {
            for (FunctionFigures figures : result.functions()) {
                table.row(
                        false,
                        List.of(
                                Autoscalers.brief(result.autoscaler()),
                                figures.name(),
                                Figures.count(figures.arrived()),
                                Figures.count(figures.dropped()),
                                Figures.count(figures.arrivedCold()),
                                Figures.number(figures.latencies().p50Millis()),
                                Figures.number(figures.latencies().p99Millis()),
                                Figures.number(figures.latencies().p999Millis()),
                                Figures.count(figures.mostReady()),
                                Figures.count(figures.instancesMade()),
                                Figures.number(figures.cpuGivenSeconds() / 3_600),
                                Figures.number(figures.cpuUsedSeconds() / 3_600)));
            }
        }
        return new Section(
                "figures",
                "Figures",
                "Of the whole run. Arrived cold: while no instance served.",
                List.of(),
                List.of(table.build()));
    }
}
