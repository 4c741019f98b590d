package dev.stowage.packing.reason;

import dev.stowage.packing.AmountText;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.bound.BoundProgramme;
import dev.stowage.packing.bound.BoundRow;
import dev.stowage.packing.bound.BoundRows;
import dev.stowage.packing.model.PackModel;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.IntStream;

/** Why all servers together can't hold all items. */
final class TotalReasons {
    private final PackModel model;
    private final PackingProblem problem;

    TotalReasons(PackModel model) {
        this.model = model;
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
        BigInteger capacity = sum(servers, s -> problem.servers().get(s).capacity().get(r));
        String missing = AmountText.asked(resource, asked.subtract(usable).longValueExact());
        found.add(
                new Infeasibility(
                        Kind.TOTAL,
                        "all items",
                        IntStream.range(0, problem.items().size())
                                .filter(i -> problem.items().get(i).demand().get(r) > 0)
                                .boxed()
                                .toList(),
                        resource.name(),
                        AmountText.asked(resource, asked.longValueExact())
                                + " of "
                                + resource.name()
                                + ", "
                                + missing
                                + " more than there is",
                        "at most " + AmountText.there(resource, usable.longValueExact()),
                        more(r, asked.subtract(usable)) + headRoom(asked, usable, capacity)));
    }

    /** Fewest servers of one type that have what is missing; the cheapest of these. */
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
        return new ExtraServers(problem.servers().get(best).type(), fewest.intValueExact()).text();
    }

    private static String headRoom(BigInteger asked, BigInteger usable, BigInteger capacity) {
        if (asked.compareTo(capacity) > 0) {
            return "";
        }
        return ", or head-room of "
                + percent(capacity.subtract(asked), capacity, RoundingMode.FLOOR)
                + " instead of "
                + percent(capacity.subtract(usable), capacity, RoundingMode.HALF_EVEN);
    }

    private static String percent(BigInteger part, BigInteger whole, RoundingMode rounding) {
        BigDecimal percent =
                new BigDecimal(part)
                        .multiply(BigDecimal.valueOf(100))
                        .divide(new BigDecimal(whole), 1, rounding);
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
        String change = "more servers";
        if (most > 0) {
            BigInteger one = BigInteger.valueOf(most);
            BigInteger count = missing.add(one).subtract(BigInteger.ONE).divide(one);
            change =
                    count.equals(BigInteger.ONE)
                            ? "at least one more server of the largest kind"
                            : "at least " + count + " more servers of the largest kind";
        }
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
