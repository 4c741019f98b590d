package dev.stowage.report.placement;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.model.Resources;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.replay.ReplayResult;
import dev.stowage.rightsizing.replay.ReplayResult.Server;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.words.Amounts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
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
                        List.of(services()));
        return report.replay().isEmpty() ? List.of(requests) : List.of(requests, replay());
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
                List.of(fullest()));
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
                        DataTable.Column.number("Time above"),
                        DataTable.Column.number("Largest memory"),
                        DataTable.Column.number("Time above"));
        for (Server server : shown) {
            table.row(
                    server.aboveShare() > 0,
                    List.of(
                            server.name(),
                            Amounts.seconds(server.micros() / MICROS_PER_SECOND),
                            Amounts.share(server.cpu().peakShare()),
                            above(server, server.cpu()),
                            Amounts.share(server.memory().peakShare()),
                            above(server, server.memory())));
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
