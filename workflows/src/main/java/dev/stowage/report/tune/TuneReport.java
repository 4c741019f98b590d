package dev.stowage.report.tune;

import dev.stowage.model.node.Parameter;
import dev.stowage.model.node.ParameterKey;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.sim.energy.PlatformParameter;
import dev.stowage.sim.energy.RequestParameter;
import dev.stowage.words.Amounts;
import dev.stowage.workflow.tune.TuneResult;
import dev.stowage.workflow.tune.TuneScope;
import java.util.List;
import java.util.Map;

/** The report of a tuned day: one HTML file. The same result gives the same bytes. */
public final class TuneReport {
    private final TuneResult result;

    private TuneReport(TuneResult result) {
        this.result = result;
    }

    /** The text of {@code report.html}. */
    public static String html(TuneResult result) {
        TuneReport report = new TuneReport(result);
        TuneAnswer answer = TuneAnswer.of(result);
        TuneCharts charts = new TuneCharts(result);
        SectionedView view =
                new SectionedView(
                        "Tuned server",
                        result.name(),
                        answer.headline(),
                        answer.sentences(),
                        List.of(
                                new Section(
                                        "day",
                                        "The day",
                                        "What is set in each hour, after that hour's trials. The"
                                                + " best is that of all "
                                                + TuneScope.of(result.choice().manager()).of()
                                                + " and of Linux, without trials. Where even the least"
                                                + " percentile is above the target, the hour is"
                                                + " infeasible, and the least is given.",
                                        List.of(charts.watts(), charts.latency()),
                                        List.of(report.day())),
                                new Section(
                                        "surface",
                                        "The surface",
                                        "Power over frequency and delay in three hours. Lines are of"
                                                + " equal power; the dashed line is the longest delay"
                                                + " at which a frequency meets the target; points are"
                                                + " the trials.",
                                        List.of(charts.surface()),
                                        List.of()),
                                report.parameters()),
                        report.facts(),
                        "file, options and version");
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private DataTable day() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "settings by hour; " + result.target(),
                        DataTable.Column.number("Hour"),
                        DataTable.Column.number("Requests/s"),
                        DataTable.Column.number("Delay (us)"),
                        DataTable.Column.number("Frequency (GHz)"),
                        DataTable.Column.number("Power (W)"),
                        DataTable.Column.number("Percentile (us)"),
                        DataTable.Column.number("Linux (W)"),
                        DataTable.Column.number("Linux (us)"),
                        DataTable.Column.number("Best (W)"),
                        DataTable.Column.number("Least (us)"));
        for (TuneResult.Hour each : result.hours()) {
            table.row(
                    !each.isMet(),
                    List.of(
                            Integer.toString(each.hour()),
                            Amounts.count(Math.round(each.requestsPerSecond())),
                            each.isLinux() ? "Linux's" : Amounts.decimal(each.itrMicros()),
                            Amounts.decimal(each.ghz()),
                            Amounts.decimal(each.watts()),
                            TuneAnswer.micros(each.micros()),
                            Amounts.decimal(each.linuxWatts()),
                            TuneAnswer.micros(each.linuxMicros()),
                            each.oracleWatts() == null
                                    ? "infeasible"
                                    : Amounts.decimal(each.oracleWatts()),
                            each.oracleWatts() == null
                                    ? TuneAnswer.micros(each.leastMicros())
                                    : ""));
        }
        return table.build();
    }

    private Section parameters() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "parameters",
                        DataTable.Column.text("Parameter"),
                        DataTable.Column.text("Unit"),
                        DataTable.Column.number("Value"),
                        DataTable.Column.text("Source"));
        var model = result.scenario().model();
        for (PlatformParameter key : PlatformParameter.values()) {
            row(table, key, model.platform().parameters().parameter(key));
        }
        for (RequestParameter key : RequestParameter.values()) {
            row(table, key, model.service().parameters().parameter(key));
        }
        return new Section(
                "parameters",
                "Parameters",
                "Each value with its source: a table or the text of a paper, fitted, or ours, a"
                        + " choice for which there is no evidence.",
                List.of(),
                List.of(table.build()));
    }

    private static void row(DataTable.Builder table, ParameterKey key, Parameter value) {
        table.row(
                key.spelling(),
                key.form().unit(),
                Amounts.decimal(value.value()),
                value.source().spelling());
    }

    private List<Fact> facts() {
        return List.of(
                new Fact("platform", result.platform()),
                new Fact("service", result.service()),
                new Fact("who sets", result.manager()),
                new Fact("objective", result.objective()),
                new Fact("target", result.target()),
                new Fact("replications", Amounts.count(result.replications())),
                new Fact("seed", Long.toString(result.seed())));
    }
}
