package dev.stowage.report.plan;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.OwnCost;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the planned capacity costs a month: own servers, and each provider at its cheapest. */
final class CostChart {
    private CostChart() {}

    static Chart of(CapacityPlan plan) {
        List<String> names = new ArrayList<>();
        List<Double> monthly = new ArrayList<>();
        OwnCost own = plan.cost();
        if (own != null) {
            names.add("Own servers");
            monthly.add(own.monthlyUsd().doubleValue());
        }
        cheapest(plan)
                .forEach(
                        (name, option) -> {
                            names.add(name + "\n" + option.region());
                            monthly.add(option.monthlyUsd().doubleValue());
                        });
        List<View> views = names.isEmpty() ? List.of() : List.of(view(names, monthly, own != null));
        return new Chart(
                "chart-cost",
                "Cost a month by option",
                "Own servers, and for each provider and policy the cheapest region: always-on rents the"
                        + " planned capacity all the time, the others what the tasks ask for."
                        + " The table has every option.",
                false,
                views,
                names.isEmpty() ? List.of() : List.of(table(plan)));
    }

    /** The first, cheapest, option of each provider and policy. */
    private static Map<String, CloudOption> cheapest(CapacityPlan plan) {
        Map<String, CloudOption> options = new LinkedHashMap<>();
        plan.clouds().forEach(o -> options.putIfAbsent(o.provider() + ", " + o.policy(), o));
        return options;
    }

    private static View view(List<String> names, List<Double> monthly, boolean hasOwn) {
        double[] usd = monthly.stream().mapToDouble(Double::doubleValue).toArray();
        double[] rows = new double[usd.length];
        StringBuilder alt = new StringBuilder("Bar chart of the cost a month:");
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i;
            alt.append(i == 0 ? " " : ", ")
                    .append(names.get(i).replace('\n', ' '))
                    .append(' ')
                    .append(Amounts.money(java.math.BigDecimal.valueOf(usd[i])));
        }
        return new View(
                "Cost a month",
                alt.append('.').toString(),
                Axis.value("USD a month", "USD").from(0),
                Axis.categories(names),
                false,
                hasOwn ? 0 : null,
                List.of(Series.of("Cost a month", "bar", "a", Chart.pairs(usd, rows))),
                List.of(),
                null);
    }

    private static DataTable table(CapacityPlan plan) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "every option, cheapest cloud first",
                        DataTable.Column.text("Option"),
                        DataTable.Column.text("Region"),
                        DataTable.Column.text("Policy"),
                        DataTable.Column.text("What"),
                        DataTable.Column.number("A month"),
                        DataTable.Column.number("A year"),
                        DataTable.Column.number("Above its bound"),
                        DataTable.Column.number("Price as of"));
        OwnCost own = plan.cost();
        if (own != null) {
            String type = plan.servers().isEmpty() ? "server" : plan.servers().get(0).type();
            table.row(
                    true,
                    List.of(
                            "Own servers",
                            "–",
                            "–",
                            Amounts.count(own.servers()) + " × " + type,
                            Amounts.cents(own.monthlyUsd()),
                            Amounts.cents(own.yearlyUsd()),
                            "–",
                            "as given"));
        }
        for (CloudOption option : plan.clouds()) {
            table.row(
                    option.provider(),
                    option.region(),
                    option.policy(),
                    Amounts.vms(option),
                    Amounts.cents(option.monthlyUsd()),
                    Amounts.cents(option.totalUsd()),
                    Amounts.share(option.gapToBound()),
                    option.date());
        }
        return table.build();
    }
}
