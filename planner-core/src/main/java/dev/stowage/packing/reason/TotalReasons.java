package dev.stowage.packing.reason;

import dev.stowage.packing.AmountText;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.bound.BoundProgramme;
import dev.stowage.packing.bound.BoundRow;
import dev.stowage.packing.bound.BoundRows;
import dev.stowage.packing.model.PackModel;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Why all servers together can't hold all items. */
final class TotalReasons {
    /** Reasons that more servers like those that are there don't take away. */
    private static final Set<Kind> OF_ANY_NUMBER =
            Set.of(Kind.TOO_LARGE, Kind.NO_SUCH_SERVER, Kind.CONTRADICTION, Kind.PINNED);

    private final PackModel model;
    private final PackingProblem problem;
    private final ExtraServers extra;

    TotalReasons(PackModel model, long maxMoves) {
        this.model = model;
        this.extra = new ExtraServers(model, maxMoves);
        this.problem = model.problem;
    }

    void addTo(List<Infeasibility> found) {
        int before = found.size();
        for (int r = 0; r < model.resources; r++) {
            total(found, r);
        }
        if (found.stream().noneMatch(Infeasibility::isProven) && found.size() == before) {
            apart(found);
        }
    }

    private interface Amounts {
        long get(int number);
    }

    private static BigInteger sum(int count, Amounts amounts) {
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i < count; i++) {
            sum = sum.add(BigInteger.valueOf(amounts.get(i)));
        }
        return sum;
    }

    private void total(List<Infeasibility> found, int r) {
        int servers = problem.servers().size();
        BigInteger asked = sum(problem.items().size(), i -> problem.items().get(i).demand().get(r));
        BigInteger usable = sum(servers, s -> problem.servers().get(s).usable().get(r));
        if (asked.compareTo(usable) <= 0 || asked.bitLength() > 62) {
            return;
        }
        PackingResource resource = problem.resources().get(r);
        long missing = asked.subtract(usable).longValueExact();
        List<Integer> asking =
                IntStream.range(0, problem.items().size())
                        .filter(i -> problem.items().get(i).demand().get(r) > 0)
                        .boxed()
                        .toList();
        found.add(
                new Infeasibility(
                        Kind.TOTAL,
                        "all items",
                        asking,
                        resource.name(),
                        AmountText.asked(resource, asked.longValueExact(), missing)
                                + " of "
                                + resource.name()
                                + ", "
                                + AmountText.asked(resource, missing, missing)
                                + " more than there is"
                                + rounding(resource, missing, asking.size()),
                        "at most " + AmountText.there(resource, usable.longValueExact(), missing),
                        change(found, r, asked, usable)));
    }

    /**
     * That so little may come of rounding alone: each request is rounded up by less than a unit.
     */
    private static String rounding(PackingResource resource, long missing, int requests) {
        return missing < requests && !resource.unit().equals("bytes")
                ? " (requests of a file are rounded up to whole "
                        + resource.unit()
                        + ", which alone can make so much)"
                : "";
    }

    /** Servers to add, or less head-room: what helps, and that nothing does where that is so. */
    private String change(List<Infeasibility> found, int r, BigInteger asked, BigInteger usable) {
        BigInteger capacity =
                sum(problem.servers().size(), s -> problem.servers().get(s).capacity().get(r));
        String headRoom = headRoom(r, asked, usable, capacity);
        String lost = lost(found);
        String servers = lost.isEmpty() ? more(r, asked.subtract(usable)) : lost;
        return headRoom.isEmpty()
                ? servers
                : lost.isEmpty() ? servers + ", or " + headRoom : headRoom + "; " + lost;
    }

    /** That no number of servers like these helps, if a reason that was found says so. */
    private static String lost(List<Infeasibility> found) {
        return found.stream()
                .filter(each -> OF_ANY_NUMBER.contains(each.kind()))
                .findFirst()
                .map(each -> "no number of servers like these is enough: see " + each.place())
                .orElse("");
    }

    /** Servers to add, as many as hold all items; at least so many if that was not found out. */
    private String more(int r, BigInteger missing) {
        int best = -1;
        BigInteger fewest = BigInteger.ZERO;
        for (int s = 0; s < problem.servers().size(); s++) {
            long has = problem.servers().get(s).usable().get(r);
            if (has == 0) {
                continue;
            }
            BigInteger one = BigInteger.valueOf(has);
            BigInteger count = missing.add(one).subtract(BigInteger.ONE).divide(one);
            int order = best < 0 ? -1 : count.compareTo(fewest);
            if (order < 0 || (order == 0 && model.cost[s] < model.cost[best])) {
                best = s;
                fewest = count;
            }
        }
        if (best < 0) {
            return "servers that have some of it";
        }
        int least = fewest.intValueExact();
        String atLeast = "at least " + ExtraServers.text(problem.servers().get(best).type(), least);
        return extra.more(least).orElse(atLeast);
    }

    /** A smaller head-room of a resource, if all items were found a place with it. */
    private String headRoom(int r, BigInteger asked, BigInteger usable, BigInteger capacity) {
        if (asked.compareTo(capacity) > 0 || !extra.isTried()) {
            return "";
        }
        BigDecimal share = percent(capacity.subtract(asked), capacity, RoundingMode.FLOOR);
        List<PackServer> servers = problem.servers().stream().map(s -> with(s, r, share)).toList();
        return extra.holds(extra.with(servers))
                ? "head-room of "
                        + text(share)
                        + " instead of "
                        + text(percent(capacity.subtract(usable), capacity, RoundingMode.HALF_EVEN))
                : "";
    }

    private PackServer with(PackServer server, int resource, BigDecimal headRoomPercent) {
        String name = problem.resources().get(resource).name();
        double share = headRoomPercent.movePointLeft(2).doubleValue();
        HeadRoom room = new HeadRoom(Map.of(name, share), 0);
        long[] usable = server.usable().toArray();
        usable[resource] = room.below(server.capacity(), problem.resources()).get(resource);
        return new PackServer(
                server.name(),
                server.type(),
                server.domain(),
                server.capacity(),
                ResourceVector.of(usable),
                server.cost(),
                server.attributes());
    }

    private static BigDecimal percent(BigInteger part, BigInteger whole, RoundingMode rounding) {
        return new BigDecimal(part)
                .multiply(BigDecimal.valueOf(100))
                .divide(new BigDecimal(whole), 1, rounding);
    }

    private static String text(BigDecimal percent) {
        String text = percent.signum() == 0 ? "0" : percent.stripTrailingZeros().toPlainString();
        return text + " %";
    }

    /** Enough of each resource, but not in pieces that the items fit into. */
    private void apart(List<Infeasibility> found) {
        for (BoundRow row : new BoundRows(model, new BoundProgramme(model)).all()) {
            BigInteger there = BigInteger.ZERO;
            long most = 0;
            for (int server = 0; server < model.servers; server++) {
                long value = row.value(model.kindOf[server]);
                there = there.add(BigInteger.valueOf(value));
                most = Math.max(most, value);
            }
            BigInteger missing = BigInteger.valueOf(row.need()).subtract(there);
            if (missing.signum() > 0) {
                found.add(apart(row, missing, most));
                return;
            }
        }
    }

    private Infeasibility apart(BoundRow row, BigInteger missing, long most) {
        BigInteger one = BigInteger.valueOf(Math.max(1, most));
        BigInteger count = missing.add(one).subtract(BigInteger.ONE).divide(one);
        int least = most > 0 && count.bitLength() < Integer.SIZE ? count.intValue() : 1;
        String change =
                extra.more(least)
                        .orElse(
                                least == 1
                                        ? "at least one more server"
                                        : "at least " + least + " more servers");
        return new Infeasibility(
                Kind.TOTAL,
                "all items",
                IntStream.range(0, problem.items().size()).boxed().toList(),
                "",
                "items that don't fit beside each other on " + model.servers + " servers",
                "enough room in pieces that they fit into (" + row.name() + ")",
                change);
    }
}
