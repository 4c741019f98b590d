package dev.stowage.report;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.stages.Purchases;
import dev.stowage.plan.stages.Purchases.Day;
import dev.stowage.plan.stages.Purchases.Order;
import dev.stowage.plan.stages.Purchases.Servers;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is bought for several days, in words and as a section of a report. */
public final class PurchaseWords {
    private static final double SECONDS_OF_DAY = 86_400;
    private static final int TONES = 6;

    private final Purchases purchases;
    private final boolean isMet;

    private PurchaseWords(Purchases purchases, boolean isMet) {
        this.purchases = purchases;
        this.isMet = isMet;
    }

    /** The words for a plan of several days; empty of one. */
    public static Optional<PurchaseWords> of(CapacityPlan plan) {
        return Optional.ofNullable(plan.purchases()).map(all -> new PurchaseWords(all, plan.met()));
    }

    private Day last() {
        return purchases.stages().get(purchases.stages().size() - 1);
    }

    /** The answer in a sentence. */
    String headline() {
        if (!isMet) {
            return "No mix of these servers was found that meets the objective from "
                    + last().by()
                    + " on.";
        }
        String orders =
                purchases.orders().isEmpty()
                        ? "Buy nothing"
                        : "Buy "
                                + purchases.orders().stream()
                                        .map(PurchaseWords::order)
                                        .collect(Collectors.joining(", "));
        String retired =
                purchases.stages().stream()
                        .flatMap(
                                day ->
                                        day.servers().stream()
                                                .filter(each -> each.retired() > 0)
                                                .map(
                                                        each ->
                                                                Amounts.count(each.retired())
                                                                        + " × "
                                                                        + each.type()
                                                                        + " by "
                                                                        + day.by()))
                        .collect(Collectors.joining(", "));
        return orders
                + (retired.isEmpty() ? "" : "; retire " + retired)
                + ": "
                + (purchases.stages().size() == 1
                        ? "the day is held."
                        : "each of " + Amounts.count(purchases.stages().size()) + " days is held.");
    }

    private static String order(Order order) {
        return Amounts.count(order.count())
                + " × "
                + order.type()
                + " for "
                + order.by()
                + " (order by "
                + order.orderBy()
                + ")";
    }

    /** What it costs and how far that is from the least possible. */
    String cost() {
        BigDecimal bound = purchases.bound();
        Double gap = purchases.gap();
        return "From "
                + purchases.stages().get(0).by()
                + " to "
                + purchases.until()
                + " servers cost "
                + Amounts.cents(purchases.totalUsd())
                + (purchases.paidUsd().signum() == 0
                        ? ""
                        : ", with a share of the "
                                + Amounts.cents(purchases.paidUsd())
                                + " that purchases come to")
                + (bound == null
                        ? "."
                        : "; no schedule of mixes that hold costs less than "
                                + Amounts.cents(bound)
                                + (gap == null
                                        ? ""
                                        : ", so this one is at most "
                                                + Amounts.share(gap)
                                                + " above the cheapest")
                                + (last().exact()
                                        ? "."
                                        : ", as far as the runs that were made tell."))
                + " Each day was simulated with its own jobs and the servers of that day.";
    }

    /** Headings of {@link #rows}. */
    public List<String> headings() {
        return List.of(
                "From", "Jobs", "Servers", "Buy", "Retire", "A month", "At least", "Objective");
    }

    /** A row for each day. */
    public List<List<String>> rows() {
        return purchases.stages().stream().map(PurchaseWords::row).toList();
    }

    private static List<String> row(Day day) {
        Double claimed = day.claimed();
        return List.of(
                day.by(),
                "× " + Amounts.decimal(day.growth()),
                servers(day, Servers::count),
                servers(day, Servers::bought),
                servers(day, Servers::retired),
                Amounts.cents(day.monthlyUsd()),
                Amounts.cents(day.boundMonthlyUsd()),
                !day.met()
                        ? "missed"
                        : day.exact()
                                ? "met"
                                : claimed == null
                                        ? "met, nothing claimed"
                                        : "met in " + Amounts.share(claimed) + " of windows");
    }

    private static String servers(Day day, ToIntFunction<Servers> number) {
        String text =
                day.servers().stream()
                        .filter(each -> number.applyAsInt(each) > 0)
                        .map(each -> Amounts.count(number.applyAsInt(each)) + " × " + each.type())
                        .collect(Collectors.joining(" + "));
        return text.isEmpty() ? "–" : text;
    }

    private DataTable days() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "Day by day",
                        headings().stream()
                                .map(
                                        each ->
                                                new DataTable.Column(
                                                        each,
                                                        each.equals("A month")
                                                                || each.equals("At least")))
                                .toList());
        rows().forEach(row -> table.row(false, row));
        return table.build();
    }

    private DataTable orders() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "Orders",
                        DataTable.Column.text("Order by"),
                        DataTable.Column.text("For"),
                        DataTable.Column.text("Kind"),
                        DataTable.Column.number("Servers"),
                        DataTable.Column.number("A month each"),
                        DataTable.Column.number("Purchase each"));
        for (Order order : purchases.orders()) {
            @Nullable BigDecimal purchase = order.purchaseUsd();
            table.row(
                    order.orderBy(),
                    order.by(),
                    order.type(),
                    Amounts.count(order.count()),
                    Amounts.cents(order.monthlyUsd()),
                    purchase == null ? "–" : Amounts.cents(purchase));
        }
        return table.build();
    }

    private Chart chart() {
        List<String> types =
                purchases.stages().stream()
                        .flatMap(day -> day.servers().stream())
                        .map(Servers::type)
                        .distinct()
                        .toList();
        List<Series> series = new ArrayList<>();
        series.add(line("All", "a", Day::count));
        for (int i = 0; i < types.size() && types.size() > 1; i++) {
            String type = types.get(i);
            series.add(
                    line(
                            type,
                            String.valueOf((char) ('b' + i % (TONES - 1))),
                            day ->
                                    day.servers().stream()
                                            .filter(each -> each.type().equals(type))
                                            .mapToInt(Servers::count)
                                            .sum()));
        }
        int most = purchases.stages().stream().mapToInt(Day::count).max().orElse(1);
        Chart.View view =
                new Chart.View(
                        "Servers",
                        "Servers by kind from "
                                + purchases.stages().get(0).by()
                                + " to "
                                + purchases.until(),
                        Axis.value("time since " + purchases.stages().get(0).by(), "s"),
                        Axis.value("servers", "").inWholeNumbers().upTo(Math.max(1, most)),
                        false,
                        null,
                        series,
                        List.of(),
                        null);
        return new Chart(
                "purchases-chart",
                "Servers over time",
                "Servers that are there, by kind, with what is bought and retired for each day.",
                false,
                List.of(view),
                List.of(days()));
    }

    private Series line(String name, String tone, ToIntFunction<Day> number) {
        int size = purchases.stages().size();
        double[] seconds = new double[size + 1];
        double[] values = new double[size + 1];
        for (int i = 0; i < size; i++) {
            Day day = purchases.stages().get(i);
            values[i] = number.applyAsInt(day);
            values[i + 1] = values[i];
            seconds[i + 1] = seconds[i] + day.days() * SECONDS_OF_DAY;
        }
        return Series.of(name, "line", tone, Chart.pairs(seconds, values)).stepped();
    }

    /** The section of a report. */
    public SectionedView.Section section() {
        return new SectionedView.Section(
                "purchases",
                "What to buy when",
                isMet ? cost() : headline(),
                List.of(chart()),
                purchases.orders().isEmpty() ? List.of() : List.of(orders()));
    }
}
