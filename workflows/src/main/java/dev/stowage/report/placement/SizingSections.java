package dev.stowage.report.placement;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.model.Resources;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.rightsizing.RecommenderCheck;
import dev.stowage.rightsizing.SizedResource;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.replay.ReplayResult;
import dev.stowage.rightsizing.replay.ReplayResult.Server;
import dev.stowage.rightsizing.replay.Risk;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.rightsizing.replay.StagedSaving;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Sections of a report about new requests: what each service gets and why, and the replay. */
final class SizingSections {
    private static final int ROWS = 500;
    private static final double MICROS_PER_SECOND = 1e6;

    private final SizingReport report;

    SizingSections(SizingReport report) {
        this.report = report;
    }

    List<Section> all() {
        Section requests =
                new Section(
                        "requests",
                        "Requests",
                        "What one replica of each service asks for, before and now, and the"
                                + " measurements that say so; changed ones first. Services whose"
                                + " use rises are marked.",
                        List.of(),
                        List.of(services(), recommender()));
        List<Section> sections = new ArrayList<>(List.of(requests));
        if (!report.replay().isEmpty()) {
            sections.add(replay());
        }
        if (report.staged() != null && !report.staged().weeks().isEmpty()) {
            sections.add(weeks(report.staged()));
        }
        return sections;
    }

    private Section weeks(StagedSaving staged) {
        RolloutWords words = new RolloutWords(report);
        DataTable.Builder table =
                new DataTable.Builder(
                        "week by week",
                        DataTable.Column.number("Week"),
                        DataTable.Column.text("All items together ask for"),
                        DataTable.Column.text("Packed"),
                        DataTable.Column.number("Without a place"),
                        DataTable.Column.text("Services that change"));
        table.row(
                false,
                List.of(
                        "today",
                        "",
                        words.cost(staged.costToday()),
                        Amounts.count(staged.unplacedToday()),
                        ""));
        for (StagedSaving.Week week : staged.weeks()) {
            table.row(
                    false,
                    List.of(
                            String.valueOf(week.number()),
                            RolloutWords.saved(week),
                            words.cost(week.cost()),
                            Amounts.count(week.unplaced()),
                            String.join(", ", week.changed())));
        }
        return new Section(
                "weeks",
                "Week by week",
                "Requests go up in the first week, and down by at most "
                        + Amounts.share(staged.weeklyShare().doubleValue())
                        + " of what they are today in each: first services that were never measured"
                        + " above their new requests, at last those that are not steady. Each week"
                        + " is packed by the heuristics alone."
                        + (staged.heldBack().isEmpty()
                                ? ""
                                : " The checks speak against less for "
                                        + String.join(", ", staged.heldBack())
                                        + ", which keep what they have."),
                List.of(),
                List.of(table.build()));
    }

    /** For how long the servers of each service are above capacity, and what VPA would ask for. */
    private DataTable risks() {
        List<ReplayResult.ServiceRisk> shown =
                report.replay().risks().stream()
                        .sorted(Comparator.comparingInt(SizingSections::daysAbove).reversed())
                        .limit(ROWS)
                        .toList();
        DataTable.Builder table =
                new DataTable.Builder(
                        "minutes a month above capacity, by service: all its servers added up",
                        DataTable.Column.text("Service"),
                        DataTable.Column.number("Servers"),
                        DataTable.Column.text("CPU: slowed down"),
                        DataTable.Column.text("Memory: killed"));
        for (ReplayResult.ServiceRisk risk : shown) {
            table.row(
                    daysAbove(risk) > 0,
                    List.of(
                            risk.service(),
                            Amounts.count(risk.servers()),
                            minutes(risk.cpu()),
                            minutes(risk.memory())));
        }
        return table.build();
    }

    private static int daysAbove(ReplayResult.ServiceRisk risk) {
        return Math.max(risk.cpu().daysAbove(), risk.memory().daysAbove());
    }

    private static String minutes(Risk risk) {
        String text = SizingAnswer.risk(risk);
        return text.isEmpty() ? "not known" : text;
    }

    /** What Kubernetes' own recommender makes of the same history. */
    private DataTable recommender() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "the same history by Kubernetes' vertical pod autoscaler (its defaults)",
                        DataTable.Column.text("Service"),
                        DataTable.Column.number("CPU now"),
                        DataTable.Column.number("Time above CPU now"),
                        DataTable.Column.number("CPU by VPA"),
                        DataTable.Column.number("Time above CPU by VPA"),
                        DataTable.Column.number("Memory now"),
                        DataTable.Column.number("Time above memory now"),
                        DataTable.Column.number("Memory by VPA"),
                        DataTable.Column.number("Time above memory by VPA"));
        report.services().stream()
                .filter(s -> s.resources().anyMatch(each -> each.recommender() != null))
                .limit(ROWS)
                .forEach(
                        service -> {
                            List<String> cells = new ArrayList<>(List.of(service.name()));
                            cells.addAll(compared(service.cpu(), SizingSections::cores));
                            cells.addAll(compared(service.memory(), SizingSections::gib));
                            table.row(false, cells);
                        });
        return table.build();
    }

    private static List<String> compared(SizedResource resource, LongFunction<String> text) {
        RecommenderCheck check = resource.recommender();
        return check == null
                ? List.of(text.apply(resource.after()), "", "", "")
                : List.of(
                        text.apply(resource.after()),
                        Amounts.share(check.ownAboveShare()),
                        text.apply(check.request()),
                        Amounts.share(check.aboveShare()));
    }

    private DataTable services() {
        List<SizedService> shown =
                Stream.concat(
                                report.services().stream().filter(SizedService::isChanged),
                                report.services().stream().filter(each -> !each.isChanged()))
                        .limit(ROWS)
                        .toList();
        DataTable.Builder table =
                new DataTable.Builder(
                        shown.size() < report.services().size()
                                ? "the first " + ROWS + " services; rightsizing.json has all"
                                : "all services",
                        DataTable.Column.text("Service"),
                        DataTable.Column.number("Items"),
                        DataTable.Column.number("CPU before"),
                        DataTable.Column.number("CPU now"),
                        DataTable.Column.number("Memory before"),
                        DataTable.Column.number("Memory now"),
                        DataTable.Column.text("Evidence"));
        for (SizedService service : shown) {
            table.row(
                    service.isRising(),
                    List.of(
                            service.name(),
                            Amounts.count(service.replicas()),
                            cores(service.cpu().before()),
                            cores(service.cpu().after()),
                            gib(service.memory().before()),
                            gib(service.memory().after()),
                            service.evidence()));
        }
        return table.build();
    }

    private static String cores(long microCores) {
        return Amounts.cores((double) microCores / Resources.MICRO_CORES_PER_CORE);
    }

    private static String gib(long bytes) {
        return Amounts.gib((double) bytes / Resources.BYTES_PER_GIB);
    }

    private Section replay() {
        return new Section(
                "replay",
                "Measured use on the new placement",
                "What the items of each server were measured to use at the same time, over the whole"
                        + " recording. Above 100 % they would have been slowed down (CPU), or killed"
                        + " (memory).",
                List.of(peaks()),
                List.of(fullest(), risks()));
    }

    private Chart peaks() {
        ReplayResult replay = report.replay();
        View view =
                new View(
                        "Largest use",
                        "Largest measured use of each of "
                                + replay.servers().size()
                                + " servers, fullest first.",
                        Axis.value("Servers", "").from(0).inWholeNumbers(),
                        Axis.value("Largest use over capacity", "share").from(0),
                        false,
                        null,
                        List.of(
                                Series.of("CPU", "line", "a", ranked(Server::cpu)),
                                Series.of("Memory", "line", "b", ranked(Server::memory))),
                        List.of(),
                        null);
        return new Chart(
                "chart-replay",
                "How full servers would have been",
                "The moment of each server at which its items used the most, not what they ask for.",
                false,
                List.of(view),
                List.of());
    }

    private ArrayNode ranked(Function<Server, ReplayResult.Load> resource) {
        double[] shares =
                report.replay().servers().stream()
                        .mapToDouble(server -> resource.apply(server).peakShare())
                        .sorted()
                        .toArray();
        double[] descending = new double[shares.length];
        Arrays.setAll(descending, i -> shares[shares.length - 1 - i]);
        return PlacementReport.ranked(descending);
    }

    private DataTable fullest() {
        List<Server> shown =
                report.replay().servers().stream()
                        .sorted(
                                Comparator.comparingDouble(Server::aboveShare)
                                        .thenComparingDouble(SizingSections::peak)
                                        .reversed())
                        .limit(ROWS)
                        .toList();
        DataTable.Builder table =
                new DataTable.Builder(
                        shown.size() < report.replay().servers().size()
                                ? "the " + ROWS + " fullest servers; rightsizing.json has all"
                                : "all servers with measurements",
                        DataTable.Column.text("Server"),
                        DataTable.Column.number("Measured"),
                        DataTable.Column.number("Largest CPU"),
                        DataTable.Column.number("Time above CPU"),
                        DataTable.Column.text("Minutes a month, CPU"),
                        DataTable.Column.number("Largest memory"),
                        DataTable.Column.number("Time above memory"),
                        DataTable.Column.text("Minutes a month, memory"));
        for (Server server : shown) {
            table.row(
                    server.aboveShare() > 0,
                    List.of(
                            server.name(),
                            Amounts.seconds(server.micros() / MICROS_PER_SECOND),
                            Amounts.share(server.cpu().peakShare()),
                            above(server, server.cpu()),
                            minutes(server.cpu().risk()),
                            Amounts.share(server.memory().peakShare()),
                            above(server, server.memory()),
                            minutes(server.memory().risk())));
        }
        return table.build();
    }

    private static double peak(Server server) {
        return Math.max(server.cpu().peakShare(), server.memory().peakShare());
    }

    private static String above(Server server, ReplayResult.Load load) {
        return Amounts.share((double) load.aboveMicros() / server.micros());
    }
}
