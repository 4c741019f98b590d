package dev.stowage.packing.placement;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether the figures of a placement, as written, are those of what it says. */
final class FiguresGate {
    /** Of a gap, which is written as a floating-point number. */
    private static final double TOLERANCE = 1e-9;

    private final PlacementPlan plan;
    private final Map<String, PlacementPlan.Server> servers;
    private final Map<String, PlacementPlan.Item> items;
    private final List<String> found = new ArrayList<>();

    FiguresGate(PlacementPlan plan) {
        this(
                plan,
                plan.servers().stream()
                        .collect(Collectors.toMap(PlacementPlan.Server::name, Function.identity())),
                plan.items().stream()
                        .collect(Collectors.toMap(PlacementPlan.Item::name, Function.identity())));
    }

    FiguresGate(
            PlacementPlan plan,
            Map<String, PlacementPlan.Server> servers,
            Map<String, PlacementPlan.Item> items) {
        this.plan = plan;
        this.servers = servers;
        this.items = items;
    }

    List<String> violations() {
        PlacementPlan.Result result = plan.result();
        Set<String> used = new HashSet<>();
        Set<String> before = new HashSet<>();
        int unplaced = 0;
        int displaced = 0;
        int moved = 0;
        for (PlacementPlan.Item item : plan.items()) {
            if (item.server() != null) {
                used.add(item.server());
            }
            if (item.from() != null) {
                before.add(item.from());
            }
            unplaced += item.server() == null ? 1 : 0;
            displaced += item.server() == null && item.from() != null ? 1 : 0;
            boolean runsOn = item.server() != null && item.from() != null;
            moved += runsOn && !Objects.equals(item.server(), item.from()) ? 1 : 0;
        }
        boolean isNew = before.isEmpty();
        same("servers", used.size(), result.servers());
        same("serversBefore", isNew ? null : before.size(), result.serversBefore());
        same("unplaced", unplaced, result.unplaced());
        same("displaced", displaced, result.displaced());
        same("moves", moved, result.moves());
        same("cost", cost(used), result.cost());
        same("costBefore", isNew ? null : cost(before), result.costBefore());
        if (result.maxMoves() != null && moved > result.maxMoves()) {
            found.add(moved + " items move, at most " + result.maxMoves() + " may");
        }
        for (PlacementPlan.Server server : plan.servers()) {
            if (used.contains(server.name()) != server.isUsed()) {
                found.add("isUsed of " + server.name() + ": written " + server.isUsed());
            }
        }
        same("bytesMoved", bytes(), result.bytesMoved());
        bound(cost(used), unplaced == 0);
        return found;
    }

    private long bytes() {
        long bytes = 0;
        for (PlacementPlan.Move move : plan.moves()) {
            if (Objects.requireNonNull(items.get(move.item())).moveBytes() != move.bytes()) {
                found.add("bytes of " + move.item() + ": written " + move.bytes());
            }
            bytes = Math.addExact(bytes, move.bytes());
        }
        return bytes;
    }

    /** A bound is never above a placement of all items, and what is optimal meets it. */
    private void bound(BigDecimal cost, boolean isComplete) {
        PlacementPlan.Result result = plan.result();
        BigDecimal bound = result.bound().value();
        same("isOptimal", isComplete && cost.compareTo(bound) == 0, result.bound().isOptimal());
        if (isComplete && cost.compareTo(bound) < 0) {
            found.add("the placement costs " + cost + ", below the bound " + bound);
        }
        Double gap = result.gap();
        if (!isComplete || (bound.signum() == 0 && cost.signum() > 0)) {
            same("gap", null, gap);
        } else {
            double above = bound.signum() == 0 ? 0 : cost.doubleValue() / bound.doubleValue() - 1;
            if (gap == null || !(Math.abs(gap - above) <= TOLERANCE * (1 + above))) {
                found.add("gap: written " + gap + ", is " + above);
            }
        }
    }

    private BigDecimal cost(Set<String> names) {
        BigDecimal sum = BigDecimal.ZERO;
        for (String name : names) {
            sum = sum.add(Objects.requireNonNull(servers.get(name)).cost());
        }
        return sum;
    }

    private void same(String what, @Nullable Object is, @Nullable Object written) {
        boolean isSame = Objects.equals(is, written);
        if (is instanceof BigDecimal one && written instanceof BigDecimal other) {
            isSame = one.compareTo(other) == 0;
        }
        if (!isSame) {
            found.add(what + ": written " + written + ", is " + is);
        }
    }
}
