package dev.stowage.report.services;

import dev.stowage.json.Json;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.report.TimelineChart;
import dev.stowage.report.TimelineChart.Line;
import dev.stowage.sim.skynet.ObjectiveResult.Window;
import dev.stowage.words.Figures;
import dev.stowage.workflow.services.ControllersView;
import dev.stowage.workflow.services.ControllersView.Outcome;
import dev.stowage.workflow.services.ControllersView.ServiceOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The report of services with objectives under several controllers: one HTML file. */
public final class ControllersPage {
    private static final int WORST = 20;

    private final ControllersView study;

    private ControllersPage(ControllersView study) {
        this.study = study;
    }

    /** Writes the answer and its report to a folder. */
    public static void write(ControllersView study, Path folder) {
        Json.write(study, folder.resolve(ControllersView.FILE));
        SectionedView view = new ControllersPage(study).view();
        ReportPage.write(
                ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view)), folder);
    }

    private SectionedView view() {
        List<String> notes = new ArrayList<>(study.comparisons());
        notes.addAll(ControllerRows.sentences(study));
        return new SectionedView(
                "Controllers",
                study.name() + " on " + study.servers(),
                study.verdict(),
                notes,
                List.of(controllers(), overTime(), services()),
                List.of(
                        new Fact("applications", Figures.count(study.applications())),
                        new Fact("servers", study.servers()),
                        new Fact("time", Figures.seconds(study.durationSeconds())),
                        new Fact("replications", Figures.count(study.replications())),
                        new Fact("seed", Long.toString(study.seed()))),
                "services, servers, controllers, seed and version");
    }

    private Section controllers() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "controllers on the same services",
                        Column.text("Controller"),
                        Column.number("Violated"),
                        Column.number("Low"),
                        Column.number("CPU used"),
                        Column.number("Servers"),
                        Column.number("Error"),
                        Column.number("Too much"),
                        Column.number("Back"),
                        Column.number("Moved"),
                        Column.number("Refused"));
        for (Outcome each : study.controllers()) {
            table.row(each.controller().equals(study.best()), ControllerRows.cells(study, each));
        }
        return new Section(
                "controllers",
                "Controllers",
                ControllerRows.HOW_TO_READ,
                List.of(),
                List.of(table.build()));
    }

    private Section overTime() {
        return new Section(
                "timeline",
                "Over time",
                "Of the first replication.",
                List.of(
                        chart("violated", "Applications below an objective", Window::violatedShare),
                        chart("performance", "Mean performance, none above 1", Window::performance),
                        chart("cpu", "CPU used", Window::cpuUsedShare),
                        servers()),
                List.of());
    }

    private Chart chart(String id, String title, ToDoubleFunction<Window> of) {
        return chart(id, title, Axis.value(title, "share").upTo(1), of);
    }

    private Chart servers() {
        return chart(
                "servers",
                "Servers with applications",
                Axis.value("Servers", "servers"),
                Window::servers);
    }

    private Chart chart(String id, String title, Axis axis, ToDoubleFunction<Window> of) {
        return TimelineChart.of(
                id,
                title,
                "controller",
                axis,
                study.durationSeconds(),
                true,
                study.controllers().stream().map(each -> line(each, of)).toList());
    }

    private Line line(Outcome each, ToDoubleFunction<Window> of) {
        return Line.of(
                study.label(each),
                each.windows().stream().mapToDouble(Window::startSeconds).toArray(),
                each.windows().stream().mapToDouble(of).toArray());
    }

    private Section services() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "services with the most violations under each controller",
                        Column.text("Controller"),
                        Column.text("Service"),
                        Column.number("Violated"));
        for (Outcome each : study.controllers()) {
            for (ServiceOutcome service : ControllerRows.worst(each, WORST)) {
                table.row(
                        study.label(each),
                        service.service(),
                        Figures.share(service.violatedShare()));
            }
        }
        return new Section(
                "services",
                "Services",
                "Application-seconds of each service below an objective; all are in "
                        + ControllersView.FILE
                        + ".",
                List.of(),
                List.of(table.build()));
    }
}
