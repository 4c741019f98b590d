package dev.stowage.report.placement;

import dev.stowage.packing.AmountText;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementPlan.Item;
import dev.stowage.packing.placement.PlacementPlan.Server;
import dev.stowage.report.DataTable;
import dev.stowage.report.SectionedView.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What stands on which server: a row for each that is in use today or in the plan. */
final class ServerMap {
    private final PlacementPlan plan;
    private final Map<String, List<Item>> before;
    private final Map<String, List<Item>> after;

    ServerMap(PlacementPlan plan) {
        this.plan = plan;
        this.before = by(Item::from);
        this.after = by(Item::server);
    }

    private Map<String, List<Item>> by(Function<Item, @Nullable String> where) {
        Map<String, List<Item>> found = new LinkedHashMap<>();
        for (Item item : plan.items()) {
            String server = where.apply(item);
            if (server != null) {
                found.computeIfAbsent(server, s -> new ArrayList<>()).add(item);
            }
        }
        return found;
    }

    Section section() {
        List<Server> shown =
                plan.servers().stream()
                        .filter(s -> before.containsKey(s.name()) || after.containsKey(s.name()))
                        .toList();
        List<DataTable.Column> columns = new ArrayList<>();
        columns.add(DataTable.Column.text("Server"));
        plan.resources().forEach(r -> columns.add(DataTable.Column.number(r.name())));
        columns.add(DataTable.Column.text("Stays"));
        columns.add(DataTable.Column.text("Comes"));
        columns.add(DataTable.Column.text("Goes"));
        DataTable.Builder table =
                new DataTable.Builder("all servers that are in use today or planned", columns);
        shown.forEach(server -> table.row(false, cells(server)));
        return new Section(
                "map",
                "What stands where",
                "How much of each server is given in the plan, of what it may give, head-room left"
                        + " out, and which items stay, come and go.",
                List.of(),
                List.of(),
                List.of(new ServerPicture(plan, before, after).of(shown)),
                List.of(table.build()));
    }

    private List<String> cells(Server server) {
        List<Item> planned = after.getOrDefault(server.name(), List.of());
        List<Item> today = before.getOrDefault(server.name(), List.of());
        ResourceVector load = ResourceVector.of(new long[plan.resources().size()]);
        for (Item item : planned) {
            load = load.plus(item.demand());
        }
        List<String> cells = new ArrayList<>();
        cells.add(server.name() + (planned.isEmpty() ? " (empty then)" : ""));
        for (int r = 0; r < load.size(); r++) {
            cells.add(
                    AmountText.asked(plan.resources().get(r), load.get(r))
                            + " of "
                            + AmountText.there(plan.resources().get(r), server.usable().get(r)));
        }
        cells.add(names(planned, item -> server.name().equals(item.from())));
        cells.add(names(planned, item -> !server.name().equals(item.from())));
        cells.add(names(today, item -> !Objects.equals(item.from(), item.server())));
        return cells;
    }

    private static String names(List<Item> items, Function<Item, Boolean> which) {
        List<String> names = items.stream().filter(which::apply).map(Item::name).toList();
        return names.isEmpty() ? "–" : String.join(", ", names);
    }
}
