package dev.stowage.report.serverless;

import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.FewestTable;
import dev.stowage.report.HeadroomChart;
import dev.stowage.report.HeadroomChart.Figure;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.Figures;
import dev.stowage.workflow.serverless.ServerlessPlan;
import dev.stowage.workflow.serverless.ServerlessPlan.Headroom;
import dev.stowage.workflow.serverless.ServerlessPlanAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The report of the fewest servers for functions under each autoscaler: one HTML page. */
public final class ServerlessPlanPage {
    private final ServerlessPlanAnswer answer;

    private ServerlessPlanPage(ServerlessPlanAnswer answer) {
        this.answer = answer;
    }

    /**
     * The text of the page.
     *
     * @param name of the workload
     * @param provenance what a reader should know of how it was made, by name
     */
    public static String html(
            ServerlessPlanAnswer answer, String name, Map<String, String> provenance) {
        List<Fact> facts = new ArrayList<>();
        provenance.forEach((label, value) -> facts.add(new Fact(label, value)));
        ServerlessPlanPage page = new ServerlessPlanPage(answer);
        List<String> sentences =
                new ArrayList<>(
                        answer.plans().stream()
                                .map(
                                        plan ->
                                                ServerlessPlanText.sentence(
                                                        answer,
                                                        plan,
                                                        Autoscalers.brief(plan.autoscaler())))
                                .toList());
        String first = sentences.remove(0);
        sentences.addAll(ServerlessPlanText.remarks(answer));
        SectionedView view =
                new SectionedView(
                        "Fewest servers",
                        name + " on " + answer.server(),
                        first,
                        sentences,
                        List.of(page.found(), page.headroom()),
                        facts,
                        "workload, servers, autoscalers, seed and version");
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private Section found() {
        return FewestTable.section(
                "Autoscaler",
                answer.plans(),
                plan -> Autoscalers.brief(plan.autoscaler()),
                ServerlessPlan::found);
    }

    private Section headroom() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "other numbers of servers",
                        Column.text("Autoscaler"),
                        Column.number("Servers"),
                        Column.number("Largest p99, ms"),
                        Column.number("Lost"),
                        Column.number("Most cores"));
        for (ServerlessPlan plan : answer.plans()) {
            for (Headroom point : plan.headroom()) {
                table.row(
                        Autoscalers.brief(plan.autoscaler()),
                        Figures.count(point.servers()),
                        point.p99Millis() == null ? "–" : Figures.number(point.p99Millis()),
                        Figures.share(point.lostShare()),
                        Figures.number(point.mostCores()));
            }
        }
        return new Section(
                "headroom",
                "Head-room",
                "Means of a few windows, the same ones for all numbers; the number above is judged"
                        + " on more.",
                List.of(
                        chart(
                                new Figure(
                                        "p99",
                                        "Largest p99",
                                        "Of the function with the largest, among what was answered;"
                                                + " the line is the bound.",
                                        Axis.log("Latency", "ms"),
                                        answer.p99Millis()),
                                point ->
                                        point.p99Millis() == null ? Double.NaN : point.p99Millis()),
                        chart(
                                new Figure(
                                        "lost",
                                        "Lost requests",
                                        "Dropped, or not answered at the end.",
                                        Axis.value("Lost", "share").from(0),
                                        null),
                                Headroom::lostShare)),
                List.of(table.build()));
    }

    private Chart chart(Figure figure, ToDoubleFunction<Headroom> of) {
        return HeadroomChart.of(
                figure,
                answer.plans(),
                plan -> Autoscalers.brief(plan.autoscaler()),
                ServerlessPlan::headroom,
                Headroom::servers,
                of);
    }
}
