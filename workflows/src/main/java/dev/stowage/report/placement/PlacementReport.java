package dev.stowage.report.placement;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.packing.AmountText;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementPlan.Item;
import dev.stowage.packing.placement.PlacementPlan.Move;
import dev.stowage.packing.placement.PlacementPlan.Server;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of a placement: one HTML file with the answer, how full servers are before and after,
 * and the moves in their order. The same placement gives the same bytes.
 */
public final class PlacementReport {
    private static final int POINTS = 400;

    private final PlacementPlan plan;

    private final @Nullable SizingReport sizing;

    private PlacementReport(PlacementPlan plan, @Nullable SizingReport sizing) {
        this.plan = plan;
        this.sizing = sizing;
    }

    /** The text of {@code report.html}. */
    public static String html(PlacementPlan plan) {
        return html(plan, null);
    }

    /** The text of {@code report.html} of a placement with new requests. */
    public static String html(PlacementPlan plan, @Nullable SizingReport sizing) {
        SectionedView view = new PlacementReport(plan, sizing).view();
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private SectionedView view() {
        PlacementAnswer answer = PlacementAnswer.of(plan);
        List<Section> sections = new ArrayList<>();
        if (plan.result().unplaced() > 0) {
            sections.add(unplaced());
        }
        sections.addAll(List.of(servers(), new ServerMap(plan).section()));
        List<String> sentences = new ArrayList<>(answer.sentences());
        if (sizing != null) {
            sections.addAll(new SizingSections(sizing).all());
            sentences.addAll(SizingAnswer.of(sizing, PlacementAnswer.isOfPart(plan)).sentences());
        }
        if (!plan.moves().isEmpty()) {
            sections.add(moves());
        }
        sections.add(items());
        List<Fact> facts = new ArrayList<>();
        plan.inputs().forEach((label, value) -> facts.add(new Fact(label, value)));
        facts.add(new Fact("started from", plan.result().start()));
        facts.add(new Fact("steps of the search", Amounts.count(plan.result().steps())));
        facts.add(new Fact("seed", String.valueOf(plan.result().seed())));
        return new SectionedView(
                "Placement",
                plan.name(),
                sizing == null
                        ? answer.headline()
                        : SizingAnswer.headline(answer.headline(), sizing),
                Stream.concat(sentences.stream(), plan.notes().stream()).toList(),
                sections,
                facts,
                "input, options, number of steps and version");
    }

    private Section unplaced() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "items without a place",
                        DataTable.Column.text("Item"),
                        DataTable.Column.text("Today"),
                        DataTable.Column.text("Why"));
        plan.items().stream()
                .filter(item -> item.server() == null)
                .forEach(
                        item ->
                                table.row(
                                        item.name(),
                                        item.from() == null ? "new" : item.from(),
                                        item.reason() == null ? "–" : item.reason()));
        return new Section(
                "unplaced",
                "Without a place",
                "Each item that has no place, and why.",
                List.of(),
                List.of(table.build()));
    }

    private Section servers() {
        return new Section(
                "servers",
                "Servers",
                "How full the servers in use are: the largest share over their resources of what"
                        + " they may give, head-room left out, fullest first.",
                List.of(load()),
                List.of(types()));
    }

    private Chart load() {
        List<Series> series = new ArrayList<>();
        double[] after = shares(Item::server);
        double[] before = shares(Item::from);
        if (before.length > 0) {
            series.add(
                    Series.of(
                            sizing == null ? "Today" : "Today, at new requests",
                            "bar",
                            "b",
                            ranked(before)));
        }
        series.add(Series.of("Planned", "bar", "a", ranked(after)));
        String alt =
                "Share of each server in use, fullest first: planned "
                        + after.length
                        + " servers"
                        + (before.length > 0 ? ", today " + before.length : "")
                        + ".";
        View view =
                new View(
                        "Load",
                        alt,
                        Axis.value("Servers in use", "")
                                .from(0)
                                .to(Math.max(before.length, after.length) + 1.0)
                                .inWholeNumbers(),
                        Axis.value("Largest share", "share").from(0),
                        false,
                        null,
                        series,
                        List.of(),
                        null);
        return new Chart(
                "chart-load",
                "How full servers are",
                "A placement that wastes little is close to 100 % up to its last server.",
                false,
                after.length == 0 ? List.of() : List.of(view),
                List.of());
    }

    /** Largest share of each server in use, descending. */
    private double[] shares(Function<Item, @Nullable String> where) {
        Map<String, Server> byName = new HashMap<>();
        plan.servers().forEach(server -> byName.put(server.name(), server));
        Map<String, ResourceVector> loads = new TreeMap<>();
        for (Item item : plan.items()) {
            String server = where.apply(item);
            if (server != null) {
                loads.merge(server, item.demand(), ResourceVector::plus);
            }
        }
        double[] shares =
                loads.entrySet().stream()
                        .mapToDouble(e -> share(e.getValue(), byName.get(e.getKey())))
                        .sorted()
                        .toArray();
        double[] descending = new double[shares.length];
        Arrays.setAll(descending, i -> shares[shares.length - 1 - i]);
        return descending;
    }

    private static double share(ResourceVector load, @Nullable Server server) {
        double most = 0;
        for (int r = 0; server != null && r < load.size(); r++) {
            most = Math.max(most, server.share(load, r));
        }
        return most;
    }

    static ArrayNode ranked(double[] descending) {
        int step = Math.max(1, descending.length / POINTS);
        int points = (descending.length + step - 1) / step;
        double[] ranks = new double[points];
        double[] values = new double[points];
        for (int i = 0; i < points; i++) {
            ranks[i] = i * step + 1.0;
            values[i] = descending[i * step];
        }
        return Chart.pairs(ranks, values);
    }

    private record TypeUse(int servers, int before, int after) {
        TypeUse plus(TypeUse other) {
            return new TypeUse(servers + other.servers, before + other.before, after + other.after);
        }
    }

    private DataTable types() {
        Map<String, Boolean> usedToday = new HashMap<>();
        plan.items().stream()
                .map(Item::from)
                .filter(from -> from != null)
                .forEach(from -> usedToday.put(from, true));
        Map<String, TypeUse> uses = new TreeMap<>();
        for (Server server : plan.servers()) {
            int before = usedToday.containsKey(server.name()) ? 1 : 0;
            uses.merge(
                    server.type(), new TypeUse(1, before, server.isUsed() ? 1 : 0), TypeUse::plus);
        }
        DataTable.Builder table =
                new DataTable.Builder(
                        "servers by type",
                        DataTable.Column.text("Type"),
                        DataTable.Column.number("Servers"),
                        DataTable.Column.number("In use today"),
                        DataTable.Column.number("Planned"));
        uses.forEach(
                (type, use) ->
                        table.row(
                                type,
                                Amounts.count(use.servers()),
                                Amounts.count(use.before()),
                                Amounts.count(use.after())));
        return table.build();
    }

    private Section moves() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "all moves",
                        DataTable.Column.number("Step"),
                        DataTable.Column.text("Item"),
                        DataTable.Column.text("From"),
                        DataTable.Column.text("To"),
                        DataTable.Column.number("Carried"),
                        DataTable.Column.text(""));
        plan.moves()
                .forEach(
                        move ->
                                table.row(
                                        String.valueOf(move.step()),
                                        move.item(),
                                        move.from(),
                                        move.to(),
                                        Amounts.gib((double) move.bytes() / (1L << 30)),
                                        move.isDetour()
                                                ? "detour"
                                                : move.isStopped() ? "stopped first" : ""));
        return new Section(
                "moves",
                "Moves",
                "Moves of one step may be made at the same time; a step begins when the one before"
                        + " is done. While an item moves, it takes its demand on both servers.",
                List.of(movesByStep()),
                List.of(),
                List.of(new MoveTimeline(plan.moves(), plan.result().downtimeSeconds()).tracks()),
                List.of(table.build()));
    }

    private Chart movesByStep() {
        int steps = plan.moves().stream().mapToInt(Move::step).max().orElse(0);
        double[] rows = new double[steps];
        double[] counts = new double[steps];
        Arrays.setAll(rows, i -> i + 1.0);
        plan.moves().forEach(move -> counts[move.step() - 1]++);
        View view =
                new View(
                        "Moves",
                        "Moves by step, " + plan.moves().size() + " in " + steps + " steps.",
                        Axis.value("Step", "").from(0).to(steps + 1.0).inWholeNumbers(),
                        Axis.value("Moves", "").from(0).inWholeNumbers(),
                        false,
                        null,
                        List.of(Series.of("Moves", "bar", "a", Chart.pairs(rows, counts))),
                        List.of(),
                        null);
        return new Chart(
                "chart-moves",
                "Moves by step",
                "Early steps use the room that there is; later ones what earlier ones freed.",
                false,
                List.of(view),
                List.of());
    }

    private Section items() {
        List<Item> shown =
                Stream.concat(
                                plan.items().stream().filter(item -> item.server() == null),
                                plan.items().stream().filter(item -> item.server() != null))
                        .toList();
        DataTable.Builder table =
                new DataTable.Builder(
                        "all items",
                        Stream.concat(
                                        Stream.of(
                                                DataTable.Column.text("Item"),
                                                DataTable.Column.text("Server"),
                                                DataTable.Column.text("Today")),
                                        plan.resources().stream()
                                                .map(r -> DataTable.Column.number(r.name())))
                                .toList());
        for (Item item : shown) {
            List<String> cells = new ArrayList<>();
            cells.add(item.name());
            cells.add(item.server() == null ? "no place" : item.server());
            cells.add(item.from() == null ? "–" : item.from());
            for (int r = 0; r < item.demand().size(); r++) {
                cells.add(AmountText.asked(plan.resources().get(r), item.demand().get(r)));
            }
            table.row(item.server() == null, cells);
        }
        return new Section(
                "items",
                "Items",
                "Where everything goes; what has no place comes first.",
                List.of(),
                List.of(table.build()));
    }
}
