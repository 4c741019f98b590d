package dev.stowage.packing.placement;

import dev.stowage.packing.PackServer;
import dev.stowage.packing.Packing;
import dev.stowage.packing.migration.Migration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a person should know of the way to a placement: circles, detours, spare servers. */
final class WayNotes {
    /** Moves of a circle that are named. */
    private static final int LISTED = 6;

    private final PackRequest request;
    private final Packing end;
    private final Migration way;

    WayNotes(PackRequest request, Packing end, Migration way) {
        this.request = request;
        this.end = end;
        this.way = way;
    }

    void addTo(List<String> notes) {
        Map<Integer, List<Migration.Move>> circles = new TreeMap<>();
        for (Migration.Move move : way.moves()) {
            if (move.isStopped()) {
                circles.computeIfAbsent(move.step(), step -> new ArrayList<>()).add(move);
            }
        }
        circles.forEach((step, moves) -> notes.add(circle(step, moves)));
        long detours = way.moves().stream().filter(Migration.Move::isDetour).count();
        if (detours > 0) {
            notes.add(
                    (way.isShown()
                                    ? "There is no order in which every item moves once and finds"
                                            + " room: "
                                    : "No order in which every item moves once and finds room was"
                                            + " found, which is not a proof: ")
                            + detours
                            + (detours == 1 ? " item moves" : " times an item moves")
                            + " out of the way first.");
        }
        spare(notes);
    }

    private String circle(int step, List<Migration.Move> moves) {
        String some =
                moves.stream().limit(LISTED).map(this::text).collect(Collectors.joining(", "));
        int more = moves.size() - LISTED;
        return "Step %d: %s%s are stopped, then started on their new servers: each is away for %s s or longer. %s (What stays where it is was not moved for that.)"
                .formatted(
                        step,
                        some,
                        more > 0 ? " and " + more + " more" : "",
                        number(request.downtimeSeconds()),
                        way.isShown()
                                ? "They wait for the room of each other: no way has fewer stops, in any order and over any free server."
                                : "A way with fewer stops was not found, which is not a proof that there is none.");
    }

    private static String number(double seconds) {
        return java.math.BigDecimal.valueOf(seconds).stripTrailingZeros().toPlainString();
    }

    private String text(Migration.Move move) {
        return item(move.item()) + " (" + server(move.from()) + " to " + server(move.to()) + ")";
    }

    private String item(int number) {
        return request.problem().items().get(number).name();
    }

    private String server(int number) {
        return request.problem().servers().get(number).name();
    }

    /** Servers that hold something on the way only, with what they cost. */
    private void spare(List<String> notes) {
        Set<Integer> spare = new TreeSet<>();
        Set<Integer> kept = new HashSet<>();
        way.moves().forEach(move -> spare.add(move.to()));
        Arrays.stream(end.toArray()).forEach(kept::add);
        request.problem().items().forEach(item -> item.current().ifPresent(kept::add));
        spare.removeAll(kept);
        if (!spare.isEmpty()) {
            notes.add(
                    "Used on the way: "
                            + spare.stream().map(this::priced).collect(Collectors.joining(", "))
                            + ".");
        }
    }

    private String priced(int number) {
        PackServer server = request.problem().servers().get(number);
        String price =
                request.costUnit().equals(PackRequest.USD_A_MONTH)
                        ? ", USD " + server.cost().toPlainString() + " a month"
                        : "";
        boolean exists = request.places().get(number).exists();
        return server.name() + price + (exists ? "" : ", which is not there today");
    }
}
