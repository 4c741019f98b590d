package dev.stowage.workflow.plan;

import dev.stowage.words.Amounts;
import dev.stowage.words.Verdict.Mark;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a result answers: what to buy or run, whether that holds, and what it costs. The same for
 * all that compares results; {@link ResultKind} says where each kind has it.
 *
 * @param choice what is to be run where servers alone don't say it: a policy, a place; else empty
 * @param servers number of servers by type and size; of each the most, where they come and go
 * @param atOnce where servers come and go, how many there are at most at the same time; else empty
 * @param holds whether the objectives are met, or all items or tasks have a place; open if it is
 *     not known
 * @param cost empty if it has no prices
 * @param figures what else it answers
 */
public record PlanAnswer(
        String choice,
        SortedMap<Kind, Long> servers,
        Optional<Long> atOnce,
        Mark holds,
        Optional<Cost> cost,
        List<Figure> figures) {
    /** Name of the file in a plan directory. */
    public static final String FILE = "plan.json";

    private static final int FIGURES = 3;

    /**
     * A kind of server.
     *
     * @param type its name
     * @param size what one has, in words; empty where the name stands for it, as of a VM type
     */
    public record Kind(String type, String size) implements Comparable<Kind> {
        @Override
        public int compareTo(Kind other) {
            return Comparator.comparing(Kind::type).thenComparing(Kind::size).compare(this, other);
        }

        private String text(boolean isSized) {
            return type + (isSized && !size.isEmpty() ? " of " + size : "");
        }
    }

    /**
     * What it costs.
     *
     * @param per what it is paid for: {@code a month}
     */
    public record Cost(BigDecimal usd, String per) {
        private String text() {
            return Amounts.money(usd) + " " + per;
        }
    }

    public PlanAnswer {
        servers = Collections.unmodifiableSortedMap(new TreeMap<>(servers));
        figures = List.copyOf(figures);
    }

    /**
     * A figure.
     *
     * @param name in words
     * @param unit symbol, or empty
     */
    public record Figure(String name, String unit, double value) {
        private String text() {
            return unit.equals("s")
                    ? Amounts.seconds(value)
                    : Amounts.decimal(value) + (unit.isEmpty() ? "" : " " + unit);
        }
    }

    long total() {
        return atOnce.orElseGet(() -> servers.values().stream().mapToLong(Long::longValue).sum());
    }

    /**
     * True if another result says something else.
     *
     * @param tolerance share by which numbers of servers, cost and figures may differ
     */
    boolean differs(PlanAnswer other, double tolerance) {
        TreeSet<Kind> kinds = new TreeSet<>(servers.keySet());
        kinds.addAll(other.servers.keySet());
        boolean isOther = holds != other.holds || !choice.equals(other.choice);
        isOther |= isFar((double) total(), (double) other.total(), tolerance);
        for (Kind kind : kinds) {
            Long before = servers.get(kind);
            Long after = other.servers.get(kind);
            isOther |= before == null || after == null || isFar(before, after, tolerance);
        }
        for (Figure figure : figures) {
            Optional<Figure> after = other.figure(figure.name);
            isOther |= after.isEmpty() || isFar(figure.value, after.get().value, tolerance);
        }
        isOther |= figures.size() != other.figures.size();
        return isOther
                || (hasSameUnit(other)
                        ? isFar(
                                cost.orElseThrow().usd.doubleValue(),
                                other.cost.orElseThrow().usd.doubleValue(),
                                tolerance)
                        : cost.isPresent() || other.cost.isPresent());
    }

    private Optional<Figure> figure(String name) {
        return figures.stream().filter(each -> each.name.equals(name)).findFirst();
    }

    /** True if both have a cost, of the same time. */
    boolean hasSameUnit(PlanAnswer other) {
        return cost.isPresent()
                && other.cost.isPresent()
                && cost.get().per.equals(other.cost.get().per);
    }

    private static boolean isFar(double before, double after, double tolerance) {
        return Math.abs(after - before) > tolerance * Math.abs(before);
    }

    /** What changed, from this to another: {@code 25 → 27 servers, +$76 a month}. */
    String change(PlanAnswer other) {
        List<String> parts = new ArrayList<>();
        boolean isNone = servers.isEmpty() != other.servers.isEmpty();
        if (isNone) {
            return name() + " → " + other.name();
        }
        if (!choice.isEmpty()) {
            parts.add(choice.equals(other.choice) ? choice : choice + " → " + other.choice);
        }
        if (!servers.isEmpty()) {
            parts.add(servers(other));
        }
        money(other).ifPresent(parts::add);
        figures.stream()
                .map(figure -> figure(figure, other))
                .flatMap(Optional::stream)
                .limit(FIGURES)
                .forEach(parts::add);
        if (holds == Mark.NO && other.holds == Mark.NO) {
            parts.add("which holds neither before nor now");
        } else if (holds != other.holds) {
            parts.add(
                    switch (other.holds) {
                        case YES -> "which holds now";
                        case NO -> "which no longer holds";
                        case OPEN -> "which is not known to hold";
                    });
        }
        return String.join(", ", parts);
    }

    private String name() {
        return choice.isEmpty() ? Amounts.counted(total(), "server") : choice;
    }

    /** What to buy or run: {@code 25 servers (25 r740 of 48 cores, 256 GiB)}. */
    String text() {
        String mix =
                servers.isEmpty()
                        ? ""
                        : atOnce.isPresent()
                                ? " at once, at most (of each type at most: " + mix(true) + ")"
                                : " (" + mix(true) + ")";
        String count =
                choice.isEmpty() || !servers.isEmpty()
                        ? Amounts.counted(total(), "server").replace(Amounts.GAP, ' ') + mix
                        : "";
        return choice.isEmpty() || count.isEmpty() ? choice + count : choice + ": " + count;
    }

    private String servers(PlanAnswer other) {
        String text =
                (total() == other.total() ? "" : Amounts.count(total()) + " → ")
                        + Amounts.counted(other.total(), "server");
        boolean isOtherSize = !servers.keySet().equals(other.servers.keySet());
        boolean isOtherType = !types().equals(other.types());
        return isOtherSize && !isOtherType
                ? text + " of another size (" + mix(true) + " → " + other.mix(true) + ")"
                : total() == other.total() && !servers.equals(other.servers)
                        ? text + " of other types (" + mix(false) + " → " + other.mix(false) + ")"
                        : text;
    }

    private List<String> types() {
        return servers.keySet().stream().map(Kind::type).distinct().toList();
    }

    private Optional<String> money(PlanAnswer other) {
        if (!hasSameUnit(other)) {
            return cost.isEmpty() && other.cost.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            other.cost.isEmpty()
                                    ? "without a price now"
                                    : cost.isEmpty()
                                            ? "with a price now"
                                            : cost.get().text() + " → " + other.cost.get().text());
        }
        Cost after = other.cost.orElseThrow();
        BigDecimal more = after.usd.subtract(cost.orElseThrow().usd);
        return Optional.of(
                more.signum() == 0
                        ? Amounts.money(after.usd) + " " + after.per + " as before"
                        : (more.signum() > 0 ? "+" : "-")
                                + Amounts.money(more.abs())
                                + " "
                                + after.per);
    }

    private static Optional<String> figure(Figure before, PlanAnswer other) {
        return other.figure(before.name)
                .filter(after -> after.value != before.value)
                .map(after -> before.name + " " + before.text() + " → " + after.text());
    }

    private String mix(boolean isSized) {
        return servers.isEmpty()
                ? "none"
                : servers.entrySet().stream()
                        .map(e -> e.getValue() + " " + e.getKey().text(isSized))
                        .collect(Collectors.joining(", "));
    }
}
