package dev.stowage.report.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.Parameter;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.report.Chart;
import dev.stowage.report.DataTable;
import dev.stowage.report.HeatMap;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.words.Amounts;
import dev.stowage.workflow.node.FrontierView;
import dev.stowage.workflow.node.ManagerView;
import dev.stowage.workflow.node.NodeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The report of a node: one HTML file. The same result gives the same bytes. */
public final class NodeReport {
    private static final int DEEPEST_PERCENT = 62;

    private final NodeResult result;

    private NodeReport(NodeResult result) {
        this.result = result;
    }

    /** The text of {@code report.html}. */
    public static String html(NodeResult result) {
        SectionedView view = new NodeReport(result).view();
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private SectionedView view() {
        NodeAnswer answer = NodeAnswer.of(result);
        List<Section> sections = new ArrayList<>(List.of(managers(), timeline()));
        if (result.managers().stream().anyMatch(each -> each.frontier() != null)) {
            sections.add(frontiers());
        }
        sections.add(parameters());
        return new SectionedView(
                "Node",
                result.name(),
                answer.headline(),
                Stream.concat(result.warnings().stream(), answer.sentences().stream()).toList(),
                sections,
                facts(),
                "scenario, options and version");
    }

    private Section managers() {
        List<DataTable.Column> columns =
                new ArrayList<>(
                        List.of(
                                DataTable.Column.text("Manager"),
                                DataTable.Column.number("Load within targets"),
                                DataTable.Column.number("Converged"),
                                DataTable.Column.number("After"),
                                DataTable.Column.number("Best-effort cores"),
                                DataTable.Column.number("Power")));
        result.managers()
                .get(0)
                .services()
                .forEach(each -> columns.add(DataTable.Column.number(each.service())));
        DataTable.Builder table =
                new DataTable.Builder(
                        "managers; of each service the share of time above its target", columns);
        for (ManagerView each : result.managers()) {
            List<String> cells =
                    new ArrayList<>(
                            List.of(
                                    result.label(each),
                                    percent(each.effectiveUtilisation().mean()),
                                    each.converged() + " of " + result.replications(),
                                    each.convergenceSeconds() == null
                                            ? "never"
                                            : Amounts.seconds(each.convergenceSeconds()),
                                    Amounts.decimal(each.bestEffortCores()),
                                    Amounts.unit(Amounts.decimal(each.watts()), "W")));
            each.services()
                    .forEach(
                            service ->
                                    cells.add(
                                            service.violationShare() == null
                                                    ? "not read"
                                                    : percent(service.violationShare())));
            table.row(each.manager().equals(result.best()), cells);
        }
        return new Section(
                "managers",
                "Managers",
                "Load within targets is the sum of the loads, counted only while every service is"
                        + " within its target, on average over time. All managers meet the same"
                        + " loads and the same noise.",
                List.of(),
                List.of(table.build()));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share) + Amounts.GAP + "%";
    }

    private Section timeline() {
        NodeCharts charts = new NodeCharts(result);
        return new Section(
                "timeline",
                "Over time",
                "The first replication, half second by half second. Choose a manager above each"
                        + " chart.",
                overTime(charts),
                List.of());
    }

    private static List<Chart> overTime(NodeCharts charts) {
        List<Chart> all = new ArrayList<>(List.of(charts.latencies(), charts.loads()));
        charts.variants().ifPresent(all::add);
        all.add(
                charts.stack(
                        "cores",
                        "Cores",
                        "Who has which cores. Services in the pool have none of their own.",
                        ManagerView.Tenant::cores));
        all.add(
                charts.stack(
                        "ways",
                        "Cache ways",
                        "Who has which ways of the last-level cache.",
                        ManagerView.Tenant::ways));
        all.add(charts.frequencies());
        all.add(
                charts.stack(
                        "memory",
                        "Memory (GB)",
                        "Who has how much memory.",
                        ManagerView.Tenant::memoryGb));
        all.add(
                charts.stack(
                        "network",
                        "Network (Gbit/s)",
                        "Who has how much of the network.",
                        ManagerView.Tenant::networkGbps));
        all.add(
                charts.stack(
                        "disk",
                        "Disk (MB/s)",
                        "Who has how much of the disk.",
                        ManagerView.Tenant::diskMBps));
        return all;
    }

    private Section frontiers() {
        List<HeatMap> maps = new ArrayList<>();
        for (ManagerView manager : result.managers()) {
            FrontierView frontier = manager.frontier();
            if (frontier != null) {
                maps.add(frontier(result.label(manager), frontier, maps.size()));
            }
        }
        return new Section(
                "frontier",
                "Largest loads",
                "The largest load of one service with which all targets are met for two seconds"
                        + " within the first minute, by the loads of the others, in steps of"
                        + " 10 %. The darker, the more; – : none.",
                List.of(),
                maps,
                List.of());
    }

    private static HeatMap frontier(String manager, FrontierView frontier, int number) {
        boolean isPair = frontier.largest().size() == 1;
        List<HeatMap.Row> rows = new ArrayList<>();
        for (int row = 0; row < frontier.largest().size(); row++) {
            rows.add(
                    new HeatMap.Row(
                            isPair ? frontier.largestOf() : whole(frontier.loads().get(row)),
                            frontier.largest().get(row).stream().map(NodeReport::cell).toList()));
        }
        return new HeatMap(
                "frontier-" + number,
                "Under " + manager,
                "Largest load of "
                        + frontier.largestOf()
                        + ", %. Columns: load of "
                        + frontier.columns()
                        + (isPair ? "." : "; rows: load of " + frontier.rows() + "."),
                frontier.loads().stream().map(NodeReport::whole).toList(),
                rows);
    }

    private static HeatMap.Cell cell(double load) {
        return load == 0
                ? new HeatMap.Cell("–", "none", 0)
                : new HeatMap.Cell(whole(load), "up", (int) Math.round(DEEPEST_PERCENT * load));
    }

    private static String whole(double share) {
        return Long.toString(Math.round(100 * share));
    }

    private Section parameters() {
        List<DataTable.Column> columns = new ArrayList<>();
        columns.add(DataTable.Column.text("Parameter"));
        columns.add(DataTable.Column.text("Unit"));
        List<NodeSpec.Tenant> tenants = result.scenario().tenants();
        tenants.forEach(each -> columns.add(DataTable.Column.number(each.service().name())));
        DataTable.Builder services = new DataTable.Builder("services", columns);
        for (ServiceParameter key : ServiceParameter.values()) {
            List<String> cells = new ArrayList<>(List.of(key.spelling(), key.form().unit()));
            tenants.forEach(each -> cells.add(sourced(each.service().parameters().parameter(key))));
            services.row(false, cells);
        }
        DataTable.Builder node =
                new DataTable.Builder(
                        "node " + result.node(),
                        DataTable.Column.text("Parameter"),
                        DataTable.Column.text("Unit"),
                        DataTable.Column.number("Value"));
        for (NodeParameter key : NodeParameter.values()) {
            node.row(
                    key.spelling(),
                    key.form().unit(),
                    sourced(result.scenario().node().parameters().parameter(key)));
        }
        return new Section(
                "parameters",
                "Parameters",
                "Each value with its source: a table or the text of a paper, fitted to such"
                        + " tables, or ours, a choice for which there is no evidence.",
                List.of(),
                List.of(services.build(), node.build()));
    }

    private static String sourced(Parameter parameter) {
        return Amounts.decimal(parameter.value()) + " " + parameter.source().spelling();
    }

    private List<Fact> facts() {
        return List.of(
                new Fact("node", result.node()),
                new Fact("fidelity", result.fidelity()),
                new Fact("replications", Amounts.count(result.replications())),
                new Fact("seed", Long.toString(result.seed())),
                new Fact("length of a run", Amounts.seconds(result.durationSeconds())));
    }
}
