package dev.stowage.report.placement;

import dev.stowage.packing.AmountText;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementPlan.Item;
import dev.stowage.packing.placement.PlacementPlan.Server;
import dev.stowage.report.Tracks;
import dev.stowage.report.Tracks.Part;
import dev.stowage.report.Tracks.Row;
import dev.stowage.report.Tracks.Tone;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Servers drawn as tracks, today's above the planned: what stands on each, comes and goes. */
final class ServerPicture {
    private static final int MOST_SERVERS = 60;
    private static final int MOST_ITEMS = 2_000;

    private final PlacementPlan plan;
    private final Map<String, List<Item>> before;
    private final Map<String, List<Item>> after;

    /** Of the items by server. */
    ServerPicture(
            PlacementPlan plan, Map<String, List<Item>> before, Map<String, List<Item>> after) {
        this.plan = plan;
        this.before = before;
        this.after = after;
    }

    /** The first of some servers. */
    Tracks of(List<Server> servers) {
        List<Row> rows = new ArrayList<>();
        int shown = 0;
        int items = 0;
        while (shown < Math.min(MOST_SERVERS, servers.size()) && items < MOST_ITEMS) {
            Server server = servers.get(shown++);
            List<Item> today = before.getOrDefault(server.name(), List.of());
            List<Item> planned = after.getOrDefault(server.name(), List.of());
            int resource = fullest(server, today, planned);
            if (!before.isEmpty()) {
                rows.add(row(server.name(), "today", server, today, resource));
            }
            rows.add(
                    row(
                            before.isEmpty() ? server.name() : "",
                            "planned",
                            server,
                            planned,
                            resource));
            items += today.size() + planned.size();
        }
        List<Tracks.Key> keys =
                before.isEmpty()
                        ? List.of(new Tracks.Key(Tone.FIRST, "comes"))
                        : List.of(
                                new Tracks.Key(Tone.PLAIN, "stays"),
                                new Tracks.Key(Tone.SECOND, "goes"),
                                new Tracks.Key(Tone.FIRST, "comes"));
        return new Tracks(
                "servers-map",
                "What stands on each server",
                "The whole width is what the server may give, head-room left out, of the resource"
                        + " of which it gives the largest share today or then."
                        + MoveTimeline.cut(shown, servers.size(), "servers"),
                keys,
                rows);
    }

    /** The resource of which the largest share is taken, today or then. */
    private int fullest(Server server, List<Item> today, List<Item> planned) {
        int fullest = 0;
        for (int r = 1; r < plan.resources().size(); r++) {
            double share = Math.max(share(server, today, r), share(server, planned, r));
            if (share > Math.max(share(server, today, fullest), share(server, planned, fullest))) {
                fullest = r;
            }
        }
        return fullest;
    }

    private static double share(Server server, List<Item> items, int resource) {
        return items.stream().mapToDouble(item -> server.share(item.demand(), resource)).sum();
    }

    private Row row(String name, String when, Server server, List<Item> items, int resource) {
        double share = share(server, items, resource);
        List<Part> parts = new ArrayList<>();
        double from = 0;
        for (Item item : items) {
            double width = share(server, List.of(item), resource) / Math.max(1, share);
            parts.add(part(item, server.name(), from, width));
            from += width;
        }
        String label =
                when + " " + Amounts.share(share) + " " + plan.resources().get(resource).name();
        return new Row(name, items.isEmpty() ? when + " empty" : label, parts);
    }

    private Part part(Item item, String server, double from, double width) {
        boolean comes = !server.equals(item.from());
        boolean goes = !Objects.equals(server, item.server());
        List<String> amounts = new ArrayList<>();
        for (int r = 0; r < item.demand().size(); r++) {
            amounts.add(AmountText.asked(plan.resources().get(r), item.demand().get(r)));
        }
        return new Part(
                comes ? Tone.FIRST : goes ? Tone.SECOND : Tone.PLAIN,
                from,
                width,
                (comes ? "\u2192 " : "") + item.name() + (goes ? " \u2192" : ""),
                item.name() + ": " + String.join(", ", amounts));
    }
}
