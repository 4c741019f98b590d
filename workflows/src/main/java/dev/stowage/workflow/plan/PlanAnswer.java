package dev.stowage.workflow.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.nio.file.Path;
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
    static PlanAnswer of(Path file, JsonNode plan) {
        Map<String, Long> servers = new TreeMap<>();
        for (JsonNode each : required(file, plan, "servers")) {
            long count = required(file, each, "count").longValue();
            servers.merge(required(file, each, "type").asText(), count, Long::sum);
        }
        JsonNode own = required(file, plan, "cost");
        Optional<BigDecimal> usd = Optional.empty();
        if (!own.isNull()) {
            usd = Optional.of(required(file, own, "monthlyUsd").decimalValue());
        } else {
            for (JsonNode cloud : required(file, plan, "clouds")) {
                BigDecimal one = required(file, cloud, "monthlyUsd").decimalValue();
                usd = Optional.of(usd.map(one::min).orElse(one));
            }
        }
        return new PlanAnswer(servers, required(file, plan, "met").booleanValue(), usd);
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

    private static JsonNode required(Path file, JsonNode node, String key) {
        JsonNode value = node.get(key);
        if (value == null) {
            throw InputException.at(file + ": " + key, "nothing", "a value", "Plan again.");
        }
        return value;
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
