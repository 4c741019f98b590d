package dev.stowage.workflow.plan;

import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.report.plan.PlanDocument;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a plan answers: what to buy or run, whether that holds, and what it costs. The same for all
 * that compares plans.
 *
 * @param servers number of servers by type
 * @param holds true if the objectives are met, or all items have a place
 * @param monthlyUsd cost a month; empty if it has no prices
 */
public record PlanAnswer(
        Map<String, Long> servers, boolean holds, Optional<BigDecimal> monthlyUsd) {
    /** Name of the file in a plan directory. */
    public static final String FILE = "plan.json";

    /**
     * Of {@code plan.json}. The cost is that of the servers, or of the cheapest cloud where only
     * clouds have prices.
     */
    static PlanAnswer of(PlanDocument plan) {
        Map<String, Long> servers = new TreeMap<>();
        plan.servers().forEach(each -> servers.merge(each.type(), (long) each.count(), Long::sum));
        Optional<BigDecimal> usd =
                plan.cost() != null
                        ? Optional.of(plan.cost().monthlyUsd())
                        : plan.clouds().stream()
                                .map(CloudOption::monthlyUsd)
                                .min(Comparator.naturalOrder());
        return new PlanAnswer(servers, plan.met(), usd);
    }

    /** Of {@code placement.json}. */
    static PlanAnswer of(PlacementPlan plan) {
        Map<String, Long> servers = new TreeMap<>();
        plan.servers().stream()
                .filter(PlacementPlan.Server::isUsed)
                .forEach(server -> servers.merge(server.type(), 1L, Long::sum));
        boolean isPriced = plan.result().costUnit().equals(PackRequest.USD_A_MONTH);
        return new PlanAnswer(
                servers,
                plan.result().unplaced() == 0,
                isPriced ? Optional.of(plan.result().cost()) : Optional.empty());
    }

    long total() {
        return servers.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * True if another plan says something else.
     *
     * @param tolerance share by which numbers of servers and cost may differ
     */
    boolean differs(PlanAnswer other, double tolerance) {
        TreeSet<String> types = new TreeSet<>(servers.keySet());
        types.addAll(other.servers.keySet());
        boolean isOtherMix = false;
        for (String type : types) {
            Long before = servers.get(type);
            Long after = other.servers.get(type);
            isOtherMix |= before == null || after == null || isFar(before, after, tolerance);
        }
        boolean isOtherCost =
                (monthlyUsd.isPresent() && other.monthlyUsd.isPresent())
                        ? isFar(
                                monthlyUsd.get().doubleValue(),
                                other.monthlyUsd.get().doubleValue(),
                                tolerance)
                        : monthlyUsd.isPresent() != other.monthlyUsd.isPresent();
        return isOtherMix || isOtherCost || holds != other.holds;
    }

    private static boolean isFar(double before, double after, double tolerance) {
        return Math.abs(after - before) > tolerance * Math.abs(before);
    }

    /** What changed, from this to another: {@code 25 → 27 servers, +$76 a month}. */
    String change(PlanAnswer other) {
        StringBuilder text = new StringBuilder();
        if (total() != other.total()) {
            text.append(Amounts.count(total())).append(" → ");
        }
        text.append(Amounts.counted(other.total(), "server"));
        if (total() == other.total() && !servers.equals(other.servers)) {
            text.append(" of other types (").append(mix()).append(" → ");
            text.append(other.mix()).append(")");
        }
        if (monthlyUsd.isPresent() && other.monthlyUsd.isPresent()) {
            BigDecimal more = other.monthlyUsd.get().subtract(monthlyUsd.get());
            text.append(", ");
            text.append(
                    more.signum() == 0
                            ? Amounts.dollars(other.monthlyUsd.get()) + " a month as before"
                            : (more.signum() > 0 ? "+" : "-")
                                    + Amounts.dollars(more.abs())
                                    + " a month");
        } else if (monthlyUsd.isPresent() != other.monthlyUsd.isPresent()) {
            text.append(monthlyUsd.isPresent() ? ", without a price now" : ", with a price now");
        }
        if (holds != other.holds) {
            text.append(other.holds ? ", which hold now" : ", which no longer hold");
        }
        return text.toString();
    }

    private String mix() {
        return servers.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .map(e -> e.getValue() + " " + e.getKey())
                .reduce((a, b) -> a + ", " + b)
                .orElse("none");
    }
}
