package dev.stowage.report.services;

import dev.stowage.json.Json;
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
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.services.ServicesPlan;
import dev.stowage.workflow.services.ServicesPlan.Headroom;
import dev.stowage.workflow.services.ServicesPlanAnswer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The report of the fewest servers for services with objectives: one HTML file. */
public final class ServicesPlanPage {
    private final ServicesPlanAnswer answer;

    private ServicesPlanPage(ServicesPlanAnswer answer) {
        this.answer = answer;
    }

    /** Writes the answer and its report to a folder. */
    public static void write(ServicesPlanAnswer answer, Path folder) {
        Json.write(answer, folder.resolve(ServicesPlanAnswer.FILE));
        SectionedView view = new ServicesPlanPage(answer).view();
        ReportPage.write(
                ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view)), folder);
    }

    private SectionedView view() {
        List<String> sentences =
                new ArrayList<>(
                        answer.plans().stream()
                                .map(
                                        plan ->
                                                ServicesPlanText.sentence(
                                                        answer, plan, answer.label(plan)))
                                .toList());
        String first = sentences.remove(0);
        sentences.add(ServicesPlanText.held(answer));
        sentences.addAll(answer.notes());
        return new SectionedView(
                "Fewest servers",
                answer.name() + " on " + answer.server(),
                first,
                sentences,
                List.of(found(), headroom()),
                List.of(
                        new Fact("server", answer.server()),
                        new Fact("seed", Long.toString(answer.seed()))),
                "services, servers, controllers, seed and version");
    }

    private Section found() {
        return FewestTable.section(
                "Controller", answer.plans(), answer::label, ServicesPlan::found);
    }

    private Section headroom() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "other numbers of servers",
                        Column.text("Controller"),
                        Column.number("Servers"),
                        Column.number("Violated"),
                        Column.number("Worst service"),
                        Column.number("CPU used"));
        for (ServicesPlan plan : answer.plans()) {
            for (Headroom point : plan.headroom()) {
                table.row(
                        answer.label(plan),
                        Figures.count(point.servers()),
                        Figures.share(point.violatedShare()),
                        Figures.share(point.worstService()),
                        Figures.share(point.cpuUsedShare()));
            }
        }
        return new Section(
                "headroom",
                "Head-room",
                "Means of a few runs, the same ones for all numbers; the number above is judged on"
                        + " more.",
                List.of(
                        chart(
                                new Figure(
                                        "worst",
                                        "Worst service",
                                        "Application-seconds below an objective; the line is "
                                                + Amounts.share(answer.violatedShare())
                                                + ", which each service may have.",
                                        Axis.value("Violated", "share").from(0),
                                        answer.violatedShare()),
                                Headroom::worstService),
                        chart(
                                new Figure(
                                        "cpu",
                                        "CPU used",
                                        "Of all servers.",
                                        Axis.value("CPU used", "share").upTo(1),
                                        null),
                                Headroom::cpuUsedShare)),
                List.of(table.build()));
    }

    private Chart chart(Figure figure, ToDoubleFunction<Headroom> of) {
        return HeadroomChart.of(
                figure,
                answer.plans(),
                answer::label,
                ServicesPlan::headroom,
                Headroom::servers,
                of);
    }
}
