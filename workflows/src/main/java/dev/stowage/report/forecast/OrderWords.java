package dev.stowage.report.forecast;

import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.DemandForecast.Kind;
import dev.stowage.forecast.DemandForecast.Line;
import dev.stowage.forecast.DemandForecast.Moment;
import dev.stowage.forecast.DemandForecast.Order;
import dev.stowage.forecast.DemandForecast.Purchase;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Orders in words. */
record OrderWords(DemandForecast forecast, Purchase purchase) {

    /**
     * What to act on first: {@code Order 12 × r760 by 2027-03-04, for $180,000 and $1,320 a month.}
     * Where orders should have been made already, all of them, and the one that is due next.
     */
    String first() {
        List<Order> byDay =
                purchase.orders().stream()
                        .sorted(Comparator.comparingDouble(each -> each.orderBy().seconds()))
                        .toList();
        List<Order> late = byDay.stream().filter(Order::isLate).toList();
        List<String> texts = new ArrayList<>(late.stream().map(this::text).toList());
        byDay.stream().filter(each -> !each.isLate()).limit(1).map(this::text).forEach(texts::add);
        return String.join(" ", texts);
    }

    private String text(Order order) {
        boolean isOneDay =
                order.lines().stream().map(Line::orderBy).distinct().count() == 1 || order.isLate();
        String what =
                isOneDay
                        ? servers(order)
                        : byDay(order)
                                .map(line -> servers(line) + " by " + moment(line.orderBy()))
                                .collect(Collectors.joining(" and "));
        String price = price(order.usdOnce(), order.usdMonthly());
        String text =
                "Order "
                        + what
                        + (order.isLate()
                                ? " at once"
                                : isOneDay ? " by " + moment(order.orderBy()) : "")
                        + (price.isEmpty() ? "" : ", for " + price);
        return order.isLate()
                ? text
                        + (order.servers() == 1 ? ": it" : ": they")
                        + " should have been ordered by "
                        + moment(order.orderBy())
                        + "."
                : text + ".";
    }

    /** {@code 12 × r760 and 2 × r660}, or {@code 3 servers}. */
    String servers(Order order) {
        return byDay(order).map(this::servers).collect(Collectors.joining(" and "));
    }

    /** What is to be ordered first comes first. */
    private static Stream<Line> byDay(Order order) {
        return order.lines().stream()
                .sorted(Comparator.comparingDouble(line -> line.orderBy().seconds()));
    }

    private String servers(Line line) {
        String type = purchase.kinds().get(line.kind()).type();
        return type == null
                ? Amounts.counted(line.servers(), "server")
                : Amounts.count(line.servers()) + " × " + type;
    }

    /** {@code 2027-03-04}, or one for each line where they differ. */
    String days(Order order) {
        return byDay(order)
                .map(line -> moment(line.orderBy()) + (line.isLate() ? " (past)" : ""))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** {@code $180,000 and $1,320 a month}; empty without a price. */
    static String price(@Nullable BigDecimal once, @Nullable BigDecimal monthly) {
        List<String> parts = new ArrayList<>();
        if (once != null && (once.signum() > 0 || monthly == null)) {
            parts.add(Amounts.cents(once));
        }
        if (monthly != null && (monthly.signum() > 0 || parts.isEmpty())) {
            parts.add(Amounts.cents(monthly) + " a month");
        }
        return String.join(" and ", parts);
    }

    /** What has to be said beside the orders. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        Moment late = purchase.lateFrom();
        Moment few = purchase.shortFrom();
        if (late != null) {
            sentences.add(
                    "With "
                            + leads()
                            + " no order made after the history holds all of the time: from "
                            + moment(late)
                            + " to "
                            + moment(Objects.requireNonNull(purchase.lateUntil()))
                            + " capacity may be short.");
        }
        if (few != null) {
            sentences.add(
                    "All servers that may be bought are too few from " + moment(few) + " on.");
        }
        if (purchase.orders().size() > 1) {
            String all = price(purchase.usdOnce(), purchase.usdMonthly());
            if (!all.isEmpty()) {
                sentences.add(
                        "All "
                                + Amounts.count(purchase.orders().size())
                                + " orders within the horizon come to "
                                + all
                                + ".");
            }
        }
        if (purchase.kinds().size() > 1 && !purchase.orders().isEmpty()) {
            sentences.add(
                    purchase.orders().stream().allMatch(Order::isCheapest)
                            ? "Each order is the cheapest that holds until the next one, counted by"
                                    + " the month; all of them together need not be."
                            : "Not each order is proven to be the cheapest that holds.");
        }
        if (late == null && few == null && purchase.orders().isEmpty()) {
            sentences.add(
                    "No order is needed: in each bucket demand is within capacity with at least "
                            + Amounts.share(forecast.confidence())
                            + ".");
        }
        return sentences;
    }

    private String leads() {
        List<Kind> kinds =
                purchase.kinds().stream()
                        .sorted(Comparator.comparingDouble(Kind::leadSeconds))
                        .toList();
        Kind first = kinds.get(0);
        Kind last = kinds.get(kinds.size() - 1);
        return first.leadSeconds() == last.leadSeconds()
                ? "a lead time of " + lead(first)
                : "lead times of "
                        + (first.leadSeconds() == 0 ? "up to " : lead(first) + " to ")
                        + lead(last);
    }

    /** {@code 56 days}, {@code 2 months of the calendar}. */
    private static String lead(Kind kind) {
        return kind.leadMonths() > 0
                ? Amounts.counted(kind.leadMonths(), "month") + " of the calendar"
                : span(kind.leadSeconds());
    }

    /** How long an order is to hold: whole months, where buckets are months of the calendar. */
    String every() {
        DemandForecast.History history = forecast.history();
        return history.isMonthly()
                ? ForecastMoments.buckets(
                        history, (int) Math.ceil(purchase.everySeconds() / history.bucketSeconds()))
                : span(purchase.everySeconds());
    }

    /** {@code 56 days}, {@code 1 month of mean length (30.42 days)}. */
    private static String span(double seconds) {
        long months = Math.round(seconds / PriceMonth.SECONDS);
        return months > 0 && months * PriceMonth.SECONDS == seconds
                ? Amounts.counted(months, "month")
                        + " of mean length ("
                        + Amounts.seconds(seconds)
                        + ")"
                : Amounts.seconds(seconds);
    }

    /** {@code 48 cores and 256 GiB, there 56 days after the order}, for each kind. */
    String kinds() {
        return purchase.kinds().stream()
                .map(
                        each ->
                                (each.type() == null ? "A server" : each.type())
                                        + " has "
                                        + Amounts.cores(each.server().cpu())
                                        + " and "
                                        + Amounts.gib(each.server().memoryGiB())
                                        + "; from order to work it takes "
                                        + lead(each)
                                        + ".")
                .collect(Collectors.joining(" "));
    }

    private String moment(Moment moment) {
        return ForecastMoments.text(moment, forecast.history().bucketSeconds());
    }
}
